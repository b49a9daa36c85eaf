import type { Node, Place } from "#text";
import { counted, lineColumn, pointerAt, printJson, problem } from "#text";
import type { ChangeReport, ReportedChange } from "./change-report.ts";
import { changeProblems } from "./change-report.ts";
import { jsonList, printIndented } from "./print-json.ts";
import { printChangeMarkdown } from "./print-change-markdown.ts";
import type { Format, PrintOptions } from "./print-options.ts";
import { changeBlock, painter } from "./print-pretty.ts";
import { printReportInPieces } from "./print-report.ts";
import type { RootLookup } from "./problem.ts";
import { LazyLocation } from "./problem.ts";
import { escapeCommands, visible, visibleJson } from "./visible.ts";

export const changeFormats = ["pretty", "json", "markdown", "github", "sarif", "junit", "codeclimate"] as const;

export type ChangeFormat = (typeof changeFormats)[number];

export interface ChangePrintOptions extends Omit<PrintOptions, "format"> {
  readonly format: ChangeFormat;
}

/** Prints a report of changes in pieces. */
export function* printChangesInPieces(report: ChangeReport, options: ChangePrintOptions): Generator<string> {
  const { format } = options;
  if (format === "json") for (const piece of printJsonChanges(report)) yield escapeCommands(visibleJson(piece), { hash: "\\u0023" });
  else if (format === "markdown") for (const piece of printChangeMarkdown(report)) yield escapeCommands(piece, { hash: "\\u0023" });
  else if (format === "pretty")
    for (const piece of printPrettyChanges(report, options)) yield escapeCommands(piece, { hash: "\\u{23}", colon: "\\u{3a}" });
  else yield* printReportInPieces(changeProblems(report), { ...options, format: format satisfies Format });
}

function jsonPlace(place: Place | undefined, rootOf: RootLookup): object | null {
  if (!place) return null;
  const root = rootOf(place.file);
  const { line, column } = lineColumn(place.file, place.start);
  return { file: place.file.name, pointer: root ? pointerAt(root, place) : "", start: { line, column } };
}

/** A string that stands for the witness while the rest is printed. */
const WITNESS = '"witness": ""';

function* jsonChanges({ changes, rootOf }: ChangeReport): Generator<object> {
  for (const { code, verdict, accepted, affects, message, old, new: now, witness, at, missing, subject } of changes) {
    const places = { old: jsonPlace(old, rootOf), new: jsonPlace(now, rootOf) };
    const shown = { witness: witness ? "" : null, at, missing: missing ?? null, subject, parties: [] };
    yield { code, verdict, accepted: accepted ?? null, affects, message, ...places, ...shown };
  }
}

/** JSON of a value with its digits; `null` where it has no JSON spelling. */
function jsonOf(value: Node, indent: string): string {
  const text = printJson(value, { most: Infinity, indent });
  try {
    JSON.parse(text);
    return text;
  } catch {
    return "null";
  }
}

function* printJsonChanges(report: ChangeReport): Generator<string> {
  const witnesses = report.changes.map(({ witness }) => witness);
  yield '{\n  "changes": ';
  let at = -1;
  for (const piece of jsonList(jsonChanges(report), "  ")) {
    const witness = witnesses[(at += 1)];
    // In a text of a document the quotes would be escaped.
    yield witness ? piece.replace(WITNESS, () => `"witness": ${jsonOf(witness, "      ")}`) : piece;
  }
  const { summary, compatible } = report;
  yield `,\n  "summary": ${printIndented(summary, "  ")},\n  "compatible": ${compatible}\n}\n`;
}

/** The counts in words. */
export function countsInWords({ summary, changes }: ChangeReport): readonly string[] {
  const { breaking, unknown, compatible, annotation, accepted } = summary;
  if (changes.length === 0) return ["No changes"];
  return [
    ...(breaking > 0 ? [counted(breaking, "breaking change")] : ["Nothing breaking"]),
    ...(unknown > 0 ? [`${unknown} that cannot be told`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(compatible > 0 ? [`${compatible} compatible`] : []),
    ...(annotation > 0 ? [`${annotation} of words`] : []),
  ];
}

function* printPrettyChanges(report: ChangeReport, { colour, columns }: ChangePrintOptions): Generator<string> {
  const { old, new: now, changes, remarks, rootOf } = report;
  const paint = painter(colour);
  yield `${paint("strong", visible(now.name))} ${paint("faint", `compared with ${visible(old.name)}`)}\n`;
  for (const change of changes) yield `${changeBlock(described(change, rootOf), paint, columns)}\n`;
  for (const { code, place, message, hint } of remarks) {
    const { file, start } = new LazyLocation(place, rootOf);
    yield `  ${paint("warning", "warning")} ${visible(message)} ${paint("faint", code)}\n    ${paint("faint", "at")} ${visible(file)}:${start.line}:${start.column}\n`;
    yield `    ${paint("info", "hint:")} ${visible(hint ?? "")}\n\n`;
  }
  yield `${countsInWords(report).join(", ")}.\n`;
}

function described(change: ReportedChange, rootOf: RootLookup): Parameters<typeof changeBlock>[0] {
  const { verdict, accepted, witness } = change;
  const label = accepted ? "accepted" : verdict === "unknown" ? "cannot tell" : verdict === "annotation" ? "words" : verdict;
  const location = new LazyLocation(change.place, rootOf);
  const old = change.old && new LazyLocation(change.old, rootOf);
  const { hint } = problem(change.code as "change/payload", change.place, { what: "" });
  return { change, label, location, old, hint, witness: witness && printJson(witness, { most: 2_000 }) };
}
