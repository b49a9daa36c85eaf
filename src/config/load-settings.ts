import { existsSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import type { Diagnostic, Entry, Node, FileAccess, TextFile } from "#text";
import { codesForName, entriesOf, replacementNote, isLegacyRule, problem, realPathOf, repositoryOf, valueOf } from "#text";
import schema from "../../docs/settings.schema.json" with { type: "json" };
import type { Needs, Standing } from "./check-files.ts";
import { checkFiles, needsOf } from "./check-files.ts";
import { checkSettings, languageFlag, languageProblem } from "./check-settings.ts";
import type { ReachFlags } from "./check-reach.ts";
import { checkReach } from "./check-reach.ts";
import { remoteOf } from "./remote-settings.ts";
import { makeSettings, themeFolder } from "./make-settings.ts";
import type { SettingsFile } from "./read-settings-file.ts";
import { readSettingsFile } from "./read-settings-file.ts";
import { readWords } from "./read-words.ts";
import type { Settings } from "./settings.ts";

/** What the command line says. Paths are relative to the working folder; `undefined` leaves the settings file's word. */
export interface Flags extends ReachFlags {
  readonly config?: string | undefined;
  readonly theme?: string | undefined;
  readonly templates?: string | undefined;
  readonly language?: string | undefined;
  readonly strict?: boolean | undefined;
  readonly allowErrors?: boolean | undefined;
  readonly maxProblems?: number | undefined;
}

export interface LoadedSettings extends Partial<Needs> {
  /** Absent where the file is wrong: exit 2. */
  readonly settings?: Settings;
  readonly problems: readonly Diagnostic[];
  /** The settings file, where there is one. */
  readonly file?: TextFile;
  readonly root?: Node;
}

/** Names of a settings file that is found by itself, those that win first. */
export const settingsFiles = ["msgdocs.yaml", "msgdocs.yml", "msgdocs.json"];

const nothing: Partial<SettingsFile> & { readonly problems: readonly Diagnostic[] } = { problems: [] };

const paths = ["document", "output", "root", "cache", "templates", "baseline"] as const;

/** The flags that were given, paths made absolute. */
function overrides(flags: Flags, cwd: string): Partial<Settings> {
  const given: Record<string, unknown> = {};
  for (const key of paths) if (flags[key] !== undefined) given[key] = resolve(cwd, flags[key]);
  if (flags.theme !== undefined) given.theme = themeFolder(flags.theme, cwd);
  for (const key of ["language", "strict", "allowErrors", "maxProblems"] as const) if (flags[key] !== undefined) given[key] = flags[key];
  return given;
}

/** What to say of a rule's name of another tool. A gate that we cannot hold fails as `error`, and warns as `warning`. */
function remarkOn(entry: Entry): Diagnostic {
  const name = JSON.stringify(entry.key);
  const level = entry.value.kind === "string" ? entry.value.value : "";
  const isGate = ["error", "warning", "warn"].includes(level) && codesForName(entry.key)?.length === 0;
  if (!isGate) return problem("config/renamed-rule", entry, { name, instead: replacementNote(entry.key) });
  return { ...problem("config/missing-rule", entry, { name }), severity: level === "error" ? "error" : "warning" };
}

/** Remarks on rules that go by the name of another tool. */
function remarksOn(root: Node): Diagnostic[] {
  return entriesOf(valueOf(root, "rules"))
    .filter(({ key }) => isLegacyRule(key))
    .map(remarkOn);
}

/** What the flags name and nobody has. */
function flagProblems({ language }: Flags, settings?: Settings): Diagnostic[] {
  return language === undefined ? [] : languageProblem(language, languageFlag, settings?.wordsFile !== undefined);
}

function wordsReach({ path, isTrusted }: Standing): FileAccess {
  const folder = realPathOf(dirname(path));
  return isTrusted ? {} : { root: repositoryOf(folder), named: [folder] };
}

/** A settings file's root as settings, with the user's own words read. */
function settingsOf(root: Node, flags: Flags, standing: Standing): LoadedSettings {
  const found: Diagnostic[] = [];
  checkSettings(root, schema, (each) => void found.push(each));
  const remarks = remarksOn(root);
  found.push(...remarks.filter(({ severity }) => severity === "error"));
  if (found.length > 0) return { problems: found };
  const made = { ...makeSettings(root, standing.path), ...(remarks.length > 0 ? { remarks: { diagnostics: remarks, root } } : {}) };
  const needs = needsOf(made, standing);
  const checked = checkFiles(root, made, standing);
  const wrong = [...checkReach(root, { flags, path: standing.path }), ...checked.problems, ...flagProblems(flags, made)];
  if (wrong.length > 0) return { problems: wrong, ...needs };
  const settings = { ...made, ...checked.images };
  const { wordsFile } = settings;
  if (wordsFile === undefined) return { settings, problems: [], ...needs };
  const { words, problems } = readWords(wordsFile, standing.cwd, wordsReach(standing));
  return { ...(problems.length > 0 ? {} : { settings: { ...settings, words } }), problems, ...needs };
}

/** The settings of a run: the file's, found or named by `--config`, under the flags'. Every problem is exit 2, with its place. */
export function loadSettings(flags: Flags, cwd: string): LoadedSettings {
  const name = flags.config ?? settingsFiles.find((each) => existsSync(join(cwd, each)));
  const path = resolve(cwd, name ?? "msgdocs.yaml");
  // One that is found is part of the repository; one that is named may lie anywhere.
  const reach = name !== undefined && flags.config === undefined ? { root: repositoryOf(cwd), named: [realPathOf(cwd)] } : {};
  const given = (read: Node | undefined) => ({ ...overrides(flags, cwd), ...remoteOf(read, flags, dirname(path)) });
  const { file, root, problems } = name === undefined ? nothing : readSettingsFile(path, cwd, reach);
  const read = { ...(file ? { file } : {}), ...(root ? { root } : {}) };
  if (problems.length > 0) return { problems, ...read };
  if (!root) {
    const wrong = flagProblems(flags);
    return wrong.length > 0
      ? { problems: wrong, ...read }
      : { settings: { ...makeSettings(undefined, path), ...given(undefined) }, problems: [], ...read };
  }
  const { settings, ...rest } = settingsOf(root, flags, { path, cwd, isTrusted: flags.trustSettings === true });
  return { ...(settings ? { settings: { ...settings, ...given(root) } } : {}), ...rest, ...read };
}
