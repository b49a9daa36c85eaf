import { posix } from "node:path";
import type { Code, Place, TextFile } from "#text";
import { counted, lineStarts, MASK, passwordsIn } from "#text";
import type { Problem, ProblemReport, ReportLocation, ReportSummary } from "./problem.ts";
import { printCoverage, visible } from "./problem.ts";

/** One printed line of a frame. `carets` is the range to mark below the line. */
interface FrameLine {
  readonly line: number;
  readonly text: string;
  readonly carets?: { readonly indent: number; readonly length: number };
}

/** Columns of source for a terminal of unknown width; longer lines are cut around the place. */
const WIDTH = 100;
/** Fewer columns of source are useless, so a narrower terminal wraps. */
const MIN_WIDTH = 40;
/** Columns of source before the place that remain visible when a line is cut. */
const CONTEXT = 30;

/** The columns of source in a terminal with `columns` columns, of which `beside` are used for other things. */
const sourceWidth = (columns: number | undefined, beside: number): number =>
  columns === undefined ? WIDTH : Math.max(MIN_WIDTH, columns - beside);

/** Most source text: one column for each character, and nothing hidden. */
const PRINTABLE = /^[ -~]*$/;

/** The columns of a text in a terminal: two for East Asian letters and emoji, none for combining marks. */
function columns(text: string): number {
  if (PRINTABLE.test(text)) return text.length;
  let width = 0;
  for (const character of text) {
    if (/\p{Mark}/u.test(character)) continue;
    width += /[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|\p{Emoji_Presentation}/u.test(
      character,
    )
      ? 2
      : 1;
  }
  return width;
}

/** Source text made visible; a tab is two spaces. */
const display = (text: string): string => (PRINTABLE.test(text) ? text : visible(text.replaceAll("\t", "  ")));

/** The columns of one displayed character. */
const columnsOf = (character: string): number => (character >= " " && character <= "~" ? 1 : columns(display(character)));

/** The end of the text from `at` on that fits into this many columns. */
function endWithin(text: string, at: number, width: number): number {
  // One more, because it may be a combining mark without a column.
  if (PRINTABLE.test(text.slice(at, at + width + 1))) return Math.min(text.length, at + width);
  let left = width;
  while (at < text.length) {
    const [character = ""] = text.slice(at, at + 2);
    left -= columnsOf(character);
    if (left < 0) return at;
    at += character.length;
  }
  return at;
}

/** The start of the text before `at` that fits into this many columns. */
function startWithin(text: string, at: number, width: number): number {
  if (PRINTABLE.test(text.slice(Math.max(0, at - width - 1), at))) return Math.max(0, at - width);
  let left = width;
  while (at > 0) {
    const pair = /^[\uD800-\uDBFF][\uDC00-\uDFFF]$/.test(text.slice(at - 2, at));
    const from = at - (pair ? 2 : 1);
    left -= columnsOf(text.slice(from, at));
    if (left < 0) return at;
    at = from;
  }
  return at;
}

interface TextSpan {
  readonly from: number;
  readonly to: number;
}

/** A line of source, with the ranges that no report may repeat. */
interface SourceLine {
  readonly text: string;
  readonly secrets: readonly TextSpan[];
}

/** Characters around what is shown in which passwords are looked for. */
const AROUND = 500;

/** A part of a line as it is shown, with a mask where a secret begins. */
function shown({ text, secrets }: SourceLine, { from, to }: TextSpan): string {
  const start = Math.max(0, from - AROUND);
  const found = passwordsIn(text.slice(start, to + AROUND)).map((each) => ({ from: each.from + start, to: each.to + start }));
  const masks = [...secrets, ...found].filter((each) => each.from < to && each.to > from).sort((a, b) => a.from - b.from);
  let said = "";
  let at = from;
  for (const mask of masks) {
    if (mask.from >= at) said += display(text.slice(at, mask.from)) + MASK;
    at = Math.max(at, mask.to);
  }
  return said + display(text.slice(at, Math.max(at, to)));
}

function cutLine(line: SourceLine, width: number): string {
  const end = endWithin(line.text, 0, width);
  return shown(line, { from: 0, to: end }) + (end < line.text.length ? "…" : "");
}

/** The visible part of a line: all of it if it fits, otherwise the part around the place. */
function viewOf(text: string, from: number, width: number): TextSpan {
  const whole = endWithin(text, 0, width);
  if (whole === text.length) return { from: 0, to: whole };
  const start = startWithin(text, from, CONTEXT);
  const end = endWithin(text, start, width);
  return end < text.length ? { from: start, to: end } : { from: startWithin(text, end, width), to: end };
}

function markLine(line: SourceLine, { from, to }: TextSpan, width: number): { text: string; carets: { indent: number; length: number } } {
  const { text } = line;
  const view = viewOf(text, from, width);
  const end = Math.min(to, view.to);
  const before = (view.from > 0 ? "…" : "") + shown(line, { from: view.from, to: from });
  const inside = shown(line, { from, to: end });
  const after = shown(line, { from: end, to: view.to }) + (view.to < text.length ? "…" : "");
  return { text: before + inside + after, carets: { indent: columns(before), length: Math.max(1, columns(inside)) } };
}

/** The range of a line without its break. It does not read the line, which may be the whole file. */
function boundsOf(file: TextFile, line: number): { readonly from: number; readonly to: number } {
  const starts = lineStarts(file);
  const from = starts[line - 1] ?? file.text.length;
  const next = starts[line];
  if (next === undefined) return { from, to: file.text.length };
  return { from, to: file.text[next - 1] === "\n" && file.text[next - 2] === "\r" ? next - 2 : next - 1 };
}

/**
 * The line before a place, the first line of the place with its range marked, and the line after, each at most `width` columns wide.
 * Reads only the visible parts.
 */
function frameOf({ file, start, end }: Place, line: number, { width, secrets }: { width: number; secrets: readonly Place[] }): FrameLine[] {
  const own = secrets.filter((each) => each.file === file);
  const lineIn = ({ from, to }: TextSpan): SourceLine => ({
    text: file.text.slice(from, to),
    secrets: own.map((each) => ({ from: each.start - from, to: each.end - from })),
  });
  const bounds = boundsOf(file, line);
  const range = { from: Math.min(start, bounds.to) - bounds.from, to: Math.min(end, bounds.to) - bounds.from };
  const frame: FrameLine[] = [{ line, ...markLine(lineIn(bounds), range, width) }];
  const beside = (near: number): FrameLine => ({ line: near, text: cutLine(lineIn(boundsOf(file, near)), width) });
  if (line > 1) frame.unshift(beside(line - 1));
  if ((lineStarts(file)[line] ?? file.text.length) < file.text.length) frame.push(beside(line + 1));
  return frame;
}

export type PaintStyle = "error" | "warning" | "info" | "strong" | "faint" | "good";

/** Select Graphic Rendition codes (ECMA-48 § 8.3.117): start and end. */
const codes: Readonly<Record<PaintStyle, readonly [number, number]>> = {
  error: [31, 39],
  warning: [33, 39],
  info: [36, 39],
  good: [32, 39],
  strong: [1, 22],
  faint: [2, 22],
};

export type Paint = (style: PaintStyle, text: string) => string;

const paintAnsi: Paint = (style, text) => `\u001b[${codes[style][0]}m${text}\u001b[${codes[style][1]}m`;
const paintNothing: Paint = (_, text) => text;

export const positionOf = ({ file, start }: ReportLocation): string => `${visible(file)}:${start.line}:${start.column}`;

function frameLines(lines: readonly FrameLine[], severity: PaintStyle, paint: Paint): string[] {
  const gutter = Math.max(...lines.map(({ line }) => String(line).length));
  return lines.flatMap(({ line, text, carets }) => {
    const number = String(line).padStart(gutter);
    if (!carets) return [paint("faint", `      ${number} | ${text}`.trimEnd())];
    const under = `      ${" ".repeat(gutter)} | ${" ".repeat(carets.indent)}`;
    return [`    ${paint(severity, ">")} ${number} | ${text}`, `${paint("faint", under)}${paint(severity, "^".repeat(carets.length))}`];
  });
}

export function painter(colour: boolean): Paint {
  return colour ? paintAnsi : paintNothing;
}

/** Whether to use colours, and the columns of the terminal if there is one. */
export interface TerminalOptions {
  readonly colour: boolean;
  readonly columns?: number | undefined;
}

/** Columns beside the source: indent, line number, bar, and the marks of a cut line. */
const besideSource = (line: number): number => "    >  | ……".length + String(line + 1).length;

/** How many problems of one code are shown with their source and a hint. After that, readers know them. */
const MOST_IN_FULL = 10;

/** The two lines of a problem: what it is, and where. */
function problemLines(problem: Problem, paint: Paint): string[] {
  const { severity, code, message } = problem;
  const head = `  ${paint(severity, severity)} ${paint("strong", visible(message))} ${paint("faint", code)}`;
  return [head, `    ${paint("faint", "at")} ${positionOf(problem)}`];
}

/** How a block is painted, the columns of the terminal, and what is masked. */
interface PrettyStyle {
  readonly paint: Paint;
  readonly columns: number | undefined;
  readonly secrets: readonly Place[];
}

/** The source around a place, with the place marked. */
export function sourceFrame({ place, start }: ReportLocation, severity: PaintStyle, { paint, columns, secrets }: PrettyStyle): string[] {
  if (place.file.text === "") return [];
  return frameLines(frameOf(place, start.line, { width: sourceWidth(columns, besideSource(start.line)), secrets }), severity, paint);
}

function problemBlock(problem: Problem, style: PrettyStyle): string {
  const { paint } = style;
  const { severity, hint, related } = problem;
  const lines = problemLines(problem, paint);
  lines.push(...sourceFrame(problem, severity, style));
  if (hint) lines.push(`    ${paint("info", "hint:")} ${visible(hint)}`);
  for (const each of related) lines.push(`    ${paint("info", "see:")} ${visible(each.message)} ${paint("faint", positionOf(each))}`);
  return `${lines.join("\n")}\n`;
}

function examplesLine({ examples: { checked, passed, notChecked } }: ReportSummary): string {
  if (checked + notChecked === 0) return "";
  if (checked === 0) return `; ${counted(notChecked, "example")} not checked`;
  const left = notChecked > 0 ? `, ${notChecked} not checked` : "";
  return `; ${passed} of ${counted(checked, "example")} match${checked === 1 ? "es" : ""}${left}`;
}

/** The last line with the counts. */
function countLine({ summary, unlisted, known, gone }: ProblemReport, paint: Paint): string {
  const { errors, warnings, infos, documents } = summary;
  const parts = [
    ...(errors > 0 ? [paint("error", counted(errors, "error"))] : []),
    ...(warnings > 0 ? [paint("warning", counted(warnings, "warning"))] : []),
    ...(infos > 0 ? [paint("info", counted(infos, "note"))] : []),
  ];
  const found = parts.length > 0 ? parts.join(", ") : paint("good", "No problems");
  const extra = [
    ...(unlisted > 0 ? [`${unlisted} not listed`] : []),
    ...(known > 0 ? [`${known} known from the baseline`] : []),
    ...(gone > 0 ? [`${gone} of the baseline gone: --write-baseline forgets ${gone === 1 ? "it" : "them"}`] : []),
  ];
  // Problems of settings come before any document is read.
  const where = documents > 0 || parts.length === 0 ? ` in ${counted(documents, "document")}` : "";
  return `${found}${where}${extra.length > 0 ? ` (${extra.join(", ")})` : ""}${examplesLine(summary)}.\n`;
}

/**
 * Prints problems for people, grouped by file, each with its place. The first of each code also have the source around them, a hint and
 * related places.
 */
export function* printPretty(report: ProblemReport, { colour, columns }: TerminalOptions): Generator<string> {
  const paint = painter(colour);
  const style = { paint, columns, secrets: report.secrets };
  const counts = new Map<string, number>();
  let file: string | undefined;
  for (const problem of report.problems) {
    if (problem.file !== file) yield `${paint("strong", visible(problem.file))}\n`;
    file = problem.file;
    const count = (counts.get(problem.code) ?? 0) + 1;
    counts.set(problem.code, count);
    yield count > MOST_IN_FULL ? `${problemLines(problem, paint).join("\n")}\n\n` : `${problemBlock(problem, style)}\n`;
  }
  const short = [...counts].filter(([, count]) => count > MOST_IN_FULL);
  for (const [code, count] of short)
    yield `${code}: ${MOST_IN_FULL} of ${count} are shown in full. What it means: msgdocs explain ${code}\n`;
  yield countLine(report, paint);
  if (report.coverage) yield printCoverage(report.coverage);
}

export const formats = ["pretty", "json", "github", "sarif", "junit", "codeclimate"] as const;

export type Format = (typeof formats)[number];

/** Options of all formats. Those for the terminal only affect `pretty`. */
export interface PrintOptions extends TerminalOptions {
  readonly format: Format;
  /** The version of msgdocs, for formats that name the tool. */
  readonly version: string;
  /**
   * The path of the working folder in its repository, `/`-separated, for formats that a code host reads: `github`, `sarif` and
   * `codeclimate`. Without it their paths are relative to the working folder.
   */
  readonly folder?: string | undefined;
  /** The page that explains a code, as Markdown, and its URL, for formats that explain their rules. */
  readonly pageOf?: ((code: Code) => { readonly markdown: string; readonly url: string }) | undefined;
}

/** Turns names of files into paths in their repository. A remote file keeps its URL. */
export function pathIn({ folder = "" }: PrintOptions): (file: string) => string {
  return (file) => (/^[a-z]+:\/\//.test(file) ? file : posix.join(folder, file));
}
