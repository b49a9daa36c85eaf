/** Carries out a command with its settings, and reports why it cannot be carried out. */
import { accessSync, constants, lstatSync } from "node:fs";
import { basename, dirname, resolve } from "node:path";
import type { Flags, Settings } from "#config";
import { settingsFiles, loadSettings } from "#config";
import { OutputFailure, diskFailure } from "#output";
import { visible } from "#report";
import type { Node } from "#text";
import { isInside, realPathOf, valueOf } from "#text";
import { networkRefusal } from "../recipe/index.ts";
import type { Exit, Io, Reporting } from "./io.ts";
import { exits, UsageError } from "./io.ts";
import { freeFile } from "./one-file.ts";
import { reportOfFailure, reportOfSettings, say, templateFaultOf } from "./report-problems.ts";

/** The paths of all report files. */
function pathsOf({ files = [] }: Reporting, { cwd }: Pick<Io, "cwd">): string[] {
  return files.map(({ file }) => resolve(cwd, file));
}

/** Refuses report files that cannot be written, before any work is done. */
export function checkReportFiles(reporting: Reporting, io: Pick<Io, "cwd">): void {
  const paths = pathsOf(reporting, io);
  for (const [at, path] of paths.entries()) {
    const name = JSON.stringify(path);
    if (paths.indexOf(path) !== at) throw new UsageError(`Two reports go into ${name}.`, "Name a file for each.");
    if (dirname(path) === io.cwd && settingsFiles.includes(basename(path)))
      throw new UsageError(`The report file ${name} would be read as settings by the next run.`, "Give it another name.");
    // In a repository, strangers can commit a link that leads anywhere.
    if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true)
      throw new UsageError(`The report file ${name} is a link.`, "Name the file itself, or remove the link.");
    freeFile(path, [], io.cwd);
    try {
      accessSync(dirname(path), constants.W_OK);
    } catch (error) {
      throw diskFailure(error, "write a report into the folder");
    }
  }
}

/** The files that a run reads, and the folder that it writes. */
interface ReportPaths {
  readonly inputs: readonly string[];
  readonly output?: string | undefined;
}

/** Refuses report files that are also read, or that are in the output folder, which is replaced as a whole. */
export function keepReportsApart(reporting: Reporting, { inputs, output }: ReportPaths, io: Pick<Io, "cwd">): void {
  const read = inputs.map(realPathOf);
  for (const path of pathsOf(reporting, io)) {
    freeFile(path, read, io.cwd);
    if (output !== undefined && isInside(realPathOf(resolve(io.cwd, output)), realPathOf(path)))
      throw new UsageError(`The report file ${JSON.stringify(path)} lies where the site is written.`, "Name one beside it.");
  }
}

/** Returns an error that means that the command could not be carried out. Any other error is a bug, and is thrown again. */
function failureOf(error: unknown): UsageError | OutputFailure {
  if (error instanceof UsageError || error instanceof OutputFailure) return error;
  throw error;
}

/**
 * Carries out a command. If that is impossible, the reason is printed on standard error, and reports for machines get it as their only
 * problem, unless they were written before.
 */
export async function attempt(reporting: Reporting, io: Io, command: (io: Io) => Promise<Exit>): Promise<Exit> {
  const said = { report: false };
  const stdout: Io["stdout"] = (text) => {
    said.report = true;
    io.stdout(text);
  };
  try {
    checkReportFiles(reporting, io);
    return await command({ ...io, stdout });
  } catch (error) {
    const ofTemplate = templateFaultOf(error);
    if (ofTemplate) {
      io.progress(undefined);
      say(reportOfSettings([ofTemplate], undefined), reporting, { io, to: "stderr" });
      return exits.usage;
    }
    const failure = failureOf(error);
    const { message, hint } = failure instanceof UsageError ? failure : { message: failure.message, hint: undefined };
    const isUsage = failure instanceof UsageError || failure.kind === "refused";
    io.progress(undefined);
    io.stderr(`error: ${[message, hint ?? ""].map(visible).join("\n").trimEnd()}\n`);
    if (!said.report && reporting.format !== "pretty") {
      say(reportOfFailure({ message, hint }), { ...reporting, files: [] }, { io, to: "stdout" });
    }
    return isUsage ? exits.usage : exits.environment;
  }
}

/** Settings whose remarks include the problems of the Markdown in them. */
export async function withTextProblems(settings: Settings, root: Node | undefined): Promise<Settings> {
  const footer = valueOf(root, "footer");
  if (!root || footer?.kind !== "string") return settings;
  const { settingsTextProblems } = await import("#prose");
  const problems = await settingsTextProblems(footer);
  if (problems.length === 0) return settings;
  return { ...settings, remarks: { diagnostics: [...(settings.remarks?.diagnostics ?? []), ...problems], root } };
}

/** The settings of a run. If they are invalid, that is reported and the result is `undefined`; the run ends with exit code 2. */
export async function openSettings(flags: Flags, reporting: Reporting, io: Io): Promise<Settings | undefined> {
  const { settings, problems, root } = loadSettings(flags, io.cwd);
  if (!settings) say(reportOfSettings(problems, root), reporting, { io, to: "stderr" });
  const refused = settings && networkRefusal(settings);
  if (refused !== undefined) throw new UsageError(refused);
  return settings && withTextProblems(settings, root);
}

/** The folder of the settings. */
export function settingsFolder({ config }: Flags, { portal }: Pick<Settings, "portal">, cwd: string): string {
  return portal?.folder ?? (config === undefined ? cwd : dirname(resolve(cwd, config)));
}
