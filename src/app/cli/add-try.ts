import type { Command } from "commander";
import type { CliContext, CommonFlags } from "./options.ts";
import { flagsOf, reportingOf, withReading, withReports } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs try lamps/lit payload.json              a payload on a channel, by its address or id
  $ msgdocs try LampLit payload.json api.yaml       a payload of a message, by the document named
  $ node print-event.js | msgdocs try LampLit -`;

/** The command that judges one payload. */
export function addTry(program: Command, { io, ended }: CliContext): void {
  const command = program
    .command("try")
    .description("say whether a payload fits a channel or message, and of a portal who could take it; exits 1 if it does not")
    .argument("<what>", "address or id of a channel, or a name of a message")
    .argument("<file>", "file with the payload; - for standard input")
    .argument("[document]", "document that describes it (default: as of check)");
  withReports(withReading(command))
    .addHelpText("after", EXAMPLES)
    .action(async (what: string, file: string, document: string | undefined, given: CommonFlags, called: Command) => {
      const { attempt, tryPayload } = await import("../commands/index.ts");
      const reporting = reportingOf(given, called);
      ended(await attempt(reporting, io, (own) => tryPayload({ ...reporting, what, file, flags: flagsOf(given, document) }, own)));
    });
}
