import { resolve } from "node:path";
import { Command, InvalidArgumentError, Option } from "commander";
import { visible } from "#report";
import { nearest } from "#text";
import type { InitRequest } from "../commands/index.ts";
import { wings } from "../wings/index.ts";
import { addDiff, addPortal } from "./wing-commands.ts";
import { addCompletion } from "./completion.ts";
import type { CliContext, CommonFlags } from "./options.ts";
import {
  carryOut,
  DOCUMENT,
  flagsOf,
  PLAIN_REPORT,
  reportingOf,
  withDate,
  withOut,
  withPages,
  withReach,
  withReading,
  withReports,
} from "./options.ts";
import { giveRoom } from "./tune-engine.ts";

const WATCH_EXAMPLES = `
Examples:
  $ msgdocs watch                           the document of this folder, at http://127.0.0.1:4400/
  $ msgdocs watch api.yaml --open --editor vscode
  $ msgdocs watch --host 0.0.0.0 --port 8080`;

interface WatchFlags extends CommonFlags {
  readonly port?: number;
  readonly host?: string;
  readonly open?: true;
  readonly editor?: string;
}

function port(text: string): number {
  const number = /^\d{1,5}$/.test(text) ? Number(text) : Infinity;
  if (number > 65_535) throw new InvalidArgumentError("It must be a port: 0 to 65535.");
  return number;
}

/** The command for a preview while writing. */
function addWatch(program: Command, context: CliContext): void {
  const command = program
    .command("watch")
    .aliases(["dev", "serve"])
    .description("show the site of a document, or the portal of several, made anew on every save");
  withPages(withReading(command.argument("[document]", "document to read, a file or a URL, or the folder that holds it")))
    .option("-p, --port <number>", "port to serve at, the next free one where it is taken (default: 4400)", port)
    .option("--host <address>", "answer other machines too, at this address")
    .option("--open", "open the site in the browser")
    .option("--editor <editor>", "opens problems: vscode, cursor, zed, idea …, or a URL with {path}, {line} and {column}")
    .addHelpText("after", WATCH_EXAMPLES)
    .action(async (document: string | undefined, given: WatchFlags, called: Command) => {
      const { watch } = await import("../watch/index.ts");
      const reporting = reportingOf(given, called);
      const { port: wanted, host, open = false, editor } = given;
      const request = { quiet: reporting.quiet, flags: flagsOf(given, document), port: wanted, host, open, editor, built: giveRoom };
      await carryOut(context, reporting, (io) => watch(request, io));
    });
}

const MCP_EXAMPLES = `
Examples:
  $ msgdocs build -o site && msgdocs mcp site
  $ msgdocs mcp portal                      in the settings of an assistant: command msgdocs, arguments mcp and the folder`;

/** The command that answers assistants. */
function addMcp(program: Command, context: CliContext): void {
  program
    .command("mcp")
    .description("answer assistants about a site or portal that was built (Model Context Protocol, standard input and output)")
    .argument("<folder>", "folder that build wrote")
    .addHelpText("after", MCP_EXAMPLES)
    .action(async (folder: string) => {
      const { exits, UsageError } = await import("../commands/index.ts");
      const { NotFound, serveAssistants } = await import("../assistants/index.ts");
      await carryOut(context, PLAIN_REPORT, async ({ cwd, version, stderr }) => {
        try {
          await serveAssistants(resolve(cwd, folder), { version, tell: stderr });
        } catch (error) {
          if (error instanceof NotFound) throw new UsageError(error.message, "Name a folder that msgdocs build wrote.");
          throw error;
        }
        return exits.fine;
      });
    });
}

const INIT_EXAMPLES = `
Examples:
  $ msgdocs init                            looks for documents, and asks on a terminal
  $ msgdocs init api/asyncapi.yaml --ci github --pre-commit
  $ msgdocs init services                   a portal of all documents below the folder`;

/** All hosts; the compiler checks that none is missing. The commands are not loaded just to read arguments. */
const hosts = Object.keys({ github: true, gitlab: true } satisfies Record<NonNullable<InitRequest["ci"]>, true>);

interface InitFlags {
  readonly ci?: InitRequest["ci"];
  readonly preCommit?: boolean;
  readonly docker?: boolean;
}

/** The command for starting: it writes settings and files for CI. */
function addInit(program: Command, context: CliContext): void {
  program
    .command("init")
    .description("write settings, and on request files for CI; nothing is overwritten")
    .argument("[document...]", "documents, or folders of them; several are a portal; looked for without one")
    .addOption(new Option("--ci <host>", "files that check and publish at every push").choices(hosts))
    .option("--pre-commit", "a hook of pre-commit")
    .option("--docker", "an image that serves the site")
    .addHelpText("after", INIT_EXAMPLES)
    .action((documents: string[], { ci, preCommit = false, docker = false }: InitFlags) =>
      carryOut(context, PLAIN_REPORT, async (io) => (await import("../commands/index.ts")).init({ documents, ci, preCommit, docker }, io)),
    );
}

const THEME_EXAMPLES = `
Examples:
  $ msgdocs theme eject                              what can be copied
  $ msgdocs theme eject partials/sidebar.hbs --to look
  $ msgdocs build --templates look -o site`;

/** The command that copies a file of the theme, to be changed. */
function addTheme(program: Command, context: CliContext): void {
  const theme = program.command("theme").description("your own look");
  theme
    .command("eject")
    .description("copy a template or theme file into a folder of yours, to be changed there")
    .argument("[file]", "path of the file; all are listed without one")
    .option("--to <dir>", "folder to copy it into", "templates")
    .addHelpText("after", THEME_EXAMPLES)
    .action((file: string | undefined, { to }: { readonly to: string }) =>
      carryOut(context, PLAIN_REPORT, async (io) => (await import("../commands/index.ts")).eject({ file, to }, io)),
    );
}

const EXPLAIN_EXAMPLES = `
Examples:
  $ msgdocs explain                         all codes with their levels
  $ msgdocs explain example/payload
  $ msgdocs explain asyncapi2-channel-parameters`;

/** The command that says what a code means. */
function addExplain(program: Command, context: CliContext): void {
  program
    .command("explain")
    .description("say what a code means, with what breaks it and what to do")
    .argument("[code]", "code of a problem, or the id of a rule in another tool")
    .addHelpText("after", EXPLAIN_EXAMPLES)
    .action((code: string | undefined) =>
      carryOut(context, PLAIN_REPORT, async (io) => (await import("../commands/index.ts")).explain(code, io)),
    );
}

const EXAMPLES = `
Examples:
  $ msgdocs bundle api.yaml -o bundled.yaml
  $ msgdocs bundle api.yaml -o bundled.json    as JSON
  $ msgdocs bundle --format json | jq .info`;

interface BundleFlags extends Omit<CommonFlags, "format"> {
  readonly format?: "json" | "yaml";
}

/** The command that bundles a document and its files into one document. */
function addBundle(program: Command, context: CliContext): void {
  const command = program
    .command("bundle")
    .description("write a document and the files it refers to as one; exits 1 on errors, and writes all the same")
    .argument("[document]", DOCUMENT);
  withOut(command, "file", "file to write, - for standard output (default: standard output)").addOption(
    new Option("-f, --format <format>", "of the document (default: by the name of the file)").choices(["json", "yaml"]),
  );
  withReach(command)
    .option("--allow-errors", "exit 0 in spite of errors, which are reported all the same")
    .option("--strict", "warnings fail the run too")
    .option("--baseline <file>", "known problems: only new ones are reported")
    .option("-q, --quiet", "errors only")
    .addOption(new Option("--debug", "show the stack of a bug").hideHelp())
    .addHelpText("after", EXAMPLES)
    .action(async (document: string | undefined, given: BundleFlags) => {
      const { out, format: language, quiet = false, ...flags } = given;
      const request = { out, language, quiet, flags: flagsOf(flags, document) };
      await carryOut(context, { format: "pretty", quiet }, async (io) => (await import("../commands/index.ts")).bundle(request, io));
    });
}

const BUILD_EXAMPLES = `
Examples:
  $ msgdocs build -o site                   the document of this folder
  $ msgdocs build api.yaml -o site --strict
  $ msgdocs build --config docs/msgdocs.yaml --format json > report.json`;

const CHECK_EXAMPLES = `
Examples:
  $ msgdocs check                           the document of this folder
  $ msgdocs check "specs/**/*.yaml" --format github
  $ msgdocs check --report sarif=report.sarif --report github
  $ curl -fsSL https://example.com/api.yaml | msgdocs check -
  $ msgdocs check --coverage                what share has descriptions and examples
  $ msgdocs check --write-baseline          from now on only new problems count`;

interface BuildFlags extends CommonFlags {
  readonly base?: string;
  readonly inputs?: string;
  readonly profile?: true;
  readonly singleFile?: string;
  readonly stdinFilename?: string;
}

function addBuild(program: Command, context: CliContext): void {
  const command = program
    .command("build")
    .description("make the site of a document, or the portal of several")
    .argument("[document]", DOCUMENT)
    .allowExcessArguments();
  withDate(withPages(withReports(withReading(withOut(command, "dir", "folder of the site: missing, empty, or written by msgdocs")))))
    .option("--base <ref>", "show what changed since a branch, tag or commit of git")
    .option("--inputs <file>", "write down every file that was read or looked for; a name in .d is a rule of make")
    .option("--single-file <file>", "one self-contained HTML file instead of a folder, for a small document")
    .option("--cache <dir>", "folder in which builds keep what they made for the next one")
    .option("--stdin-filename <file>", "name of what standard input holds")
    .option("--profile", "say at the end where the time went")
    .addHelpText("after", BUILD_EXAMPLES)
    .action(async (document: string | undefined, given: BuildFlags, called: Command) => {
      if (called.args.length > 1)
        called.error(`error: build takes one document. For a portal of all these: msgdocs init ${called.args.join(" ")}`);
      const reporting = reportingOf(given, called);
      const { base, inputs, singleFile, stdinFilename, profile = false } = given;
      const request = { ...reporting, base, inputs, singleFile, stdinFilename, profile, flags: flagsOf(given, document) };
      await carryOut(context, reporting, async (io) => (await import("../commands/index.ts")).build(request, io));
    });
}

/** Parses a share in percent. */
function percent(text: string): number {
  if (!/^(?:100|\d{1,2})$/.test(text)) throw new InvalidArgumentError("It must be a whole number, 0 to 100.");
  return Number(text);
}

/** Parses the name of a badge file. */
function badgeFile(text: string): string {
  if (!/\.(?:svg|json)$/i.test(text)) throw new InvalidArgumentError("It must end in .svg or .json.");
  return text;
}

interface CheckFlags extends CommonFlags {
  readonly coverageBadge?: string;
  readonly stdinFilename?: string;
  readonly writeBaseline?: true;
  readonly fix?: true;
  readonly dryRun?: true;
}

function addCheck(program: Command, context: CliContext): void {
  const command = program.command("check").aliases(["lint", "validate"]).description("check documents and say what is wrong");
  withReports(withReading(command.argument("[document...]", "documents, URLs, folders or globs; - for standard input")))
    .option("--stdin-filename <file>", "name of what standard input holds")
    .option("--write-baseline", "write the problems down as known (default: msgdocs-baseline.json)")
    .option("--ruleset <file>", "run the rules of a Spectral file too, as far as they are data")
    .option("--coverage", "say what share has descriptions and examples")
    .option("--coverage-threshold <percent>", "fail where a smaller share has them", percent)
    .option("--coverage-badge <file>", "write the share as a badge: .svg, or .json for shields.io", badgeFile)
    .option("--fix", "correct what has one safe answer, in the files")
    .option("--dry-run", "with --fix: say what would be corrected, and change nothing")
    .addHelpText("after", CHECK_EXAMPLES)
    .action(async (documents: string[], given: CheckFlags, called: Command) => {
      const { stdinFilename, writeBaseline = false, fix = false, dryRun = false, coverageBadge } = given;
      const asked = reportingOf(given, called);
      const badges = coverageBadge === undefined ? [] : [{ format: "badge", file: coverageBadge } as const];
      const reporting = { ...asked, files: [...asked.files, ...badges] };
      const coverage = given.coverage === true || coverageBadge !== undefined;
      const request = {
        ...reporting,
        documents,
        stdinFilename,
        writeBaseline,
        fix: fix || dryRun,
        dryRun,
        flags: { ...flagsOf(given), coverage },
      };
      await carryOut(context, reporting, async (io) => (await import("../commands/index.ts")).check(request, io));
    });
}

/** Prints the error of an argument on one line, whatever the argument contains. A suggestion gets a line of its own. */
function quoteError(text: string, write: (text: string) => void): void {
  const lines = text.trimEnd().split(/\n(?=\(Did you mean )/);
  write(`${lines.map(visible).join("\n")}\n`);
}

/** A command with all its names, because commander shows only two. */
function subcommandTerm(command: Command): string {
  return `${[command.name(), ...command.aliases()].join("|")} ${command.usage()}`;
}

function commandUsage(command: Command): string {
  const names: string[] = [];
  for (let { parent } = command; parent; { parent } = parent) names.unshift(parent.name());
  return [...names, subcommandTerm(command)].join(" ");
}

/** Commands of other tools, and what they are called here. */
const elsewhere = new Map([
  ["generate", "build"],
  ["gen", "build"],
  ["preview", "watch"],
  ["start", "watch"],
]);

/** Says that there is no such command, and which may be meant. */
function refuseWord(root: Command, words: readonly string[]): never {
  const [word = ""] = words;
  const isDocument = /\.(?:ya?ml|json)$|^https?:/i.test(word);
  const names = root.commands.flatMap((command) => [command.name(), ...command.aliases()]);
  const meant = isDocument ? `msgdocs build ${word}` : (elsewhere.get(word) ?? nearest(word, names));
  return root.error(`error: unknown command '${word}'${meant === undefined ? "" : `\n(Did you mean ${meant}?)`}`);
}

/** The command that prints help. Commander's own takes a wrong name for none. */
function addHelp(root: Command): void {
  root
    .helpCommand(false)
    .command("help")
    .description("print help for a command")
    .argument("[command...]", "the command")
    .action((names: string[]) => {
      let command = root;
      for (const name of names) {
        const found = command.commands.find((each) => each.name() === name || each.aliases().includes(name));
        if (!found) refuseWord(command, [name]);
        command = found;
      }
      command.outputHelp();
    });
}

/** Creates the command line of msgdocs. Only the code of the chosen command is loaded. */
export function program(run: CliContext): Command {
  const root = new Command("msgdocs")
    .description("Static documentation sites for message-driven APIs, from AsyncAPI (msgapi) documents.")
    .version(run.io.version, "-v, --version", "print the version")
    .helpOption("-h, --help", "print help")
    .configureOutput({ writeOut: run.io.stdout, writeErr: run.io.stderr, outputError: quoteError })
    .configureHelp({ showGlobalOptions: true, subcommandTerm, commandUsage })
    .exitOverride();
  addInit(root, run);
  addBuild(root, run);
  addCheck(root, run);
  addWatch(root, run);
  if (wings.portal) addPortal(root, run);
  if (wings.changes) addDiff(root, run);
  addTry(root, run);
  addBundle(root, run);
  addTheme(root, run);
  addExplain(root, run);
  addMcp(root, run);
  addCompletion(root, run);
  addHelp(root);
  root.on("command:*", (words: string[]) => refuseWord(root, words));
  root.showHelpAfterError("(msgdocs --help lists what there is)");
  for (const command of root.commands) command.showHelpAfterError(`(msgdocs ${command.name()} --help lists what there is)`);
  return root;
}

const TRY_EXAMPLES = `
Examples:
  $ msgdocs try lamps/lit payload.json              a payload on a channel, by its address or id
  $ msgdocs try LampLit payload.json api.yaml       a payload of a message, by the document named
  $ node print-event.js | msgdocs try LampLit -`;

/** The command that judges one payload. */
function addTry(program: Command, context: CliContext): void {
  const command = program
    .command("try")
    .description("say whether a payload fits a channel or message, and of a portal who could take it; exits 1 if it does not")
    .argument("<what>", "address or id of a channel, or a name of a message")
    .argument("<file>", "file with the payload; - for standard input")
    .argument("[document]", "document that describes it (default: as of check)");
  withReports(withReading(command))
    .addHelpText("after", TRY_EXAMPLES)
    .action(async (what: string, file: string, document: string | undefined, given: CommonFlags, called: Command) => {
      const reporting = reportingOf(given, called);
      const request = { ...reporting, what, file, flags: flagsOf(given, document) };
      await carryOut(context, reporting, async (io) => (await import("../commands/index.ts")).tryPayload(request, io));
    });
}
