/** Short names for the shapes that tables of objects are written in. */
import type { FieldRule, NumberShape, ObjectName, ObjectShape, ObjectTable, Shape, TextKind } from "./shape.ts";

// Short names for shapes, so that a row of the specification takes one line in the tables.

export const any: Shape = { kind: "any" };
export const string: Shape = { kind: "string" };
/** A text in CommonMark. */
export const markdown: Shape = { kind: "string", markdown: true };
export const boolean: Shape = { kind: "boolean" };
export const integer: NumberShape = { kind: "integer" };
export const number: NumberShape = { kind: "number" };
export const nothing: Shape = { kind: "null" };
export const anyMap: Shape = { kind: "map", values: any };

export function text(kind: TextKind): Shape {
  return { kind: "string", text: kind };
}

export function oneOf(...values: readonly string[]): Shape {
  return { kind: "string", oneOf: values };
}

export function object(name: ObjectName): ObjectShape {
  return { kind: "object", object: name };
}

/** An object or a Reference Object. */
export function orReference(name: ObjectName): ObjectShape {
  return { kind: "object", object: name, reference: "allowed" };
}

/** A Reference Object only. */
export function reference(name: ObjectName): ObjectShape {
  return { kind: "object", object: name, reference: "required" };
}

export function list(items: Shape): Shape {
  return { kind: "list", items };
}

/** A list of at least one item. */
export function nonEmptyList(items: Shape): Shape {
  return { kind: "list", items, atLeast: 1 };
}

export function map(values: Shape, keys?: RegExp): Shape {
  return keys ? { kind: "map", values, keys } : { kind: "map", values };
}

export function either(...of: readonly Shape[]): Shape {
  return { kind: "either", of };
}

/** An optional field. */
export function field(shape: Shape): FieldRule {
  return { shape };
}

export function required(shape: Shape): FieldRule {
  return { shape, required: true };
}

/** A field of the public format that the specification text does not list. */
export function publicField(shape: Shape): FieldRule {
  return { shape, public: true };
}

/** All shapes as optional fields. */
export function fields(shapes: Readonly<Record<string, Shape>>): Readonly<Record<string, FieldRule>> {
  return Object.fromEntries(Object.entries(shapes).map(([name, shape]) => [name, field(shape)]));
}

/** An extensible object. */
export function table(title: string, ...parts: readonly Readonly<Record<string, FieldRule>>[]): ObjectTable {
  return { title, extensible: true, fields: Object.assign({}, ...parts) as Record<string, FieldRule> };
}

/** An object whose keys are names the author chose. */
export function mapTable(title: string, shape: Shape, keys?: RegExp): ObjectTable {
  return { title, extensible: false, fields: {}, others: keys ? { keys, shape } : { shape } };
}

/** A table with fields added, replaced or dropped: the difference between two versions. */
export function derive(
  base: ObjectTable,
  difference: { readonly add?: Readonly<Record<string, FieldRule>>; readonly drop?: readonly string[] },
): ObjectTable {
  const kept = Object.entries(base.fields).filter(([name]) => !difference.drop?.includes(name));
  return { ...base, fields: { ...Object.fromEntries(kept), ...difference.add } };
}
