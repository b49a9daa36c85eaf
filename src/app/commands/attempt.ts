import { visible } from "#report";
import { OutputFailure } from "#output";
import type { Exit, Io, Reporting } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import { checkReportFiles } from "./report-files.ts";
import { reportOfSettings, say } from "./report-problems.ts";

/** The exit and the words of what a command could not do; anything else is a bug of ours and is thrown on. */
function outcome(error: unknown): { exit: Exit; message: string } {
  if (error instanceof UsageError)
    return { exit: exits.usage, message: [error.message, error.hint ?? ""].map(visible).join("\n").trimEnd() };
  if (error instanceof OutputFailure)
    return { exit: error.kind === "refused" ? exits.usage : exits.environment, message: visible(error.message) };
  throw error;
}

/**
 * Carries out a command. What keeps it from being carried out is said on standard error; a format for machines then still gets
 * its report, with nothing in it, unless it had one already.
 */
export async function attempt(reporting: Reporting, io: Io, command: (io: Io) => Promise<Exit>): Promise<Exit> {
  const said = { report: false };
  const stdout: Io["stdout"] = (text) => {
    said.report = true;
    io.stdout(text);
  };
  try {
    checkReportFiles(reporting, io);
    return await command({ ...io, stdout });
  } catch (error) {
    const { exit, message } = outcome(error);
    io.progress(undefined);
    io.stderr(`error: ${message}\n`);
    if (!said.report && reporting.format !== "pretty")
      say(reportOfSettings([], undefined), { ...reporting, files: [] }, { io, to: "stdout" });
    return exit;
  }
}
