import type { Command } from "commander";
import { Option } from "commander";
import { changeFormats, failOns } from "#report";
import type { ChangeFormat, FailOn } from "#report";
import type { CliContext, CommonFlags } from "./options.ts";
import { flagsOf, withReach } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs diff old.yaml new.yaml
  $ msgdocs diff v1.2.0:api.yaml api.yaml     the document as it was at a tag
  $ msgdocs diff --base origin/main           what this branch changes
  $ msgdocs diff --base origin/main --format markdown > comment.md`;

interface DiffFlags extends Omit<CommonFlags, "format"> {
  readonly base?: string;
  readonly reading: "documented" | "strict";
  readonly failOn: FailOn;
  readonly format?: ChangeFormat;
  readonly writeBaseline?: true;
}

/** The command that compares two versions. */
export function addDiff(program: Command, { io, ended }: CliContext): void {
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
  withReach(command)
    .option("--baseline <file>", "accepted changes: only others count")
    .option("--write-baseline", "write the changes down as accepted (default: msgdocs-changes.json)")
    .option("-q, --quiet", "only what breaks or cannot be told")
    .addOption(new Option("--debug", "show the stack of a bug").hideHelp())
    .addHelpText("after", EXAMPLES)
    .action(async (documents: string[], given: DiffFlags) => {
      const { attempt, diff } = await import("../commands/index.ts");
      const { base, reading, failOn, format = "pretty", writeBaseline, quiet, ...flags } = given;
      const request = {
        documents,
        base,
        reading,
        failOn,
        format,
        quiet: quiet === true,
        writeBaseline: writeBaseline === true,
        flags: flagsOf(flags),
      };
      ended(await attempt({ format: "pretty", quiet: request.quiet }, io, (own) => diff(request, own)));
    });
}
