import { OutputFailure } from "#output";
import { visible } from "#report";
import type { Exit, Io, Reporting } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import { checkReportFiles } from "./report-files.ts";
import { reportOfFailure, reportOfSettings, say, templateFaultOf } from "./report-problems.ts";

/** Returns an error that means that the command could not be carried out. Any other error is a bug, and is thrown again. */
function failureOf(error: unknown): UsageError | OutputFailure {
  if (error instanceof UsageError || error instanceof OutputFailure) return error;
  throw error;
}

/**
 * Carries out a command. If that is impossible, the reason is printed on standard error, and reports for machines get it as their only
 * problem, unless they were written before.
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
    const ofTemplate = templateFaultOf(error);
    if (ofTemplate) {
      io.progress(undefined);
      say(reportOfSettings([ofTemplate], undefined), reporting, { io, to: "stderr" });
      return exits.usage;
    }
    const failure = failureOf(error);
    const { message, hint } = failure instanceof UsageError ? failure : { message: failure.message, hint: undefined };
    const isUsage = failure instanceof UsageError || failure.kind === "refused";
    io.progress(undefined);
    io.stderr(`error: ${[message, hint ?? ""].map(visible).join("\n").trimEnd()}\n`);
    if (!said.report && reporting.format !== "pretty") {
      say(reportOfFailure({ message, hint }), { ...reporting, files: [] }, { io, to: "stdout" });
    }
    return isUsage ? exits.usage : exits.environment;
  }
}
