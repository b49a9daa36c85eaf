import type { JsonSchemaDialect } from "#format";
import { combiningKeywords } from "./combining-keywords.ts";
import { draft07, drafts, jsonSchema, words } from "./drafts.ts";
import { listKeywords } from "./list-keywords.ts";
import { objectKeywords } from "./object-keywords.ts";
import { oldNumberKeywords, textKeywords, nullableKeywords, typeKeywords } from "./type-keywords.ts";
import type { DialectRules } from "./visit.ts";

/** What later drafts added means nothing in draft 04. */
const LATER = new Set(["const", "contains", "propertyNames"]);

const draft04 = Object.fromEntries(
  Object.entries({
    ...typeKeywords,
    ...oldNumberKeywords,
    ...textKeywords,
    ...listKeywords,
    ...objectKeywords,
    ...combiningKeywords,
  }).filter(([key]) => !LATER.has(key)),
);

/** The rules of each dialect. */
export const dialectRules: Readonly<Record<JsonSchemaDialect, DialectRules>> = {
  ...drafts,
  "draft-04": jsonSchema("draft-04", words(draft04)),
  // The Schema Object of the format: draft 07 with references of the document and `discriminator`.
  "schema-object": { ...jsonSchema("schema-object", words(draft07)), discriminator: true },
  "openapi-3.0": { ...jsonSchema("openapi-3.0", words(draft04, nullableKeywords)), discriminator: true },
  "openapi-3.1": { ...drafts["2020-12"], name: "openapi-3.1", discriminator: true },
};
