/** The commands of wings. */
import type { Command } from "commander";
import { Option } from "commander";
import type { ChangeFormat, FailOn } from "#run";
import { changeFormats, failOns } from "#run";
import type { CliContext, CommonFlags, ReportWish } from "./options.ts";
import {
  carryOut,
  DOCUMENT,
  flagsOf,
  reportingOf,
  reportsOf,
  withDate,
  withOut,
  withPages,
  withReach,
  withReading,
  withReport,
  withReports,
  withSettings,
} from "./options.ts";

const DIFF_EXAMPLES = `
Examples:
  $ msgdocs diff old.yaml new.yaml
  $ msgdocs diff v1.2.0:api.yaml api.yaml     the document as it was at a tag
  $ msgdocs diff --base origin/main           what this branch changes, in all documents of a portal
  $ msgdocs diff --base origin/main --format markdown > comment.md`;

interface DiffFlags extends Omit<CommonFlags, "format" | "report"> {
  readonly base?: string;
  readonly reading: "documented" | "strict";
  readonly failOn: FailOn;
  readonly format?: ChangeFormat;
  readonly report?: readonly ReportWish<ChangeFormat>[];
  readonly writeBaseline?: true;
}

/** The command that compares two versions. */
export function addDiff(program: Command, context: CliContext): void {
  const command = program
    .command("diff")
    .description("say what changed between two versions of a document, and whom it breaks")
    .argument("[document...]", "the old and the new document, files or REF:path of git; with --base the new one")
    .option("--base <ref>", "compare with the same document at a branch, tag or commit")
    .addOption(
      new Option("--reading <reading>", "of schemas: what they do not declare is not sent, or exactly what they say")
        .choices(["documented", "strict"])
        .default("documented"),
    )
    .addOption(new Option("--fail-on <what>", "changes that make it exit 1").choices([...failOns]).default("breaking"))
    .addOption(new Option("-f, --format <format>", "of the report (default: pretty)").choices([...changeFormats]));
  withReach(withReports(command, changeFormats))
    .option("--baseline <file>", "accepted changes: only others count (default: msgdocs-changes.json beside the settings)")
    .option("--write-baseline", "write the changes down as accepted")
    .option("-q, --quiet", "nothing, unless something breaks or cannot be told")
    .addOption(new Option("--debug", "show the stack of a bug").hideHelp())
    .addHelpText("after", DIFF_EXAMPLES)
    .action(async (documents: string[], given: DiffFlags, called: Command) => {
      const { base, reading, failOn, format, report, writeBaseline = false, quiet = false, ...flags } = given;
      const reports = reportsOf({ format, report }, called);
      const request = { documents, base, reading, failOn, ...reports, quiet, writeBaseline, flags: flagsOf(flags) };
      await carryOut(context, { format: "pretty", quiet }, async (io) => (await import("../commands/index.ts")).diff(request, io));
    });
}

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
