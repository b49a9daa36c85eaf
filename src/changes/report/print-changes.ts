import type { Format, PrintOptions, ProblemReport, RootLookup } from "#report";
import {
  escapeCommands,
  jsonList,
  jsonReport,
  LazyLocation,
  painter,
  positionOf,
  printIndented,
  printReportInPieces,
  sourceFrame,
  visible,
  visibleJson,
} from "#report";
import type { ChangeFormat } from "#run";
import type { Node, Place } from "#text";
import { counted, listSome, MOST_IN_SENTENCE, nextStep, printJson } from "#text";
import type { Cause } from "./causes.ts";
import { causesOf, headlineOf, partiesOf, reachedBy, reachText, MOST_WITNESS } from "./causes.ts";
import { metWords, partiesText, printChangeMarkdown } from "./print-change-markdown.ts";
import type { ChangeReport, ReportedChange } from "./change-report.ts";
import { changeProblems, sumOfCounts } from "./change-report.ts";

export interface ChangePrintOptions extends Omit<PrintOptions, "format"> {
  readonly format: ChangeFormat;
}

/** Prints the report of a comparison, or of several together, in pieces. */
export function* printChangesInPieces(reports: readonly ChangeReport[], options: ChangePrintOptions): Generator<string> {
  const { format } = options;
  if (format === "json") for (const piece of printJsonChanges(reports)) yield escapeCommands(visibleJson(piece), { hash: "\\u0023" });
  else if (format === "markdown") for (const piece of printChangeMarkdown(reports)) yield escapeCommands(piece, { hash: "\\u0023" });
  else if (format === "pretty")
    for (const piece of printPrettyChanges(reports, options)) yield escapeCommands(piece, { hash: "\\u{23}", colon: "\\u{3a}" });
  else yield* printReportInPieces(changeProblems(reports), { ...options, format: format satisfies Format });
}

function jsonPlace(place: Place | undefined, rootOf: RootLookup): object | null {
  if (!place) return null;
  const { file, pointer, start } = new LazyLocation(place, rootOf);
  return { file, pointer, start: { line: start.line, column: start.column } };
}

/** The placeholder of the witness while the rest is printed. `null` is a value too: without a witness there is no entry. */
const WITNESS = '"witness": ""';

function* jsonChanges(reports: readonly ChangeReport[]): Generator<object> {
  for (const { changes, rootOf } of reports) {
    for (const { code, verdict, accepted, affects, message, old, new: now, witness, at, missing, subject, parties = [] } of changes) {
      const places = { old: jsonPlace(old, rootOf), new: jsonPlace(now, rootOf) };
      const shown = { ...(witness && { witness: "" }), at, missing: missing ?? null, subject, parties };
      yield { code, verdict, accepted: accepted ?? null, affects, message, ...places, ...shown };
    }
  }
}

/** One entry a changed place, with its changes: each with its position in the list, and without the value that shows it. */
function* jsonCauses(reports: readonly ChangeReport[]): Generator<object> {
  let at = 0;
  for (const { changes, rootOf } of reports) {
    const positions = new Map(changes.map((change) => [change, (at += 1) - 1]));
    for (const cause of causesOf(changes)) {
      const { verdict, accepted } = cause.changes[0];
      const below = cause.changes.map(({ code, affects, message, old, new: now, subject }) => {
        const places = { old: jsonPlace(old, rootOf), new: jsonPlace(now, rootOf) };
        return { code, affects, message, ...places, subject };
      });
      yield {
        headline: headlineOf(cause),
        verdict,
        accepted: accepted ?? null,
        affects: cause.affects,
        channels: cause.channels,
        reaches: reachedBy(cause),
        parties: partiesOf(cause),
        changes: below.map((each, index) => ({ change: positions.get(cause.changes[index] ?? cause.changes[0]), ...each })),
      };
    }
  }
}

/** The APIs of a portal that were compared; empty for a single document. */
function jsonApis(reports: readonly ChangeReport[]): object[] {
  return reports.flatMap(({ api, presence, meets, old, new: now, summary, compatible }) =>
    api === undefined ? [] : [{ api, presence, old: old.version, new: now.version, summary, compatible, ...(meets ? { meets } : {}) }],
  );
}

/** A value as JSON with its digits; `null` if JSON cannot represent it. */
function jsonOf(value: Node, indent: string): string {
  const text = printJson(value, { most: Infinity, indent });
  try {
    JSON.parse(text);
    return text;
  } catch {
    return "null";
  }
}

function* printJsonChanges(reports: readonly ChangeReport[]): Generator<string> {
  const witnesses = reports.flatMap(({ changes }) => changes.map(({ witness }) => witness));
  yield '{\n  "changes": ';
  let at = -1;
  for (const piece of jsonList(jsonChanges(reports), "  ")) {
    const witness = witnesses[(at += 1)];
    // This cannot occur in a text of the document, where quotes are escaped.
    yield witness ? piece.replace(WITNESS, () => `"witness": ${jsonOf(witness, "      ")}`) : piece;
  }
  yield `,\n  "causes": `;
  yield* jsonList(jsonCauses(reports), "  ");
  const compatible = reports.every((report) => report.compatible);
  const apis = jsonApis(reports);
  if (apis.length > 0) yield `,\n  "apis": ${printIndented(apis, "  ")}`;
  yield `,\n  "summary": ${printIndented(sumOfCounts(reports.map(({ summary }) => summary)), "  ")},\n  "compatible": ${compatible}\n}\n`;
}

/** The JSON report of a comparison that could not be made: no changes, and the problems that prevented it. */
export function printFailedChanges(report: ProblemReport): string {
  const { diagnostics } = jsonReport(report);
  const text = printIndented({ changes: [], causes: [], diagnostics, summary: sumOfCounts([]), compatible: false }, "");
  return escapeCommands(`${visibleJson(text)}\n`, { hash: "\\u0023" });
}

/** The counts in words. */
function countsInWords(reports: readonly ChangeReport[]): readonly string[] {
  const { breaking, unknown, compatible, annotation, accepted } = sumOfCounts(reports.map(({ told }) => told));
  const added = reports.filter(({ presence }) => presence === "added").length;
  const news = added > 0 ? [counted(added, "new API")] : [];
  if (reports.every(({ changes }) => changes.length === 0)) return news.length > 0 ? news : ["No changes"];
  return [
    ...news,
    ...(breaking > 0 ? [counted(breaking, "breaking change")] : ["Nothing breaking"]),
    ...(unknown > 0 ? [`${unknown} that cannot be told`] : []),
    ...(accepted > 0 ? [`${accepted} accepted`] : []),
    ...(compatible > 0 ? [`${compatible} compatible`] : []),
    ...(annotation > 0 ? [`${annotation} of wording`] : []),
  ];
}

function* printPrettyChanges(reports: readonly ChangeReport[], options: ChangePrintOptions): Generator<string> {
  // For a portal, only APIs that changed are shown.
  for (const report of reports) if (report.api === undefined || hasNews(report)) yield* printPrettyReport(report, options);
  yield `${countsInWords(reports).join(", ")}.\n`;
}

function hasNews({ changes, remarks, presence }: ChangeReport): boolean {
  return changes.length + remarks.length > 0 || presence === "added" || presence === "removed";
}

function* printPrettyReport(report: ChangeReport, { colour, columns }: ChangePrintOptions): Generator<string> {
  const { api, presence, meets = [], old, new: now, changes, remarks, rootOf, secrets } = report;
  const paint = painter(colour);
  const compared = presence === "added" ? "is new" : presence === "removed" ? "is gone" : `compared with ${visible(old.name)}`;
  yield `${paint("strong", visible(api === undefined ? now.name : `${api} (${now.name})`))} ${paint("faint", compared)}\n`;
  if (meets.length > 0)
    yield `  ${paint("info", "meets:")} ${partiesText(meets, visible, { words: metWords, most: MOST_IN_SENTENCE })}\n\n`;
  for (const cause of causesOf(changes)) yield `${causeText(cause, rootOf, { paint, columns, secrets })}\n`;
  for (const { code, place, message, hint } of remarks) {
    const { file, start } = new LazyLocation(place, rootOf);
    yield `  ${paint("warning", "warning")} ${visible(message)} ${paint("faint", code)}\n    ${paint("faint", "at")} ${visible(file)}:${start.line}:${start.column}\n`;
    yield `    ${paint("info", "hint:")} ${visible(hint ?? "")}\n\n`;
  }
}

/** Prints what one changed place causes like a problem, with whom it breaks and a value that proves it. */
function causeText(cause: Cause<ReportedChange>, rootOf: RootLookup, style: Parameters<typeof sourceFrame>[2]): string {
  const { paint } = style;
  const { affects, channels, fact } = cause;
  const [change, ...others] = cause.changes;
  const { verdict, severity, code, accepted, witness } = change;
  const location = new LazyLocation(change.place, rootOf);
  const parties = partiesOf(cause);
  const isOpen = severity !== "info" && !accepted;
  const label = accepted ? "accepted" : verdict === "annotation" ? "wording" : verdict;
  const lines = [
    `  ${paint(accepted ? "good" : severity, label)} ${paint("strong", visible(headlineOf(cause)))} ${paint("faint", code)}`,
    `    ${paint("faint", "at")} ${positionOf(location)}`,
  ];
  const add = (name: string, text: string): unknown => lines.push(`    ${paint("info", `${name}:`)} ${text}`);
  if (isOpen) lines.push(...sourceFrame(location, severity, style));
  if (change.old) add("was", positionOf(new LazyLocation(change.old, rootOf)));
  if (fact) add("reaches", visible(`${reachText(cause)}${channels.length > 1 ? `, on ${listSome(channels, 5)}` : ""}`));
  if (affects !== "nobody") add("for", affects === "all" ? "senders and receivers" : affects);
  if (parties.length > 0) add("known", partiesText(parties, visible, { most: MOST_IN_SENTENCE }));
  const more = others.length === 0 ? "" : ` ${counted(others.length, "other")} in the JSON report.`;
  if (fact) add("effect", visible(`${change.message}${more}`));
  if (isOpen && witness) {
    const [first = "", ...further] = printJson(witness, { most: MOST_WITNESS }).split("\n");
    add("shown by", visible(first));
    lines.push(...further.map((line) => `      ${visible(line)}`));
  }
  const hint = nextStep(code);
  if (isOpen && hint !== undefined) add("hint", visible(hint));
  if (accepted) {
    const why = [accepted.until === null ? "" : `until ${accepted.until}`, accepted.reason].filter(Boolean).join(", ");
    add("accepted", visible(why || "by a comment"));
  }
  return `${lines.join("\n")}\n`;
}
