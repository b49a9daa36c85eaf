import type { Diagnostic, Insertion, Place, TextFile } from "#text";
import { visible } from "#report";
import { lineColumn, readFile } from "#text";
import type { Io } from "./io.ts";
import { replaceFile } from "./one-file.ts";

/** One edit of a text, from a diagnostic with one safe fix. */
interface Edit {
  readonly place: Place;
  readonly fixed: string;
  /** The description of the change for the reader. */
  readonly told: string;
}

/** Texts that need no quotes in YAML, even in flow collections, because no reader takes them for another type. */
const PLAIN = /^(?!(?:y|n|yes|no|on|off|true|false|null)$)[A-Za-z_][\w./#~-]*$/i;

/** A key or text in the style of the one it replaces. */
function inStyleOf(written: string, text: string, { language }: TextFile): string {
  if (language === "json" || written.startsWith('"')) return JSON.stringify(text);
  if (written.startsWith("'")) return `'${text.replaceAll("'", "''")}'`;
  return PLAIN.test(text) ? text : JSON.stringify(text);
}

/** The edits of one file, the last first. */
interface FileEdits {
  readonly file: TextFile;
  readonly edits: Edit[];
}

/** The edit that inserts a text, described by the word it is put before. */
function insertEdit(file: TextFile, { at, text }: Insertion): Edit {
  const word = /^\S{0,40}/.exec(file.text.slice(at, at + 40))?.[0] ?? "";
  return { place: { file, start: at, end: at }, fixed: text, told: `${word} → ${text}${word}` };
}

/** The edits of a problem. Scalars of several lines are left alone. */
function editsOf({ place, fix, inserts = [] }: Diagnostic): Edit[] {
  const { file, start, end } = place;
  const edits = inserts.map((insert) => insertEdit(file, insert));
  const written = file.text.slice(start, end);
  if (fix === undefined || written === "" || /[\r\n]/.test(written)) return edits;
  const fixed = inStyleOf(written, fix, file);
  return [...edits, { place, fixed, told: `${written} → ${fixed}` }];
}

/** The edits of each file, without overlaps. */
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

/**
 * Applies the edits to a file; all other bytes stay the same. A file that changed since it was read is not touched. Returns whether it
 * was written.
 */
function writeEdits(file: TextFile, edits: readonly Edit[], cwd: string): boolean {
  // The id is the real path.
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
  /** Files that are not on disk, such as standard input. */
  readonly given: ReadonlySet<string>;
  /** Whether to change files; otherwise the changes are only printed. */
  readonly write: boolean;
  readonly io: Io;
}

/** Applies all safe fixes and says what was changed. Returns how many. */
export function fixFiles(diagnostics: readonly Diagnostic[], { given, write, io }: FixOptions): number {
  let count = 0;
  for (const { file, edits } of editsByFile(diagnostics)) {
    if (given.has(file.id) || (write && !writeEdits(file, edits, io.cwd))) continue;
    count += edits.length;
    for (const { place, told } of edits.toReversed()) {
      const { line, column } = lineColumn(file, place.start);
      io.stderr(`${visible(`${write ? "fixed" : "would fix"} ${file.name}:${line}:${column} ${told}`)}\n`);
    }
  }
  return count;
}
