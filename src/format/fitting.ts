import type { Node } from "#text";
import { entryOf, isIntegerNode } from "#text";
import type { ObjectShape, Shape } from "./shape.ts";

function fitsObject(shape: ObjectShape, node: Node): boolean {
  if (node.kind !== "map") return false;
  return !shape.when || shape.when.some((key) => entryOf(node, key) !== undefined);
}

const kinds: Readonly<Record<Exclude<Shape["kind"], "any" | "object" | "either">, Node["kind"]>> = {
  string: "string",
  boolean: "boolean",
  null: "null",
  number: "number",
  integer: "number",
  inline: "map",
  map: "map",
  list: "list",
};

/** Whether a value's type is that of a shape; what is inside it, bounds and lists of values do not matter. */
export function fits(shape: Shape, node: Node): boolean {
  if (shape.kind === "any") return true;
  if (shape.kind === "either") return shape.of.some((each) => fits(each, node));
  if (shape.kind === "object") return fitsObject(shape, node);
  if (kinds[shape.kind] !== node.kind) return false;
  // Draft 07 § 6.1.1: any number without a fractional part is an integer, `1.0` too.
  return shape.kind !== "integer" || (node.kind === "number" && isIntegerNode(node));
}

/**
 * The shape that counts for a value: of an `either` the first alternative that fits, `undefined` where none does.
 * Follow a reference first and ask again with the same shape: the target may be another alternative than the reference
 * (a Multi Format Schema in the components).
 */
export function fitting(shape: Shape, node: Node): Exclude<Shape, { kind: "either" }> | undefined {
  if (shape.kind !== "either") return shape;
  for (const each of shape.of) {
    if (fits(each, node)) return fitting(each, node);
  }
  return undefined;
}
