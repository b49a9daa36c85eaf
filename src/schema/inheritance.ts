import type { Node } from "#json";
import type { Api } from "#model";
import type { Schema } from "./schema.ts";

/** Which component schemas build on which, for discriminators. */
export interface Inheritance {
  inheritors(base: Schema): readonly Schema[];
  /** The component schema of a name. */
  byName(name: string): Schema | undefined;
}

/** Made when first asked for: one pass over the component schemas. */
export function createInheritance(api: Api, of: (node: Node) => Schema): Inheritance {
  let children: Map<Schema, Schema[]> | undefined;
  let names: Map<string, Schema> | undefined;

  function components(): Map<string, Schema> {
    const component = api.schemas.filter((each) => each.component);
    return (names ??= new Map(component.map((each) => [each.id, of(each.source.node)])));
  }

  function directly(): Map<Schema, Schema[]> {
    if (children) return children;
    children = new Map();
    for (const schema of components().values()) {
      for (const base of new Set(schema.allOf)) {
        const known = children.get(base);
        if (known) known.push(schema);
        else children.set(base, [schema]);
      }
    }
    return children;
  }

  function inheritors(base: Schema): readonly Schema[] {
    const found = new Set<Schema>();
    const pending = [base];
    for (let next = pending.shift(); next; next = pending.shift()) {
      for (const child of directly().get(next) ?? []) {
        if (child === base || found.has(child)) continue;
        found.add(child);
        pending.push(child);
      }
    }
    return [...found];
  }

  return { inheritors, byName: (name) => components().get(name) };
}
