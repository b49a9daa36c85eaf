import type { Command } from "commander";
import { Option } from "commander";
import type { ChangeFormat, FailOn } from "#run";
import { changeFormats, failOns } from "#run";
import type { CliContext, CommonFlags, ReportWish } from "./options.ts";
import { carryOut, flagsOf, reportsOf, withReach, withReports } from "./options.ts";

const EXAMPLES = `
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
    .addHelpText("after", EXAMPLES)
    .action(async (documents: string[], given: DiffFlags, called: Command) => {
      const { base, reading, failOn, format, report, writeBaseline = false, quiet = false, ...flags } = given;
      const reports = reportsOf({ format, report }, called);
      const request = { documents, base, reading, failOn, ...reports, quiet, writeBaseline, flags: flagsOf(flags) };
      await carryOut(context, { format: "pretty", quiet }, async (io) => (await import("../commands/index.ts")).diff(request, io));
    });
}
