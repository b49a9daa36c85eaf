import { networkRefusal } from "../build/index.ts";
import type { Flags, Settings } from "#config";
import { loadSettings } from "#config";
import type { Io, Reporting } from "./io.ts";
import { UsageError } from "./io.ts";
import { reportOfSettings, say } from "./report-problems.ts";

/** The settings of a run; where they are wrong that has been reported, and the run ends with exit 2. */
export function openSettings(flags: Flags, reporting: Reporting, io: Io): Settings | undefined {
  const { settings, problems, root } = loadSettings(flags, io.cwd);
  if (!settings) say(reportOfSettings(problems, root), reporting, { io, to: "stderr" });
  const refused = settings && networkRefusal(settings);
  if (refused !== undefined) throw new UsageError(refused);
  return settings;
}
