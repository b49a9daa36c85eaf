import type { Node } from "#text";
import { counted, entriesOf, reason, sizeIn, quoted } from "#text";
import type { KeywordCheck } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords } from "./wording.ts";

/** A size limit in words: as a number if a double is exact, otherwise by its digits. */
export function limitInWords(node: Node, noun: string): string {
  const limit = sizeIn(node) ?? 0;
  return counted(Number.isSafeInteger(limit) ? limit : inWords(node), noun);
}

/** Checks how many items an array has, or how many properties an object has. */
export function memberCount(noun: "item" | "property", most: boolean): KeywordCheck {
  return (visit, entry) => {
    const { instance } = visit;
    const limit = sizeIn(entry.value);
    if (instance.kind !== (noun === "item" ? "list" : "map") || limit === undefined) return;
    const { length } = instance.kind === "list" ? instance.items : entriesOf(instance);
    if (most ? length <= limit : length >= limit) return;
    const expected = `must have at ${most ? "most" : "least"} ${limitInWords(entry.value, noun)}`;
    fail(visit, entry, { expected, found: noun === "item" ? counted(length, noun) : `${length}` });
  };
}

/** The length in characters, as RFC 8259 counts them, not in UTF-16 units. */
function charactersOf(text: string): number {
  return text.length - (text.match(/[\u{10000}-\u{10ffff}]/gu)?.length ?? 0);
}

const minLength: KeywordCheck = (visit, entry) => {
  const limit = sizeIn(entry.value);
  if (visit.instance.kind !== "string" || limit === undefined || charactersOf(visit.instance.value) >= limit) return;
  fail(visit, entry, { expected: `must have at least ${limitInWords(entry.value, "character")}`, found: inWords(visit.instance) });
};

const maxLength: KeywordCheck = (visit, entry) => {
  const limit = sizeIn(entry.value);
  if (visit.instance.kind !== "string" || limit === undefined || charactersOf(visit.instance.value) <= limit) return;
  fail(visit, entry, {
    expected: `must have at most ${limitInWords(entry.value, "character")}`,
    found: `${inWords(visit.instance)}, ${counted(charactersOf(visit.instance.value), "character")}`,
  });
};

/** An invalid pattern has no effect here. It is reported when the schema is checked. */
const pattern: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind !== "string" || entry.value.kind !== "string") return;
  const compiled = visit.run.patterns.of(entry.value.value);
  if ("invalid" in compiled) return;
  const matches = compiled.test(visit.instance.value);
  if (matches === undefined) visit.outcome.unknown ??= reason("slow-pattern", { pattern: quoted(entry.value.value) });
  if (matches === false) fail(visit, entry, { expected: `must match the pattern ${entry.value.value}`, found: inWords(visit.instance) });
};

/** Keywords for strings. */
export const textKeywords = { minLength, maxLength, pattern } satisfies Record<string, KeywordCheck>;
