/**
 * The only place that opens files. A file is checked while it is open: its kind, its size and its real path.
 */
export {
  notRegular,
  type FileProblem,
  findFile,
  listFolder,
  openFile,
  openFolder,
  readFile,
  MADE_BYTES,
  readOwnFile,
  MEGABYTE,
  SOURCE_BYTES,
  statsOf,
  withFile,
  hiddenName,
  isInside,
  isUrl,
  isPicture,
  hashInput,
  inputState,
  realInput,
  type InputFile,
  patiently,
} from "./open-file.ts";
export type { FoundFile, FileHandle, FolderHandle, OpenFile, FileAccess } from "./open-file.ts";
export { isAlias, leadsOut, namedAccess, realPathOf, repositoryOf } from "./repository.ts";
