import { Ajv } from "ajv";
import { Ajv2019 } from "ajv/dist/2019.js";
import { Ajv2020 } from "ajv/dist/2020.js";
import { createRequire } from "node:module";
import { createRoutes, linkModel, normalize } from "#model";
import { createSchemas } from "#schema";
import type { SchemaFiles } from "#pages";
import { createSchemaFiles } from "#pages";
import { loaded } from "../../support/loaded.ts";

/** The schemas of YAML texts, of which no file is made yet. */
export async function schemaFilesOf(text: string, others?: Readonly<Record<string, string>>, base?: string): Promise<SchemaFiles> {
  const documents = await loaded(text, others);
  const api = linkModel(
    normalize(documents, () => undefined),
    documents,
  );
  return createSchemaFiles({ api, documents, routes: createRoutes(api, () => undefined), schemas: createSchemas(api, documents), base });
}

/** The files of the schemas of YAML texts, by path. */
export async function filesOf(...given: Parameters<typeof schemaFilesOf>): Promise<ReadonlyMap<string, string>> {
  const made = await schemaFilesOf(...given);
  return new Map([...made.files()].map(({ path, contents }) => [path, contents]));
}

const draft06 = createRequire(import.meta.url)("ajv/dist/refs/json-schema-draft-06.json") as object;

/** A validator for the draft that a file says it is of. Formats and annotations are not its business. */
export function ajvFor(text: string): Ajv | Ajv2020 | Ajv2019 {
  const options = { strict: false, validateFormats: false, allErrors: true, addUsedSchema: false, logger: false } as const;
  if (text.includes('"$schema": "https://json-schema.org/draft/2020-12/')) return new Ajv2020(options);
  if (text.includes('"$schema": "https://json-schema.org/draft/2019-09/')) return new Ajv2019(options);
  const ajv = new Ajv(options);
  ajv.addMetaSchema(draft06);
  return ajv;
}

/** Judges values by the file of a schema alone, after the file was judged by its own draft's meta-schema. */
export function validatorOf(files: ReadonlyMap<string, string>, path: string): (value: unknown) => boolean {
  const text = files.get(path) ?? "";
  const schema = JSON.parse(text) as object;
  const ajv = ajvFor(text);
  if (!ajv.validateSchema(schema)) throw new Error(`${path}: ${ajv.errorsText()}`);
  const check = ajv.compile(schema);
  return (value) => check(value);
}
