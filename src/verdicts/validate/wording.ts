import type { Node, Place, Related } from "#text";
import { counted, excerpt, groupBy, quoted, LONGEST_QUOTED, formatPointer } from "#text";

/** A value in a few words: scalars as JSON with digits as written, maps and lists by their size. */
export function inWords(node: Node): string {
  if (node.kind === "string") return quoted(node.value);
  if (node.kind === "number") return excerpt(node.raw, LONGEST_QUOTED);
  if (node.kind === "boolean") return String(node.value);
  if (node.kind === "null") return "null";
  const size = node.kind === "list" ? node.items.length : node.entries.length;
  return `${node.kind === "list" ? "an array" : "an object"} of ${counted(size, node.kind === "list" ? "item" : "property")}`;
}

/** A value with the name of its type, for failures of the type. */
export function typeInWords(node: Node): string {
  if (node.kind === "string") return `the string ${quoted(node.value)}`;
  if (node.kind === "number") return `the number ${inWords(node)}`;
  if (node.kind === "map" || node.kind === "list") return node.kind === "list" ? "an array" : "an object";
  return inWords(node);
}

/** `a, b and c`, cut after ten. */
export function listed(words: readonly string[], last = "and"): string {
  return listedOf(words, (word) => word, last);
}

/** The same for things whose words are made only if they are shown, since a list may be long and refuse thousands of values. */
export function listedOf<Thing>(things: readonly Thing[], inWord: (thing: Thing, index: number) => string, last = "and"): string {
  const isLong = things.length > 10;
  const words = things.slice(0, isLong ? 9 : 10).map(inWord);
  const shown = isLong ? [...words, `${things.length - 9} more`] : words;
  return shown.length < 2 ? shown.join("") : `${shown.slice(0, -1).join(", ")} ${last} ${shown.at(-1) ?? ""}`;
}

/** Joins failures of one value into a sentence: `must be at least 3, and this is 1`. What was found is said once for all. */
export function sentence(failures: readonly Failure[]): string {
  const expected = listed([...new Set(failures.map((failure) => failure.expected))]);
  const found = failures.find((failure) => failure.found !== "")?.found;
  if (found === undefined) return expected;
  // For a key that is not allowed, `found` is an explanation and not a quote.
  return expected.startsWith("must not be there") ? `${expected}: ${found}` : `${expected}, and this is ${found}`;
}

/** Failures in groups, one for each value, in the order of the text. */
export function byValue(failures: readonly Failure[]): [Failure, ...Failure[]][] {
  const groups = groupBy(new Set(failures), ({ place, pointer }) => `${place.start}:${place.end}:${pointer}`);
  return ([...groups.values()] as [Failure, ...Failure[]][]).sort(([a], [b]) => a.place.start - b.place.start);
}

/** One keyword that one value breaks. The texts form a sentence: `<at> <expected>, and this is <found>`. */
export interface Failure {
  /** The value, or the key that should not be there. */
  readonly place: Place;
  /** The JSON Pointer from the root of the instance (RFC 6901). */
  readonly pointer: string;
  readonly keyword: string;
  /** The place of the keyword in the schema. */
  readonly schemaPlace: Place;
  /** What the keyword requires, such as `must be at least 0`. */
  readonly expected: string;
  /** The value in words; empty if `expected` says everything. */
  readonly found: string;
  /** The branches of `oneOf` and `anyOf`, with what the value lacks for each. */
  readonly related: readonly Related[];
  /** What to write instead, if that is known. Made when asked for: most failures are of branches that nobody hears of. */
  readonly hint?: () => string | undefined;
  /** Required properties that the value lacks. */
  readonly missing?: readonly string[];
}

/** The evaluated parts of an instance, for `unevaluatedProperties` and `unevaluatedItems` (2019-09 and later). */
export interface EvaluatedParts {
  readonly keys: Set<string>;
  readonly items: Set<number>;
}

/** The result of validating one value. The value is valid if there are no failures and `unknown` is not set. */
export interface Outcome {
  readonly failures: Failure[];
  /** Why the value could not be checked, for example because a reference does not resolve. */
  unknown?: string;
  readonly seen?: EvaluatedParts;
}

/** Whether a schema certainly accepts the value. */
export function accepts(outcome: Outcome): boolean {
  return outcome.failures.length === 0 && outcome.unknown === undefined;
}

/** Whether a schema certainly refuses the value. A certain failure counts even if something else is unknown. */
export function refuses(outcome: Outcome): boolean {
  return outcome.failures.length > 0;
}

/** The path of an instance as a linked list, innermost token first. A pointer is built only for failures. */
export interface InstancePath {
  readonly up: InstancePath | undefined;
  readonly token: string;
}

/** The path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: InstancePath | undefined): string {
  const tokens: string[] = [];
  for (let step = path; step; step = step.up) tokens.push(step.token);
  return formatPointer(tokens.reverse());
}
