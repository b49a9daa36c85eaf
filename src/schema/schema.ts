import type { Node, Place, StringNode } from "#text";
import type { NamedSchema, NamedValue } from "#model";
import type { Language } from "./language.ts";

// One file: a schema points at schemas through each of these, and a cycle of imports, even of types, is a broken wall.

/**
 * One schema of any language as a node of a tree that may be a graph: what is reached twice is the same object,
 * so a recursive schema is a cycle in data. Children are read when they are first asked for; nothing is ever expanded.
 * Only keywords that the language has, with values of a kind it allows, are read; every other one is in {@link otherKeywords}.
 */
export interface Schema {
  /** As written, references followed; the Reference Object itself where it does not resolve. */
  readonly node: Node;
  readonly language: Language;
  /** The named schema that this is, so that it can be linked. */
  readonly named?: NamedSchema | undefined;
  /** What to call one that has no page: its full name (Avro, protobuf), or where a shared one comes from. */
  readonly name?: string | undefined;
  /** The first reference that leads here, as written. */
  readonly origin?: string | undefined;
  /** The reference, as written, that does not resolve. Such a schema has nothing else. */
  readonly unresolved?: string | undefined;
  /** The type of which this is what one that inherits from it leaves. */
  readonly whole?: Schema | undefined;
  /** A boolean schema: `true` any value, `false` none. */
  readonly always?: boolean | undefined;
  /** Not a schema of its language, or one of a language that is not read: shown as written. */
  readonly asWritten?: Node | undefined;

  /** Whether no other schema stands in it: no property, item, branch, condition or definition, and no discriminator. */
  readonly isLeaf: boolean;
  /** Whether the only schemas that stand in it are those of its properties, if any do. Most objects are such. */
  readonly hasOnlyProperties: boolean;

  readonly title?: StringNode | undefined;
  readonly description?: StringNode | undefined;
  /** Names of types in the language's own words; empty = not stated. */
  readonly types: readonly string[];
  readonly format?: StringNode | undefined;
  /** Constraints and further facts, each keyword with its value, digits as written. */
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
  /** What follows a tuple. */
  readonly additionalItems?: Schema | undefined;
  readonly unevaluatedItems?: Schema | undefined;
  readonly contains?: Schema | undefined;
  /** What a string holds once it is decoded. */
  readonly contentSchema?: Schema | undefined;

  /** All of these must hold; from 2019-09 on a `$ref` with keywords beside it is one of them. */
  readonly allOf: readonly Schema[];
  readonly oneOf: readonly Schema[];
  readonly anyOf: readonly Schema[];
  readonly not?: Schema | undefined;
  readonly if?: Schema | undefined;
  readonly then?: Schema | undefined;
  readonly else?: Schema | undefined;
  readonly discriminator?: Discriminator | undefined;

  /** `definitions`, `$defs`, nested messages: schemas that stand here for others to refer to. */
  readonly definitions: readonly NamedChild[];
  /** `x-…` keywords, in document order. */
  readonly extensions: readonly NamedValue[];
  /** Keywords that the language does not know, or with values of a kind it does not allow: shown as written. */
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
}

/** One property. What the language states of the property rather than of its type (Avro, protobuf, RAML) is here. */
export interface Property {
  readonly name: string;
  /** Where the name is written. */
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

/** What the presence of a property asks for: further properties, or a schema for the whole object. */
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
}

export interface DiscriminatorChoice {
  /** The value that picks the schema: JSON for a `const` that is not a string. */
  readonly value: string;
  readonly schema: Schema;
  /** Why it does: a `const` or single `enum` of the property, an explicit mapping, or the schema's name. */
  readonly by: "const" | "mapping" | "name";
}
