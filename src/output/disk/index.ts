/**
 * Writes sites to disk: staged beside the output folder, swapped in by renaming, and recovered after a killed run.
 * Only files that msgdocs wrote are removed; other files in the folder are kept.
 */
export type { Disk, DiskEntry, EntryKind, FileCopy } from "./disk.ts";
export { nodeDisk, diskFailure, OutputFailure, readCopy, isSitePath, parentFolders } from "./disk.ts";
export type { OutputOptions, Output, RunPaths, CopiedFile, OutputFile } from "./open-output.ts";
export { openOutput } from "./open-output.ts";
// For callers that keep a site in memory.
export { workerFlags } from "./writers.ts";
