import type { ObjectName, Shape, Tables } from "#format";
import { matchingShape, tableFor } from "#format";
import type { Node } from "#text";
import { childAt, entryOf } from "#text";
import { referenceOf } from "./found-reference.ts";

/** Fields that only a document of the format has at its root. */
const rootFields = ["asyncapi", "msgapi", "components"];

/** Whether the root of a file is that of a document of the format. */
export function isDocument(root: Node): boolean {
  return rootFields.some((field) => entryOf(root, field));
}

/** What a child of a value is by the tables, or `undefined` where they do not say. */
function below(shape: Shape, node: Node, { token, tables }: { token: string; tables: Tables }): Shape | undefined {
  const fitted = matchingShape(shape, node);
  if (fitted?.kind === "map") return fitted.values;
  if (fitted?.kind === "list") return fitted.items;
  const table = fitted && tableFor(fitted, node, tables);
  if (!table) return undefined;
  const field = Object.hasOwn(table.fields, token) ? table.fields[token] : undefined;
  if (field) return field.shape;
  return table.extensible && token.startsWith("x-") ? undefined : table.others?.shape;
}

/** What a pointer's target is by where it stands. */
export interface Located {
  readonly shape: Shape;
  readonly object?: ObjectName;
}

/**
 * What the format says that the target of a pointer is, from where it stands in its document: `#/components/servers/x` is a
 * Server. `undefined` in files that are no document of the format, in data, and beyond a reference.
 */
export function locateKind(root: Node, tokens: readonly string[], tables: Tables): Located | undefined {
  if (!isDocument(root)) return undefined;
  let node = root;
  let shape: Shape = { kind: "object", object: "Root" };
  for (const token of tokens) {
    if (referenceOf(node)) return undefined;
    const child = childAt(node, token);
    const next = below(shape, node, { token, tables });
    if (!child || !next) return undefined;
    node = child;
    shape = next;
  }
  const fitted = matchingShape(shape, node);
  return fitted?.kind === "object" ? { shape, object: fitted.object } : { shape };
}

const families: readonly (readonly ObjectName[])[] = [
  ["Schema", "OpenapiSchema", "LaterSchema", "Payload", "MultiFormatSchema"],
  ["Message", "MessageTrait"],
  ["Operation", "OperationTrait"],
  // Real documents keep the binding of one protocol among the bindings of the components.
  ["Binding", "ServerBindings"],
  ["Binding", "ChannelBindings"],
  ["Binding", "OperationBindings"],
  ["Binding", "MessageBindings"],
];

/** Whether what stands somewhere as one object may be used as another: a message as a trait, any schema as any schema. */
export function mayServeAs(found: ObjectName, expected: ObjectName): boolean {
  return found === expected || families.some((family) => family.includes(found) && family.includes(expected));
}
