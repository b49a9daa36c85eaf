import { counted } from "#text";
import type { ChangeParty } from "./change.ts";
import { printCoverage } from "./coverage.ts";
import type { FrameLine } from "./frame.ts";
import { frameOf, sourceWidth } from "./frame.ts";
import type { Problem, ProblemReport, ReportLocation, ReportSummary } from "./problem.ts";
import { visible } from "./visible.ts";

type PaintStyle = "error" | "warning" | "info" | "strong" | "faint" | "good";

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

const positionOf = ({ file, start }: ReportLocation): string => `${visible(file)}:${start.line}:${start.column}`;

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

function problemBlock(problem: Problem, paint: Paint, columns: number | undefined): string {
  const { severity, hint, related, place, start } = problem;
  const width = sourceWidth(columns, besideSource(start.line));
  const lines = problemLines(problem, paint);
  if (place.file.text !== "") lines.push(...frameLines(frameOf(place, start.line, width), severity, paint));
  if (hint) lines.push(`    ${paint("info", "hint:")} ${visible(hint)}`);
  for (const each of related) lines.push(`    ${paint("info", "see:")} ${visible(each.message)} ${paint("faint", positionOf(each))}`);
  return `${lines.join("\n")}\n`;
}

/** A change with its texts for printing. */
interface ChangeText {
  readonly change: {
    readonly code: string;
    readonly severity: PaintStyle;
    readonly message: string;
    readonly affects: string;
    readonly accepted?: { readonly reason: string; readonly until: string | null } | undefined;
    readonly parties?: readonly ChangeParty[] | undefined;
  };
  /** The effect in a word. */
  readonly label: string;
  readonly location: ReportLocation;
  readonly old: ReportLocation | undefined;
  readonly hint: string | undefined;
  /** The witness as JSON. */
  readonly witness: string | undefined;
}

/** The words for the effect of a change on a known API. */
export const partyWords = {
  fits: "still fits",
  clash: "no longer fits",
  unknown: "cannot tell",
  "not-received": "no longer meets it",
} as const;

/** Prints a change like a problem, with whom it breaks and a value that proves it. */
export function changeBlock(
  { change, label, location, old, witness, hint }: ChangeText,
  paint: Paint,
  columns: number | undefined,
): string {
  const { severity, code, message, affects, accepted, parties = [] } = change;
  const style = accepted ? "good" : severity;
  const { place, start } = location;
  const lines = [
    `  ${paint(style, label)} ${paint("strong", visible(message))} ${paint("faint", code)}`,
    `    ${paint("faint", "at")} ${positionOf(location)}`,
  ];
  const isOpen = severity !== "info" && !accepted;
  if (isOpen && place.file.text !== "")
    lines.push(...frameLines(frameOf(place, start.line, sourceWidth(columns, besideSource(start.line))), severity, paint));
  if (old) lines.push(`    ${paint("info", "was:")} ${positionOf(old)}`);
  if (affects !== "nobody") lines.push(`    ${paint("info", "for:")} ${affects === "all" ? "senders and receivers" : affects}`);
  if (parties.length > 0)
    lines.push(
      `    ${paint("info", "known:")} ${parties.map(({ api, verdict }) => `${visible(api)} (${partyWords[verdict]})`).join(", ")}`,
    );
  if (isOpen && witness !== undefined) {
    const [first = "", ...others] = witness.split("\n");
    lines.push(`    ${paint("info", "shown by:")} ${visible(first)}`, ...others.map((line) => `      ${visible(line)}`));
  }
  if (isOpen && hint !== undefined) lines.push(`    ${paint("info", "hint:")} ${visible(hint)}`);
  if (accepted)
    lines.push(
      `    ${paint("info", "accepted:")} ${visible([accepted.until === null ? "" : `until ${accepted.until}`, accepted.reason].filter(Boolean).join(", ") || "by a comment")}`,
    );
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
  const counts = new Map<string, number>();
  let file: string | undefined;
  for (const problem of report.problems) {
    if (problem.file !== file) yield `${paint("strong", visible(problem.file))}\n`;
    file = problem.file;
    const count = (counts.get(problem.code) ?? 0) + 1;
    counts.set(problem.code, count);
    yield count > MOST_IN_FULL ? `${problemLines(problem, paint).join("\n")}\n\n` : `${problemBlock(problem, paint, columns)}\n`;
  }
  const short = [...counts].filter(([, count]) => count > MOST_IN_FULL);
  for (const [code, count] of short)
    yield `${code}: ${MOST_IN_FULL} of ${count} are shown in full. What it means: msgdocs explain ${code}\n`;
  yield countLine(report, paint);
  if (report.coverage) yield printCoverage(report.coverage);
}
