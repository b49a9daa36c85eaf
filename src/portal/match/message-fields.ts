import { hash } from "node:crypto";
import type { Fact, MergedSchema, Schema } from "#schema";
import { mergeSchemas } from "#schema";
import type { Node } from "#text";
import { compactJson, jsonSchemaOf } from "./resolved-schema.ts";

/** One field of a payload or of headers, as one API describes it. */
export interface MessageField {
  /** The path, such as `lines[].sku`; empty for the whole value. */
  readonly path: string;
  readonly required: boolean;
  /** The types; empty if none is stated. */
  readonly types: readonly string[];
  /** The types of list items. */
  readonly itemTypes: readonly string[];
  readonly formats: readonly string[];
  readonly facts: readonly Fact[];
  /** The allowed values if they are listed; numbers as written. */
  readonly values: readonly Node[];
  /** The number of alternatives in `oneOf` and `anyOf`. */
  readonly choices: number;
  /** Whether an object may have undescribed properties; `undefined` if it is not an object. */
  readonly isOpen: boolean | undefined;
  /** A key that is the same for two fields that differ only in their descriptions. */
  readonly key: string;
}

/** The most fields read from one schema, and the deepest. */
const MOST = 400;
const DEEPEST = 8;
/** The most rounds of hashing definitions. Each round takes in references one step further away. */
const MOST_ROUNDS = 16;

/** The hash of each definition, by its key. */
type DefinitionHashes = ReadonlyMap<string, string>;

const sha256 = (text: string): string => hash("sha256", text);

/**
 * The text of a schema in which references are replaced by the hash of their definition, because the keys of definitions differ between
 * documents.
 */
function withHashes(text: string, hashes: DefinitionHashes): string {
  return text.replace(/"\$ref":"#\/components\/schemas\/([^"]*)"/g, (_, key: string) => hashes.get(key) ?? "");
}

/**
 * Hashes that are the same for definitions with the same meaning. Each round includes references one step further away, until no more
 * definitions can be told apart. So circular references end, and a shared definition costs no more than another.
 */
function hashDefinitions(definitions: ReadonlyMap<string, Node>): DefinitionHashes {
  const texts = [...definitions].map(([key, node]) => [key, compactJson(node)] as const);
  let hashes: DefinitionHashes = new Map();
  for (let round = 0, count = -1; round < MOST_ROUNDS; round += 1) {
    hashes = new Map(texts.map(([key, text]) => [key, sha256(withHashes(text, hashes))]));
    const distinct = new Set(hashes.values()).size;
    if (distinct === count) break;
    count = distinct;
  }
  return hashes;
}

/** Alternatives and conditions that cannot be said in one line, as texts. */
function further({ parts }: MergedSchema, hashes: DefinitionHashes): string[] {
  const found = parts.flatMap(({ schema }) => [
    ...schema.oneOf,
    ...schema.anyOf,
    ...[schema.not, schema.if, schema.then, schema.else, schema.propertyNames, schema.contains].filter((each) => each !== undefined),
    ...[...schema.patternProperties, ...schema.dependencies].flatMap((each) => each.schema ?? []),
  ]);
  return found.map(({ node }) => withHashes(compactJson(node), hashes));
}

function fieldOf(
  merged: MergedSchema,
  { path, required }: Pick<MessageField, "path" | "required">,
  hashes: DefinitionHashes,
): MessageField {
  const schemas = merged.parts.map(({ schema }) => schema);
  const items = schemas.flatMap((schema) => schema.items ?? []);
  const isObject = merged.types.includes("object") || merged.properties.length > 0;
  const said = {
    path,
    required,
    types: merged.types,
    itemTypes: items.length === 0 ? [] : mergeSchemas(items).types,
    formats: [...new Set(schemas.flatMap(({ format }) => format?.value ?? []))],
    facts: schemas.flatMap(({ facts }) => facts),
    values: schemas.flatMap((schema) => [...(schema.const ? [schema.const] : []), ...(schema.enum ?? []).map(({ value }) => value)]),
    choices: Math.max(0, ...schemas.map(({ oneOf, anyOf }) => Math.max(oneOf.length, anyOf.length))),
    isOpen: isObject
      ? !schemas.some((each) => [each.additionalProperties, each.unevaluatedProperties].some((rest) => rest?.always === false))
      : undefined,
  };
  const plain = [said.facts.map(({ keyword, value }) => `${keyword} ${compactJson(value)}`).sort(), said.values.map(compactJson)];
  const { types, itemTypes, formats, isOpen } = said;
  return { ...said, key: sha256(JSON.stringify([required, types, itemTypes, formats, isOpen, ...plain, further(merged, hashes)])) };
}

/** The fields that a resolved schema describes, the whole value first; `undefined` if its language is not compared. */
export function messageFields(text: string): readonly MessageField[] | undefined {
  const read = jsonSchemaOf(text);
  if (!read) return undefined;
  const hashes = hashDefinitions(read.definitions);
  const fields: MessageField[] = [];
  const walk = (schemas: readonly Schema[], at: Pick<MessageField, "path" | "required">, above: readonly Schema[]): void => {
    if (fields.length >= MOST || schemas.some((schema) => above.includes(schema))) return;
    const merged = mergeSchemas(schemas);
    fields.push(fieldOf(merged, at, hashes));
    if (above.length >= DEEPEST) return;
    const inside = [...above, ...schemas];
    for (const { name, required, stated } of merged.properties) {
      const path = at.path === "" ? name : `${at.path}.${name}`;
      walk(
        stated.map(({ property }) => property.schema),
        { path, required },
        inside,
      );
    }
    const items = merged.parts.flatMap(({ schema }) => schema.items ?? []);
    // Items that are plain values are described with their list.
    if (items.some((item) => !item.isLeaf)) walk(items, { path: `${at.path}[]`, required: false }, inside);
  };
  walk([read.schema], { path: "", required: false }, []);
  return fields;
}
