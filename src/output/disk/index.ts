/**
 * Files → disk: staged beside the output folder, swapped in whole by renaming, and restored after a run that was killed.
 * Only what we wrote is ever removed; what others put into the folder is carried over.
 */
export type { Disk, DiskEntry, EntryKind } from "./disk.ts";
export { nodeDisk } from "./disk.ts";
export type { Opening, Output } from "./open-output.ts";
export { openOutput } from "./open-output.ts";
export { diskFailure, OutputFailure } from "./output-failure.ts";
export type { Surroundings } from "./output-folder.ts";
export { isSitePath } from "./record.ts";
export type { OutputFile } from "./stage.ts";
