/** What the usual errors of a file system mean, in words that say what to do about them. */
const meanings: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "the operation is not permitted",
  EROFS: "the file system is read-only",
  ENOSPC: "no space is left on the disk",
  EDQUOT: "the disk quota is used up",
  EMFILE: "this process has too many files open",
  ENFILE: "the system has too many files open",
  EXDEV: "the folder is a mount point or on another file system, so it cannot be swapped; name a folder inside it",
  EBUSY: "it is in use, or a mount point; name a folder inside it",
  ENOENT: "there is no such file or folder",
  ENOTDIR: "a part of the path is not a folder",
  EISDIR: "it is a folder",
  EEXIST: "it is already there",
  ENOTEMPTY: "the folder is not empty",
  ENAMETOOLONG: "the name is too long for this file system",
  ELOOP: "the links lead in a circle",
  EFBIG: "the file is larger than this process may write",
  EIO: "the disk failed to read or write",
};

/** An error of Node's file functions. */
function isErrno(error: unknown): error is Error & { code: string; path?: string } {
  return error instanceof Error && "code" in error && typeof error.code === "string";
}

/**
 * Why no site was written: `refused` when the folder is not ours to write (exit 2), `environment` when the disk or another
 * run is in the way (exit 3). The earlier site stands as it was, or comes back with the next run.
 */
export class OutputFailure extends Error {
  readonly kind: "refused" | "environment";

  constructor(kind: "refused" | "environment", message: string) {
    super(message);
    this.name = "OutputFailure";
    this.kind = kind;
  }
}

/** A file function's error as a failure of the environment, with its path and meaning; anything else is thrown on: a bug of ours. */
export function diskFailure(error: unknown, doing: string): OutputFailure {
  if (error instanceof OutputFailure) return error;
  if (!isErrno(error)) throw error;
  const meaning = Object.hasOwn(meanings, error.code) ? meanings[error.code] : error.message;
  const where = error.path ? ` ${JSON.stringify(error.path)}` : "";
  return new OutputFailure("environment", `Cannot ${doing}${where}: ${meaning ?? ""} (${error.code}).`);
}

/** The `code` of a file function's error, such as `EEXIST`. */
export function errnoOf(error: unknown): string | undefined {
  return isErrno(error) ? error.code : undefined;
}
