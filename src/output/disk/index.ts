/**
 * Writes sites to disk: staged beside the output folder, swapped in by renaming, and recovered after a killed run.
 * Only files that msgdocs wrote are removed; other files in the folder are kept.
 */
export type { Disk, DiskEntry, EntryKind } from "./disk.ts";
export { nodeDisk, diskFailure, OutputFailure } from "./disk.ts";
export type { OutputOptions, Output, RunPaths } from "./open-output.ts";
export { openOutput } from "./open-output.ts";
export { isSitePath, parentFolders } from "./own-files.ts";
export type { FileCopy } from "./file-copy.ts";
export type { CopiedFile, OutputFile } from "./stage.ts";
// For callers that keep a site in memory.
export { readCopy } from "./file-copy.ts";
export { workerFlags } from "./writers.ts";
