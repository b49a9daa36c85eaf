/** Finds schemas below a place, without reading them whole. */
import { sameValueKeywords } from "#format";
import type { Node, StringNode } from "#text";
import { jsonSchemasBelow } from "./json-schema-keywords.ts";
import type { Language, Schema } from "./schema.ts";
import { isJsonSchema } from "./schema.ts";
import type { ReferenceTargets } from "./references.ts";
import { isReference } from "./references.ts";

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
export interface PlaceContext {
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
    let known = this.#written.get(language);
    if (!known) this.#written.set(language, (known = new Map<Node, SchemaPlace>()));
    let place = known.get(node);
    if (!place) known.set(node, (place = new NodePlace(node, language, this.#means)));
    return place;
  }

  #ofSchema(read: Schema): SchemaPlace {
    const schema = read.whole ?? read;
    let place = this.#read.get(schema);
    if (!place) this.#read.set(schema, (place = { node: schema.node, language: schema.language, schema }));
    return place;
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
