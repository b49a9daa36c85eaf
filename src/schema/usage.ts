/** What uses which schema, found without reading schemas whole. */
import type { ObjectTable, Shape } from "#format";
import { bindingTable, matchingShape, isSchemaObject, sameValueKeywords } from "#format";
import type { Api, Binding, Channel, Message, NamedSchema, Operation, SchemaSource, Server, Component } from "#model";
import type { Node, StringNode } from "#text";
import { entryOf, entriesOf, getOrMake, MOST_STEPS, valueOf } from "#text";
import { jsonSchemasBelow } from "./json-schema.ts";
import type { ReferenceTargets } from "./references.ts";
import { isReference } from "./references.ts";
import type { Language, Schema } from "./schema.ts";
import { isJsonSchema } from "./schema.ts";

/**
 * The node of a schema after following references. Rules that need one or two keywords read the node; `schema` is read at the first
 * access.
 */
export interface SchemaPlace {
  readonly node: Node;
  readonly language: Language;
  readonly schema: Schema;
}

/** The functions that find and read the schema at a node. */
interface PlaceContext {
  readonly ends: ReferenceTargets;
  readonly at: (node: Node, language: Language) => Schema;
}

class NodePlace implements SchemaPlace {
  readonly node: Node;
  readonly language: Language;
  readonly #means: PlaceContext;

  constructor(node: Node, language: Language, means: PlaceContext) {
    this.node = node;
    this.language = language;
    this.#means = means;
  }

  get schema(): Schema {
    return this.#means.at(this.node, this.language);
  }
}

/** The places of schemas. Each is made once. */
export class SchemaPlaces {
  readonly #means: PlaceContext;
  readonly #written = new Map<Language, Map<Node, SchemaPlace>>();
  readonly #read = new Map<Schema, SchemaPlace>();

  constructor(means: PlaceContext) {
    this.#means = means;
  }

  /** The place of the schema at a node, or of the one it refers to. */
  at(node: Node, language: Language): SchemaPlace {
    if (!isJsonSchema(language)) return this.#ofSchema(this.#means.at(node, language));
    return this.#ofNode(this.#means.ends.written(node, language), language);
  }

  /** The places of the schemas directly below one, in the order of `schemasBelow`. The same one may occur more than once. */
  below(place: SchemaPlace): readonly SchemaPlace[] {
    if (isJsonSchema(place.language)) return this.#under(place);
    return schemasBelow(place.schema).map((schema) => this.#ofSchema(schema));
  }

  /** Those schemas directly below one that apply to the same value, and not to a property or item. */
  ofSameValue(place: SchemaPlace): readonly SchemaPlace[] {
    if (isJsonSchema(place.language)) return this.#under(place, sameValueKeywords);
    const { schema } = place;
    const single = [schema.not, schema.if, schema.then, schema.else].filter((each) => each !== undefined);
    return [...schema.allOf, ...schema.oneOf, ...schema.anyOf, ...single].map((each) => this.#ofSchema(each));
  }

  #under({ node, language }: SchemaPlace, only?: ReadonlySet<string>): readonly SchemaPlace[] {
    if (node.kind !== "map" || isReference(node, language)) return [];
    const found: SchemaPlace[] = [];
    jsonSchemasBelow(node, language, {
      only,
      child: (each) => found.push(this.at(each, language)),
      refer: (ref: StringNode) => found.push(this.#ofNode(this.#means.ends.beside(ref, node, language) ?? ref, language)),
    });
    return found;
  }

  #ofNode(node: Node, language: Language): SchemaPlace {
    const known = getOrMake(this.#written, language, () => new Map<Node, SchemaPlace>());
    return getOrMake(known, node, () => new NodePlace(node, language, this.#means));
  }

  #ofSchema(read: Schema): SchemaPlace {
    const schema = read.whole ?? read;
    return getOrMake(this.#read, schema, ({ node, language }) => ({ node, language, schema }));
  }
}

/** All schemas directly below one, under any keyword. The same one may occur more than once. Definitions do not count as uses. */
export function schemasBelow(schema: Schema): readonly Schema[] {
  const one = [
    schema.additionalProperties,
    schema.unevaluatedProperties,
    schema.propertyNames,
    schema.items,
    schema.additionalItems,
    schema.unevaluatedItems,
    schema.contains,
    schema.contentSchema,
    schema.not,
    schema.if,
    schema.then,
    schema.else,
    ...schema.dependencies.map((each) => each.schema),
  ].filter((each) => each !== undefined);
  const many = [...schema.properties, ...schema.patternProperties].map((each) => each.schema);
  return [...many, ...(schema.tuple ?? []), ...schema.allOf, ...schema.oneOf, ...schema.anyOf, ...one];
}

/** The schemas in a component as written. A trait has no payload, and a message that is a reference is handled at its target. */
function schemasIn({ object, node }: Component): readonly (Node | undefined)[] {
  if (object === "Parameter") return [valueOf(node, "schema")];
  if (object === "MessageTrait") return [valueOf(node, "headers")];
  if (object !== "Channel") return [];
  return entriesOf(valueOf(node, "messages")).flatMap(({ value }) => [valueOf(value, "headers"), valueOf(value, "payload")]);
}

/** Schemas in components that may be unused: those of parameters, message traits, and messages of channels. */
function* ofComponents({ components }: Api): Generator<SchemaSource> {
  for (const schema of components.flatMap(schemasIn)) {
    const hasFormat = entriesOf(schema).some(({ key }) => key === "schemaFormat");
    if (schema && !hasFormat) yield { node: schema };
  }
}

function* sourcesOf(api: Api): Generator<SchemaSource | undefined> {
  for (const { source } of api.schemas) yield source;
  for (const { headers, payload } of api.messages) yield* [headers, payload];
  // Thousands of channels may share a list of parameters.
  for (const parameters of new Set(api.channels.map((channel) => channel.parameters))) for (const { schema } of parameters) yield schema;
  yield* ofComponents(api);
}

/** Finds schemas without reading them. */
interface SchemaWalk {
  /** Returns the place of a source's schema. */
  readonly placeOf: (source: SchemaSource) => SchemaPlace;
  /** Returns the places of the schemas directly below one. The same place may occur more than once. */
  readonly below: (place: SchemaPlace) => readonly SchemaPlace[];
}

/**
 * The place of every schema that an API names or uses, each once, in the order in which they are found. The walk is not recursive and
 * reads no schemas.
 */
export function allSchemas(api: Api, { placeOf, below }: SchemaWalk): ReadonlySet<SchemaPlace> {
  const found = new Set<SchemaPlace>();
  for (const source of sourcesOf(api)) if (source) found.add(placeOf(source));
  // The set grows during the loop: each new schema is visited in turn.
  for (const place of found) for (const under of below(place)) found.add(under);
  return found;
}

/** Whether a value in a binding is a schema, by the shape of its field. */
export function isBindingSchema(shape: Shape, value: Node): boolean {
  const fitted = matchingShape(shape, value);
  return fitted?.kind === "object" && (isSchemaObject(fitted.object) || fitted.object === "Payload") && value.kind === "map";
}

interface PendingObject {
  readonly node: Node;
  readonly fields: ObjectTable["fields"];
}

/** The schemas in a binding, without following their first reference. Empty for an unknown protocol. */
function bindingSchemas({ protocol, kind, version, node }: Binding, follow: (node: Node) => Node | undefined): Node[] {
  const found: Node[] = [];
  const open: PendingObject[] = [{ node, fields: bindingTable(protocol, kind, version?.value)?.fields ?? {} }];
  for (let next = open.pop(); next; next = open.pop()) {
    for (const { key, value: written } of entriesOf(next.node)) {
      const shape = Object.hasOwn(next.fields, key) ? next.fields[key]?.shape : undefined;
      if (!shape) continue;
      const value = follow(written) ?? written;
      const fitted = matchingShape(shape, value);
      if (isBindingSchema(shape, value)) found.push(written);
      else if (fitted?.kind === "inline") open.push({ node: value, fields: fitted.table.fields });
    }
  }
  return found;
}

/** One use of a named schema, by the nearest thing with a page that contains it. */
export interface SchemaUsage {
  readonly by: Message | Channel | Operation | Server | NamedSchema;
  readonly part: "payload" | "headers" | "parameter" | "binding" | "schema";
  /** The name of the parameter, or the protocol of the binding. */
  readonly name?: string;
}

/** One schema of the document, and the thing that it belongs to. */
interface SchemaRoot {
  readonly use: SchemaUsage;
  readonly source: SchemaSource;
}

/** The schemas of messages, parameters and components. */
export function schemaSources(api: Api): SchemaRoot[] {
  const found: SchemaRoot[] = [];
  for (const message of api.messages) {
    if (message.headers) found.push({ use: { by: message, part: "headers" }, source: message.headers });
    if (message.payload) found.push({ use: { by: message, part: "payload" }, source: message.payload });
  }
  for (const channel of api.channels) {
    for (const parameter of channel.parameters) {
      if (parameter.schema) found.push({ use: { by: channel, part: "parameter", name: parameter.name }, source: parameter.schema });
    }
  }
  for (const named of api.schemas) found.push({ use: { by: named, part: "schema" }, source: named.source });
  return found;
}

/** The schemas in bindings. A list of bindings that several things share is read once. */
function* rootsInBindings(api: Api, follow: (node: Node) => Node | undefined): Generator<SchemaRoot> {
  const known = new Map<Binding["node"], readonly Node[]>();
  for (const by of [...api.servers, ...api.channels, ...api.operations, ...api.messages]) {
    for (const binding of by.bindings) {
      for (const node of getOrMake(known, binding.node, () => bindingSchemas(binding, follow)))
        yield { use: { by, part: "binding", name: binding.protocol }, source: { node } };
    }
  }
}

/** The schemas below one, and those among which its discriminator chooses. Only for the latter is the schema read. */
function led(place: SchemaPlace, below: SchemaWalk["below"], placeOf: SchemaWalk["placeOf"]): readonly SchemaPlace[] {
  if (!isJsonSchema(place.language) || entryOf(place.node, "discriminator") === undefined) return below(place);
  const { discriminator, named } = place.schema;
  const chosen = (discriminator?.choices ?? []).flatMap(({ schema }) =>
    schema.named && schema.named !== named ? [placeOf(schema.named.source)] : [],
  );
  return [...below(place), ...chosen];
}

/** Two fields of one binding count as one use. */
function isSame(one: SchemaUsage | undefined, other: SchemaUsage): boolean {
  return one?.by === other.by && one.part === other.part && one.name === other.name;
}

/**
 * Creates the lookup of uses by place. The walk from each message, parameter and named schema ends at named schemas, and reads no
 * schemas.
 */
export function createUsage(
  api: Api,
  walk: SchemaWalk & { readonly follow: (node: Node) => Node | undefined },
): (place: SchemaPlace) => readonly SchemaUsage[] {
  const { placeOf } = walk;
  const below = (place: SchemaPlace): readonly SchemaPlace[] => led(place, walk.below, placeOf);
  /** The key is the node alone, because one schema may be referred to as several languages. */
  let uses: Map<Node, SchemaUsage[]> | undefined;
  let steps = 0;
  /** The schemas that the walk from a schema reaches. With YAML aliases, several names may stand for one schema. */
  const walks = new Map<SchemaPlace, readonly SchemaPlace[]>();

  function namedFrom(pending: SchemaPlace[]): readonly SchemaPlace[] {
    const seen = new Set<SchemaPlace>();
    const found: SchemaPlace[] = [];
    for (let next = pending.pop(); next && steps < MOST_STEPS; next = pending.pop()) {
      steps += 1;
      if (seen.has(next)) continue;
      seen.add(next);
      if (api.entityAt(next.node)?.kind === "schema") found.push(next);
      else for (const under of below(next)) pending.push(under);
    }
    return found;
  }

  function note(map: Map<Node, SchemaUsage[]>, { source, use }: SchemaRoot): void {
    const start = placeOf(source);
    const isItself = use.part === "schema";
    const found = (isItself ? walks.get(start) : undefined) ?? namedFrom(isItself ? [...below(start)] : [start]);
    if (isItself) walks.set(start, found);
    for (const each of found) {
      const known = getOrMake(map, each.node, () => []);
      if (!isSame(known.at(-1), use)) known.push(use);
    }
  }

  return (place) => {
    if (!uses) {
      uses = new Map();
      for (const root of schemaSources(api)) note(uses, root);
      for (const root of rootsInBindings(api, walk.follow)) note(uses, root);
    }
    return uses.get(place.node) ?? [];
  };
}
