import { relative, sep } from "node:path";
import type { Diagnostic, Node, FileAccess, TextFile, Entry, Phrase, Place, Vocabulary, WordKey } from "#text";
import { decodeText, parseText, problem, readFile, readLimits, didYouMean, englishWords, entriesOf, isWordKey } from "#text";

/** A parsed settings file, or its problems. */
export interface SettingsFile {
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
export function readSettingsFile(path: string, cwd: string, reach: FileAccess): SettingsFile {
  const name = slashed(relative(cwd, path));
  const source = { id: slashed(path), name, language: path.endsWith(".json") ? ("json" as const) : ("yaml" as const) };
  const unread = (reason: string): SettingsFile => {
    const file = { ...source, text: "" };
    return { file, root: undefined, problems: [problem("config/not-found", { file, start: 0, end: 0 }, { name, reason })] };
  };
  if (!/\.(ya?ml|json)$/i.test(path)) return unread("settings are YAML or JSON (.yaml, .yml, .json), and a script is never run");
  const bytes = readFile(path, { ...reach, largest: MOST_BYTES });
  if ("problem" in bytes) return unread(bytes.problem === "too-large" ? "it is larger than 1 MB" : bytes.reason);
  return parseSettings(source, bytes);
}

/** The flag is `--out`, so the setting may be called so too. */
function withOutput(root: Node): Node {
  if (root.kind !== "map" || root.entries.some(({ key }) => key === "output")) return root;
  return { ...root, entries: root.entries.map((entry) => (entry.key === "out" ? { ...entry, key: "output" } : entry)) };
}

/** Parses settings. */
export function parseSettings(source: Omit<TextFile, "text">, bytes: Uint8Array): SettingsFile {
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
export function readWords(path: string, cwd: string, reach: FileAccess): CustomWords {
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
