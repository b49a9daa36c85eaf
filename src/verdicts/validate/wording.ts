import type { Node } from "#text";
import { counted, excerpt, quoted, LONGEST_QUOTED } from "#text";

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
