import type { Code, Diagnostic, Place, Severity } from "#text";

/** Lines and columns from 1, columns in UTF-16 units. */
export interface Position {
  readonly line: number;
  readonly column: number;
}

/** A place in the words of the outward report. */
export interface Spot {
  /** Relative to the working folder, `/`-separated. */
  readonly file: string;
  /** RFC 6901, without `#`. */
  readonly pointer: string;
  readonly start: Position;
  /** Exclusive. */
  readonly end: Position;
  readonly place: Place;
}

export interface RelatedSpot extends Spot {
  readonly message: string;
}

/** A diagnostic as it is reported: the settings' level applied, places located. */
export interface Problem extends Spot {
  readonly code: Code;
  readonly severity: Severity;
  readonly message: string;
  readonly hint?: string | undefined;
  readonly related: readonly RelatedSpot[];
}

/** Message Example Objects of distinct messages; checked = passed + failed. */
export interface ExampleCounts {
  readonly passed: number;
  readonly failed: number;
  readonly notChecked: number;
}

export interface Summary {
  readonly errors: number;
  readonly warnings: number;
  readonly infos: number;
  /** Arguments, refused ones too. */
  readonly documents: number;
  readonly examples: ExampleCounts & { readonly checked: number };
}

/** Everything that a format prints. */
export interface Report {
  /** Sorted by file, line, column, code; at most as many as were asked for, and `report/limit` last where they are too long. */
  readonly problems: readonly Problem[];
  /** All of them as diagnostics at the settings' levels, those beyond the limit too. */
  readonly settled: readonly Diagnostic[];
  /** Counts all problems, those beyond the limit too. */
  readonly summary: Summary;
  /** Names of the documents, as given. */
  readonly documents: readonly string[];
  /** How many problems are not listed because of a limit. */
  readonly unlisted: number;
  /** How many problems the baseline knew; they are neither listed nor counted. */
  readonly known: number;
  /** How many problems of the baseline were not met in the files that were read. */
  readonly gone: number;
}
