import type { Entry, Node } from "#text";
import { entriesOf, isIntegerNode, itemsOf, decimalOf, didYouMean, isInteger } from "#text";
import { brokenFormat } from "./formats.ts";
import type { KeywordCheck, KeywordVisit } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords, listed, listedOf, typeInWords } from "./wording.ts";

/** Words that YAML read as booleans before 1.2. */
const OLD_BOOLEANS = new Map([["yes", true], ["on", true], ["no", false], ["off", false]]); // prettier-ignore

/** Longer texts are no numbers or words that were meant otherwise. */
const MOST_CHARACTERS = 40;

/** Nobody sees which of more values was meant. */
const MOST_VALUES = 200;

/** What to write instead of a text, if the text says a value of one of the types. */
function unquoted(text: string, types: readonly string[]): string | undefined {
  if (text.length > MOST_CHARACTERS) return undefined;
  const decimal = decimalOf(text);
  const isNumber = decimal !== undefined && (types.includes("number") || (types.includes("integer") && isInteger(decimal)));
  const isWord = (types.includes("boolean") && /^(?:true|false)$/.test(text)) || (types.includes("null") && text === "null");
  if (isNumber || isWord) return `Remove the quotes: ${text}.`;
  const old = types.includes("boolean") ? OLD_BOOLEANS.get(text.toLowerCase()) : undefined;
  return old === undefined ? undefined : `Write ${old}: ${JSON.stringify(text)} is a text.`;
}

/** How to give a value one of the types, if one change is likely; `undefined` otherwise. */
function typeHint(value: Node, types: readonly string[]): string | undefined {
  if (value.kind === "string") {
    const hint = unquoted(value.value, types);
    if (hint !== undefined) return hint;
  } else if ((value.kind === "number" || value.kind === "boolean") && types.includes("string"))
    return `Put it in quotes: "${inWords(value)}".`;
  return value.kind !== "list" && value.kind !== "null" && types.length === 1 && types[0] === "array"
    ? "Put it in brackets, if it is the only item."
    : undefined;
}

/** Which of the allowed values was probably meant. */
function enumHint(value: Node, allowed: readonly Node[]): string | undefined {
  if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") return undefined;
  if (allowed.length > MOST_VALUES) return undefined;
  const text = value.kind === "string" ? value.value : inWords(value);
  const same = allowed.find((each) => each.kind !== value.kind && (each.kind === "string" ? each.value : inWords(each)) === text);
  if (same) return typeHint(value, [same.kind]);
  return value.kind === "string" ? didYouMean(text, allowed.flatMap((each) => (each.kind === "string" ? [each.value] : []))) : undefined; // prettier-ignore
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** What a date or time lacks, or has too much. */
function formatHint(format: string, value: Node): string | undefined {
  if (value.kind !== "string") return undefined;
  if (format === "date-time" && DATE.test(value.value)) return `Add a time and its offset, such as ${value.value}T00:00:00Z.`;
  if (format === "date-time" && WITHOUT_OFFSET.test(value.value)) return "Add the offset, such as Z for UTC.";
  const [date = ""] = value.value.split("T");
  return format === "date" && date !== value.value && DATE.test(date) ? `Leave the time out: ${date}.` : undefined;
}

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

/** A hint for authors who expect `nullable`, which other API formats have. */
function nullHint(visit: KeywordVisit): string | undefined {
  const nullable = visit.schema.entries.some((entry) => entry.key === "nullable" && entry.value.kind === "boolean" && entry.value.value);
  return nullable && visit.instance.kind === "null" ? '"nullable" is not a keyword here: list "null" among the types.' : undefined;
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
    hint: () => nullHint(visit) ?? typeHint(visit.instance, types),
  });
};

/** In OpenAPI 3.0, `nullable: true` beside a `type` allows null. */
const nullableType: KeywordCheck = (visit, entry) => {
  const nullable = entriesOf(visit.schema).find((each) => each.key === "nullable")?.value;
  if (visit.instance.kind === "null" && nullable?.kind === "boolean" && nullable.value) return;
  type(visit, entry);
};

function allowed(entry: Entry): string {
  return listedOf(itemsOf(entry.value), inWords, "or");
}

/** For long enums, the numbers of their values are kept, so that a list of 10,000 is searched once. */
const enumValues: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "list") return;
  const { items } = entry.value;
  const { identities } = visit.run;
  const wanted = identities.of(visit.instance);
  if (!identities.list(entry.value).has(wanted))
    fail(visit, entry, {
      expected: `must be ${allowed(entry)}`,
      found: inWords(visit.instance),
      hint: () => enumHint(visit.instance, items),
    });
};

const constant: KeywordCheck = (visit, entry) => {
  const { identities } = visit.run;
  if (identities.of(visit.instance) === identities.of(entry.value)) return;
  fail(visit, entry, {
    expected: `must be ${inWords(entry.value)}`,
    found: inWords(visit.instance),
    hint: () => enumHint(visit.instance, [entry.value]),
  });
};

const format: KeywordCheck = (visit, entry) => {
  if (entry.value.kind !== "string") return;
  const broken = brokenFormat(entry.value.value, visit.instance);
  const { value } = entry.value;
  if (broken === undefined) return;
  fail(visit, entry, { expected: `must be ${broken}`, found: inWords(visit.instance), hint: () => formatHint(value, visit.instance) });
};

/** Keywords for any value. `const` came with draft 06. */
export const typeKeywords = { type, enum: enumValues, const: constant, format } satisfies Record<string, KeywordCheck>;

/** Keywords that differ in OpenAPI 3.0. */
export const nullableKeywords = { type: nullableType } satisfies Record<string, KeywordCheck>;
