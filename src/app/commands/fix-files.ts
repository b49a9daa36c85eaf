import type { Diagnostic, Insertion, Place, TextFile } from "#text";
import { visible } from "#report";
import { lineColumn, readFile } from "#text";
import type { Io } from "./io.ts";
import { replaceFile } from "./one-file.ts";

/** One edit of a text, from a diagnostic that has one safe answer. */
interface Edit {
  readonly place: Place;
  readonly fixed: string;
  /** What is changed, for the reader. */
  readonly told: string;
}

/** Texts that YAML reads as themselves without quotes, in flow collections too, and that no reader takes for another type. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z_][\w./#~-]*$/i;

/** A key or text in the way that the one before it was written. */
function inStyleOf(written: string, text: string, { language }: TextFile): string {
  if (language === "json" || written.startsWith('"')) return JSON.stringify(text);
  if (written.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

/** The edits of one file, last first. */
interface FileEdits {
  readonly file: TextFile;
  readonly edits: Edit[];
}

/** What would be put in at a place, and the word it is put before. */
function insertEdit(file: TextFile, { at, text }: Insertion): Edit {
  const word = /^\S{0,40}/.exec(file.text.slice(at, at + 40))?.[0] ?? "";
  return { place: { file, start: at, end: at }, fixed: text, told: `${word} → ${text}${word}` };
}

/** The edits that a problem has. Scalars of several lines are left alone. */
function editsOf({ place, fix, inserts = [] }: Diagnostic): Edit[] {
  const { file, start, end } = place;
  const edits = inserts.map((insert) => insertEdit(file, insert));
  const written = file.text.slice(start, end);
  if (fix === undefined || written === "" || /[\r\n]/.test(written)) return edits;
  const fixed = inStyleOf(written, fix, file);
  return [...edits, { place, fixed, told: `${written} → ${fixed}` }];
}

/** The edits of each file, none over another. */
function editsByFile(diagnostics: readonly Diagnostic[]): FileEdits[] {
  const found = new Map<string, FileEdits>();
  for (const edit of diagnostics.flatMap(editsOf).sort((a, b) => b.place.start - a.place.start)) {
    const { file } = edit.place;
    if (/^[a-z]+:\/\//.test(file.id)) continue;
    const { edits }: FileEdits = found.get(file.id) ?? { file, edits: [] };
    found.set(file.id, { file, edits });
    const after = edits.at(-1);
    if (!after || edit.place.end <= after.place.start) edits.push(edit);
  }
  return [...found.values()].sort((a, b) => (a.file.name < b.file.name ? -1 : 1));
}

const MARK = "\ufeff";

/** Writes the edits of one file, all other bytes as they were. A file that has changed since it was read is left alone. */
function writeEdits(file: TextFile, edits: readonly Edit[], cwd: string): boolean {
  // Its id is its real path.
  const bytes = readFile(file.id, { root: file.id });
  if ("problem" in bytes) return false;
  const now = bytes.toString();
  const mark = now.startsWith(MARK) && !file.text.startsWith(MARK) ? MARK : "";
  if (now !== mark + file.text) return false;
  const text = edits.reduce((before, { place, fixed }) => before.slice(0, place.start) + fixed + before.slice(place.end), file.text);
  replaceFile(file.id, mark + text, cwd);
  return true;
}

export interface FixOptions {
  /** Files that are not on the disk: standard input. */
  readonly given: ReadonlySet<string>;
  /** Whether files are changed; else it is only said what would be. */
  readonly write: boolean;
  readonly io: Io;
}

/** Carries out what has one safe answer, and says what was changed. Gives whether any file was. */
export function fixFiles(diagnostics: readonly Diagnostic[], { given, write, io }: FixOptions): boolean {
  let count = 0;
  for (const { file, edits } of editsByFile(diagnostics)) {
    if (given.has(file.id) || (write && !writeEdits(file, edits, io.cwd))) continue;
    if (write) count += edits.length;
    for (const { place, told } of edits.toReversed()) {
      const { line, column } = lineColumn(file, place.start);
      io.stderr(`${visible(`${write ? "fixed" : "would fix"} ${file.name}:${line}:${column} ${told}`)}\n`);
    }
  }
  return count > 0;
}
