import type { ObjectTable, Shape } from "#format";
import { bindingTable, matchingShape, isSchemaObject } from "#format";
import type { Node } from "#text";
import { entriesOf } from "#text";
import type { Binding } from "#model";

/** Whether a value in a binding is a schema, by the shape of its field. */
export function isBindingSchema(shape: Shape, value: Node): boolean {
  const fitted = matchingShape(shape, value);
  return fitted?.kind === "object" && (isSchemaObject(fitted.object) || fitted.object === "Payload") && value.kind === "map";
}

interface PendingObject {
  readonly node: Node;
  readonly fields: ObjectTable["fields"];
}

/** The shape of a field, if the table has it. */
function shapeOf(fields: ObjectTable["fields"], key: string): Shape | undefined {
  return Object.hasOwn(fields, key) ? fields[key]?.shape : undefined;
}

/** The schemas in a binding, without following their first reference. Empty for an unknown protocol. */
export function bindingSchemas({ protocol, kind, version, node }: Binding, follow: (node: Node) => Node | undefined): Node[] {
  const found: Node[] = [];
  const open: PendingObject[] = [{ node, fields: bindingTable(protocol, kind, version?.value)?.fields ?? {} }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { key, value: written } of entriesOf(next.node)) {
      const shape = shapeOf(next.fields, key);
      if (!shape) continue;
      const value = follow(written) ?? written;
      const fitted = matchingShape(shape, value);
      if (isBindingSchema(shape, value)) found.push(written);
      else if (fitted?.kind === "inline") open.push({ node: value, fields: fitted.table.fields });
    }
  }
  return found;
}
