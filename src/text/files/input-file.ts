import { createHash } from "node:crypto";
import type { FileProblem } from "./file-problem.ts";
import type { FileAccess } from "./open-file.ts";
import { withFile } from "./open-file.ts";

/**
 * A file that a run read, looked for or refused, by its absolute path. The access that the run had to it goes along, so that nothing that
 * was refused is opened later.
 */
export interface InputFile {
  readonly path: string;
  readonly access: FileAccess;
}

/** Larger files are not hashed, if the access has no limit of its own; bytes. */
const LARGEST = 64 * 1024 * 1024;
const CHUNK = 1024 * 1024;

/** The SHA-256 of an input, if its access allows to read it. */
export function hashInput({ path, access }: InputFile): string | FileProblem {
  return withFile(path, { largest: LARGEST, ...access }, ({ size, read }) => {
    const hash = createHash("sha256");
    for (let at = 0; at < size; at += CHUNK) hash.update(read(Math.min(CHUNK, size - at), at));
    return hash.digest("hex");
  });
}

/** The hash of an input, or else its problem. A missing file is an input too, because it may be there next time. */
export function inputState(input: InputFile): string {
  const found = hashInput(input);
  return typeof found === "string" ? found : found.problem;
}

/** An input that is known by its real path: a link in its place is not followed. */
export function realInput(path: string): InputFile {
  return { path, access: { root: path, links: "refuse" } };
}
