import type { Schema } from "#schema";
import { schemasBelow } from "#schema";
import type { Node, Place } from "#text";
import { entriesOf, parsePointer, printJson } from "#text";

/** All schemas that apply to the same value: a schema with its branches at every depth. */
function ofSameValue(schema: Schema): ReadonlySet<Schema> {
  const all = new Set([schema]);
  for (const each of all) {
    if (all.size > 1_000) break;
    const single = [each.if, each.then, each.else].filter((part) => part !== undefined);
    for (const part of [...each.allOf, ...each.anyOf, ...each.oneOf, ...single]) all.add(part);
  }
  return all;
}

const MOST_FIELDS = 5_000;

/** The paths of all declared properties, such as `customer/name` and `items/0/price`. On each path, a recursive schema is entered once. */
export function fieldPaths(root: Schema): ReadonlySet<string> {
  const paths = new Set<string>();
  const open: { readonly schema: Schema; readonly path: string; readonly above: readonly Schema[] }[] = [
    { schema: root, path: "", above: [] },
  ];
  for (let next = open.pop(); next && paths.size < MOST_FIELDS; next = open.pop()) {
    const { schema, path, above } = next;
    if (above.includes(schema) || above.length > 40) continue;
    for (const part of ofSameValue(schema)) {
      const inside = [...above, schema];
      for (const { name, schema: below } of part.properties) {
        const own = `${path}/${name}`;
        paths.add(own);
        open.push({ schema: below, path: own, above: inside });
      }
      const items = [part.items, part.additionalItems, ...(part.tuple ?? [])];
      for (const below of items) if (below) open.push({ schema: below, path: `${path}/0`, above: inside });
      if (part.additionalProperties?.always === undefined && part.additionalProperties)
        open.push({ schema: part.additionalProperties, path: `${path}/*`, above: inside });
    }
  }
  return paths;
}

/** The place of the schema for a pointer into a value, as deep as properties are declared. */
export function placeIn(root: Schema, pointer: string, missing?: string): Place {
  let schemas: ReadonlySet<Schema> = ofSameValue(root);
  let place: Place = root.node;
  for (const token of [...(parsePointer(pointer) ?? []), ...(missing === undefined ? [] : [missing])]) {
    const below: { readonly place: Place; readonly schema: Schema }[] = [];
    for (const schema of schemas) {
      for (const property of schema.properties) if (property.name === token) below.push({ place: property.place, schema: property.schema });
      const items = /^\d+$/.test(token) ? (schema.tuple?.[Number(token)] ?? schema.items) : undefined;
      if (items) below.push({ place: items.node, schema: items });
    }
    const [first] = below;
    if (!first) return place;
    ({ place } = first);
    schemas = new Set(below.flatMap(({ schema }) => [...ofSameValue(schema)]));
  }
  return place;
}

const MOST_SCHEMAS = 5_000;

/** All texts in a schema that readers see and validators ignore. Their position does not count. */
export function wordsOf(root: Schema): ReadonlySet<string> {
  const words = new Set<string>();
  const say = (keyword: string, value: Node | undefined): void => {
    if (value) words.add(`${keyword} ${value.kind === "string" ? value.value : printJson(value)}`);
  };
  const seen = new Set([root]);
  for (const schema of seen) {
    if (seen.size > MOST_SCHEMAS) break;
    say("title", schema.title);
    say("description", schema.description);
    say("default", schema.default);
    for (const example of schema.examples) say("examples", example);
    for (const { key, value } of entriesOf(schema.node)) if (key.startsWith("x-")) say(key, value);
    if (schema.deprecated) words.add(`deprecated ${schema.title?.value ?? ""}`);
    for (const each of schema.properties) {
      say("description", each.description);
      if (each.deprecated === true || each.schema.deprecated) words.add(`deprecated ${each.name}`);
    }
    for (const each of schema.enum ?? []) say("description", each.description);
    for (const below of schemasBelow(schema)) seen.add(below);
  }
  return words;
}
