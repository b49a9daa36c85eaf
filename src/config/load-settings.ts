import { existsSync } from "node:fs";
import { dirname, join, resolve, relative, sep } from "node:path";
import type { Diagnostic, Entry, Node, TextFile, FileAccess, Phrase, Place, Vocabulary, WordKey } from "#text";
import {
  codesForName,
  entriesOf,
  isAlias,
  replacementNote,
  isLegacyRule,
  isUrl,
  leadsOut,
  problem,
  realPathOf,
  valueOf,
  decodeText,
  parseText,
  readFile,
  readLimits,
  didYouMean,
  englishWords,
  isWordKey,
} from "#text";
import type { AccessFlags, SettingsInputs, SettingsOrigin } from "./check-files.ts";
import { checkAccess, remoteOf, checkFiles, inputsOf } from "./check-files.ts";
import { checkSettings, flagPlace, languageProblem, numberOf } from "./check-settings.ts";
import { isBuiltIn, makeSettings, readFolders, themeFolder } from "./make-settings.ts";
import type { Settings } from "./settings.ts";
import { settingsAccess, settingsInputs } from "./settings.ts";

/** A parsed settings file, or its problems. */
interface SettingsFile {
  readonly file: TextFile;
  readonly root: Node | undefined;
  readonly problems: readonly Diagnostic[];
}

const MOST_BYTES = 1024 * 1024;

const slashed = (path: string): string => path.split(sep).join("/");

/** Turns errors of parsing into problems of settings, which end the run. */
function asSettingsProblems(found: readonly Diagnostic[]): Diagnostic[] {
  return found
    .filter(({ code, severity }) => severity === "error" && code !== "document/empty")
    .map(({ message, place, related }) =>
      problem("config/syntax", place, { reason: message.replace(/^Not valid \w+: |\.$/g, ""), related }),
    );
}

/** Reads a settings file by its absolute path. It is YAML or JSON; scripts are never run. */
function readSettingsFile(path: string, cwd: string, reach: FileAccess): SettingsFile {
  const name = slashed(relative(cwd, path));
  const source = { id: slashed(path), name, language: path.endsWith(".json") ? ("json" as const) : ("yaml" as const) };
  const unread = (reason: string): SettingsFile => {
    const file = { ...source, text: "" };
    return { file, root: undefined, problems: [problem("config/not-found", { file, start: 0, end: 0 }, { name, reason })] };
  };
  if (!/\.(ya?ml|json)$/i.test(path)) return unread("settings are YAML or JSON (.yaml, .yml, .json), and a script is never run");
  const bytes = readFile(path, { ...reach, largest: MOST_BYTES });
  if ("problem" in bytes) return unread(bytes.reason);
  return parseSettings(source, bytes);
}

/** The flag is `--out`, so the setting may be called so too. */
function withOutput(root: Node): Node {
  if (root.kind !== "map" || root.entries.some(({ key }) => key === "output")) return root;
  return { ...root, entries: root.entries.map((entry) => (entry.key === "out" ? { ...entry, key: "output" } : entry)) };
}

/** Parses settings. */
function parseSettings(source: Omit<TextFile, "text">, bytes: Uint8Array): SettingsFile {
  const problems: Diagnostic[] = [];
  const report = (each: Diagnostic): void => void problems.push(each);
  const file = decodeText(source, bytes, report);
  const root = file && parseText(file, { limits: readLimits, report });
  return { file: file ?? { ...source, text: "" }, root: root && withOutput(root), problems: asSettingsProblems(problems) };
}

/** Custom words of the user, and their problems. */
interface CustomWords {
  readonly words: Vocabulary;
  readonly problems: readonly Diagnostic[];
}

const categories: ReadonlySet<string> = new Set(["zero", "one", "two", "few", "many", "other"]);

/** The placeholders in all forms of a phrase. */
function blanksOf(phrase: Phrase): string[] {
  const forms = typeof phrase === "string" ? [phrase] : Object.values(phrase);
  return [...new Set(forms.flatMap((form) => [...form.matchAll(/\{(\w+)\}/g)].map(([, name = ""]) => name)))];
}

/** A value as a phrase: a text, or forms by plural category, with `other`. */
function phraseOf(node: Node): Phrase | undefined {
  if (node.kind === "string") return node.value;
  const forms = entriesOf(node).flatMap(({ key, value }) =>
    categories.has(key) && value.kind === "string" ? [[key, value.value] as const] : [],
  );
  if (forms.length === 0 || forms.length < entriesOf(node).length) return undefined;
  const { other, ...others } = Object.fromEntries(forms);
  return other === undefined ? undefined : { ...others, other };
}

function phraseProblem({ key, value }: Entry, phrase: Phrase | undefined, known: Phrase): Diagnostic | undefined {
  const quoted = JSON.stringify(key);
  if (phrase === undefined) {
    const expected = typeof known === "string" ? "a text" : 'a text, or a map of texts by plural category ("one", "other", …) with "other"';
    return problem("config/wrong-type", value, { key: `words ${quoted}`, expected });
  }
  const blanks = blanksOf(known);
  const strange = blanksOf(phrase).find((name) => !blanks.includes(name));
  if (strange === undefined) return undefined;
  const may = blanks.length === 0 ? "a text without blanks" : `a text with no blanks but ${blanks.map((name) => `{${name}}`).join(", ")}`;
  return problem("config/wrong-type", value, { key: `words ${quoted}`, expected: may });
}

const groups = new Set(Object.keys(englishWords).map((key) => key.slice(0, key.indexOf(".") + 1)));

/** Whether a file is meant to contain interface words: most of its keys start like ours. */
function holdsWords(root: Node): boolean {
  const keys = entriesOf(root).map(({ key }) => key);
  return keys.filter((key) => groups.has(key.slice(0, key.indexOf(".") + 1))).length * 2 > keys.length;
}

/** The problem of a file with other content, such as keys. None of its text is quoted. */
function refused(file: TextFile, at: Place): Diagnostic {
  const place = { file: { ...file, text: file.text.replace(/[^\r\n]/g, " ") }, start: at.start, end: at.start };
  return problem("config/wrong-type", place, { key: "words", expected: `a file of words in YAML or JSON, and ${file.name} is none` });
}

/** Reads the file of the setting `words`: YAML or JSON, a map from keys of interface words to phrases. */
function readWords(path: string, cwd: string, reach: FileAccess): CustomWords {
  const { file, root, problems } = readSettingsFile(path, cwd, reach);
  const unread = problems.map((each) => (each.code === "config/syntax" ? refused(file, each.place) : each));
  if (problems.length > 0 || !root) return { words: {}, problems: unread.slice(0, 1) };
  if (!holdsWords(root)) return { words: {}, problems: [refused(file, root)] };
  const found: Diagnostic[] = [];
  const words: Partial<Record<WordKey, Phrase>> = {};
  for (const entry of entriesOf(root)) {
    const { key, value } = entry;
    if (!isWordKey(key)) {
      found.push(
        problem("config/unknown-key", entry, { key: `words ${JSON.stringify(key)}`, hint: didYouMean(key, Object.keys(englishWords)) }),
      );
      continue;
    }
    const phrase = phraseOf(value);
    const wrong = phraseProblem(entry, phrase, englishWords[key]);
    if (wrong) found.push(wrong);
    else if (phrase !== undefined) words[key] = phrase;
  }
  return { words, problems: found };
}

/** The settings that a flag of the same name replaces as it is. */
const replaced = ["language", "strict", "allowErrors", "maxProblems", "date"] as const;

type Given<Values> = { readonly [Key in keyof Values]?: Values[Key] | undefined };

/** The flags of the command line. Paths are relative to the working folder; `undefined` leaves the value of the settings file. */
export interface Flags extends AccessFlags, Given<Pick<Settings, (typeof replaced)[number] | "theme" | "templates">> {
  readonly config?: string | undefined;
  /** Settings that a program passes instead of a file. They are trusted like flags. */
  readonly settings?: Readonly<Record<string, unknown>> | undefined;
  /** Whether the settings are those of a portal of which a part is made. */
  readonly isPart?: boolean | undefined;
  /** Whether to measure documentation coverage. */
  readonly coverage?: boolean | undefined;
  readonly coverageThreshold?: number | undefined;
}

export interface LoadedSettings extends Partial<SettingsInputs> {
  /** Absent if there are problems: exit code 2. */
  readonly settings?: Settings;
  readonly problems: readonly Diagnostic[];
  /** The settings file, if there is one. */
  readonly file?: TextFile;
  readonly root?: Node;
}

const noFile: Partial<SettingsFile> & { readonly problems: readonly Diagnostic[] } = { problems: [] };

const paths = ["document", "output", "root", "cache", "templates", "baseline", "ruleset"] as const;

/** The settings that flags override, with absolute paths. */
function overrides(flags: Flags, cwd: string): Partial<Settings> {
  const given: Record<string, unknown> = {};
  for (const key of paths) {
    const path = flags[key];
    if (path === undefined) continue;
    const written = isUrl(path) ? path : resolve(cwd, path);
    given[key] = readFolders.includes(key) ? realPathOf(written) : written;
  }
  if (flags.theme !== undefined) given.theme = themeFolder(flags.theme, cwd);
  for (const key of replaced) if (flags[key] !== undefined) given[key] = flags[key];
  return given;
}

/** The setting of coverage with its flags. Each of the flags turns it on. */
function coverageFrom(root: Node | undefined, { coverage, coverageThreshold }: Flags): Pick<Settings, "coverage"> {
  const own = valueOf(root, "coverage");
  const threshold = coverageThreshold ?? numberOf(own, "threshold");
  return own || coverage === true || coverageThreshold !== undefined ? { coverage: { threshold } } : {};
}

/** The rule levels of the settings, except what a flag overrides: the user who starts a run decides what it fails on. */
function rulesWith({ rules }: Settings, { coverageThreshold }: Flags): Settings["rules"] {
  return coverageThreshold === undefined ? rules : { ...rules, "coverage/threshold": "error" };
}

/** The problem of a rule of another tool. If no code replaces the rule, `error` and `warning` keep their severity, or a gate would open. */
function legacyRuleProblem(entry: Entry): Diagnostic {
  const name = JSON.stringify(entry.key);
  const level = entry.value.kind === "string" ? entry.value.value : "";
  const isGate = ["error", "warning", "warn"].includes(level) && codesForName(entry.key)?.length === 0;
  if (!isGate) return problem("config/renamed-rule", entry, { name, instead: replacementNote(entry.key) });
  return { ...problem("config/missing-rule", entry, { name }), severity: level === "error" ? "error" : "warning" };
}

/** Problems of rules of other tools. */
function legacyRuleProblems(root: Node): Diagnostic[] {
  return entriesOf(valueOf(root, "rules"))
    .filter(({ key }) => isLegacyRule(key))
    .map(legacyRuleProblem);
}

interface FlagFolder {
  readonly cwd: string;
  /** Its real path. */
  readonly real: string | undefined;
}

/** The problem of a folder that a flag names if a link leads out of the repository, or to what is hidden: a stranger can commit such a link. */
function linkProblem(flag: "root" | "theme" | "templates", path: string, { real: found, cwd }: FlagFolder): Diagnostic[] {
  const real = leadsOut(resolve(cwd, path), cwd, found);
  if (real === undefined) return [];
  const expected = `a folder of the repository, and it leads through a link to ${JSON.stringify(real)}`;
  const hint = "Name that folder itself, or remove the link.";
  return [problem("config/wrong-type", flagPlace(`--${flag}`), { key: `--${flag}`, expected, hint })];
}

/** Problems of the flags. */
function flagProblems(flags: Flags, cwd: string, given: Partial<Settings>, settings?: Settings): Diagnostic[] {
  const { language, theme } = flags;
  const folders = { root: flags.root, theme: theme !== undefined && isBuiltIn(theme) ? undefined : theme, templates: flags.templates };
  return [
    ...(language === undefined ? [] : languageProblem(language, flagPlace("--language"), settings?.wordsFile !== undefined)),
    ...(["root", "theme", "templates"] as const).flatMap((flag) => {
      const path = folders[flag];
      return path === undefined ? [] : linkProblem(flag, path, { cwd, real: given[flag] });
    }),
  ];
}

/** The settings of a file, with the custom words read. */
function settingsOf(root: Node, flags: Flags, standing: SettingsOrigin, given: Partial<Settings>): LoadedSettings {
  const found: Diagnostic[] = [];
  checkSettings(root, (each) => void found.push(each));
  const remarks = legacyRuleProblems(root);
  for (const remark of remarks) if (remark.severity === "error") found.push(remark);
  if (found.length > 0) return { problems: found };
  const made = { ...makeSettings(root, standing.path), ...(remarks.length > 0 ? { remarks: { diagnostics: remarks, root } } : {}) };
  const needs = inputsOf(made, standing);
  const checked = checkFiles(root, made, standing);
  const wrong = [
    ...checkAccess(root, { flags, path: standing.path, settings: made }),
    ...checked.problems,
    ...flagProblems(flags, standing.cwd, given, made),
  ];
  if (wrong.length > 0) return { problems: wrong, ...needs };
  const settings = { ...made, ...checked.images };
  const { wordsFile } = settings;
  if (wordsFile === undefined) return { settings, problems: [], ...needs };
  const { words, problems } = readWords(wordsFile, standing.cwd, settingsAccess(dirname(standing.path), standing.isTrusted));
  return { ...(problems.length > 0 ? {} : { settings: { ...settings, words } }), problems, ...needs };
}

/** The settings passed by a program or read from a file, with the path to which their paths are relative. */
function findSettings({ config, settings }: Flags, cwd: string): typeof noFile & { readonly path: string } {
  if (settings !== undefined) {
    const path = join(cwd, "settings.json");
    return { path, ...parseSettings({ id: path, name: "settings", language: "json" }, new TextEncoder().encode(JSON.stringify(settings))) };
  }
  const found = settingsInputs({ config }, cwd).find(({ path }) => config !== undefined || existsSync(path));
  return found ? { path: found.path, ...readSettingsFile(found.path, cwd, found.access) } : { path: join(cwd, "msgdocs.yaml"), ...noFile };
}

/**
 * Settings with problems, without quoting a file that a link makes stand for settings: it may be any file of the repository, and what is
 * wrong with it would show what it holds.
 */
function withoutAliased(loaded: LoadedSettings): LoadedSettings {
  const { file, problems, reads, globs } = loaded;
  const isQuoted = file !== undefined && file.text !== "" && problems.some(({ place }) => place.file === file);
  if (!isQuoted || !isAlias(file.id)) return loaded;
  const place = { file: { ...file, text: "" }, start: 0, end: 0 };
  const reason = "it is a link to a file of another name, which is not right as settings";
  const hint = "Put the settings in the place of the link, or name their own file with --config to see what is wrong.";
  return {
    ...(reads ? { reads } : {}),
    ...(globs ? { globs } : {}),
    problems: [problem("config/not-found", place, { name: file.name, reason, hint })],
  };
}

function loadAsWritten(asked: Flags, cwd: string): LoadedSettings {
  const flags = asked.settings === undefined ? asked : { ...asked, trustSettings: true };
  const { path, file, root, problems } = findSettings(flags, cwd);
  const own = overrides(flags, cwd);
  const given = (read: Node | undefined) => ({
    ...own,
    ...remoteOf(read, flags, dirname(path)),
    ...coverageFrom(read, flags),
  });
  const read = { ...(file ? { file } : {}), ...(root ? { root } : {}) };
  if (problems.length > 0) return { problems, ...read };
  if (!root) {
    const wrong = flagProblems(flags, cwd, own);
    return wrong.length > 0
      ? { problems: wrong, ...read }
      : { settings: { ...makeSettings(undefined, path), ...given(undefined) }, problems: [], ...read };
  }
  const { settings, ...rest } = settingsOf(
    root,
    flags,
    { path, cwd, isTrusted: flags.trustSettings === true, isPart: flags.isPart === true },
    own,
  );
  return { ...(settings ? { settings: { ...settings, ...given(root), rules: rulesWith(settings, flags) } } : {}), ...rest, ...read };
}

/** Loads the settings of a run: those of the file, found or named by `--config`, overridden by flags. With problems: exit code 2. */
export function loadSettings(asked: Flags, cwd: string): LoadedSettings {
  return withoutAliased(loadAsWritten(asked, cwd));
}
