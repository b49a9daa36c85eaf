import { hash } from "node:crypto";
import type { DocumentSide } from "#changes";
import { judgedSide } from "#changes";
import type { Documents } from "#documents";
import { SchemaResources, schemaVocabulary } from "#format";
import type { SchemaSource } from "#model";
import { linkModel, normalize } from "#model";
import type { Language, Schema, Schemas, Fact, MergedSchema } from "#schema";
import { avroAlone, createSchemas, endOfReferences, hasReference, isJsonSchema, mergeSchemas } from "#schema";
import type { MapNode, Node, TextFile } from "#text";
import {
  asString,
  entriesOf,
  entryOf,
  evaluateFragment,
  formatPointer,
  jsonScalar,
  parsePointer,
  parseText,
  pointerAt,
  readLimits,
  stringOf,
  valueOf,
} from "#text";
import type { Budget } from "#verdicts";
import { createJudge } from "#verdicts";

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
const shortHash = (text: string): string => sha256(text).slice(0, 32);

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

/** A schema with everything it refers to, as text that needs no other file, and the places of its parts. */
export interface ResolvedSchema {
  readonly hash: string;
  readonly text: string;
  /** The places of definitions by key. The schema itself has the key `""`. */
  readonly places: ReadonlyMap<string, Node>;
}

/** Keywords that do not affect which values are valid. */
const ANNOTATIONS: ReadonlySet<string> = new Set([
  "title", "description", "$comment", "examples", "example", "default", "externalDocs", "xml", "deprecated", "readOnly", "writeOnly",
  "$schema", "$vocabulary", "$recursiveAnchor", "definitions", "$defs",
]); // prettier-ignore

/** The most characters of a resolved schema. A larger one is not compared. */
const MOST_CHARACTERS = 2_000_000;

const byKey = (a: { readonly key: string }, b: { readonly key: string }): number => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0);

/** Prints values as JSON on one line, and stops at the limit. */
class JsonWriter {
  left = MOST_CHARACTERS;

  spend(text: string): string {
    this.left -= text.length;
    return this.left < 0 ? "" : text;
  }

  value(node: Node): string {
    if (this.left < 0) return "null";
    if (node.kind !== "map" && node.kind !== "list") return this.spend(jsonScalar(node));
    if (node.kind === "list") return `[${node.items.map((item) => this.value(item)).join()}]`;
    return `{${node.entries.map(({ key, value }) => `${this.spend(JSON.stringify(key))}:${this.value(value)}`).join()}}`;
  }
}

/** Avro's attributes that readers do not need. */
const AVRO_WORDS: ReadonlySet<string> = new Set(["doc", "namespace"]);

/** A value as JSON on one line, with digits as written. */
export function compactJson(node: Node): string {
  return new JsonWriter().value(node);
}

interface Definition {
  readonly key: string;
  readonly node: Node;
}

/** Writes one JSON Schema. The targets of references become definitions, each once; nothing else is moved. */
class SchemaWriter {
  readonly definitions: Definition[] = [];
  /** Why the text is incomplete; `undefined` if it is complete. */
  obstacle: string | undefined;
  hasDiscriminator = false;
  readonly schemas: Schemas;
  readonly language: Language;
  /** Whether definitions keep the document's names, because discriminators refer to them. */
  readonly keepsNames: boolean;
  readonly #json = new JsonWriter();
  readonly #keys = new Map<Node, string>();
  readonly #taken = new Set<string>();

  constructor(schemas: Schemas, language: Language, keepsNames: boolean) {
    this.schemas = schemas;
    this.language = language;
    this.keepsNames = keepsNames;
  }

  write(root: Node): string {
    const own = this.schemas.at(root, this.language);
    // Schemas that extend this one refer to it by name.
    const schema = this.keepsNames && own.named ? `{"$ref":${this.#reference(own)}}` : this.#schema(root);
    const definitions: string[] = [];
    // The list grows during the loop.
    for (const { key, node } of this.definitions) definitions.push(`${JSON.stringify(key)}:${this.#schema(node)}`);
    if (this.#json.left < 0) this.obstacle = "size";
    const text = this.obstacle === "size" ? `true` : schema;
    const components = `{"schemas":{${this.obstacle === "size" ? "" : definitions.join()}}}`;
    const obstacle = this.obstacle === undefined ? "" : `"obstacle":${JSON.stringify(this.obstacle)},`;
    return `{"language":${JSON.stringify(this.language)},${obstacle}"schema":${text},"components":${components}}`;
  }

  #schema(node: Node): string {
    if (node.kind !== "map") return this.#json.value(node);
    if (this.#json.left < 0) return "true";
    const language = this.language;
    if (!isJsonSchema(language)) return this.#json.value(node);
    const ref = entryOf(node, "$ref")?.value;
    const target = ref?.kind === "string" ? this.schemas.target(ref, { from: node, language }) : undefined;
    const members: { readonly key: string; readonly text: string }[] = [];
    if (target) members.push({ key: "$ref", text: this.#reference(target) });
    if (valueOf(node, "discriminator")) this.#discriminator(node, language);
    const isPlainReference = target !== undefined && this.schemas.at(node, language).node !== node;
    if (isPlainReference) return `{"$ref":${members[0]?.text ?? ""}}`;
    for (const { key, value } of [...node.entries].sort(byKey)) {
      const kinds = schemaVocabulary[language].get(key);
      if (!kinds || ANNOTATIONS.has(key) || (key === "$ref" && target)) continue;
      if (kinds.includes("identifier")) continue;
      if (kinds.includes("reference") && key !== "$ref") this.obstacle ??= key;
      members.push({ key, text: this.#keyword(key, value, kinds) });
    }
    return `{${members
      .sort(byKey)
      .map(({ key, text }) => `${this.#json.spend(JSON.stringify(key))}:${text}`)
      .join()}}`;
  }

  #keyword(key: string, value: Node, kinds: readonly string[]): string {
    const isSchema = (node: Node): boolean => node.kind === "map" || node.kind === "boolean";
    if (kinds.includes("schema") && isSchema(value)) return this.#schema(value);
    if (kinds.includes("list of schemas") && value.kind === "list") return `[${value.items.map((item) => this.#schema(item)).join()}]`;
    if (kinds.some((kind) => kind.startsWith("map of schemas")) && value.kind === "map") {
      const entries = [...value.entries].sort(byKey);
      const text = (node: Node): string => (isSchema(node) ? this.#schema(node) : this.#json.value(node));
      return `{${entries.map((each) => `${this.#json.spend(JSON.stringify(each.key))}:${text(each.value)}`).join()}}`;
    }
    if (key === "required" && value.kind === "list") {
      const names = value.items.map((item) => this.#json.value(item));
      return `[${[...new Set(names)].sort().join()}]`;
    }
    return this.#json.value(value);
  }

  #reference(target: Schema): string {
    if (target.unresolved !== undefined) {
      this.obstacle ??= "$ref";
      return `"#/components/schemas/unresolved"`;
    }
    return JSON.stringify(`#/components/schemas/${encodeURIComponent(this.#keyOf(target).replaceAll("~", "~0").replaceAll("/", "~1"))}`);
  }

  #keyOf({ node, named }: Schema): string {
    const known = this.#keys.get(node);
    if (known !== undefined) return known;
    const name = this.keepsNames ? (named?.component === true ? named.id : named?.title) : undefined;
    let key = name ?? String(this.definitions.length);
    while (this.#taken.has(key)) key = `${key}.`;
    this.#taken.add(key);
    this.#keys.set(node, key);
    this.definitions.push({ key, node });
    return key;
  }

  /** Adds the schemas that a discriminator chooses, because nothing else may refer to them. */
  #discriminator(node: MapNode, language: Language): void {
    this.hasDiscriminator = true;
    if (!this.keepsNames) return;
    for (const { schema } of this.schemas.at(node, language).discriminator?.choices ?? []) this.#keyOf(schema);
  }
}

const TOO_LARGE = '"obstacle":"size",';

/** Says in the text of a schema that is too large where it comes from. Two of them are one only in the same files at the same place. */
function withOrigin(text: string, { file, start }: Node, { files }: Documents): string {
  const origin = shortHash([file.name, String(start), ...files.map((each) => each.text)].join("\n"));
  return text.replace(TOO_LARGE, `${TOO_LARGE}"of":"${origin}",`);
}

/** Resolves a schema of a message. */
export function resolveSchema(source: SchemaSource, { documents, schemas }: { documents: Documents; schemas: Schemas }): ResolvedSchema {
  const { language, node } = schemas.of(source);
  const places = new Map([["", node]]);
  if (!isJsonSchema(language)) {
    const json = new JsonWriter();
    const alone =
      language === "avro" ? avroAlone(schemas, node, (key) => !AVRO_WORDS.has(key)) : (documents.follow(source.node) ?? source.node);
    const text = alone && json.value(alone);
    const format = JSON.stringify(source.format?.value.toLowerCase().replace(/\s/g, "") ?? language);
    const isTooLarge = text === undefined || json.left < 0;
    const obstacle = isTooLarge ? TOO_LARGE : "";
    const written = `{"language":${JSON.stringify(language)},"format":${format},${obstacle}"schema":${isTooLarge ? '"size"' : text}}`;
    const whole = isTooLarge ? withOrigin(written, node, documents) : written;
    return { hash: shortHash(whole), text: whole, places };
  }
  let writer = new SchemaWriter(schemas, language, false);
  let text = writer.write(node);
  if (writer.hasDiscriminator) {
    writer = new SchemaWriter(schemas, language, true);
    text = writer.write(node);
  }
  for (const definition of writer.definitions) places.set(definition.key, definition.node);
  if (writer.obstacle === "size") text = withOrigin(text, node, documents);
  return { hash: shortHash(text), text, places };
}

/** A resolved schema after reading, ready to be compared. */
export interface ReadSchema {
  readonly language: string;
  readonly schema: Schema;
  readonly side: DocumentSide;
  /** Why it cannot be compared. */
  readonly obstacle: string | undefined;
  /** The definition that contains a node, and the pointer from there to the node. */
  locate(node: { readonly file: TextFile; readonly start: number; readonly end: number }): {
    readonly key: string;
    readonly pointer: string;
  };
}

/** A document in memory with one schema and its definitions. */
function documentsOf(root: MapNode): Documents {
  const followed = new Map<Node, Node | undefined>();
  const follow = (node: Node): Node | undefined => {
    if (!followed.has(node)) followed.set(node, targetOf(node));
    return followed.get(node);
  };
  const next = (node: MapNode): Node | undefined => {
    const ref = stringOf(node, "$ref") ?? "";
    return ref.startsWith("#") ? evaluateFragment(root, ref.slice(1)) : undefined;
  };
  const targetOf = (node: Node): Node | undefined => endOfReferences(node, hasReference, next);
  return {
    main: root.file,
    root,
    dialect: { line: "2", minor: 6, spelling: "asyncapi", written: "2.6.0" },
    files: [root.file],
    edges: [],
    follow,
    resources: new SchemaResources(),
    rootOf: (file) => (file === root.file ? root : undefined),
  };
}

/** Parses a schema, and links it to its definitions. */
function parseResolved(text: string) {
  if (text.length > 2 * MOST_CHARACTERS) return undefined;
  const file: TextFile = { id: "schema.json", name: "schema.json", text, language: "json" };
  const root = parseText(file, { limits: { ...readLimits, depth: 1_000 }, report: () => undefined });
  const node = valueOf(root, "schema");
  if (root?.kind !== "map" || !node) return undefined;
  const documents = documentsOf(root);
  const api = linkModel(
    normalize(documents, () => undefined),
    documents,
  );
  const schemas = createSchemas(api, documents);
  const language = stringOf(root, "language") ?? "";
  const format = asString(valueOf(root, "format"));
  const schema = isJsonSchema(language as Language)
    ? schemas.at(node, language as Language)
    : schemas.of({ node, ...(format ? { format } : {}) });
  return { file, root, language, documents, api, schemas, schema };
}

/** The schema in a resolved text and its definitions; `undefined` if it is not JSON Schema, or was too large to be kept. */
export function jsonSchemaOf(text: string): { readonly schema: Schema; readonly definitions: ReadonlyMap<string, Node> } | undefined {
  const parsed = parseResolved(text);
  if (!parsed || !isJsonSchema(parsed.language as Language) || stringOf(parsed.root, "obstacle") === "size") return undefined;
  const definitions = entriesOf(valueOf(valueOf(parsed.root, "components"), "schemas"));
  return { schema: parsed.schema, definitions: new Map(definitions.map(({ key, value }) => [key, value])) };
}

/** Reads a resolved schema, whose values are judged within a budget; `undefined` if the text is invalid. */
export function readResolvedSchema(text: string, budget?: Budget): ReadSchema | undefined {
  const parsed = parseResolved(text);
  if (!parsed) return undefined;
  const { file, root, language, documents, api, schemas, schema } = parsed;
  const judge = createJudge({ api, documents, schemas, ...(budget && { budget }) });
  const isJson = isJsonSchema(language as Language);
  return {
    language,
    obstacle: stringOf(root, "obstacle") ?? (isJson ? undefined : "language"),
    schema,
    side: judgedSide([file], judge),
    locate(place) {
      const [first, second, key = "", ...rest] = parsePointer(pointerAt(root, place)) ?? [];
      if (first === "components" && second === "schemas") return { key, pointer: formatPointer(rest) };
      return { key: "", pointer: formatPointer([second ?? [], key === "" ? [] : key, rest].flat()) };
    },
  };
}
