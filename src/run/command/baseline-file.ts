/** Reads and writes files of known problems. */
import { isUtf8 } from "node:buffer";
import { dirname, resolve } from "node:path";
import type { Settings } from "#config";
import type { Baseline, ProblemReport } from "#report";
import { isOfDiff, listsChanges, parseBaseline, printBaseline, visible } from "#report";
import { counted, MADE_BYTES, namedAccess, readFile } from "#text";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";
import { replaceFile } from "./one-file.ts";

const NAME = "msgdocs-baseline.json";
/** Where `diff` finds the changes that a team accepts. */
export const ACCEPTED_CHANGES = "msgdocs-changes.json";

/** Reads the baseline file that settings name. Throws if it is missing or invalid. */
export function readBaseline({ baseline }: Pick<Settings, "baseline">, cwd: string): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const name = JSON.stringify(baseline);
  // A path that settings may not name was refused before.
  const bytes = readFile(baseline, { ...namedAccess(baseline, cwd), largest: MADE_BYTES });
  if ("problem" in bytes && bytes.problem === "missing")
    throw new UsageError(`There is no baseline file ${name}.`, "Make one with --write-baseline.");
  const text = !("problem" in bytes) && isUtf8(bytes) ? bytes.toString() : undefined;
  const found = text === undefined ? undefined : parseBaseline(text, dirname(baseline));
  if (found && !isOfDiff(found)) return found;
  if (found || (text !== undefined && listsChanges(text)))
    throw new UsageError(
      `${name} lists changes that diff accepts, and no known problems.`,
      `Name another file: msgdocs check --write-baseline makes ${NAME}. diff finds ${ACCEPTED_CHANGES} beside the settings by itself.`,
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
