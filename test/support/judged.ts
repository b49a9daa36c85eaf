import { linkModel } from "../../src/model/api/index.ts";
import type { Api } from "../../src/model/api/index.ts";
import { normalize } from "../../src/model/normalize/index.ts";
import type { Documents } from "../../src/documents/references/index.ts";
import type { Schemas } from "../../src/schema/index.ts";
import { createSchemas } from "../../src/schema/index.ts";
import { documentsOf } from "./documents.ts";

/** What examples are judged in: a whole document of a text, and of other files by name. */
export function subjectOf(
  text: string,
  perspective?: "application" | "client",
  others?: Readonly<Record<string, string>>,
): { readonly api: Api; readonly documents: Documents; readonly schemas: Schemas } {
  const documents = documentsOf(text, others);
  const api = linkModel(
    normalize(documents, () => undefined, { perspective }),
    documents,
  );
  return { api, documents, schemas: createSchemas(api, documents) };
}

/** A document of messages under `components`, each as YAML. */
export function withMessages(messages: string, schemas = "{}"): string {
  const indented = messages.trim().replace(/^/gm, "    ");
  return `asyncapi: 2.6.0\ninfo: { title: Test, version: "1" }\nchannels: {}\ncomponents:\n  schemas: ${schemas}\n  messages:\n${indented}\n`;
}
