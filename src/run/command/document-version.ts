import type { PortalDocument, Settings } from "#config";
import type { ReadVersion } from "../recipe/index.ts";
import { readVersion } from "../recipe/index.ts";
import type { Input } from "./find-documents.ts";
import type { GitSnapshot } from "./git-snapshot.ts";
import type { Io } from "./io.ts";

/** Where to read one version of a document. */
export interface DocumentVersion extends Pick<Input, "overlay" | "named"> {
  readonly document: string;
  readonly snapshot?: GitSnapshot | undefined;
}

export async function readLocation(
  { document, ...more }: DocumentVersion,
  { settings, io }: { readonly settings: Settings; readonly io: Io },
  entry?: PortalDocument,
): Promise<ReadVersion> {
  const { perspective = settings.perspective } = entry ?? {};
  return readVersion(document, { settings: { ...settings, perspective }, cwd: io.cwd, progress: io.progress, ...more });
}
