import { isUtf8 } from "node:buffer";
import { dirname, join, resolve } from "node:path";
import { settingsAccess } from "#config";
import { isOfDiff, parseBaseline, visible } from "#report";
import type { Io } from "#run";
import { ACCEPTED_CHANGES, replaceFile, UsageError } from "#run";
import { counted, MADE_BYTES, namedAccess, readFile } from "#text";
import type { AcceptedChanges, ChangeReport } from "../report/index.ts";
import { parseAcceptedChanges, printAcceptedChanges } from "../report/index.ts";

/** Where the changes are listed that a team accepts: in the file that was named, or beside the settings under the usual name. */
interface ChangesFile {
  readonly named?: string | undefined;
  /** The folder of the settings. */
  readonly folder: string;
  readonly cwd: string;
}

/** Reads the changes that a team accepts. Throws if a named file is missing, or if it holds something else. */
export function readAcceptedChanges({ named, folder, cwd }: ChangesFile): AcceptedChanges | undefined {
  const path = named === undefined ? join(folder, ACCEPTED_CHANGES) : resolve(cwd, named);
  const name = JSON.stringify(path);
  const access = named === undefined ? settingsAccess(folder, false) : namedAccess(path, cwd);
  const bytes = readFile(path, { ...access, largest: MADE_BYTES });
  const write = "Write it with msgdocs diff --base REF --write-baseline.";
  if ("problem" in bytes && bytes.problem === "missing") {
    if (named === undefined) return undefined;
    throw new UsageError(`There is no file of accepted changes ${name}.`, write);
  }
  const text = !("problem" in bytes) && isUtf8(bytes) ? bytes.toString() : undefined;
  const found = text === undefined ? undefined : parseAcceptedChanges(text, dirname(path));
  if (found) return found;
  const problems = text === undefined ? undefined : parseBaseline(text, dirname(path));
  if (problems && isOfDiff(problems))
    throw new UsageError(
      `${name} was written by an earlier version of msgdocs: it does not say what exactly was accepted.`,
      "Look at the changes once more, and write it again: msgdocs diff --base REF --write-baseline.",
    );
  if (problems)
    throw new UsageError(`${name} is the list of known problems of check, not of accepted changes.`, `Name another file. ${write}`);
  throw new UsageError(`${name} is not a file of accepted changes${"problem" in bytes ? `: ${bytes.reason}` : ""}.`, write);
}

/** Writes down the errors and warnings of comparisons as accepted. */
export function writeAcceptedChanges(reports: readonly ChangeReport[], { named, folder }: Omit<ChangesFile, "cwd">, io: Io): void {
  const path = named === undefined ? join(folder, ACCEPTED_CHANGES) : resolve(io.cwd, named);
  const { text, count } = printAcceptedChanges(reports, path);
  replaceFile(path, text, io.cwd);
  io.stderr(`Wrote ${counted(count, "accepted change")} to ${visible(path)}\n`);
}
