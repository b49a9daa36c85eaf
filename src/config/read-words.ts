import type { Diagnostic, Entry, Node, Phrase, Place, FileAccess, TextFile, Vocabulary, WordKey } from "#text";
import { didYouMean, englishWords, entriesOf, isWordKey, problem } from "#text";
import { readSettingsFile } from "./read-settings-file.ts";

/** Custom words of the user, and their problems. */
export interface CustomWords {
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
