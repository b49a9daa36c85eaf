import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { relative, resolve, sep } from "node:path";
import type { Examined } from "../build/index.ts";
import { themeFolders } from "../build/index.ts";
import type { Flags, Settings } from "#config";
import { packageRoot, settingsFiles } from "#config";
import { isInside, isUrl, readFile } from "#text";
import type { Io } from "./io.ts";
import { replaceFile } from "./one-file.ts";

/** What a run was made from. */
export interface RunInputs {
  readonly examined: Pick<Examined, "files" | "paths">;
  readonly settings: Settings;
  readonly flags: Flags;
  /** Further files that were read or looked for. */
  readonly others?: readonly string[];
}

/** Every file that a run read or looked for, once. */
function pathsOf({ examined, settings, flags, others = [] }: RunInputs, { cwd }: Pick<Io, "cwd">): readonly string[] {
  const named = flags.config === undefined ? settingsFiles.map((name) => resolve(cwd, name)) : [resolve(cwd, flags.config)];
  const { logo, favicon, baseline, wordsFile } = settings;
  const themes = themeFolders(settings).filter((folder) => !isInside(packageRoot(), folder));
  const read = examined.files.map(({ id }) => id).filter((id) => !isUrl(id));
  const ofThemes = themes.flatMap((theme) => readdirSync(theme, { recursive: true }).map((file) => resolve(theme, String(file))));
  const all = [...named, ...read, ...examined.paths, ...others, ...ofThemes, logo, favicon, baseline, wordsFile];
  return [...new Set(all.flatMap((path) => (path === undefined ? [] : [resolve(cwd, path)])))];
}

/** A name as a rule of make has it. */
function inRule(path: string): string {
  return path.replaceAll("$", "$$$$").replaceAll(/[\s#:]/g, "\\$&");
}

/**
 * Writes down every file that a run read or looked for. A file that ends in `.d` is a rule of make for the target, with an empty rule for
 * each of them, so that one that is gone makes the target anew. Any other is JSON with their hashes, `null` for those that are not there.
 */
export function writeInputs(file: string, { target, ...inputs }: RunInputs & { readonly target: string }, io: Pick<Io, "cwd">): void {
  const nameOf = (path: string): string => relative(io.cwd, resolve(io.cwd, path)).split(sep).join("/");
  const rows = pathsOf(inputs, io).map((path) => {
    const bytes = readFile(path);
    return { path: nameOf(path), sha256: "problem" in bytes ? null : hash("sha256", bytes, "hex") };
  });
  rows.sort((a, b) => (a.path < b.path ? -1 : 1));
  const there = rows.filter(({ sha256 }) => sha256 !== null).map(({ path }) => inRule(path));
  const rules = [`${inRule(nameOf(target))}: ${there.join(" ")}`, ...there.map((path) => `${path}:`)];
  const text = file.endsWith(".d") ? `${rules.join("\n")}\n` : `${JSON.stringify({ inputs: rows }, undefined, 2)}\n`;
  replaceFile(resolve(io.cwd, file), text, io.cwd);
}
