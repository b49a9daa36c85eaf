import type { Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";

/** What the choice by discriminator needs to know of the document. */
export interface Family {
  readonly follow: (node: Node) => Node | undefined;
  /** Every schema with a name, references followed. */
  readonly named: readonly { readonly name: string; readonly schema: Node }[];
}

/** Which schemas take over which through `allOf`. */
export interface Genealogy extends Family {
  nameOf(schema: Node): string | undefined;
  /** Everything that a schema takes over, near ones first. */
  ancestorsOf(schema: Node): ReadonlySet<Node>;
  /** The named schemas that take a schema over. */
  heirsOf(schema: Node): readonly Node[];
}

/** The property that the keyword names: a string in the format, an object in OpenAPI 3.0. */
export function discriminatorProperty(schema: Node): string | undefined {
  const value = valueOf(schema, "discriminator");
  return value?.kind === "string" ? value.value : stringOf(value, "propertyName");
}

/** More parts than anybody writes; what is beyond takes no part in choosing. */
const MOST_ANCESTORS = 1_000;

/** Reads each schema once, when it is first asked for. */
export function genealogy({ follow, named }: Family): Genealogy {
  const names = new Map(named.map(({ name, schema }) => [schema, name]));
  const partsOf = (schema: Node): Node[] => itemsOf(valueOf(schema, "allOf")).flatMap((part) => follow(part) ?? []);
  const known = new Map<Node, ReadonlySet<Node>>();
  let heirs: Map<Node, Node[]> | undefined;

  const ancestorsOf = (schema: Node): ReadonlySet<Node> => {
    const before = known.get(schema);
    if (before) return before;
    const all = new Set<Node>();
    known.set(schema, all);
    // A set that grows while it is walked: parts of parts come after the parts.
    for (const part of partsOf(schema)) if (part !== schema) all.add(part);
    for (const ancestor of all) {
      if (all.size > MOST_ANCESTORS) break;
      for (const part of partsOf(ancestor)) if (part !== schema) all.add(part);
    }
    return all;
  };

  const allHeirs = (): Map<Node, Node[]> => {
    const found = new Map<Node, Node[]>();
    for (const heir of names.keys()) {
      for (const ancestor of ancestorsOf(heir)) {
        const list = found.get(ancestor) ?? [];
        found.set(ancestor, list);
        list.push(heir);
      }
    }
    return found;
  };

  return {
    follow,
    named,
    nameOf: (schema) => names.get(schema),
    ancestorsOf,
    heirsOf: (schema) => (heirs ??= allHeirs()).get(schema) ?? [],
  };
}
