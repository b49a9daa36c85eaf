import type { Node } from "#text";
import type { Api, SchemaSource } from "#model";
import type { Schema } from "./schema.ts";

/** Which component schemas build on which, for discriminators. Nodes, since a schema may be read in another language elsewhere. */
export interface Inheritance {
  /** Those that build on a schema by `allOf`, directly or not, nearest first. */
  inheritors(base: Node): readonly Node[];
  /** The component schema of a name. */
  byName(name: string): Node | undefined;
}

/** Made when first asked for: one pass over the component schemas. */
export function createInheritance(api: Api, of: (source: SchemaSource) => Schema): Inheritance {
  let children: Map<Node, Node[]> | undefined;
  let names: Map<string, Schema> | undefined;

  function components(): Map<string, Schema> {
    const component = api.schemas.filter((each) => each.component);
    return (names ??= new Map(component.map((each) => [each.id, of(each.source)])));
  }

  function directly(): Map<Node, Node[]> {
    if (children) return children;
    children = new Map();
    for (const schema of components().values()) {
      for (const base of new Set(schema.allOf.map((part) => part.node))) {
        const known = children.get(base);
        if (known) known.push(schema.node);
        else children.set(base, [schema.node]);
      }
    }
    return children;
  }

  function inheritors(base: Node): readonly Node[] {
    const found = new Set<Node>([base]);
    // A set is walked in the order in which it grows.
    for (const next of found) for (const child of directly().get(next) ?? []) found.add(child);
    found.delete(base);
    return [...found];
  }

  return { inheritors, byName: (name) => components().get(name)?.node };
}
