import type { Command } from "commander";
import type { CliContext, CommonFlags } from "./options.ts";
import {
  carryOut,
  DOCUMENT,
  flagsOf,
  reportingOf,
  withDate,
  withOut,
  withPages,
  withReading,
  withReport,
  withReports,
  withSettings,
} from "./options.ts";

const PART_EXAMPLES = `
Examples:
  $ msgdocs part services/orders/asyncapi.yaml -o parts/orders
  $ msgdocs part services/orders/asyncapi.yaml --print-key`;

const MERGE_EXAMPLES = `
Examples:
  $ msgdocs merge parts/* -o portal`;

interface PartFlags extends CommonFlags {
  readonly inputs?: string;
  readonly printKey?: true;
  readonly list?: true;
}

/** The two commands that build a portal in steps, for builds that are spread over machines. */
export function addPortal(program: Command, context: CliContext): void {
  const making = program.command("part").description("make the part of one document for a portal").argument("[document]", DOCUMENT);
  withPages(withReports(withReading(withOut(making, "dir", "folder of the part: missing, empty, or written by msgdocs"))))
    .option("--inputs <file>", "write down every file that was read or looked for, with its hash")
    .option("--list", "print the documents of the settings, one a line, and make nothing")
    .option("--print-key", "print what the part would be known by, and make nothing")
    .addHelpText("after", PART_EXAMPLES)
    .action(async (document: string | undefined, given: PartFlags, called: Command) => {
      const reporting = reportingOf(given, called);
      const { inputs, printKey = false, list } = given;
      const request = { ...reporting, inputs, list, printKey, flags: flagsOf(given, document) };
      await carryOut(context, reporting, async (io) => (await import("../commands/index.ts")).part(request, io));
    });
  const merging = program
    .command("merge")
    .description("put parts together to a portal of many APIs")
    .argument("<part...>", "folders that msgdocs part wrote");
  const settled = withSettings(withOut(merging, "dir", "folder of the portal: missing, empty, or written by msgdocs"));
  withDate(withPages(withReports(withReport(settled))))
    .addHelpText("after", MERGE_EXAMPLES)
    .action(async (parts: string[], given: CommonFlags, called: Command) => {
      const reporting = reportingOf(given, called);
      await carryOut(context, reporting, async (io) =>
        (await import("../commands/index.ts")).merge({ ...reporting, parts, flags: flagsOf(given) }, io),
      );
    });
}
