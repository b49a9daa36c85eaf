/** Properties of schemas by their paths. */
import type { Schema } from "#schema";
import { aboutSameValue, requiredNames, schemasBelow } from "#schema";
import type { Node, Place } from "#text";
import { entriesOf, escapeToken, getOrMake, parsePointer, plainText, valueOf } from "#text";

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

/** Alternatives that are left out, by the schema that lists them. */
export type LeftOut = ReadonlyMap<Schema, ReadonlySet<Schema>>;

/**
 * All declared properties by path, such as `/customer/name` and `/items/0/price`. Of several declarations of a path, the first counts.
 * On each path, a recursive schema is entered once.
 */
export function fieldsOf(root: Schema, without?: LeftOut): ReadonlyMap<string, Field> {
  const fields = new Map<string, Field>();
  const open: { readonly schema: Schema; readonly path: string; readonly pointer: string; readonly above: readonly Schema[] }[] = [
    { schema: root, path: "", pointer: "", above: [] },
  ];
  // Alternatives lead to the same schema at the same path again and again, and at each level more often.
  const met = new Map<string, Set<Schema>>();
  for (let next = open.pop(); next && fields.size < MOST_FIELDS; next = open.pop()) {
    const { schema, path, pointer, above } = next;
    const here = getOrMake(met, path, () => new Set<Schema>());
    if (here.has(schema) || above.includes(schema) || above.length > 40) continue;
    here.add(schema);
    for (const part of aboutSameValue([schema], without)) {
      const inside = [...above, schema];
      for (const { name, place, schema: below, required } of part.properties) {
        const own = { path: `${path}/${name}`, pointer: `${pointer}/${escapeToken(name)}` };
        if (!fields.has(own.path)) fields.set(own.path, { pointer: own.pointer, place, schema: below, required });
        // Most fields have none of their own.
        if (!below.isLeaf) open.push({ ...own, schema: below, above: inside });
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
export function describedAt(root: Schema, pointer: string, missing?: string, without?: LeftOut): DescribedPlace {
  let schemas: ReadonlySet<Schema> = aboutSameValue([root], without);
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
    schemas = new Set(below.flatMap(({ schema }) => [...aboutSameValue([schema], without)]));
  }
  return { place, schemas, above, isDeclared: true, isRequired };
}

export function isRequiredIn(schemas: ReadonlySet<Schema>, name: string): boolean {
  return [...schemas].some((schema) => requiredNames(schema).has(name));
}

/** Keywords of Avro that name a type. Readers find it by its last name too. */
const AVRO_NAMES: ReadonlySet<string> = new Set(["namespace", "aliases"]);

/** A text that readers see and validators ignore. */
export interface Word {
  /** The text after its keyword. */
  readonly text: string;
  readonly keyword: string;
  /** The field that it is about; empty for the schema that has it. */
  readonly field: string;
  readonly schema: Schema;
  readonly place: Place;
}

/** The texts of one schema. */
function* ownWords(schema: Schema): Generator<Word> {
  const said = (keyword: string, value: Node | undefined, field = ""): readonly Word[] =>
    value ? [{ text: `${keyword} ${plainText(value)}`, keyword, field, schema, place: value }] : [];
  const deprecated = (text: string, field: string, { node }: Schema, place: Place): Word => ({
    text: `deprecated ${text}`,
    keyword: "deprecated",
    field,
    schema,
    place: valueOf(node, "deprecated") ?? place,
  });
  yield* said("title", schema.title);
  yield* said("description", schema.description);
  yield* said("default", schema.default);
  for (const example of schema.examples) yield* said("examples", example);
  for (const { description } of schema.enum ?? []) yield* said("description", description);
  if (schema.deprecated) yield deprecated(schema.title?.value ?? "", "", schema, schema.node);
  for (const { key, value } of entriesOf(schema.node))
    if (key.startsWith("x-") || (schema.language === "avro" && AVRO_NAMES.has(key))) yield* said(key, value);
  for (const { name, description, deprecated: isDeprecated, schema: below, place } of schema.properties) {
    yield* said("description", description, name);
    if (isDeprecated === true || below.deprecated) yield deprecated(name, name, below, place);
  }
}

/** A schema and all within it. */
function schemasIn(root: Schema): ReadonlySet<Schema> {
  const seen = new Set([root]);
  for (const schema of seen) {
    if (seen.size > MOST_FIELDS) break;
    for (const below of schemasBelow(schema)) seen.add(below);
  }
  return seen;
}

/** All texts in a schema, each with where it is first. Their position does not count. */
function wordsOf(root: Schema): ReadonlyMap<string, Word> {
  const words = new Map<string, Word>();
  for (const schema of schemasIn(root)) for (const word of ownWords(schema)) if (!words.has(word.text)) words.set(word.text, word);
  return words;
}

function lost(from: ReadonlyMap<string, Word>, to: ReadonlyMap<string, Word>): readonly Word[] {
  return [...from].flatMap(([key, word]) => (to.has(key) ? [] : [word]));
}

/** The texts that only one version has. */
export interface ChangedWords {
  readonly old: readonly Word[];
  readonly new: readonly Word[];
}

/** The texts that differ. One that stands at several places is looked for at each field. */
export function changedWords(old: Schema, now: Schema): ChangedWords {
  const [before, after] = [wordsOf(old), wordsOf(now)];
  const anywhere = { old: lost(before, after), new: lost(after, before) };
  if (anywhere.old.length + anywhere.new.length > 0) return anywhere;
  const earlier = fieldsOf(old);
  const pairs = [...fieldsOf(now)].map(([path, { schema }]) => [earlier.get(path)?.schema, schema] as const);
  const wordsAt = (schema: Schema): ReadonlyMap<string, Word> =>
    new Map(
      [...aboutSameValue([schema])].flatMap((part) => [...ownWords(part)].map((word) => [`${word.text}\n${word.field}`, word] as const)),
    );
  const found = [[old, now] as const, ...pairs].flatMap(([one, other]) => (one ? [[wordsAt(one), wordsAt(other)] as const] : []));
  return { old: found.flatMap(([was, is]) => lost(was, is)), new: found.flatMap(([was, is]) => lost(is, was)) };
}

/** Where the first text that differs is in both versions, or the schema that lacks it. */
export function wordPlaces(old: Schema, now: Schema, words: ChangedWords): { readonly old: Place; readonly new: Place } {
  const [first = words.old[0]] = words.new;
  const isLike = ({ named }: Schema): boolean => named !== undefined && named.title === first?.schema.named?.title;
  const placeIn = (own: readonly Word[], root: Schema): Place => {
    const word = own.find((each) => each === first || (each.keyword === first?.keyword && (isLike(each.schema) || !first.schema.named)));
    return word?.place ?? [...schemasIn(root)].find(isLike)?.node ?? root.node;
  };
  return { old: placeIn(words.old, old), new: placeIn(words.new, now) };
}
