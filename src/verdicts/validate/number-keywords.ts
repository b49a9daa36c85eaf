import type { Decimal, Entry, Node } from "#text";
import { compareDecimals, decimalOf, reason, valueOf } from "#text";
import { isMultiple } from "./is-multiple.ts";
import type { Keyword, Visit } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords } from "./wording.ts";

/** `.inf` is over every bound and `.nan` is out of every one; JSON has neither. */
function decimalIn(node: Node): Decimal | undefined {
  return node.kind === "number" ? decimalOf(node.raw) : undefined;
}

type Order = (difference: number) => boolean;

function bound(words: string, holds: Order): Keyword {
  return (visit, entry) => {
    const limit = decimalIn(entry.value);
    const value = decimalIn(visit.instance);
    if (!limit || !value || holds(compareDecimals(value, limit))) return;
    fail(visit, entry, { expected: `must be ${words} ${inWords(entry.value)}`, found: inWords(visit.instance) });
  };
}

const least: Order = (difference) => difference >= 0;
const above: Order = (difference) => difference > 0;
const most: Order = (difference) => difference <= 0;
const below: Order = (difference) => difference < 0;

const multipleOf: Keyword = (visit, entry) => {
  const by = decimalIn(entry.value);
  const value = decimalIn(visit.instance);
  if (!by || !value || by.digits === "") return;
  const multiple = isMultiple(value, by);
  if (multiple === undefined) visit.outcome.unknown ??= reason("digits");
  if (multiple === false) fail(visit, entry, { expected: `must be a multiple of ${inWords(entry.value)}`, found: inWords(visit.instance) });
};

/** Keywords for numbers, by digits and never by doubles. */
export const numberKeywords = {
  multipleOf,
  minimum: bound("at least", least),
  maximum: bound("at most", most),
  exclusiveMinimum: bound("more than", above),
  exclusiveMaximum: bound("less than", below),
} satisfies Record<string, Keyword>;

/** Draft 04 and OpenAPI 3.0: `exclusiveMinimum: true` sharpens the `minimum` beside it. */
function sharpened(flag: string, [loose, sharp]: readonly [Keyword, Keyword]): Keyword {
  return (visit: Visit, entry: Entry) => {
    const value = valueOf(visit.schema, flag);
    const exclusive = value?.kind === "boolean" && value.value;
    (exclusive ? sharp : loose)(visit, entry);
  };
}

/** The number keywords of draft 04. */
export const oldNumberKeywords = {
  multipleOf,
  minimum: sharpened("exclusiveMinimum", [bound("at least", least), bound("more than", above)]),
  maximum: sharpened("exclusiveMaximum", [bound("at most", most), bound("less than", below)]),
} satisfies Record<string, Keyword>;
