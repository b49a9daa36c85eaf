/** Files beside a site: one file written safely, known problems, the list of what a run read. */
import { isUtf8 } from "node:buffer";
import { randomUUID } from "node:crypto";
import { chmodSync, mkdirSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join, resolve, relative, sep } from "node:path";
import type { Settings, Flags } from "#config";
import { packageRoot, settingsAccess, settingsInputs, themeFiles } from "#config";
import { diskFailure } from "#output";
import type { Baseline, ProblemReport } from "#report";
import { isOfDiff, listsChanges, parseBaseline, printBaseline, visible } from "#report";
import type { FolderHandle, InputFile } from "#text";
import {
  leadsOut,
  notRegular,
  openFolder,
  patiently,
  realPathOf,
  statsOf,
  counted,
  MADE_BYTES,
  namedAccess,
  readFile,
  hashInput,
  isInside,
  realInput,
} from "#text";
import type { Examined } from "../recipe/index.ts";
import { themeFolders } from "../recipe/index.ts";
import type { Io } from "./io.ts";
import { UsageError } from "./io.ts";

const NAME = "msgdocs-baseline.json";
/** Where `diff` finds the changes that a team accepts. */
export const ACCEPTED_CHANGES = "msgdocs-changes.json";

/** Reads the baseline file that settings name. Throws if it is missing or invalid. */
export function readBaseline({ baseline }: Pick<Settings, "baseline">, cwd: string): Baseline | undefined {
  if (baseline === undefined) return undefined;
  const name = JSON.stringify(baseline);
  // A path that settings may not name was refused before.
  const bytes = readFile(baseline, { ...namedAccess(baseline, cwd), largest: MADE_BYTES });
  if ("problem" in bytes && bytes.problem === "missing")
    throw new UsageError(`There is no baseline file ${name}.`, "Make one with --write-baseline.");
  const text = !("problem" in bytes) && isUtf8(bytes) ? bytes.toString() : undefined;
  const found = text === undefined ? undefined : parseBaseline(text, dirname(baseline));
  if (found && !isOfDiff(found)) return found;
  if (found || (text !== undefined && listsChanges(text)))
    throw new UsageError(
      `${name} lists changes that diff accepts, and no known problems.`,
      `Name another file: msgdocs check --write-baseline makes ${NAME}. diff finds ${ACCEPTED_CHANGES} beside the settings by itself.`,
    );
  const why = "problem" in bytes ? `: ${bytes.reason}` : "";
  throw new UsageError(`${name} is not a baseline file${why}.`, "Make a new one with --write-baseline.");
}

/** Writes the errors and warnings of a report as a baseline, and says how many. Returns the path of the file. */
export function writeBaseline(report: ProblemReport, { baseline }: Pick<Settings, "baseline">, io: Io): string {
  const path = baseline ?? resolve(io.cwd, NAME);
  if (report.unlisted > 0) {
    throw new UsageError(
      `There are too many of them for a baseline: ${report.unlisted} are not listed.`,
      "Mend some, or raise limits.reportCharacters in the settings.",
    );
  }
  const known = report.summary.errors + report.summary.warnings;
  replaceFile(path, printBaseline(report, dirname(path)), io.cwd);
  io.stderr(`Wrote ${counted(known, "known problem")} to ${visible(path)}\n`);
  return path;
}

/**
 * Refuses a path from the repository that leads out of it or to something hidden by a link. A user who wants that can name the target
 * itself.
 */
export function refuseWayOut(path: string, cwd: string, found = realPathOf(path)): void {
  const real = leadsOut(path, cwd, found);
  if (real === undefined) return;
  throw new UsageError(
    `${JSON.stringify(path)} leads through a link to ${JSON.stringify(real)}.`,
    "Name that file itself, or remove the link.",
  );
}

/** The path to write to. Refuses files that are also read. */
export function freeFile(out: string, inputs: readonly string[], cwd: string): string {
  refuseWayOut(out, cwd);
  const found = statsOf(out);
  const name = JSON.stringify(out);
  if (found && !found.isFile())
    throw new UsageError(`${name} is not a file: ${notRegular(found).reason}.`, "Remove it, or name another file.");
  if (!found && !statsOf(dirname(out))?.isDirectory())
    throw new UsageError(`There is no folder for ${name}.`, "Make the folder first, or name another file.");
  if (!inputs.includes(realPathOf(out))) return out;
  throw new UsageError(`${name} is one of the files that are read.`, "Name another file.");
}

/** Keeps the permissions of an existing file. A new one gets those of the process. */
function keepMode(place: string, beside: string): void {
  const found = statsOf(place);
  if (found) chmodSync(beside, found.mode & 0o777);
}

/** Opens the folder that a path is in. It is judged when it is open: it may have been exchanged for a link since the path was. */
function openParent(path: string, name: string, cwd: string): FolderHandle {
  const folder = openFolder(dirname(realPathOf(path)));
  if ("problem" in folder)
    throw new UsageError(`The folder of ${JSON.stringify(path)} cannot be opened: ${folder.reason}.`, "Run it again.");
  try {
    refuseWayOut(path, cwd, join(folder.path, name));
    return folder;
  } catch (error) {
    folder.close();
    throw error;
  }
}

/** Creates a folder and those above it. What a folder is created in is judged when it is open, as in {@link replaceFile}. */
export function makeFolder(path: string, cwd: string): void {
  if (statsOf(path)) return;
  makeFolder(dirname(path), cwd);
  const name = basename(path);
  const parent = openParent(path, name, cwd);
  try {
    mkdirSync(join(parent.held, name));
  } catch (error) {
    throw diskFailure(error instanceof Error ? Object.assign(error, { path }) : error, "make the folder");
  } finally {
    parent.close();
  }
}

/**
 * Writes a file completely or not at all: to a temporary file beside it, which then replaces it with the same permissions. Throws a
 * {@link UsageError} if {@link freeFile} refuses the path, and an {@link OutputFailure} if the disk does.
 */
export function replaceFile(path: string, text: string, cwd: string): void {
  freeFile(path, [], cwd);
  const name = basename(realPathOf(path));
  const folder = openParent(path, name, cwd);
  const place = join(folder.held, name);
  // The name is random, so that nobody can place a link there.
  const beside = `${place}.${randomUUID()}.tmp`;
  try {
    writeFileSync(beside, text, { flag: "wx" });
    keepMode(place, beside);
    patiently(() => renameSync(beside, place));
  } catch (error) {
    rmSync(beside, { force: true });
    throw diskFailure(error instanceof Error ? Object.assign(error, { path }) : error, "write the file");
  } finally {
    folder.close();
  }
}

/** The inputs of a run. */
export interface RunInputs {
  readonly examined: Pick<Examined, "inputs">;
  readonly settings: Settings;
  readonly flags: Flags;
  /** Further files that were read or searched for. */
  readonly others?: readonly InputFile[];
}

/** The files of a theme that was read before. */
function filesOfTheme(folder: string): readonly string[] {
  try {
    return themeFiles(folder);
  } catch (error) {
    throw diskFailure(error, "read the theme");
  }
}

/** Every file that a run read or looked for. */
function inputsOf({ examined, settings, flags, others = [] }: RunInputs, { cwd }: Pick<Io, "cwd">): readonly InputFile[] {
  const { logo, favicon, baseline, wordsFile } = settings;
  const own = settingsInputs(flags, cwd);
  const folder = dirname(own[0]?.path ?? cwd);
  const themes = themeFolders(settings).filter((theme) => !isInside(packageRoot(), theme));
  const ofThemes = themes.flatMap((theme) => {
    const access = { root: theme };
    return filesOfTheme(theme).map((file) => ({ path: resolve(theme, file), access }));
  });
  const brand = [logo, favicon].flatMap((path) => (path === undefined ? [] : [realInput(path)]));
  const known = baseline === undefined ? [] : [{ path: baseline, access: namedAccess(baseline, cwd) }];
  const words = wordsFile === undefined ? [] : [{ path: wordsFile, access: settingsAccess(folder, flags.trustSettings === true) }];
  return [...own, ...examined.inputs, ...others, ...ofThemes, ...brand, ...known, ...words];
}

/** Escapes a name for a rule of make. */
function inRule(path: string): string {
  return path.replaceAll("$", "$$$$").replaceAll(/[\s#:]/g, "\\$&");
}

/**
 * Writes the list of all files that a run read or searched for. A file ending in `.d` gets a rule of make for the target, with an empty
 * rule for each input, so that a missing one leads to a new build. Any other file is JSON with the hashes, `null` for files that are
 * missing or that the run must not read.
 */
export function writeInputs(file: string, { target, ...inputs }: RunInputs & { readonly target: string }, io: Pick<Io, "cwd">): void {
  const nameOf = (path: string): string => relative(io.cwd, resolve(io.cwd, path)).split(sep).join("/");
  const hashes = new Map<string, string | null>();
  const read = inputsOf(inputs, io);
  freeFile(
    resolve(io.cwd, file),
    read.map(({ path }) => realPathOf(path)),
    io.cwd,
  );
  for (const input of read) {
    const found = hashInput(input);
    const name = nameOf(input.path);
    hashes.set(name, typeof found === "string" ? found : (hashes.get(name) ?? null));
  }
  const rows = [...hashes].map(([path, sha256]) => ({ path, sha256 })).sort((a, b) => (a.path < b.path ? -1 : 1));
  const there = rows.filter(({ sha256 }) => sha256 !== null).map(({ path }) => inRule(path));
  const rules = [`${inRule(nameOf(target))}: ${there.join(" ")}`, ...there.map((path) => `${path}:`)];
  const text = file.endsWith(".d") ? `${rules.join("\n")}\n` : `${JSON.stringify({ inputs: rows }, undefined, 2)}\n`;
  replaceFile(resolve(io.cwd, file), text, io.cwd);
}
