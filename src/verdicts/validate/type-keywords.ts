import type { Node, Decimal } from "#text";
import { entriesOf, isIntegerNode, counted, reason, sizeIn, quoted, compareDecimals, decimalOf, valueOf, isTrue, MOST_DIGITS } from "#text";
import { brokenFormat } from "./formats.ts";
import type { KeywordCheck } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords, listed, listedOf, typeInWords } from "./wording.ts";

/** Computes 10^exponent modulo `by` by squaring, so an exponent of a billion takes thirty steps. */
function powerOfTen(exponent: number, by: bigint): bigint {
  let result = 1n;
  let base = 10n % by;
  for (let left = exponent; left > 0; left = Math.floor(left / 2)) {
    if (left % 2 === 1) result = (result * base) % by;
    base = (base * base) % by;
  }
  return result % by;
}

/** Whether `value` is an exact integer multiple of `by`; `undefined` if there are too many digits to tell. */
export function isMultiple(value: Decimal, by: Decimal): boolean | undefined {
  if (value.digits === "") return true;
  if (by.digits === "") return false;
  if (Math.max(value.digits.length, by.digits.length) > MOST_DIGITS) return undefined;
  const exponent = value.point - value.digits.length - (by.point - by.digits.length);
  const divisor = BigInt(by.digits);
  if (exponent >= 0) return ((BigInt(value.digits) % divisor) * powerOfTen(exponent, divisor)) % divisor === 0n;
  // The divisor is a multiple of a larger power of ten than the value, which would have to end in that many zeros.
  return -exponent < value.digits.length && BigInt(value.digits) % (divisor * 10n ** BigInt(-exponent)) === 0n;
}

/** The digits of a number; `undefined` for other values, and for `.inf` and `.nan`, which JSON lacks and no bound refuses. */
function decimalIn(node: Node): Decimal | undefined {
  return node.kind === "number" ? decimalOf(node.raw) : undefined;
}

function bound(words: string, holds: (difference: number) => boolean): KeywordCheck {
  return (visit, entry) => {
    const limit = decimalIn(entry.value);
    const value = decimalIn(visit.instance);
    if (!limit || !value || holds(compareDecimals(value, limit))) return;
    fail(visit, entry, { expected: `must be ${words} ${inWords(entry.value)}`, found: inWords(visit.instance) });
  };
}

const multipleOf: KeywordCheck = (visit, entry) => {
  const by = decimalIn(entry.value);
  const value = decimalIn(visit.instance);
  if (!by || !value || by.digits === "") return;
  const multiple = isMultiple(value, by);
  if (multiple === undefined) visit.outcome.unknown ??= reason("digits");
  if (multiple === false) fail(visit, entry, { expected: `must be a multiple of ${inWords(entry.value)}`, found: inWords(visit.instance) });
};

/** Keywords for numbers. They compare digits, never doubles. */
export const numberKeywords = {
  multipleOf,
  minimum: bound("at least", (difference) => difference >= 0),
  maximum: bound("at most", (difference) => difference <= 0),
  exclusiveMinimum: bound("more than", (difference) => difference > 0),
  exclusiveMaximum: bound("less than", (difference) => difference < 0),
} satisfies Record<string, KeywordCheck>;

/** Applies `exclusiveMinimum: true` of draft 04 and OpenAPI 3.0, which makes the `minimum` beside it exclusive. */
function sharpened(flag: "exclusiveMinimum" | "exclusiveMaximum", loose: KeywordCheck): KeywordCheck {
  return (visit, entry) => {
    (isTrue(valueOf(visit.schema, flag)) ? numberKeywords[flag] : loose)(visit, entry);
  };
}

/** The number keywords of draft 04. */
export const oldNumberKeywords = {
  multipleOf,
  minimum: sharpened("exclusiveMinimum", numberKeywords.minimum),
  maximum: sharpened("exclusiveMaximum", numberKeywords.maximum),
} satisfies Record<string, KeywordCheck>;

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

function textLength(most: boolean): KeywordCheck {
  return (visit, entry) => {
    const limit = sizeIn(entry.value);
    if (visit.instance.kind !== "string" || limit === undefined) return;
    const length = charactersOf(visit.instance.value);
    if (most ? length <= limit : length >= limit) return;
    const expected = `must have at ${most ? "most" : "least"} ${limitInWords(entry.value, "character")}`;
    fail(visit, entry, { expected, found: `${inWords(visit.instance)}${most ? `, ${counted(length, "character")}` : ""}` });
  };
}

/** An invalid pattern has no effect here. It is reported when the schema is checked. */
const pattern: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind !== "string" || entry.value.kind !== "string") return;
  const compiled = visit.run.patterns.of(entry.value.value);
  if ("invalid" in compiled) return;
  const matches = compiled.test(visit.instance.value);
  if (matches === undefined) visit.outcome.unknown ??= reason("slow-pattern", { pattern: quoted(entry.value.value) });
  if (matches !== false) return;
  const { value } = entry.value;
  fail(visit, entry, {
    expected: `must match the pattern ${value}`,
    found: inWords(visit.instance),
    hint: () => visit.run.hints?.ofPattern(visit, value),
  });
};

/** Keywords for strings. */
export const textKeywords = { minLength: textLength(false), maxLength: textLength(true), pattern } satisfies Record<string, KeywordCheck>;

const names: Readonly<Record<string, string>> = {
  string: "a string",
  number: "a number",
  integer: "an integer",
  boolean: "a boolean",
  null: "null",
  object: "an object",
  array: "an array",
};

function isOfType(instance: Node, type: string): boolean {
  switch (type) {
    case "object":
      return instance.kind === "map";
    case "array":
      return instance.kind === "list";
    case "integer":
      return instance.kind === "number" && isIntegerNode(instance);
    default:
      return instance.kind === type;
  }
}

/** The known types in a `type` keyword. The structure check reports others. */
function typesOf(value: Node): string[] {
  const written = value.kind === "list" ? value.items : [value];
  return written.flatMap((each) => (each.kind === "string" && Object.hasOwn(names, each.value) ? [each.value] : []));
}

const type: KeywordCheck = (visit, entry) => {
  const { value } = entry;
  if (value.kind === "string" && Object.hasOwn(names, value.value) && isOfType(visit.instance, value.value)) return;
  const types = typesOf(entry.value);
  if (types.length === 0 || types.some((each) => isOfType(visit.instance, each))) return;
  fail(visit, entry, {
    expected: `must be ${listed(
      types.map((each) => names[each] ?? each),
      "or",
    )}`,
    found: typeInWords(visit.instance),
    hint: () => visit.run.hints?.ofType(visit, types),
  });
};

/** In OpenAPI 3.0, `nullable: true` beside a `type` allows null. */
const nullableType: KeywordCheck = (visit, entry) => {
  if (visit.instance.kind === "null" && isTrue(valueOf(visit.schema, "nullable"))) return;
  type(visit, entry);
};

/** For long enums, the numbers of their values are kept, so that a list of 10,000 is searched once. */
const enumValues: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "list") return;
  const { items } = entry.value;
  const { identities } = visit.run;
  const wanted = identities.of(visit.instance);
  if (!identities.list(entry.value).has(wanted))
    fail(visit, entry, {
      expected: `must be ${listedOf(items, inWords, "or")}`,
      found: inWords(visit.instance),
      hint: () => visit.run.hints?.ofValues(visit.instance, items),
    });
};

const constant: KeywordCheck = (visit, entry) => {
  const { identities } = visit.run;
  if (identities.of(visit.instance) === identities.of(entry.value)) return;
  fail(visit, entry, {
    expected: `must be ${inWords(entry.value)}`,
    found: inWords(visit.instance),
    hint: () => visit.run.hints?.ofValues(visit.instance, [entry.value]),
  });
};

const format: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "string") return;
  const broken = brokenFormat(entry.value.value, visit.instance);
  const { value } = entry.value;
  if (broken === undefined) return;
  fail(visit, entry, {
    expected: `must be ${broken}`,
    found: inWords(visit.instance),
    hint: () => visit.run.hints?.ofFormat(value, visit.instance),
  });
};

/** Keywords for any value. `const` came with draft 06. */
export const typeKeywords = { type, enum: enumValues, const: constant, format } satisfies Record<string, KeywordCheck>;

/** Keywords that differ in OpenAPI 3.0. */
export const nullableKeywords = { type: nullableType } satisfies Record<string, KeywordCheck>;
