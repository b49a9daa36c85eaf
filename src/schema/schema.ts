/** The form that all schemas are read into. */
import type { Node, Place, StringNode } from "#text";
import type { NamedSchema, NamedValue } from "#model";
import type { Dialect, JsonSchemaDialect } from "#format";
import { schemaDialectOf, schemaVocabulary, schemaFormatOf } from "#format";

/**
 * The language of a schema. `schema-object` is the format's own Schema Object, a superset of draft 07. `custom` is every `schemaFormat`
 * that is not read but shown as written.
 */
export type Language = JsonSchemaDialect | "avro" | "raml" | "protobuf" | "custom";

/** The language that a `schemaFormat` names. For JSON Schema, `$schema` at the root decides between drafts. */
export function languageOf(format: string | undefined, dialect: Dialect, root?: Node): Language {
  const { family } = schemaFormatOf(format, dialect);
  if (family === "avro" || family === "raml" || family === "protobuf") return family;
  return schemaDialectOf(format, dialect, root) ?? "custom";
}

/** Whether a language is JSON Schema or based on it, so that its schemas have the keywords of JSON Schema. */
export function isJsonSchema(language: Language): language is JsonSchemaDialect {
  return Object.hasOwn(schemaVocabulary, language);
}

// These types are in one file because they refer to each other, and lint forbids import cycles, even of types.

/**
 * One schema of any language, as a node of a graph: what is reached twice is the same object, so a recursive schema is a cycle.
 * Subschemas are read when they are first accessed, and nothing is expanded. Only keywords that the language has, with values of an
 * allowed kind, are read; all others are in {@link otherKeywords}.
 */
export interface Schema {
  /** The node after following references; the Reference Object itself if it does not resolve. */
  readonly node: Node;
  readonly language: Language;
  /** The named schema that this is, for links. */
  readonly named?: NamedSchema | undefined;
  /** A name for a schema without a page: its full name (Avro, protobuf), or one from the reference to it. */
  readonly name?: string | undefined;
  /** The first reference to it, as written. */
  readonly origin?: string | undefined;
  /** The reference, as written, that does not resolve. Such a schema has nothing else. */
  readonly unresolved?: string | undefined;
  /** For a type as another type inherits it: the whole type. */
  readonly whole?: Schema | undefined;
  /** The value of a boolean schema: `true` accepts any value, `false` none. */
  readonly always?: boolean | undefined;
  /** The node of a value that is not a schema of its language, or is in a language that is not read. It is shown as written. */
  readonly asWritten?: Node | undefined;

  /** Whether it contains no other schema: no property, item, branch, condition or definition, and no discriminator. */
  readonly isLeaf: boolean;
  /** Whether it contains no schemas except those of its properties. Most objects are so. */
  readonly hasOnlyProperties: boolean;

  readonly title?: StringNode | undefined;
  readonly description?: StringNode | undefined;
  /** The names of types in the language's own terms; empty if not stated. */
  readonly types: readonly string[];
  readonly format?: StringNode | undefined;
  /** Constraints and other facts: each keyword with its value, digits as written. */
  readonly facts: readonly Fact[];
  readonly enum?: readonly EnumValue[] | undefined;
  readonly const?: Node | undefined;
  readonly default?: Node | undefined;
  readonly examples: readonly Node[];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  readonly externalDocs?:
    | { readonly url?: StringNode | undefined; readonly description?: StringNode | undefined; readonly others: readonly NamedValue[] }
    | undefined;

  /** Names that must be present, with or without a property, each once. */
  readonly required: readonly StringNode[];
  readonly properties: readonly Property[];
  readonly patternProperties: readonly NamedChild[];
  readonly additionalProperties?: Schema | undefined;
  readonly unevaluatedProperties?: Schema | undefined;
  readonly propertyNames?: Schema | undefined;
  readonly dependencies: readonly Dependency[];

  readonly items?: Schema | undefined;
  /** Schemas by position: `items` as a list, or `prefixItems`. */
  readonly tuple?: readonly Schema[] | undefined;
  /** The schema for items after a tuple. */
  readonly additionalItems?: Schema | undefined;
  readonly unevaluatedItems?: Schema | undefined;
  readonly contains?: Schema | undefined;
  /** The schema for the content of a string after decoding. */
  readonly contentSchema?: Schema | undefined;

  /** All of these apply. From 2019-09 on, a `$ref` with keywords beside it is one of them. */
  readonly allOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly not?: Schema | undefined;
  readonly if?: Schema | undefined;
  readonly then?: Schema | undefined;
  readonly else?: Schema | undefined;
  readonly discriminator?: Discriminator | undefined;

  /** Schemas defined here for others to refer to: `definitions`, `$defs`, nested messages. */
  readonly definitions: readonly NamedChild[];
  /** `x-…` keywords, in document order. */
  readonly extensions: readonly NamedValue[];
  /** Keywords that the language does not know, or with values of a kind that is not allowed. They are shown as written. */
  readonly otherKeywords: readonly NamedValue[];
}

/** One keyword with its value. */
export interface Fact {
  readonly keyword: string;
  readonly value: Node;
}

/** The value of a keyword among facts. */
export function factOf({ facts }: Pick<Schema, "facts">, keyword: string): Node | undefined {
  return facts.find((fact) => fact.keyword === keyword)?.value;
}

export interface EnumValue {
  readonly value: Node;
  readonly description?: StringNode | undefined;
  /** The number of the value on the wire (protobuf), as written. */
  readonly number?: string | undefined;
}

/** One property. It also has what the language states about the property instead of its type (Avro, protobuf, RAML). */
export interface Property {
  readonly name: string;
  /** The place of the name. */
  readonly place: Place;
  readonly schema: Schema;
  readonly required: boolean;
  readonly description?: StringNode | undefined;
  readonly default?: Node | undefined;
  readonly deprecated?: boolean | undefined;
  readonly facts: readonly Fact[];
}

export interface NamedChild {
  readonly name: string;
  readonly place: Place;
  readonly schema: Schema;
}

/** What is required if a property is present: further properties, or a schema for the whole object. */
export interface Dependency {
  readonly name: string;
  readonly place: Place;
  readonly requires: readonly StringNode[];
  readonly schema?: Schema | undefined;
}

/** Which value of a property picks which schema. */
export interface Discriminator {
  readonly property: StringNode;
  readonly choices: readonly DiscriminatorChoice[];
  /** Whether the schemas that extend these choices are left out, because there are too many. */
  readonly cut: boolean;
}

export interface DiscriminatorChoice {
  /** The value that picks the schema; as JSON for a `const` that is not a string. */
  readonly value: string;
  readonly schema: Schema;
  /** The reason: a `const` or single `enum` of the property, an explicit mapping, or the schema's name. */
  readonly by: "const" | "mapping" | "name";
}
