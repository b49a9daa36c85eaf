import type { Documents } from "#documents";
import {
  addressing,
  addressKeywords,
  annotationKeywords,
  definitionKeywords,
  keywordsHolding,
  mapKeywords,
  referenceKeywords,
} from "#format";
import type { Api, Routes } from "#model";
import type { Language, Schema, Schemas } from "#schema";
import { isJsonSchema, readsKeyword } from "#schema";
import type { Entry, MapNode, Node, StringNode } from "#text";
import { entryOf, itemsOf, valueOf } from "#text";

const BOUNDS = [
  ["exclusiveMinimum", "minimum"],
  ["exclusiveMaximum", "maximum"],
] as const;

function isFlag(node: Node | undefined, value: boolean): boolean {
  return node?.kind === "boolean" && node.value === value;
}

/** Brings a bound of draft 04, with a boolean that makes it exclusive, to the keyword of later drafts. */
function bounds(node: MapNode, entry: Entry): Entry | undefined {
  for (const [exclusive, bound] of BOUNDS) {
    const flag = valueOf(node, exclusive);
    if (entry.key === exclusive && flag?.kind === "boolean") return undefined;
    if (entry.key === bound && isFlag(flag, true)) return { ...entry, key: exclusive };
  }
  return entry;
}

/** Applies `nullable` of OpenAPI 3.0.3: it adds `null` to a `type` beside it, and has no effect without one. */
function nullable(node: MapNode, entry: Entry): Entry | undefined {
  if (entry.key === "nullable") return undefined;
  if (entry.key !== "type" || !isFlag(entryOf(node, "nullable")?.value, true)) return entry;
  const { value } = entry;
  const types = value.kind === "list" ? itemsOf(value) : [value];
  if (types.some((type) => type.kind === "string" && type.value === "null")) return entry;
  const { file, start, end } = value;
  return { ...entry, value: { kind: "list", file, start, end, items: [...types, { kind: "string", value: "null", file, start, end }] } };
}

/** The entries of a schema of draft 04 or OpenAPI 3.0 as draft 07 writes them. */
function broughtForward(node: MapNode, isOpenapi: boolean): readonly Entry[] {
  return node.entries.flatMap((entry) => {
    const bound = bounds(node, entry);
    const made = bound && isOpenapi ? nullable(node, bound) : bound;
    return made ? [made] : [];
  });
}

/** The draft of JSON Schema in which a file is written. */
interface FileDialect {
  readonly language: Language;
  readonly uri: string;
  /** The keyword for schemas that others refer to. */
  readonly definitions: "definitions" | "$defs";
}

const DRAFT_06: FileDialect = { language: "draft-06", uri: "http://json-schema.org/draft-06/schema#", definitions: "definitions" };
const DRAFT_07: FileDialect = { language: "draft-07", uri: "http://json-schema.org/draft-07/schema#", definitions: "definitions" };
const V_2019: FileDialect = { language: "2019-09", uri: "https://json-schema.org/draft/2019-09/schema", definitions: "$defs" };
const V_2020: FileDialect = { language: "2020-12", uri: "https://json-schema.org/draft/2020-12/schema", definitions: "$defs" };

/**
 * The draft for the file of a schema: that of its own language. The format's Schema Object is a superset of draft 07. Draft 04 and
 * OpenAPI 3.0, which is built on it, are brought to draft 07, since few programs still read draft 04.
 */
export function dialectOf(language: Language): FileDialect {
  if (language === "draft-06") return DRAFT_06;
  if (language === "2019-09") return V_2019;
  return language === "2020-12" || language === "openapi-3.1" ? V_2020 : DRAFT_07;
}

/** A keyword that refers to another schema. */
export interface Reference {
  readonly role: "reference";
  readonly key: string;
  readonly value: StringNode;
}

/** One keyword of a schema, and what kind of value it has. */
export type SchemaPiece = Reference | { readonly role: "data" | "schema" | "list" | "map"; readonly key: string; readonly value: Node };

const SINGLE = keywordsHolding(["schema"]);
const LISTS = keywordsHolding(["list of schemas"]);

/**
 * Whether a keyword only says where a schema is. In a file, schemas refer to one another by pointers, and inner identifiers would
 * change their base. Definitions are moved to where they are referred to. From draft 06 on, `id` is not a keyword.
 */
function isAddress(key: string, language: Language): boolean {
  return key === "id" ? language === "draft-04" : addressKeywords.has(key) || definitionKeywords.has(key);
}

function partOf({ key, value }: Entry, language: Language): SchemaPiece | undefined {
  // Dynamic references are read as plain ones. That is what they are if nothing overrides their target.
  if (referenceKeywords.has(key) && value.kind === "string") return { role: "reference", key, value };
  if (isAddress(key, language)) return undefined;
  // `items` holds a schema, or a list of them.
  if (LISTS.has(key) && (value.kind === "list" || !SINGLE.has(key))) return { role: "list", key, value };
  if (mapKeywords.has(key)) return { role: "map", key, value };
  return { role: SINGLE.has(key) ? "schema" : "data", key, value };
}

/** Leaves out keywords that the schema's language does not read but the file's draft would: they must not gain a meaning. */
function readable(node: MapNode, language: Language): MapNode {
  const target = dialectOf(language).language;
  const entries = node.entries.filter(({ key, value }) => !readsKeyword(target, key) || readsKeyword(language, key, value));
  return entries.length === node.entries.length ? node : { ...node, entries };
}

/** The keywords of a schema as its file has them, in document order. */
export function partsOf(written: MapNode, language: Language): readonly SchemaPiece[] {
  const node = readable(written, language);
  const isOld = language === "draft-04" || language === "openapi-3.0";
  const entries = isOld ? broughtForward(node, language === "openapi-3.0") : node.entries;
  const parts = entries.flatMap((entry) => partOf(entry, language) ?? []);
  // In drafts that ignore keywords beside a reference, only annotations are kept.
  const isReference = !(isJsonSchema(language) && addressing[language].besideReference) && parts.some(({ role }) => role === "reference");
  return isReference ? parts.filter(({ role, key }) => role === "reference" || annotationKeywords.has(key) || key.startsWith("x-")) : parts;
}

/** The schemas written directly in a keyword's value. */
export function schemasIn({ role, value }: SchemaPiece): readonly Node[] {
  if (role === "schema") return [value];
  if (role === "list" && value.kind === "list") return value.items;
  // In `dependencies`, a list contains names and not schemas.
  return role === "map" && value.kind === "map" ? value.entries.flatMap((each) => (each.value.kind === "list" ? [] : [each.value])) : [];
}

/** Thrown if aliases would make a file too large. It never leaves this part. */
export class TooLarge extends Error {}

/** Calls `make`. If the file would be too large, returns a schema that says so and accepts nothing. */
export function orTooLarge(make: () => string): string {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof TooLarge)) throw error;
    return '{ "$comment": "Too large once its aliases are written out: see the document.", "not": {} }\n';
  }
}

/** A file of the site. */
export interface SchemaFile {
  readonly path: string;
  readonly contents: string;
}

/** Everything from which the files are made. */
export interface SchemaFileParts {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly schemas: Schemas;
  /** The URL of the site, ending in a slash, if it is known. */
  readonly base?: string | undefined;
}

/** A schema that gets a file. */
export interface Root {
  readonly path: string;
  readonly schema: Schema;
}
