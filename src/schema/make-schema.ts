/** Makes the object of a schema, whose subschemas are read on first access. */
import type { Node, MapNode, StringNode } from "#text";
import type { Language, Schema } from "./schema.ts";

const nothing = {
  types: [],
  facts: [],
  examples: [],
  required: [],
  properties: [],
  patternProperties: [],
  dependencies: [],
  allOf: [],
  oneOf: [],
  anyOf: [],
  definitions: [],
  extensions: [],
  otherKeywords: [],
} as const satisfies Partial<Schema>;

/** The fields that contain schemas. */
const BELOW = [
  "properties", "patternProperties", "additionalProperties", "unevaluatedProperties", "propertyNames", "dependencies",
  "items", "tuple", "additionalItems", "unevaluatedItems", "contains", "contentSchema",
  "allOf", "oneOf", "anyOf", "not", "if", "then", "else", "discriminator", "definitions",
] as const satisfies (keyof Schema)[]; // prettier-ignore

type SubschemaField = (typeof BELOW)[number];

/** Fields that are read on first access. This allows cycles between schemas. */
export type LazyFields = { readonly [K in SubschemaField]?: () => Schema[K] };

/** The fields of a schema that hold no other schemas. */
export type PlainFields = Partial<Omit<Schema, SubschemaField>> & Readonly<Partial<Record<SubschemaField, never>>>;

/** What a reader returns for one schema: its values now, its subschemas on first access. */
export interface SchemaFields {
  readonly now?: PlainFields;
  readonly later?: LazyFields;
  /** Called with the new schema, for languages whose schemas refer to one another by name. */
  readonly adopt?: (schema: Schema) => void;
}

/** Whether only `field` contains schemas, or none does. */
function hasOnly(later: LazyFields | undefined, field?: SubschemaField): boolean {
  for (const each in later) if (each !== field && later[each as SubschemaField] !== undefined) return false;
  return true;
}

/** A schema with all fields in a fixed order. All instances have one hidden class in V8, which makes field access fast. */
class LazySchema implements Omit<Schema, SubschemaField> {
  readonly node: Node;
  readonly language: Language;
  readonly named: Schema["named"];
  readonly name: Schema["name"];
  readonly origin: Schema["origin"];
  readonly unresolved: Schema["unresolved"];
  readonly whole: Schema["whole"];
  readonly always: Schema["always"];
  readonly asWritten: Schema["asWritten"];
  readonly isLeaf: boolean;
  readonly hasOnlyProperties: boolean;
  readonly title: Schema["title"];
  readonly description: Schema["description"];
  readonly types: Schema["types"];
  readonly format: Schema["format"];
  readonly facts: Schema["facts"];
  readonly enum: Schema["enum"];
  readonly const: Schema["const"];
  readonly default: Schema["default"];
  readonly examples: Schema["examples"];
  readonly readOnly: boolean;
  readonly writeOnly: boolean;
  readonly deprecated: boolean;
  readonly externalDocs: Schema["externalDocs"];
  readonly required: Schema["required"];
  readonly extensions: Schema["extensions"];
  readonly otherKeywords: Schema["otherKeywords"];
  readonly #later: LazyFields | undefined;
  /** The fields that were read so far. */
  #made: Partial<Record<SubschemaField, unknown>> | undefined;

  constructor(node: Node, language: Language, { now = {}, later }: SchemaFields) {
    this.node = node;
    this.language = language;
    this.named = now.named;
    this.name = now.name;
    this.origin = now.origin;
    this.unresolved = now.unresolved;
    this.whole = now.whole;
    this.always = now.always;
    this.asWritten = now.asWritten;
    this.isLeaf = hasOnly(later);
    this.hasOnlyProperties = hasOnly(later, "properties");
    this.title = now.title;
    this.description = now.description;
    this.types = now.types ?? nothing.types;
    this.format = now.format;
    this.facts = now.facts ?? nothing.facts;
    this.enum = now.enum;
    this.const = now.const;
    this.default = now.default;
    this.examples = now.examples ?? nothing.examples;
    this.readOnly = now.readOnly ?? false;
    this.writeOnly = now.writeOnly ?? false;
    this.deprecated = now.deprecated ?? false;
    this.externalDocs = now.externalDocs;
    this.required = now.required ?? nothing.required;
    this.extensions = now.extensions ?? nothing.extensions;
    this.otherKeywords = now.otherKeywords ?? nothing.otherKeywords;
    this.#later = this.isLeaf ? undefined : later;
    this.#made = undefined;
  }

  /** Reads a field that contains schemas. */
  static below(schema: LazySchema, field: SubschemaField): unknown {
    const make = schema.#later?.[field];
    if (!make) return (nothing as Partial<Schema>)[field];
    const made = (schema.#made ??= {});
    if (!(field in made)) made[field] = make();
    return made[field];
  }
}

for (const field of BELOW) {
  Object.defineProperty(LazySchema.prototype, field, {
    enumerable: true,
    get(this: LazySchema) {
      return LazySchema.below(this, field);
    },
  });
}

/** Creates a schema from what a reader returned. Each lazy field is read once. */
export function makeSchema(node: Node, language: Language, read: SchemaFields): Schema {
  const schema = new LazySchema(node, language, read) as unknown as Schema;
  read.adopt?.(schema);
  return schema;
}

/** The schemas that extend a schema by `allOf`, directly or indirectly, the nearest first. */
export interface Inheritors<Each = Schema> {
  readonly all: readonly Each[];
  /** Whether those further away are left out, because there are too many. */
  readonly cut: boolean;
}

/** What schemas fix for one property. It is kept, because a chain of schemas would be followed anew from each. */
export type FixedValues = Map<Schema, Node | undefined>;

/** The functions that a reader of one language uses to read subschemas. */
export interface ReaderContext {
  readonly language: Language;
  /** What schemas fix, by the property. */
  readonly fixed: Map<string, FixedValues>;
  /** The schema of a node in the same language, after following a reference. The same node always gives the same schema. */
  child(node: Node): Schema;
  /** The schema for a reference in `from` that has keywords beside it. */
  refer(ref: StringNode, from: MapNode): Schema;
  /** The value of a node after following a reference; `undefined` if it does not resolve. */
  follow(node: Node): Node | undefined;
  /** The root of the file that contains a node. */
  rootOf(node: Node): Node | undefined;
  /** The component schemas that extend a schema by `allOf`, directly or indirectly. */
  inheritors(schema: Node): Inheritors;
  /** The name by which a discriminator chooses a schema: its key in the components, otherwise its title. */
  nameOf(schema: Node): string | undefined;
  /** The schema for a name or reference in the mapping of an OpenAPI discriminator. */
  lookup(reference: StringNode): Schema | undefined;
}
