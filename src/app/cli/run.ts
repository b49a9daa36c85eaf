import { CommanderError } from "commander";
import { visible, visibleLines } from "#report";
import type { Exit, Io } from "#run";
import { program } from "./program.ts";

/** Matches the flag for the format: the long form, or the end of joined short flags without values. */
const FORMAT = "(?:--format|--report|-[hqv]*f)";
const FORMAT_FLAG = new RegExp(`^${FORMAT}$`);
const JSON_FORMAT = new RegExp(`^${FORMAT}=?json$`);

/** Whether arguments request the JSON report, even if they are wrong otherwise. */
function wantsJson(args: readonly string[]): boolean {
  if (args[0] === "bundle") return false;
  const end = args.indexOf("--");
  const flags = end < 0 ? args : args.slice(0, end);
  return flags.some((each, at) => JSON_FORMAT.test(each) || (FORMAT_FLAG.test(each) && flags[at + 1] === "json"));
}

/** Prints the report of a run that could not start, if the arguments request JSON. */
async function sayFailure(text: string, { args, io }: { readonly args: readonly string[]; readonly io: Io }): Promise<void> {
  if (!wantsJson(args)) return;
  const { reportOfFailure, say, wings } = await import("../commands/index.ts");
  // Commander writes a suggestion on a second line.
  const [message = "", suggestion] = text.split("\n");
  const report = reportOfFailure({ message, hint: suggestion?.replace(/^\((.*)\)$/, "$1") });
  const changes = args[0] === "diff" ? await wings.changes?.() : undefined;
  if (changes) return io.stdout(changes.printFailedChanges(report));
  say(report, { format: "json", quiet: false }, { io, to: "stdout" });
}

/** The exit code after commander has printed its message. Help and version are not errors. */
async function usageExit({ exitCode, message }: CommanderError, args: readonly string[], io: Io): Promise<Exit> {
  if (exitCode === 0) return 0;
  await sayFailure(message.replace(/^error: /, ""), { args, io });
  return 2;
}

async function environmentExit({ message }: Error, args: readonly string[], io: Io): Promise<Exit> {
  io.progress(undefined);
  io.stderr(`error: The system is in the way: ${visible(message)}\n`);
  await sayFailure(`The system is in the way: ${message}`, { args, io });
  return 3;
}

function bugExit(error: unknown, args: readonly string[], io: Io): Exit {
  io.progress(undefined);
  const { stack, message } = error instanceof Error ? error : new Error(String(error));
  const details = args.includes("--debug")
    ? (stack ?? message)
    : `${visible(message.split("\n", 1)[0] ?? "")}\nRun it again with --debug for details.`;
  io.stderr(`This is a bug of msgdocs, not of your document: please report it.\n${details}\n`);
  return 70;
}

/** Guards all output: nothing written by a stranger can colour, move, hide or forge a line, or give commands to a CI. */
function guarded(io: Io): Io {
  const through =
    (say: Io["stdout"]): Io["stdout"] =>
    (text) =>
      say(typeof text === "string" ? visibleLines(text) : text);
  return {
    ...io,
    stdout: through(io.stdout),
    stderr: through(io.stderr),
    progress: (what) => io.progress(what === undefined ? undefined : visible(what)),
  };
}

/** The exit code for what ended a run, after saying what it was. */
async function exitOf(error: unknown, args: readonly string[], io: Io): Promise<Exit> {
  if (error instanceof CommanderError) return await usageExit(error, args, io);
  const { isEnvironment } = await import("../commands/index.ts");
  return isEnvironment(error) ? await environmentExit(error, args, io) : bugExit(error, args, io);
}

/** Runs the command line. Returns the exit code after all output was made (`flushed`). Never throws. */
export async function run(args: readonly string[], outer: Io, flushed: () => Promise<unknown> = () => Promise.resolve()): Promise<Exit> {
  const io = guarded(outer);
  let exit: Exit = 0;
  const ended = (code: Exit): void => {
    exit = code;
  };
  try {
    await program({ io, ended }).parseAsync(args, { from: "user" });
  } catch (error) {
    exit = await exitOf(error, args, io);
  }
  try {
    await flushed();
    return exit;
  } catch (error) {
    const unsaid = await exitOf(error, args, io);
    return exit === 70 ? exit : unsaid;
  }
}
