import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { defaultLimits } from "../../src/config/index.ts";
import type { Api } from "../../src/model/api/index.ts";
import { linkModel } from "../../src/model/api/index.ts";
import { normalize } from "../../src/model/normalize/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import { loadDocuments } from "../../src/documents/references/index.ts";
import type { Schema, Schemas } from "../../src/schema/index.ts";
import { createSchemas } from "../../src/schema/index.ts";

/** A document with its schemas, as the build makes them. */
export interface LoadedSchemas {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  /** The schema of a key under `components.schemas`. */
  readonly named: (id: string) => Schema;
  /** The payload of the first message. */
  readonly payload: () => Schema;
}

function at<T>(value: T | undefined, what: string): T {
  if (value === undefined) throw new Error(`the test's document has no ${what}`);
  return value;
}

/** Loads a document that lies on the disk; `undefined` where there is nothing to document. */
export async function loadFile(path: string): Promise<LoadedSchemas | undefined> {
  const { documents } = await loadDocuments(path, { cwd: dirname(path), limits: defaultLimits });
  if (!documents) return undefined;
  const api = linkModel(normalize(documents, () => undefined), documents); // prettier-ignore
  const schemas = createSchemas(api, documents);
  return {
    api,
    documents,
    schemas,
    named: (id) => schemas.of(at(api.schemas.find((each) => each.id === id), id).source), // prettier-ignore
    payload: () => schemas.of(at(api.messages[0]?.payload, "payload")), // prettier-ignore
  };
}

/** Loads a document of several files; `main` is the text of the main one, `others` by name. */
export async function load(main: string, others: Readonly<Record<string, string>> = {}): Promise<LoadedSchemas> {
  const folder = await mkdtemp(join(tmpdir(), "schemas-"));
  try {
    const path = join(folder, main.trimStart().startsWith("{") ? "main.json" : "main.yaml");
    await writeFile(path, main);
    for (const [name, text] of Object.entries(others)) await writeFile(join(folder, name), text);
    return at(await loadFile(path), "document");
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** A document whose one message has this payload; `more` is further YAML at the root. */
export function withPayload(payload: string, { format, more = "" }: { format?: string; more?: string } = {}): string {
  const indented = payload.trim().replaceAll("\n", "\n          ");
  return `asyncapi: 2.4.0
info: { title: Test, version: "1" }
channels:
  c:
    publish:
      message:
        ${format === undefined ? "name: m" : `schemaFormat: ${format}`}
        payload:
          ${indented}
${more}`;
}

/** A document with these component schemas. */
export function withSchemas(schemas: string): string {
  return `asyncapi: 2.4.0
info: { title: Test, version: "1" }
channels: {}
components:
  schemas:
    ${schemas.trim().replaceAll("\n", "\n    ")}
`;
}
