import { didYouMean, entryOf, stringOf } from "#text";
import type { Shape } from "#format";
import type { Node } from "#text";
import { quoted } from "./phrases.ts";
import type { ValueVisit } from "./visit.ts";

function takes(shape: Shape, kind: Shape["kind"]): boolean {
  return shape.kind === kind || (shape.kind === "either" && shape.of.some((each) => takes(each, kind)));
}

function takesSchema(shape: Shape): boolean {
  return shape.kind === "either" ? shape.of.some(takesSchema) : shape.kind === "object" && shape.object.endsWith("Schema");
}

/** A hint to quote a value. YAML reads `1.0` and `true` as number and boolean, which is the usual reason for one in place of a string. */
function quoteHint(node: Node): string | undefined {
  if (node.kind !== "number" && node.kind !== "boolean") return undefined;
  return `To make it a string, write it in quotes: "${node.kind === "number" ? node.raw : String(node.value)}".`;
}

/** How a reference to what may stand here begins, for a text that does not say where it is. */
const referencesTo: ReadonlyMap<string, string> = new Map([
  ["Channel", "#/channels/…"],
  ["Message", "#/channels/…/messages/…"],
]);

/** A hint for a text where only a reference may stand: the reference that it is nearly, or how such a reference begins. */
function plainHint({ node, shape, label }: ValueVisit): string | undefined {
  if (node.kind !== "string" || shape.kind !== "object" || shape.reference !== "required") return undefined;
  const list = typeof label === "object" && "itemOf" in label && typeof label.itemOf === "object" && "key" in label.itemOf;
  // The messages of an operation are those of its channel, whose name is not known here.
  const pointer = list && label.itemOf.key === "servers" ? `#/servers/${node.value}` : referencesTo.get(shape.object);
  const ref = /^#|^\.{0,2}\/|\.(?:ya?ml|json)(?:#|$)/.test(node.value) ? node.value : pointer;
  return ref === undefined ? undefined : `Write a reference: { $ref: ${quoted(ref)} }.`;
}

/** A hint for a reference where none is allowed. */
function referenceHint({ node, shape }: ValueVisit): string | undefined {
  const ref = stringOf(node, "$ref");
  if (ref !== undefined && takes(shape, "string")) return `A text cannot be a reference: write here what ${quoted(ref)} says.`;
  if (ref !== undefined && takes(shape, "list")) return `A list cannot be a reference, but its items can: - $ref: ${quoted(ref)}`;
  return entryOf(node, "$ref") ? "A reference cannot stand here." : undefined;
}

/** A hint for common mistakes with schema keywords. */
function keywordHint({ node, shape, realm, entry }: ValueVisit): string | undefined {
  if (entry?.key === "$ref" && takesSchema(shape)) return "Where names are keys, $ref is the name of a property and not a reference.";
  const isFlag = realm.kind === "schema" && entry?.key === "required" && node.kind === "boolean";
  return isFlag ? "Name required properties in the object's list." : undefined;
}

/** A hint for items of a list without a space after the dash, which YAML reads as one text. */
function dashHint({ node, shape }: ValueVisit): string | undefined {
  const isDashed = node.kind === "string" && /^-[^\s-]/.test(node.value) && takes(shape, "list");
  return isDashed ? `To make it a list, put a space after each -: "- ${node.value.slice(1).split(/\s/)[0] ?? ""}".` : undefined;
}

/** A hint for a key without a value, which YAML reads as null. */
function emptyHint({ node, entry }: ValueVisit): string | undefined {
  return node.kind === "null" && entry ? "Write a value in its place, or remove the key." : undefined;
}

/** A hint on what to write instead of a value of the wrong type, if it is known. */
export function typeHint(visit: ValueVisit): string | undefined {
  const { node, shape, realm } = visit;
  const reference = emptyHint(visit) ?? plainHint(visit) ?? referenceHint(visit) ?? dashHint(visit);
  if (reference !== undefined) return reference;
  if (takes(shape, "string")) return quoteHint(node);
  if (realm.kind === "binding" && takesSchema(shape) && node.kind === "string") {
    return `Write a schema of it, such as { type: string, const: ${quoted(node.value)} }.`;
  }
  return keywordHint(visit);
}

/** The type of JSON Schema for names of types in other languages. */
const otherWords: ReadonlyMap<string, string> = new Map(
  Object.entries({
    integer: "int int32 int64 long short byte",
    number: "float double decimal",
    boolean: "bool",
    string: "str text char date datetime date-time timestamp time uuid enum",
    object: "map dict record struct",
    array: "list set tuple",
    null: "nil none",
  }).flatMap(([type, words]) => words.split(" ").map((word) => [word, type] as const)),
);

/** The word to write instead of one that is not in a list. */
export function otherWord(text: string, listed: readonly string[]): string | undefined {
  const meant = otherWords.get(text.toLowerCase());
  if (meant === undefined || !listed.includes(meant)) return didYouMean(text, listed);
  const format = meant === "string" && /^(?:date|datetime|date-time|timestamp|time|uuid)$/i.test(text);
  return format
    ? `Write it as a string, with a format such as ${quoted(text.toLowerCase() === "uuid" ? "uuid" : "date-time")}.`
    : `Did you mean ${quoted(meant)}?`;
}
