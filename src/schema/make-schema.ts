import type { Node } from "#json";
import type { Language } from "./language.ts";
import type { Schema } from "./schema.ts";

/** Fields that are read when first asked for, so that a graph with cycles can be made of plain values. */
export type Lazy = { readonly [K in keyof Schema]?: () => Schema[K] };

/** What a reader found in one schema: values at once, schemas below it later. */
export interface Read {
  readonly now?: Partial<Schema>;
  readonly later?: Lazy;
  /** Told of the schema that was made, for readers whose schemas refer to one another by name. */
  readonly adopt?: (schema: Schema) => void;
}

const nothing = {
  types: [],
  facts: [],
  examples: [],
  readOnly: false,
  writeOnly: false,
  deprecated: false,
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

/** A schema of what a reader found; each late field is made once. */
export function makeSchema(node: Node, language: Language, read: Read): Schema {
  const schema: Schema = { ...nothing, node, language, ...read.now };
  for (const [key, make] of Object.entries(read.later ?? {}) as [string, () => unknown][]) {
    let made: { value: unknown } | undefined;
    Object.defineProperty(schema, key, { enumerable: true, get: () => (made ??= { value: make() }).value });
  }
  read.adopt?.(schema);
  return schema;
}
