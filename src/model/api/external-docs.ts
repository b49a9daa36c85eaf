import type { ExternalDocs } from "./entity.ts";
import type { Fields } from "./fields.ts";

/** The External Documentation Object of an object, reference followed. */
export function externalDocsOf(fields: Fields): ExternalDocs | undefined {
  const docs = fields.object("externalDocs", "ExternalDocs");
  return docs && { url: docs.text("url"), ...docs.described() };
}
