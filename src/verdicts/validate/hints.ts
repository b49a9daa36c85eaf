import type { Node } from "#text";
import { decimalOf, didYouMean, isInteger } from "#text";
import type { Hints, KeywordVisit } from "./visit.ts";
import { inWords } from "./wording.ts";

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
function valueHint(value: Node, allowed: readonly Node[]): string | undefined {
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

/** A hint for authors who expect `nullable`, which other API formats have. */
function nullHint(visit: KeywordVisit): string | undefined {
  const nullable = visit.schema.entries.some((entry) => entry.key === "nullable" && entry.value.kind === "boolean" && entry.value.value);
  return nullable && visit.instance.kind === "null" ? '"nullable" is not a keyword here: list "null" among the types.' : undefined;
}

/** The hints of keywords. A page does without them. */
export const hints: Hints = {
  ofType: (visit, types) => nullHint(visit) ?? typeHint(visit.instance, types),
  ofValues: valueHint,
  ofFormat: formatHint,
  ofKey: didYouMean,
};
