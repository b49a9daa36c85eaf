/** Writes the list of files that a run read. */
import { dirname, relative, resolve, sep } from "node:path";
import type { Flags, Settings } from "#config";
import { packageRoot, settingsAccess, settingsInputs, themeFiles } from "#config";
import { diskFailure } from "#output";
import type { InputFile } from "#text";
import { hashInput, isInside, namedAccess, realInput, realPathOf } from "#text";
import type { Examined } from "../recipe/index.ts";
import { themeFolders } from "../recipe/index.ts";
import type { Io } from "./io.ts";
import { freeFile, replaceFile } from "./one-file.ts";

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
