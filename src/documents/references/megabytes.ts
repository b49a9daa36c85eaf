import type { Documents } from "./documents.ts";

const MEGABYTE = 2 ** 20;

/** Characters of all files of the documents. */
export function charactersOf({ files }: Pick<Documents, "files">): number {
  return files.reduce((sum, { text }) => sum + text.length, 0);
}

/** The same in megabytes begun, at least one: limits for the whole of them grow with it. */
export function megabytesOf(documents: Pick<Documents, "files">): number {
  return Math.max(1, Math.ceil(charactersOf(documents) / MEGABYTE));
}
