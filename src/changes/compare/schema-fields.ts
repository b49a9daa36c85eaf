/** Properties of schemas by their paths. */
import type { Schema } from "#schema";
import { aboutSameValue, requiredNames, schemasBelow } from "#schema";
import type { Node, Place } from "#text";
import { entriesOf, escapeToken, parsePointer, plainText } from "#text";

/** The most fields, or schemas, of one schema that are looked at. */
export const MOST_FIELDS = 5_000;

/** A declared property of a schema. */
export interface Field {
  /** Its path in a value, as a JSON Pointer with `*` for any item or any name. */
  readonly pointer: string;
  /** The place of its name. */
  readonly place: Place;
  readonly schema: Schema;
  readonly required: boolean;
}

/**
 * All declared properties by path, such as `/customer/name` and `/items/0/price`. Of several declarations of a path, the first counts.
 * On each path, a recursive schema is entered once.
 */
export function fieldsOf(root: Schema): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const open: { readonly schema: Schema; readonly path: string; readonly pointer: string; readonly above: readonly Schema[] }[] = [
    { schema: root, path: "", pointer: "", above: [] },
  ];
  for (let next = open.pop(); next && fields.size < MOST_FIELDS; next = open.pop()) {
    const { schema, path, pointer, above } = next;
    if (above.includes(schema) || above.length > 40) continue;
    for (const part of aboutSameValue([schema])) {
      const inside = [...above, schema];
      for (const { name, place, schema: below, required } of part.properties) {
        const own = { path: `${path}/${name}`, pointer: `${pointer}/${escapeToken(name)}` };
        if (!fields.has(own.path)) fields.set(own.path, { pointer: own.pointer, place, schema: below, required });
        open.push({ ...own, schema: below, above: inside });
      }
      const items = [part.items, part.additionalItems, ...(part.tuple ?? [])];
      for (const below of items) if (below) open.push({ schema: below, path: `${path}/0`, pointer: `${pointer}/*`, above: inside });
      if (part.additionalProperties?.always === undefined && part.additionalProperties)
        open.push({ schema: part.additionalProperties, path: `${path}/*`, pointer: `${pointer}/*`, above: inside });
    }
  }
  return fields;
}

/** What a schema says of one place in its values. */
export interface DescribedPlace {
  readonly place: Place;
  /** All schemas that apply there. */
  readonly schemas: ReadonlySet<Schema>;
  /** The schemas that apply to what it is in, from the whole value on. */
  readonly above: readonly ReadonlySet<Schema>[];
  /** Whether it is declared. If not, the rest is of the nearest place above it that is. */
  readonly isDeclared: boolean;
  readonly isRequired: boolean;
}

/** The schemas below those of one value, for a name, a position, or `*` for any of them. */
function schemasAt(schemas: ReadonlySet<Schema>, token: string): readonly { readonly place: Place; readonly schema: Schema }[] {
  return [...schemas].flatMap((schema) => {
    const named = schema.properties.filter(({ name }) => name === token);
    const further = token === "*" && schema.additionalProperties?.always === undefined ? schema.additionalProperties : undefined;
    const items = token === "*" || /^\d+$/.test(token) ? (schema.tuple?.[Number(token)] ?? schema.items) : undefined;
    return [...named, ...[items, further].flatMap((below) => (below ? [{ place: below.node, schema: below }] : []))];
  });
}

/** What a schema says of the place that a pointer into a value leads to, as deep as properties are declared. */
export function describedAt(root: Schema, pointer: string, missing?: string): DescribedPlace {
  let schemas: ReadonlySet<Schema> = aboutSameValue([root]);
  let place: Place = root.node;
  let isRequired = false;
  const above: ReadonlySet<Schema>[] = [];
  for (const token of [...(parsePointer(pointer) ?? []), ...(missing === undefined ? [] : [missing])]) {
    const below = schemasAt(schemas, token);
    const [first] = below;
    if (!first) return { place, schemas, above, isDeclared: false, isRequired };
    ({ place } = first);
    isRequired = isRequiredIn(schemas, token);
    above.push(schemas);
    schemas = new Set(below.flatMap(({ schema }) => [...aboutSameValue([schema])]));
  }
  return { place, schemas, above, isDeclared: true, isRequired };
}

export function isRequiredIn(schemas: ReadonlySet<Schema>, name: string): boolean {
  return [...schemas].some((schema) => requiredNames(schema).has(name));
}

/** Keywords of Avro that name a type. Readers find it by its last name too. */
const AVRO_NAMES: ReadonlySet<string> = new Set(["namespace", "aliases"]);

type Word = readonly [text: string, schema: Schema];

/** The texts of one schema that readers see and validators ignore, each after its keyword, and the field that it is about. */
function* ownWords(schema: Schema): Generator<readonly [text: string, field: string]> {
  const said = (keyword: string, value: Node | undefined): readonly string[] => (value ? [`${keyword} ${plainText(value)}`] : []);
  const texts = [
    ...said("title", schema.title),
    ...said("description", schema.description),
    ...said("default", schema.default),
    ...schema.examples.flatMap((example) => said("examples", example)),
    ...(schema.enum ?? []).flatMap(({ description }) => said("description", description)),
    ...(schema.deprecated ? [`deprecated ${schema.title?.value ?? ""}`] : []),
  ];
  for (const text of texts) yield [text, ""];
  for (const { key, value } of entriesOf(schema.node))
    if (key.startsWith("x-") || (schema.language === "avro" && AVRO_NAMES.has(key))) for (const text of said(key, value)) yield [text, ""];
  for (const { name, description, deprecated, schema: below } of schema.properties) {
    for (const text of said("description", description)) yield [text, name];
    if (deprecated === true || below.deprecated) yield [`deprecated ${name}`, name];
  }
}

/** All texts in a schema, each with the schema that has it. Their position does not count. */
function wordsOf(root: Schema): ReadonlyMap<string, Schema> {
  const words = new Map<string, Schema>();
  const seen = new Set([root]);
  for (const schema of seen) {
    if (seen.size > MOST_FIELDS) break;
    for (const [text] of ownWords(schema)) if (!words.has(text)) words.set(text, schema);
    for (const below of schemasBelow(schema)) seen.add(below);
  }
  return words;
}

function lost(from: ReadonlyMap<string, Schema>, to: ReadonlyMap<string, Schema>): readonly Word[] {
  return [...from].filter(([text]) => !to.has(text));
}

/** The texts that differ, each with the schema that has it. One that stands at several places is looked for at each field. */
export function changedWords(old: Schema, now: Schema): readonly Word[] {
  const [before, after] = [wordsOf(old), wordsOf(now)];
  const anywhere = [...lost(after, before), ...lost(before, after)];
  if (anywhere.length > 0) return anywhere;
  const earlier = fieldsOf(old);
  const pairs = [...fieldsOf(now)].map(([path, { schema }]) => [earlier.get(path)?.schema, schema] as const);
  const wordsAt = (schema: Schema): ReadonlyMap<string, Schema> =>
    new Map([...aboutSameValue([schema])].flatMap((part) => [...ownWords(part)].map((word) => [word.join("\n"), part] as const)));
  return [[old, now] as const, ...pairs].flatMap(([one, other]) => {
    if (!one) return [];
    const [was, is] = [wordsAt(one), wordsAt(other)];
    return [...lost(is, was), ...lost(was, is)].map(([text, schema]) => [text.slice(0, text.lastIndexOf("\n")), schema] as const);
  });
}
