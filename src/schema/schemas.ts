/** All schemas of one document. */
import type { MapNode, Node, StringNode } from "#text";
import type { Api, Message, NamedSchema, SchemaSource } from "#model";
import type { Documents } from "#documents";
import { isLikelyAvro } from "#format";
import { allSchemas, createUsage, schemaSources } from "./usage.ts";
import { createAvroNames } from "./avro-names.ts";
import type { Language, Schema } from "./schema.ts";
import { isJsonSchema, languageOf } from "./schema.ts";
import { createReferenceEnds, createResolver } from "./references.ts";
import type { SchemaPlace } from "./places.ts";
import { SchemaPlaces } from "./places.ts";
import { createRegistry } from "./registry.ts";
import type { SchemaUsage } from "./usage.ts";

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
