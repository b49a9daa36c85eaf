import type { MapNode, Node, Place } from "#text";

/** A schema for a version that does not write one, to compare with that of the other version. Its place is a place of that version. */
function implied(keyword: string, value: Node, { file, start, end }: Place): MapNode {
  return { file, start, end, kind: "map", entries: [{ file, start, end, key: keyword, value }] };
}

/** The schema of all values of one type. */
export function schemaOfType(type: string, { file, start, end }: Place): MapNode {
  return implied("type", { file, start, end, kind: "string", value: type }, { file, start, end });
}

/** The schema of one value. */
export function schemaOfValue(value: Node): MapNode {
  return implied("const", value, value);
}
