/** The common errors of a file system: their meaning, and what to do. */
const meanings: Readonly<Record<string, readonly [meaning: string, step: string]>> = {
  EACCES: ["permission denied", "Get permission to write there, or name another place."],
  EPERM: ["the operation is not permitted", "Get permission to write there, or name another place."],
  EROFS: ["the file system is read-only", "Name a place that can be written."],
  ENOSPC: ["no space is left on the disk", "Make room on it, or name a place on another disk."],
  EDQUOT: ["the disk quota is used up", "Make room, or name a place on another disk."],
  EMFILE: ["this process has too many files open", "Raise its limit (ulimit -n)."],
  ENFILE: ["the system has too many files open", "Close other programs, or raise the system's limit."],
  EXDEV: ["the folder is a mount point or on another file system, so it cannot be swapped", "Name a folder inside it."],
  EBUSY: ["it is in use, or a mount point", "Name a folder inside it."],
  ENOENT: ["there is no such file or folder, or none can be made there", "Name another place."],
  ENOTDIR: ["a part of the path is not a folder", "Name another place."],
  EISDIR: ["it is a folder", "Name a file."],
  EEXIST: ["it is already there", "Remove it, or name another place."],
  ENOTEMPTY: ["the folder is not empty", "Empty it, or name another place."],
  ENAMETOOLONG: ["the name is too long for this file system", "Name a shorter one."],
  ELOOP: ["the links lead in a circle", "Name the place itself."],
  EFBIG: ["the file is larger than this process may write", "Raise its limit (ulimit -f)."],
  EIO: ["the disk failed to read or write", "Check the disk, or name a place on another one."],
};

/** An error of Node's file functions. */
function isErrno(error: unknown): error is Error & { code: string; path?: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/**
 * Why no site was written: `refused` if the folder must not be overwritten (exit code 2), `environment` if the disk or another run
 * prevents it (exit code 3). The previous site is unchanged, or the next run restores it.
 */
export class OutputFailure extends Error {
  readonly kind: "refused" | "environment";

  constructor(kind: "refused" | "environment", message: string) {
    super(message);
    this.name = "OutputFailure";
    this.kind = kind;
  }
}

/** Turns an error of a file function into a failure of the environment, with path and meaning. Rethrows anything else, which is a bug. */
export function diskFailure(error: unknown, doing: string): OutputFailure {
  if (error instanceof OutputFailure) return error;
  if (!isErrno(error)) throw error;
  const [meaning, step] = (Object.hasOwn(meanings, error.code) ? meanings[error.code] : undefined) ?? [error.message, ""];
  const where = error.path ? ` ${JSON.stringify(error.path)}` : "";
  return new OutputFailure("environment", `Cannot ${doing}${where}: ${meaning} (${error.code}). ${step}`.trimEnd());
}

/** The `code` of an error of a file function, such as `EEXIST`. */
export function errnoOf(error: unknown): string | undefined {
  return isErrno(error) ? error.code : undefined;
}
