import { isForAll, publicDocuments } from "#documents";
import { linkModel, normalize } from "#model";
import { createSchemas } from "#schema";
import { judgeExamples } from "#verdicts";
import type { Setting } from "./setting.ts";
import type { Checked } from "./subject.ts";

/**
 * Limits a document that was completely checked to what readers of the site may see: everything, unless `hideInternal` or `onlyTags` is
 * set.
 */
export async function limitToAudience(checked: Checked, { settings }: Setting): Promise<Checked> {
  if (isForAll(settings)) return checked;
  const documents = publicDocuments(checked.documents, settings);
  const api = linkModel(
    normalize(documents, () => undefined, settings),
    documents,
  );
  const schemas = createSchemas(api, documents);
  return {
    documents,
    api,
    schemas,
    verdicts: await judgeExamples({ api, documents, schemas, limits: settings.limits, refused: checked.verdicts.refused }),
  };
}
