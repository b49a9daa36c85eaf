import type { Documents } from "./documents.ts";

const MEGABYTE = 2 ** 20;

/** Characters of all files of the documents, in megabytes begun, at least one: limits for the whole of them grow with it. */
export function megabytesOf({ files }: Pick<Documents, "files">): number {
  const characters = files.reduce((sum, { text }) => sum + text.length, 0);
  return Math.max(1, Math.ceil(characters / MEGABYTE));
}
