import type { Command } from "commander";
import { Option } from "commander";
import type { CommonFlags, Run } from "./options.ts";
import { DOCUMENT, flagsOf } from "./options.ts";

const EXAMPLES = `
Examples:
  $ msgdocs bundle api.yaml -o bundled.yaml
  $ msgdocs bundle api.yaml -o bundled.json    as JSON
  $ msgdocs bundle --format json | jq .info`;

interface BundleFlags extends Omit<CommonFlags, "format"> {
  readonly format?: "json" | "yaml";
}

/** The command that makes one document of many files. */
export function addBundle(program: Command, { io, ended }: Run): void {
  program
    .command("bundle")
    .description("write a document and the files it refers to as one; exits 1 on errors, and writes all the same")
    .argument("[document]", DOCUMENT)
    .option("-o, --out <file>", "file to write, - for standard output (default: standard output)")
    .addOption(new Option("-f, --format <format>", "of the document (default: by the name of the file)").choices(["json", "yaml"]))
    .option("-c, --config <file>", "settings file (default: msgdocs.yaml)")
    .option("--root <dir>", "folder that references may read (default: the document's)")
    .option("--allow-errors", "exit 0 in spite of errors, which are reported all the same")
    .option("--strict", "warnings fail the run too")
    .option("--baseline <file>", "known problems: only new ones are reported")
    .option("-q, --quiet", "errors only")
    .addOption(new Option("--debug", "show the stack of a bug").hideHelp())
    .addHelpText("after", EXAMPLES)
    .action(async (document: string | undefined, given: BundleFlags) => {
      const { attempt, bundle } = await import("../commands/index.ts");
      const { out, format: language, quiet, ...flags } = given;
      const reporting = { format: "pretty", quiet: quiet === true } as const;
      const request = { out, language, quiet: reporting.quiet, flags: flagsOf({ ...flags, format: "pretty" }, document) };
      ended(await attempt(reporting, io, (own) => bundle(request, own)));
    });
}
