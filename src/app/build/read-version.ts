import type { ApiVersion } from "#compare";
import type { LoadResult } from "#documents";
import { linkModel, normalize } from "#model";
import { createSchemas } from "#schema";
import type { Contact } from "./load.ts";
import { load } from "./load.ts";
import type { Setting } from "./setting.ts";

/** A document for a comparison: read and linked, but not checked. */
export interface ReadVersion extends Pick<LoadResult, "files" | "problems" | "inputs"> {
  readonly contacts: readonly Contact[];
  /** Absent if the main document cannot be read. */
  readonly version?: ApiVersion | undefined;
}

export async function readVersion(document: string, setting: Setting): Promise<ReadVersion> {
  setting.progress?.("reading");
  const { documents, ...read } = await load(document, setting);
  if (!documents) return read;
  // Problems of the structure are reported by `check`.
  const api = linkModel(
    normalize(documents, () => undefined, setting.settings),
    documents,
  );
  return { ...read, version: { documents, api, schemas: createSchemas(api, documents) } };
}
