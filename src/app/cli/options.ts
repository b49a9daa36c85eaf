import type { Command } from "commander";
import { InvalidArgumentError, Option } from "commander";
import type { Flags } from "#config";
import { isDay } from "#config";
import type { Format } from "#report";
import type { Exit, Io, Reporting } from "#run";

/** The description of the argument of commands that read one document. */
export const DOCUMENT = "document to read, a file or a URL, or the folder that holds it; - for standard input";

/** All formats; the compiler checks that none is missing. The report room is not loaded just to read arguments. */
const formats: readonly string[] = Object.keys({
  pretty: true,
  json: true,
  github: true,
  sarif: true,
  junit: true,
  codeclimate: true,
} satisfies Record<Format, true>);

/** A report requested by `--report`. Without a file it is printed. */
export interface ReportWish<Name extends string> {
  readonly format: Name;
  readonly file?: string | undefined;
}

/** Returns a function that parses a further `FORMAT` or `FORMAT=FILE`. */
function reportWishes<Name extends string>(allowed: readonly string[]) {
  const isAllowed = (text: string): text is Name => allowed.includes(text);
  return (text: string, before: readonly ReportWish<Name>[] = []): readonly ReportWish<Name>[] => {
    const at = text.indexOf("=");
    const format = at < 0 ? text : text.slice(0, at);
    if (!isAllowed(format)) throw new InvalidArgumentError(`Allowed formats are ${allowed.join(", ")}.`);
    if (at < 0) return [...before, { format }];
    const file = text.slice(at + 1);
    if (file === "") throw new InvalidArgumentError("The name of the file is missing.");
    return [...before, { format, file }];
  };
}

/** What commands get from the program: a function that sets the exit code, and the `Io` of the process. */
export interface CliContext {
  readonly io: Io;
  readonly ended: (exit: Exit) => void;
}

/** Carries out a command, which is loaded when it is chosen. */
export async function carryOut({ io, ended }: CliContext, reporting: Reporting, command: (io: Io) => Promise<Exit>): Promise<void> {
  const { attempt } = await import("../commands/index.ts");
  ended(await attempt(reporting, io, command));
}

/** What commands report that have no flags for it. */
export const PLAIN_REPORT = { format: "pretty", quiet: false } as const;

/** The flags shared by several commands, as commander parses them. */
export interface CommonFlags extends Omit<Flags, "output" | "document" | "settings"> {
  readonly format?: Format;
  readonly report?: readonly ReportWish<Format>[];
  readonly quiet?: true;
  readonly out?: string;
}

function count(text: string): number {
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 1 or more.");
  return Number(text);
}

/** Collects the values of a flag that may be given several times. */
function several(text: string, before: readonly string[] = []): readonly string[] {
  return [...before, text];
}

/** Flags of everything that reads settings. */
export function withSettings(command: Command): Command {
  return command
    .option("-c, --config <file>", "settings file (default: msgdocs.yaml)")
    .option(
      "--trust-settings",
      "settings may reach what a flag may: other folders, the network, credentials (or MSGDOCS_TRUST_SETTINGS=1)",
    );
}

/** Adds the flags for what a run may access. */
export function withReach(command: Command): Command {
  return withSettings(command)
    .option("--root <dir>", "folder that references may read (default: the document's)")
    .option("--allow-remote <url>", "https origin and path that may be read over the network", several)
    .option("--remote-header-env <origin=variable>", "environment variable with the Authorization header of one origin", several)
    .option("--offline", "read remote files from what msgdocs.lock recorded")
    .option("--update-lock", "record remote files anew in msgdocs.lock");
}

/** Adds the flags of all commands that read a document and report on it. */
export function withReading(command: Command): Command {
  return withReport(withReach(command).option("--baseline <file>", "known problems: only new ones are reported"));
}

/** Flags of everything that prints a report of problems. */
export function withReport(command: Command): Command {
  return command
    .option("--strict", "warnings fail the run too")
    .option("--max-problems <number>", "list no more problems than this", count)
    .addOption(new Option("-f, --format <format>", "of the report (default: pretty)").choices(formats))
    .option("-q, --quiet", "errors only")
    .addOption(new Option("--debug", "show the stack of a bug").hideHelp());
}

/** Adds the flag for what a command writes. It may also be called as the setting is. */
export function withOut(command: Command, kind: "dir" | "file", description: string): Command {
  return command
    .option(`-o, --out <${kind}>`, description)
    .addOption(new Option(`--output <${kind}>`).hideHelp())
    .on("option:output", (path: string) => command.setOptionValue("out", path));
}

/** Adds the flag of all commands that write reports for machines. */
export function withReports(command: Command, allowed: readonly string[] = formats): Command {
  const what = "another report, in a file; without a file the one that is printed, as by --format; may be given more than once";
  return command.option("--report <format[=file]>", what, reportWishes(allowed));
}

/** Parses a day. */
function day(text: string): string {
  if (!isDay(text)) throw new InvalidArgumentError("It must be a day such as 2026-03-01.");
  return text;
}

/** Adds the flag of the commands that make portals. */
export function withDate(command: Command): Command {
  return command.option("--date <day>", "day on which current versions were released, unless the settings say it", day);
}

/** Adds the flags of all commands that make pages. */
export function withPages(command: Command): Command {
  return command
    .option("--allow-errors", "build in spite of errors, which are marked on the pages")
    .option("--theme <dir>", "theme: a folder, or the name of a built-in one")
    .option("--templates <dir>", "templates that win over the theme's")
    .option("--language <code>", "language of the interface");
}

/** Converts parsed flags for the settings. */
export function flagsOf({ out, ...flags }: CommonFlags, document?: string): Flags {
  const trustSettings = flags.trustSettings === true || process.env.MSGDOCS_TRUST_SETTINGS === "1";
  return { ...flags, output: out, document, trustSettings };
}

/** The flags that ask for reports. */
interface ReportFlags<Name extends string> {
  readonly format?: Name | undefined;
  readonly report?: readonly ReportWish<Name>[];
}

/** The reports that flags request. Only one may be printed, because standard output must contain nothing else. */
export function reportsOf<Name extends string>(
  { format, report = [] }: ReportFlags<Name>,
  command: Command,
): { readonly format: Name | "pretty"; readonly files: readonly { readonly format: Name; readonly file: string }[] } {
  const files = report.flatMap(({ format: own, file }) => (file === undefined ? [] : [{ format: own, file }]));
  const printed = [
    ...(format === undefined ? [] : [format]),
    ...report.filter(({ file }) => file === undefined).map((each) => each.format),
  ];
  const [first = "pretty", second] = printed;
  if (second !== undefined)
    command.error(`error: only one report is printed, ${first} or ${second}: name a file for the other, such as --report ${second}=FILE`);
  return { format: first, files };
}

export function reportingOf(flags: CommonFlags, command: Command) {
  return { ...reportsOf(flags, command), quiet: flags.quiet === true };
}
