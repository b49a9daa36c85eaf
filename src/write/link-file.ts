import { constants, copyFileSync, linkSync } from "node:fs";
import { errnoOf } from "./output-failure.ts";

/** Another file system, one without such links, too many of them: a copy is as good. */
const UNLINKABLE = new Set(["EXDEV", "EPERM", "EMLINK", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

/** Gives a file a second name, or where the file system cannot do that makes a copy. Throws what Node throws. */
export function linkFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch (error) {
    if (!UNLINKABLE.has(errnoOf(error) ?? "")) throw error;
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}
