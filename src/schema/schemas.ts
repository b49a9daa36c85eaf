/** All schemas of one document, and an Avro schema of it as one that needs no other. */
import type { Documents } from "#documents";
import { isLikelyAvro } from "#format";
import type { Api, Message, NamedSchema, SchemaSource } from "#model";
import type { MapNode, Node, StringNode, Entry } from "#text";
import { MOST_VALUES, stringOf } from "#text";
import { createAvroNames } from "./avro.ts";
import { createReferenceEnds, createResolver } from "./references.ts";
import { createRegistry } from "./registry.ts";
import type { Language, Schema } from "./schema.ts";
import { isJsonSchema, languageOf } from "./schema.ts";
import type { SchemaPlace, SchemaUsage } from "./usage.ts";
import { SchemaPlaces, allSchemas, createUsage, schemaSources } from "./usage.ts";

/** Attributes of a type that hold types. */
const TYPES = new Set(["type", "items", "values"]);

function textNode(value: string, { file, start, end }: Node): Node {
  return { kind: "string", value, file, start, end };
}

/**
 * An Avro schema that needs no other: a named type is defined where it occurs first, and after that its full name is used (Avro 1.9,
 * "Names"). `keeps` tells which attributes of types and fields stay. `undefined` if aliases make it too large.
 */
export function avroAlone(schemas: Schemas, root: Node, keeps: (key: string) => boolean = () => true): Node | undefined {
  const defined = new Set<string>();
  let left = MOST_VALUES;

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

/** All schemas of one document. Each is read once, whatever leads to it. */
export interface Schemas {
  /** The schema of a source. The same node and language give the same object. */
  of(source: SchemaSource): Schema;
  /** The language of a source. */
  languageOf(source: SchemaSource): Language;
  /** The schema of a node within a schema, after following a reference. */
  at(node: Node, language: Language): Schema;
  /** The schema for the text of a reference within a schema; an `unresolved` one if it cannot be followed. */
  target(ref: StringNode, where: { readonly from: MapNode; readonly language: Language }): Schema;
  /** The users of a named schema in document order: messages, channels by their parameters, other named schemas, then bindings. */
  usedBy(named: NamedSchema): readonly SchemaUsage[];
  /** The message whose whole payload or headers are a named schema that nothing else uses; `undefined` for any other. */
  homeOf(named: NamedSchema): { readonly by: Message; readonly part: "payload" | "headers" } | undefined;
  /** The places of all schemas of the API, each once. They are found at the first call. */
  all(): ReadonlySet<SchemaPlace>;
  /** Those schemas directly below one that apply to the same value, and not to a property or item. */
  ofSameValue(place: SchemaPlace): readonly SchemaPlace[];
}

/**
 * Creates the schemas of an API. They are read when they are first accessed. Invalid input gives schemas shown as written, never a
 * throw.
 */
export function createSchemas(api: Api, documents: Documents): Schemas {
  const avro = createAvroNames(documents);
  const resolve = createResolver(documents, avro);
  const ends = createReferenceEnds(documents, resolve);
  const { at, refer } = createRegistry({ api, documents, ends, avro, of: (source) => of(source) });
  let entered = false;

  const own = languageOf(undefined, api.dialect);
  function language(source: SchemaSource): Language {
    return source.format ? languageOf(source.format.value, api.dialect, documents.follow(source.node)) : own;
  }

  /** Enters an Avro type with its whole file, because the types of a file know each other, whichever a reference leads to. */
  function enterAvroType(node: Node): void {
    const root = documents.rootOf(node.file);
    if (root && isLikelyAvro(root)) avro.enter(root);
    avro.enter(node);
  }

  /** Enters all Avro schemas of the document when the first is read, because any of them may define a name. */
  function enterAvro(): void {
    if (entered) return;
    entered = true;
    for (const { source } of schemaSources(api)) {
      const root = language(source) === "avro" ? documents.follow(source.node) : undefined;
      if (root) enterAvroType(root);
    }
  }

  /** Prepares what schemas of a language need to know about each other before one is read. Returns the language. */
  function enter(source: SchemaSource): Language {
    const written = language(source);
    const root = documents.follow(source.node);
    if (root && isJsonSchema(written)) documents.resources.enter(root, written);
    if (written === "avro") enterAvro();
    if (written === "avro" && root) enterAvroType(root);
    return written;
  }

  const of = (source: SchemaSource): Schema => at(source.node, enter(source));
  const places = new SchemaPlaces({ ends, at });

  const walk = {
    placeOf: (source: SchemaSource) => places.at(source.node, enter(source)),
    below: (place: SchemaPlace) => places.below(place),
  };
  const usage = createUsage(api, { ...walk, follow: (node) => documents.follow(node) });
  const usedBy = (named: NamedSchema): readonly SchemaUsage[] => usage(walk.placeOf(named.source));
  let all: ReadonlySet<SchemaPlace> | undefined;
  return {
    of,
    at,
    target: (ref, { from, language: each }) => refer(ref, from, each),
    languageOf: language,
    usedBy,
    homeOf(named) {
      const [use, ...others] = usedBy(named);
      if (!use || others.length > 0 || use.by.kind !== "message") return undefined;
      const { by, part } = use;
      if (part !== "payload" && part !== "headers") return undefined;
      const { node } = walk.placeOf(named.source);
      // Extensions beside a schema with its format have no place at a message.
      if (named.node !== node && named.extensions.length > 0) return undefined;
      const source = by[part];
      // With YAML aliases, several names may stand for one schema. Only one of them is shown.
      return source && walk.placeOf(source).node === node && api.entityAt(node) === named ? { by, part } : undefined;
    },
    all: () => (all ??= allSchemas(api, walk)),
    ofSameValue: (place) => places.ofSameValue(place),
  };
}
