import type { Code, Diagnostic, LineColumn, Node, Place, Severity, TextFile, Level, RuleLevels } from "#text";
import { lineColumn, pointerAt, unicodeEscapes, catalog } from "#text";
import type { CoverageReport } from "./coverage.ts";

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
