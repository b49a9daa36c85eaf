import type { Api, Message, NamedSchema, Routes, SchemaSource } from "#model";
import type { Language, Schema } from "#schema";
import { isJsonSchema } from "#schema";
import { avroText } from "./avro-text.ts";
import { JsonSchemaFiles } from "./json-schema-files.ts";
import type { Root, SchemaFile, SchemaFileParts } from "./parts.ts";
import { orTooLarge } from "./parts.ts";
import { ramlText } from "./raml-text.ts";

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
