import { isUtf8 } from "node:buffer";
import { dirname, join, resolve } from "node:path";
import type { Settings } from "#config";
import { settingsAccess } from "#config";
import type { AcceptedChanges, Baseline, ChangeReport, ProblemReport } from "#report";
import { parseAcceptedChanges, parseBaseline, printAcceptedChanges, printBaseline, visible } from "#report";
import { counted, namedAccess, readFile, MADE_BYTES } from "#text";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";
import { replaceFile } from "./one-file.ts";

const NAME = "msgdocs-baseline.json";
const CHANGES = "msgdocs-changes.json";

/** What both kinds of files are parsed to. One of `check` does not hold changes only, which an earlier version wrote for `diff`. */
interface ParsedFile {
  readonly problems?: Baseline | undefined;
  readonly changes?: AcceptedChanges | undefined;
  readonly isEarlier: boolean;
}

function parsed(text: string, path: string): ParsedFile {
  const problems = parseBaseline(text, dirname(path));
  const isEarlier =
    problems !== undefined && problems.problems.length > 0 && problems.problems.every(({ code }) => code.startsWith("change/"));
  return { problems: isEarlier ? undefined : problems, changes: parseAcceptedChanges(text, dirname(path)), isEarlier };
}

/** Reads the baseline file that settings name. Throws if it is missing or invalid. */
export function readBaseline({ baseline }: Pick<Settings, "baseline">, cwd: string): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const name = JSON.stringify(baseline);
  // A path that settings may not name was refused before.
  const bytes = readFile(baseline, { ...namedAccess(baseline, cwd), largest: MADE_BYTES });
  if ("problem" in bytes && bytes.problem === "missing")
    throw new UsageError(`There is no baseline file ${name}.`, "Make one with --write-baseline.");
  const found = !("problem" in bytes) && isUtf8(bytes) ? parsed(bytes.toString(), baseline) : undefined;
  if (found?.problems) return found.problems;
  if (found?.changes || found?.isEarlier)
    throw new UsageError(
      `${name} lists changes that diff accepts, and no known problems.`,
      `Name another file: msgdocs check --write-baseline makes ${NAME}. diff finds ${CHANGES} beside the settings by itself.`,
    );
  const why = "problem" in bytes ? `: ${bytes.reason}` : "";
  throw new UsageError(`${name} is not a baseline file${why}.`, "Make a new one with --write-baseline.");
}

/** Writes the errors and warnings of a report as a baseline, and says how many. Returns the path of the file. */
export function writeBaseline(report: ProblemReport, { baseline }: Pick<Settings, "baseline">, io: Io): string {
  const path = baseline ?? resolve(io.cwd, NAME);
  if (report.unlisted > 0) {
    throw new UsageError(
      `There are too many of them for a baseline: ${report.unlisted} are not listed.`,
      "Mend some, or raise limits.reportCharacters in the settings.",
    );
  }
  const known = report.summary.errors + report.summary.warnings;
  replaceFile(path, printBaseline(report, dirname(path)), io.cwd);
  io.stderr(`Wrote ${counted(known, "known problem")} to ${visible(path)}\n`);
  return path;
}

/** Where the changes are listed that a team accepts: in the file that was named, or beside the settings under the usual name. */
interface ChangesFile {
  readonly named?: string | undefined;
  /** The folder of the settings. */
  readonly folder: string;
  readonly cwd: string;
}

/** Reads the changes that a team accepts. Throws if a named file is missing, or if it holds something else. */
export function readAcceptedChanges({ named, folder, cwd }: ChangesFile): AcceptedChanges | undefined {
  const path = named === undefined ? join(folder, CHANGES) : resolve(cwd, named);
  const name = JSON.stringify(path);
  const access = named === undefined ? settingsAccess(folder, false) : namedAccess(path, cwd);
  const bytes = readFile(path, { ...access, largest: MADE_BYTES });
  const write = "Write it with msgdocs diff --base REF --write-baseline.";
  if ("problem" in bytes && bytes.problem === "missing") {
    if (named === undefined) return undefined;
    throw new UsageError(`There is no file of accepted changes ${name}.`, write);
  }
  const found = !("problem" in bytes) && isUtf8(bytes) ? parsed(bytes.toString(), path) : undefined;
  if (found?.changes) return found.changes;
  if (found?.isEarlier)
    throw new UsageError(
      `${name} was written by an earlier version of msgdocs: it does not say what exactly was accepted.`,
      "Look at the changes once more, and write it again: msgdocs diff --base REF --write-baseline.",
    );
  if (found?.problems)
    throw new UsageError(`${name} lists known problems of check, and no accepted changes.`, `Name another file. ${write}`);
  throw new UsageError(`${name} is not a file of accepted changes${"problem" in bytes ? `: ${bytes.reason}` : ""}.`, write);
}

/** Writes down all changes of a comparison as accepted. */
export function writeAcceptedChanges(reports: readonly ChangeReport[], { named, folder }: Omit<ChangesFile, "cwd">, io: Io): void {
  const path = named === undefined ? join(folder, CHANGES) : resolve(io.cwd, named);
  const { text, count } = printAcceptedChanges(reports, path);
  replaceFile(path, text, io.cwd);
  io.stderr(`Wrote ${counted(count, "accepted change")} to ${visible(path)}\n`);
}
