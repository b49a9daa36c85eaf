import type { Stats } from "node:fs";

/** Why a file cannot be read. `reason` is a phrase (`it is a folder`); `real` is the target of a link that leads outside of the root. */
export interface FileProblem {
  readonly problem: "missing" | "not-a-file" | "refused" | "outside-root" | "hidden" | "too-large";
  readonly reason: string;
  /** The error code of the system, such as `ENOENT`, if there is one. */
  readonly code?: string;
  readonly real?: string;
}

const meanings: Readonly<Record<string, readonly [FileProblem["problem"], string]>> = {
  ENOENT: ["missing", "there is no such file"],
  ENOTDIR: ["missing", "there is no such file (a part of its path is a file, not a folder)"],
  EACCES: ["refused", "permission denied (EACCES)"],
  EPERM: ["refused", "permission denied (EPERM)"],
  ELOOP: ["refused", "its symbolic links lead to one another (ELOOP)"],
  ENAMETOOLONG: ["missing", "its name is too long (ENAMETOOLONG)"],
  // open(2) of a socket or of a device without a driver.
  ENXIO: ["not-a-file", "it is a socket, not a regular file"],
  EOPNOTSUPP: ["not-a-file", "it is a socket, not a regular file"],
};

/** Failures of the system, which are not a problem of the file. */
const SYSTEM_ERRORS = ["EMFILE", "ENFILE", "ENOMEM", "EIO"];

/** Turns an error of the file system into the problem of a file. Rethrows an error that is a failure of the system. */
export function fileProblem(error: unknown): FileProblem {
  const code = error instanceof Error && "code" in error ? String(error.code) : "";
  if (SYSTEM_ERRORS.includes(code)) throw error;
  const known = Object.hasOwn(meanings, code) ? meanings[code] : undefined;
  if (known) return { problem: known[0], reason: known[1], code };
  return { problem: "refused", reason: code || (error instanceof Error ? error.message : String(error)), code };
}

/** The problem of a file that is not a regular file. */
export function notRegular(stats: Stats): FileProblem {
  const kind = (): string => {
    if (stats.isDirectory()) return "it is a folder";
    if (stats.isFIFO()) return "it is a named pipe, not a regular file";
    if (stats.isSocket()) return "it is a socket, not a regular file";
    return "it is a device, not a regular file";
  };
  return { problem: "not-a-file", reason: kind() };
}
