import type { Command } from "commander";
import { InvalidArgumentError } from "commander";
import type { CommonFlags, CliContext } from "./options.ts";
import { flagsOf, reportingOf, withPages, withReading } from "./options.ts";
import { giveRoom } from "./tune-engine.ts";

const EXAMPLES = `
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
export function addWatch(program: Command, { io, ended }: CliContext): void {
  const command = program
    .command("watch")
    .aliases(["dev", "serve"])
    .description("show the site of a document, or the portal of several, made anew on every save");
  withPages(withReading(command.argument("[document]", "document to read, a file or a URL, or the folder that holds it")))
    .option("-p, --port <number>", "port to serve at, the next free one where it is taken (default: 4400)", port)
    .option("--host <address>", "answer other machines too, at this address")
    .option("--open", "open the site in the browser")
    .option("--editor <editor>", "opens problems: vscode, cursor, zed, idea …, or a URL with {path}, {line} and {column}")
    .addHelpText("after", EXAMPLES)
    .action(async (document: string | undefined, given: WatchFlags, called: Command) => {
      const [{ attempt }, { watch }] = await Promise.all([import("../commands/index.ts"), import("../watch/index.ts")]);
      const reporting = reportingOf(given, called);
      const { port: wanted, host, open, editor } = given;
      const where = { port: wanted, host, open: open === true, editor };
      const request = { quiet: reporting.quiet, flags: flagsOf(given, document), ...where, built: giveRoom };
      ended(await attempt(reporting, io, (own) => watch(request, own)));
    });
}
