import type { Documents } from "#documents";
import type { Api, Message, NamedSchema, Routes, SchemaSource } from "#model";
import type { Language, Schema, Schemas } from "#schema";
import { avroAlone, isJsonSchema } from "#schema";
import type { Entry, Node } from "#text";
import { MOST_VALUES, printYaml, stringOf } from "#text";
import { DataText, JsonSchemaFiles } from "./json-schema-files.ts";
import type { Root, SchemaFile, SchemaFileParts } from "./schema-parts.ts";
import { orTooLarge, TooLarge } from "./schema-parts.ts";

/** What has schema files: the payload or headers of a message, or a schema with a page. */
export type SchemaOwner = { readonly message: Message; readonly part: "payload" | "headers" } | { readonly schema: NamedSchema };

/** The schema files offered for download. */
export interface SchemaFiles {
  /** The path of a schema's file; `undefined` if the document gives none, or in a language that is not read. */
  pathOf(owner: SchemaOwner): string | undefined;
  /** All files, one at a time. */
  files(): Iterable<SchemaFile>;
}

const EXTENSIONS: Readonly<Partial<Record<Language, string>>> = { avro: ".avsc", raml: ".raml", protobuf: ".proto" };

/** The extension of a schema's file; `undefined` for a protobuf schema that is not text, and for what is not a schema. */
function extensionOf({ language, node, asWritten, unresolved }: Schema): string | undefined {
  if (asWritten || unresolved !== undefined) return undefined;
  if (language === "protobuf" && node.kind !== "string") return undefined;
  return isJsonSchema(language) ? ".schema.json" : EXTENSIONS[language];
}

function sourceOf(owner: SchemaOwner): SchemaSource | undefined {
  return "schema" in owner ? owner.schema.source : owner.message[owner.part];
}

/** All owners in document order: messages, then schemas with a page. */
function* ownersOf({ messages, schemas }: Api, { homeOf }: Pick<Routes, "homeOf">): Generator<SchemaOwner> {
  for (const message of messages) yield* [{ message, part: "payload" } as const, { message, part: "headers" } as const];
  for (const schema of schemas) if (!homeOf(schema)) yield { schema };
}

/** Creates the files of an API's schemas. Their names are known at once; each file is made when it is asked for. */
export function createSchemaFiles(parts: SchemaFileParts): SchemaFiles {
  const { api, documents, routes, schemas } = parts;

  function rootOf(owner: SchemaOwner): Root | undefined {
    const source = sourceOf(owner);
    const schema = source && schemas.of(source);
    const extension = schema && extensionOf(schema);
    if (!schema || extension === undefined) return undefined;
    const file = routes.fileOf("schema" in owner ? owner.schema : owner.message);
    return { path: `${file}${"schema" in owner ? "" : `.${owner.part}`}${extension}`, schema };
  }

  /** A file in its own language. Throws `TooLarge` if aliases would make it so. */
  function nativeText({ language, node }: Schema): string {
    if (language === "avro") return avroText(schemas, node);
    if (language === "raml") return ramlText(documents, node);
    return node.kind === "string" ? node.value : "";
  }

  function* files(): Generator<SchemaFile> {
    const roots = [...ownersOf(api, routes)].flatMap((owner) => rootOf(owner) ?? []);
    for (const { path, schema } of roots) {
      if (!isJsonSchema(schema.language)) yield { path, contents: orTooLarge(() => nativeText(schema)) };
    }
    const json = roots.filter(({ schema }) => isJsonSchema(schema.language));
    yield* new JsonSchemaFiles(parts, json).files();
  }

  return { pathOf: (owner) => rootOf(owner)?.path, files };
}

/** The text of an Avro schema. All types it names are defined in it, except those that the document defines nowhere. Throws `TooLarge`. */
function avroText(schemas: Schemas, root: Node): string {
  const alone = avroAlone(schemas, root);
  if (!alone) throw new TooLarge();
  return `${new DataText().print(alone, "")}\n`;
}

/** RAML 1.0, "RAML Fragments". */
const HEAD = "#%RAML 1.0 DataType\n";

/** Replaces references by their targets, since RAML has no references. A recursive reference becomes the type `any`. */
class RamlInliner {
  readonly #documents: Documents;
  readonly #above = new Set<Node>();
  #left = MOST_VALUES;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  of(written: Node): Node {
    this.#left -= 1;
    if (this.#left < 0) throw new TooLarge();
    const node = this.#documents.follow(written) ?? written;
    if (this.#above.has(node)) return { kind: "string", value: "any", file: node.file, start: node.start, end: node.end };
    this.#above.add(node);
    const made = this.#inside(node);
    this.#above.delete(node);
    return made;
  }

  #inside(node: Node): Node {
    if (node.kind === "list") return { ...node, items: node.items.map((item) => this.of(item)) };
    if (node.kind !== "map" || stringOf(node, "$ref") !== undefined) return node;
    return { ...node, entries: node.entries.map((entry): Entry => ({ ...entry, value: this.of(entry.value) })) };
  }
}

/** The text of a RAML type: as written if the document has it as a string, printed as YAML otherwise. Throws `TooLarge`. */
export function ramlText(documents: Documents, root: Node): string {
  if (root.kind === "string") return root.value.startsWith("#%RAML") ? root.value : `${HEAD}type: ${JSON.stringify(root.value)}\n`;
  return HEAD + printYaml(new RamlInliner(documents).of(root));
}
