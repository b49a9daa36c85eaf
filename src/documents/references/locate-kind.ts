import type { ObjectName, Shape, Tables } from "#format";
import { isAnySchema, matchingShape, tableFor } from "#format";
import type { Node } from "#text";
import { childAt, entryOf } from "#text";
import { referenceOf } from "./reference-site.ts";

/** Fields that only a document of the format has at its root. */
const rootFields = ["asyncapi", "msgapi", "components"];

/** Whether the root of a file is a document of the format. */
export function isDocument(root: Node): boolean {
  return rootFields.some((field) => entryOf(root, field));
}

/** The shape of a child by the tables, or `undefined` if they do not define one. */
function childShape(shape: Shape, node: Node, { token, tables }: { token: string; tables: Tables }): Shape | undefined {
  const fitted = matchingShape(shape, node);
  if (fitted?.kind === "map") return fitted.values;
  if (fitted?.kind === "list") return fitted.items;
  const table = fitted && tableFor(fitted, node, tables);
  if (!table) return undefined;
  const field = Object.hasOwn(table.fields, token) ? table.fields[token] : undefined;
  if (field) return field.shape;
  return table.extensible && token.startsWith("x-") ? undefined : table.others?.shape;
}

/** The kind of a target by its location. */
export interface TargetKind {
  readonly shape: Shape;
  readonly object?: ObjectName;
}

/**
 * The kind of the target of a pointer by its location in its document: `#/components/servers/x` is a Server. `undefined` in files that are
 * not documents of the format, in data, and beyond a reference.
 */
export function locateKind(root: Node, tokens: readonly string[], tables: Tables): TargetKind | undefined {
  if (!isDocument(root)) return undefined;
  let node = root;
  let shape: Shape = { kind: "object", object: "Root" };
  for (const token of tokens) {
    if (referenceOf(node)) return undefined;
    const child = childAt(node, token);
    const next = childShape(shape, node, { token, tables });
    if (!child || !next) return undefined;
    node = child;
    shape = next;
  }
  const fitted = matchingShape(shape, node);
  return fitted?.kind === "object" ? { shape, object: fitted.object } : { shape };
}

const families: readonly (readonly ObjectName[])[] = [
  ["Message", "MessageTrait"],
  ["Operation", "OperationTrait"],
  // Real documents keep the binding of one protocol among the bindings of the components.
  ["Binding", "ServerBindings"],
  ["Binding", "ChannelBindings"],
  ["Binding", "OperationBindings"],
  ["Binding", "MessageBindings"],
];

/** Whether one object may be used as another: a message as a trait, any schema as any schema. */
export function isCompatible(found: ObjectName, expected: ObjectName): boolean {
  if (found === expected || (isAnySchema(found) && isAnySchema(expected))) return true;
  return families.some((family) => family.includes(found) && family.includes(expected));
}
