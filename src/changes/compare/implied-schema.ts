/** Schemas for versions that write none. */
import type { MapNode, Node, Place } from "#text";

/** A schema for a version that does not write one, to compare with that of the other version. Its place is a place of that version. */
function implied(keyword: string, value: Node, { file, start, end }: Place): MapNode {
  return { file, start, end, kind: "map", entries: [{ file, start, end, key: keyword, value }] };
}

/** The schema of all values of one type. */
export function schemaOfType(type: string, { file, start, end }: Place): MapNode {
  return implied("type", { file, start, end, kind: "string", value: type }, { file, start, end });
}

/** The schema of headers that are not described, where they are sent: those that may be sent are the described ones. */
export function noHeaders(place: Place): MapNode {
  const { entries, ...object } = schemaOfType("object", place);
  const { file, start, end } = object;
  return {
    ...object,
    entries: [...entries, { file, start, end, key: "maxProperties", value: { file, start, end, kind: "number", raw: "0", value: 0 } }],
  };
}

/** The schema of one value. */
export function schemaOfValue(value: Node): MapNode {
  return implied("const", value, value);
}
