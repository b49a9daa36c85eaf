/**
 * Files: the one place that opens them. A file is judged when it is open, by its kind, its size and where it really is.
 */
export type { FileProblem } from "./file-problem.ts";
export { hiddenName, isInside, isUrl } from "./inside.ts";
export type { FoundFile, HeldFile, OpenFile, Reach } from "./open-file.ts";
export { realPathOf, repositoryOf } from "./repository.ts";
export { findFile, openFile, readFile, readOwnFile, withFile } from "./open-file.ts";
