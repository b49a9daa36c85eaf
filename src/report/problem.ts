import type { Code, Diagnostic, LineColumn, Node, Place, Severity, TextFile, Level, RuleLevels } from "#text";
import { lineColumn, pointerAt, unicodeEscapes, catalog, inQuotes, problem } from "#text";

/** The kinds of parts that coverage counts, in the order in which readers see them. */
const coverageKinds = ["document", "server", "channel", "operation", "message", "parameter", "schema", "field"] as const;

/** One part of an API that should have a description or an example, and whether it has one. */
export interface CoverageItem {
  readonly kind: (typeof coverageKinds)[number];
  readonly name: string;
  readonly what: "description" | "example";
  readonly isPresent: boolean;
  readonly place: Place;
}

interface CoverageShare {
  readonly present: number;
  readonly total: number;
}

/** The share of the parts of some documents that have a description and an example. */
export interface CoverageReport extends CoverageShare {
  /** The percentage of all parts, rounded down: it is 100 only if nothing is missing. */
  readonly percent: number;
  readonly kinds: readonly {
    readonly kind: CoverageItem["kind"];
    readonly description: CoverageShare;
    readonly example: CoverageShare | undefined;
  }[];
  /** The first missing parts, by kind. */
  readonly missing: readonly CoverageItem[];
}

/** How many missing parts a report lists. The counts say how many there are. */
const LISTED = 100;

/** How many missing parts the problem of a threshold names. */
const NAMED = 10;

function shareOf(items: readonly CoverageItem[]): CoverageShare {
  return { present: items.filter(({ isPresent }) => isPresent).length, total: items.length };
}

function percentOf({ present, total }: CoverageShare): number {
  return total === 0 ? 100 : Math.floor((100 * present) / total);
}

/** Counts items. A part that several documents share counts once. */
export function coverageOf(items: readonly CoverageItem[]): CoverageReport {
  const distinct = [...new Map(items.map((each) => [`${each.what} ${each.place.file.id} ${each.place.start}`, each])).values()];
  const byKind = coverageKinds.map((kind) => ({ kind, own: distinct.filter((each) => each.kind === kind) }));
  const kinds = byKind.flatMap(({ kind, own }) => {
    const examples = own.filter(({ what }) => what === "example");
    const description = shareOf(own.filter(({ what }) => what === "description"));
    return own.length === 0 ? [] : [{ kind, description, example: examples.length === 0 ? undefined : shareOf(examples) }];
  });
  const missing = byKind.flatMap(({ own }) => own.filter(({ isPresent }) => !isPresent));
  const all = shareOf(distinct);
  return { ...all, percent: percentOf(all), kinds, missing: missing.slice(0, LISTED) };
}

function missingOf({ kind, name, what }: CoverageItem): string {
  const subject = kind === "document" ? "The document" : `The ${kind} ${inQuotes(name)}`;
  return `${subject} has no ${what}.`;
}

/** The problem of a coverage below the threshold, which names the first missing parts. */
export function thresholdProblem(items: readonly CoverageItem[], threshold: number, place: Place): Diagnostic[] {
  const { percent, missing } = coverageOf(items);
  if (percent >= threshold) return [];
  const related = missing.slice(0, NAMED).map((each) => ({ message: missingOf(each), place: each.place }));
  return [problem("coverage/threshold", place, { percent, threshold, related })];
}

function cellOf(share: CoverageShare | undefined): string {
  return share && share.total > 0 ? `${share.present} of ${share.total} ${`${percentOf(share)}%`.padStart(4)}` : "";
}

/** Prints coverage as a table for people. */
export function printCoverage({ kinds, percent, present, total }: CoverageReport): string {
  const rows = kinds.map(({ kind, description, example }) => [
    kind === "document" ? kind : `${kind}s`,
    cellOf(description),
    cellOf(example),
  ]);
  const table = [["", "description", "example"], ...rows, ["all", cellOf({ present, total }), ""]];
  const widths = [0, 1, 2].map((column) => Math.max(...table.map((row) => (row[column] ?? "").length)));
  const lines = table.map(([name = "", ...cells]) =>
    [name.padEnd(widths[0] ?? 0), ...cells.map((cell, at) => cell.padStart(widths[at + 1] ?? 0))].join("   ").trimEnd(),
  );
  return `\nCoverage: ${percent}% is documented.\n${lines.map((line) => `  ${line}\n`).join("")}`;
}

const LABEL = "documented";

function colourOf(percent: number): string {
  if (percent >= 90) return "#2e7d32";
  return percent >= 60 ? "#8a6100" : "#b3261e";
}

/** A badge as data for the endpoint badge of shields.io. */
export function printBadgeData({ percent }: Pick<CoverageReport, "percent">): string {
  return `${JSON.stringify({ schemaVersion: 1, label: LABEL, message: `${percent}%`, color: colourOf(percent) }, undefined, 2)}\n`;
}

/** Prints a badge as a picture. */
export function printBadge({ percent }: Pick<CoverageReport, "percent">): string {
  const [left, right] = [76, `${percent}%`.length * 7 + 12];
  const text = (x: number, words: string) => `<text x="${x}" y="14">${words}</text>`;
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${left + right}" height="20" role="img" aria-label="${LABEL}: ${percent}%">
  <title>${LABEL}: ${percent}%</title>
  <rect width="${left + right}" height="20" rx="3" fill="#444"/>
  <path d="M${left} 0h${right - 3}a3 3 0 0 1 3 3v14a3 3 0 0 1-3 3h-${right - 3}z" fill="${colourOf(percent)}"/>
  <g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11" text-anchor="middle">
    ${text(left / 2, LABEL)}${text(left + right / 2, `${percent}%`)}
  </g>
</svg>
`;
}

/**
 * Commands that a CI executes when they are in its log: of Azure Pipelines (`##vso[task.setvariable …]`), of GitHub in its first form
 * (`##[set-output …]`) and of TeamCity anywhere in a line, of GitHub in its second form (`::`) at the start of a line.
 */
const ANYWHERE = /##(?=(?:vso|teamcity)?\[)/gi;
const LINE_START = /^([^\S\n]*):(?=:)/gm;

/** Replacements for the second `#` and the first `:` of a command. If the format has an escape, it is used, so that the value stays. */
export interface CommandEscapes {
  readonly hash: string;
  /** Absent if no line starts with untrusted text, or if the format consists of commands. */
  readonly colon?: string;
}

/** Escapes the commands that untrusted text may contain. */
export function escapeCommands(text: string, { hash, colon }: CommandEscapes): string {
  const quiet = text.replace(ANYWHERE, `#${hash}`);
  return colon === undefined ? quiet : quiet.replace(LINE_START, `$1${colon}`);
}

/**
 * Characters that a terminal interprets or hides: controls, formats (bidi controls, zero width, soft hyphen, byte order marks, tags),
 * line and paragraph separators, lone surrogates.
 */
const INVISIBLE = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu;

const escapes: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function escapeCharacter(character: string): string {
  return escapes[character] ?? `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`;
}

/** Untrusted text on one line with hidden characters spelled out: it can neither colour, move, reorder or forge output, nor run a command. */
export function visible(text: string): string {
  return text.replace(INVISIBLE, escapeCharacter).replace(ANYWHERE, "#\\u{23}");
}

/** {@link visible} for text of several lines that may quote untrusted text. No line starts a command. */
export function visibleLines(text: string): string {
  return escapeCommands(text.split("\n").map(visible).join("\n"), { hash: "\\u{23}", colon: "\\u{3a}" });
}

/** Escapes characters in JSON text that a terminal interprets or hides. The value stays the same. */
export function visibleJson(text: string): string {
  return text.replace(/[^\n\P{C}]|[\p{Zl}\p{Zp}]/gu, unicodeEscapes);
}

/** A place as printed in a report. */
export interface ReportLocation {
  /** The path relative to the working folder, `/`-separated. */
  readonly file: string;
  /** A JSON Pointer (RFC 6901) without `#`. */
  readonly pointer: string;
  readonly start: LineColumn;
  /** The end, exclusive. */
  readonly end: LineColumn;
  readonly place: Place;
}

interface RelatedLocation extends ReportLocation {
  readonly message: string;
}

/** A diagnostic in a report, with the level of the settings and its location. */
export interface Problem extends ReportLocation {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly related: readonly RelatedLocation[];
}

/** Counts of the examples of distinct messages. */
export interface ExampleCounts {
  readonly passed: number;
  readonly failed: number;
  readonly notChecked: number;
}

export interface ReportSummary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** The number of documents, including those that could not be read. */
  readonly documents: number;
  readonly examples: ExampleCounts & { readonly checked: number };
}

/** The problems of a run, ready to print. */
export interface ProblemReport {
  /** Sorted by file, line, column and code. Limited in number and size; `report/limit` is the last one if the size is exceeded. */
  readonly problems: readonly Problem[];
  /** All diagnostics with the levels of the settings, also those beyond the limits. */
  readonly allDiagnostics: readonly Diagnostic[];
  /** Counts all problems, also those beyond the limits. */
  readonly summary: ReportSummary;
  /** Names of the documents as given. */
  readonly documents: readonly string[];
  /** Whether warnings fail the run, too. */
  readonly isStrict?: boolean | undefined;
  /** The number of problems beyond the limits. */
  readonly unlisted: number;
  /** The number of problems that the baseline suppressed; they are neither listed nor counted. */
  readonly known: number;
  /** The number of problems of the baseline that no longer occur in the files that were read. */
  readonly gone: number;
  /** The value of a file that was read. */
  readonly rootOf: RootLookup;
  /** The values that no report may repeat, beside passwords within addresses. */
  readonly secrets: readonly Place[];
  /** The coverage, if it was requested. */
  readonly coverage?: CoverageReport | undefined;
}

/** Returns the value of a file, if it has one. */
export type RootLookup = (file: TextFile) => Node | undefined;

/** A location that is computed on access, because most problems of a long list are never printed. */
export class LazyLocation implements ReportLocation {
  readonly place: Place;
  readonly #rootOf: RootLookup;

  constructor(place: Place, rootOf: RootLookup) {
    this.place = place;
    this.#rootOf = rootOf;
  }

  get file(): string {
    return this.place.file.name;
  }

  get pointer(): string {
    const root = this.#rootOf(this.place.file);
    return root ? pointerAt(root, this.place) : "";
  }

  get start(): LineColumn {
    return lineColumn(this.place.file, this.place.start);
  }

  get end(): LineColumn {
    return lineColumn(this.place.file, this.place.end);
  }
}

/** A problem whose location is computed on access. */
export class LazyProblem extends LazyLocation implements Problem {
  readonly code: Problem["code"];
  readonly severity: Problem["severity"];
  readonly message: string;
  readonly hint: string | undefined;
  readonly related: readonly RelatedLocation[];

  constructor({ place, code, severity, message, hint, related }: Diagnostic, rootOf: RootLookup, mostRelated = Infinity) {
    super(place, rootOf);
    this.code = code;
    // `settleDiagnostics` has removed those that are off.
    this.severity = severity === "off" ? "info" : severity;
    this.message = message;
    this.hint = hint;
    const shown = related.slice(0, mostRelated);
    this.related = shown.map((each) => Object.assign(new LazyLocation(each.place, rootOf), { message: each.message }));
  }
}

/** The level of a diagnostic: that of the settings, unless its code is fatal. */
export function levelOf({ code, severity }: Diagnostic, rules: RuleLevels): Level {
  return "fatal" in catalog[code] ? severity : (rules[code] ?? severity);
}

/** Compares by code units, which is the same on every machine. */
export function compare(a: string | number, b: string | number): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

function order(a: Diagnostic, b: Diagnostic): number {
  return (
    compare(a.place.file.name, b.place.file.name) ||
    compare(a.place.start, b.place.start) ||
    compare(a.code, b.code) ||
    compare(a.place.end, b.place.end) ||
    compare(a.message, b.message) ||
    compare(a.place.file.id, b.place.file.id)
  );
}

/** Applies the levels of the settings, removes diagnostics that are off and duplicates (documents may share files), and sorts. */
export function settleDiagnostics(diagnostics: Iterable<Diagnostic>, rules: RuleLevels): Diagnostic[] {
  const kept: Diagnostic[] = [];
  for (const each of diagnostics) {
    const severity = levelOf(each, rules);
    if (severity !== "off") kept.push(severity === each.severity ? each : { ...each, severity });
  }
  kept.sort(order);
  // Duplicates are adjacent.
  return kept.filter((each, at) => {
    const before = kept[at - 1];
    return before === undefined || order(before, each) !== 0;
  });
}

interface ExitCodeOptions {
  readonly strict: boolean;
  /** Whether errors are accepted: only for a build that wrote a site in spite of them. */
  readonly allowErrors: boolean;
}

/** 0 for success, 1 for problems in documents. `--strict` allows neither errors nor warnings and overrides `allowErrors`. */
export function exitCode({ errors, warnings }: ReportSummary, { strict, allowErrors }: ExitCodeOptions): 0 | 1 {
  if (strict) return errors + warnings > 0 ? 1 : 0;
  return errors > 0 && !allowErrors ? 1 : 0;
}
