/** Loads the settings of a run. */
import { dirname, resolve } from "node:path";
import type { Flags, Settings } from "#config";
import { loadSettings } from "#config";
import type { Node } from "#text";
import { valueOf } from "#text";
import { networkRefusal } from "../recipe/index.ts";
import type { Io, Reporting } from "./io.ts";
import { UsageError } from "./io.ts";
import { reportOfSettings, say } from "./report-problems.ts";

/** Settings whose remarks include the problems of the Markdown in them. */
export async function withTextProblems(settings: Settings, root: Node | undefined): Promise<Settings> {
  const footer = valueOf(root, "footer");
  if (!root || footer?.kind !== "string") return settings;
  const { settingsTextProblems } = await import("#prose");
  const problems = await settingsTextProblems(footer);
  if (problems.length === 0) return settings;
  return { ...settings, remarks: { diagnostics: [...(settings.remarks?.diagnostics ?? []), ...problems], root } };
}

/** The settings of a run. If they are invalid, that is reported and the result is `undefined`; the run ends with exit code 2. */
export async function openSettings(flags: Flags, reporting: Reporting, io: Io): Promise<Settings | undefined> {
  const { settings, problems, root } = loadSettings(flags, io.cwd);
  if (!settings) say(reportOfSettings(problems, root), reporting, { io, to: "stderr" });
  const refused = settings && networkRefusal(settings);
  if (refused !== undefined) throw new UsageError(refused);
  return settings && withTextProblems(settings, root);
}

/** The folder of the settings. */
export function settingsFolder({ config }: Flags, { portal }: Pick<Settings, "portal">, cwd: string): string {
  return portal?.folder ?? (config === undefined ? cwd : dirname(resolve(cwd, config)));
}
