import type { ObjectName, ObjectTable, Shape, Tables } from "#format";
import type { Node } from "#text";
import { describeKind, quoted } from "#text";

/** A node in words, with the value if it is a scalar: `a number, 5`. */
export function found(node: Node): string {
  if (node.kind === "string") return `a string, ${quoted(node.value)}`;
  if (node.kind === "number") return `a number, ${node.raw}`;
  if (node.kind === "boolean") return String(node.value);
  return describeKind(node);
}

/** A noun with its article. */
function withArticle(noun: string): string {
  return `${/^[aeio]/i.test(noun) ? "an" : "a"} ${noun}`;
}

function bounds({ minimum, above, maximum }: { readonly minimum?: number; readonly above?: number; readonly maximum?: number }): string {
  if (minimum !== undefined && maximum !== undefined) return ` from ${minimum} to ${maximum}`;
  if (minimum !== undefined) return ` of at least ${minimum}`;
  if (above !== undefined) return ` greater than ${above}`;
  return maximum === undefined ? "" : ` of at most ${maximum}`;
}

/** A list of words: `a, b or c`. */
export function anyOf(words: readonly string[]): string {
  const last = words.at(-1) ?? "";
  return words.length < 2 ? last : `${words.slice(0, -1).join(", ")} or ${last}`;
}

/** The allowed words: `a or b`, `one of a, b or c`. */
export function choiceOf(words: readonly string[]): string {
  return words.length > 2 ? `one of ${anyOf(words)}` : anyOf(words);
}

function objectPhrase(shape: Shape & { readonly kind: "object" }, tables: Tables): string {
  const noun = withArticle(tables.object(shape.object).title);
  if (shape.reference === "required") return "a reference ($ref)";
  return shape.reference ? `${noun} or a reference` : noun;
}

type Collection = "object" | "inline" | "map" | "list" | "either";

function scalarPhrase(shape: Exclude<Shape, { readonly kind: Collection }>): string {
  if (shape.kind === "string") return shape.oneOf ? choiceOf(shape.oneOf.map(quoted)) : "a string";
  if (shape.kind === "any") return "a value";
  if (shape.kind === "boolean") return "true or false";
  if (shape.kind === "null") return "null";
  return shape.oneOf ? anyOf(shape.oneOf.map(String)) : `${withArticle(shape.kind)}${bounds(shape)}`;
}

function isSchema(shape: Shape): boolean {
  return shape.kind === "either" && shape.of.length === 2 && shape.of[0]?.kind === "boolean" && shape.of[1]?.kind === "object";
}

/** A shape in words: `an integer of at least 0`, `a list`, `a Schema Object or a reference`. */
export function expected(shape: Shape, tables: Tables): string {
  if (shape.kind === "object") return objectPhrase(shape, tables);
  if (shape.kind === "inline" || shape.kind === "map") return "an object";
  if (shape.kind === "list") return shape.atLeast ? "a list of at least one item" : "a list";
  if (isSchema(shape)) return "a schema (an object, true or false)";
  if (shape.kind === "either") return anyOf([...new Set(shape.of.map((each) => expected(each, tables)))]);
  return scalarPhrase(shape);
}

/** An object as the subject of a sentence. */
export function theObject(name: ObjectName | undefined, table: ObjectTable): string {
  return name === "Root" ? "The document" : `The ${table.title}`;
}
