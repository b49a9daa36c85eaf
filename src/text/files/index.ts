/**
 * The only place that opens files. A file is checked while it is open: its kind, its size and its real path.
 */
export { notRegular, type FileProblem } from "./file-problem.ts";
export { hiddenName, isInside, isUrl } from "./inside.ts";
export type { FoundFile, FileHandle, FolderHandle, OpenFile, FileAccess } from "./open-file.ts";
export { isPicture } from "./is-picture.ts";
export { hashInput, inputState, realInput, type InputFile } from "./input-file.ts";
export { patiently } from "./patience.ts";
export { isAlias, leadsOut, namedAccess, realPathOf, repositoryOf } from "./repository.ts";
export { findFile, listFolder, openFile, openFolder, readFile, readOwnFile, statsOf, withFile } from "./open-file.ts";
