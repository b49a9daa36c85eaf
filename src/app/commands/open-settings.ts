import type { Flags, Settings } from "#config";
import { loadSettings } from "#config";
import { networkRefusal } from "../build/index.ts";
import type { Io, Reporting } from "./io.ts";
import { UsageError } from "./io.ts";
import { reportOfSettings, say } from "./report-problems.ts";

/** The settings of a run. If they are invalid, that is reported and the result is `undefined`; the run ends with exit code 2. */
export function openSettings(flags: Flags, reporting: Reporting, io: Io): Settings | undefined {
  const { settings, problems, root } = loadSettings(flags, io.cwd);
  if (!settings) say(reportOfSettings(problems, root), reporting, { io, to: "stderr" });
  const refused = settings && networkRefusal(settings);
  if (refused !== undefined) throw new UsageError(refused);
  return settings;
}
