/** An Avro schema that needs no other. */
import type { Entry, MapNode, Node } from "#text";
import { stringOf } from "#text";
import type { Schemas } from "./schemas.ts";

/** Attributes of a type that hold types. */
const TYPES = new Set(["type", "items", "values"]);

/** The most types of one schema. Only aliases can lead to more. */
const MOST_TYPES = 100_000;

function textNode(value: string, { file, start, end }: Node): Node {
  return { kind: "string", value, file, start, end };
}

/**
 * An Avro schema that needs no other: a named type is defined where it occurs first, and after that its full name is used (Avro 1.9,
 * "Names"). `keeps` tells which attributes of types and fields stay. `undefined` if aliases make it too large.
 */
export function avroAlone(schemas: Schemas, root: Node, keeps: (key: string) => boolean = () => true): Node | undefined {
  const defined = new Set<string>();
  let left = MOST_TYPES;

  const ofType = (written: Node): Node => {
    const { node, name, unresolved } = schemas.at(written, "avro");
    left -= 1;
    if (left < 0 || unresolved !== undefined) return written;
    if (node.kind === "list") return { ...node, items: node.items.map(ofType) };
    if (node.kind !== "map") return node;
    const own = stringOf(node, "name") === undefined ? undefined : name;
    if (own !== undefined && defined.has(own)) return textNode(own, node);
    if (own !== undefined) defined.add(own);
    return { ...node, entries: node.entries.flatMap((entry) => attribute(entry, own)) };
  };

  const attribute = (entry: Entry, name: string | undefined): readonly Entry[] => {
    const { key, value } = entry;
    // A type from another schema keeps its namespace in its name.
    if (!keeps(key) || (key === "namespace" && name !== undefined)) return [];
    if (key === "name" && name !== undefined) return [{ ...entry, value: textNode(name, value) }];
    if (key === "fields" && value.kind === "list")
      return [{ ...entry, value: { ...value, items: value.items.map((field) => (field.kind === "map" ? ofField(field) : field)) } }];
    return [TYPES.has(key) && (key !== "type" || value.kind !== "string" || isName(value)) ? { ...entry, value: ofType(value) } : entry];
  };

  /** Whether a value of `type` is a name: `{"type": "Other"}` means the type of that name. */
  const isName = (value: Node): boolean => schemas.at(value, "avro").node !== value;

  const ofField = (field: MapNode): Node => ({
    ...field,
    entries: field.entries.flatMap((entry) =>
      keeps(entry.key) ? [entry.key === "type" ? { ...entry, value: ofType(entry.value) } : entry] : [],
    ),
  });

  const made = ofType(root);
  return left < 0 ? undefined : made;
}
