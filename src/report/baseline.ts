import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Diagnostic, Place, TextFile } from "#text";
import { isAcceptable } from "#text";
import type { Problem, ProblemReport } from "./problem.ts";
import { compare } from "./problem.ts";

/** A problem that a team accepts for now. It has no line and column, so it still matches when the text moves. */
export interface BaselineProblem {
  readonly code: string;
  /** The path relative to the folder of the baseline file, `/`-separated. */
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
  readonly count: number;
}

/** The content of a baseline file. `folder` is its absolute folder, `/`-separated. */
export interface Baseline {
  readonly folder: string;
  readonly problems: readonly BaselineProblem[];
}

export const slashed = (path: string): string => path.replaceAll("\\", "/");

export function fileOf({ file }: Place, folder: string): string {
  return /^[a-z]+:\/\//.test(file.id) ? file.id : posix.relative(folder, slashed(file.id));
}

const keyOf = (parts: Omit<BaselineProblem, "count">): string => JSON.stringify([parts.code, parts.file, parts.pointer, parts.message]);

/** How many known problems are unmatched, by their identity. */
class ProblemCounts {
  private readonly counts = new Map<string, number>();

  add(key: string, count: number): void {
    this.counts.set(key, (this.counts.get(key) ?? 0) + count);
  }

  take(key: string): boolean {
    const count = this.counts.get(key) ?? 0;
    if (count > 0) this.counts.set(key, count - 1);
    return count > 0;
  }
}

/** A pointer without its indices: inserting an item moves the problems of those after it, but does not make them new. */
export const withoutIndices = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/0");

/** The diagnostics that a baseline does not know, and how many of its problems no longer occur in the files that were read. */
interface BaselineResult {
  readonly unknown: readonly Diagnostic[];
  readonly gone: number;
}

/** The diagnostics of a run and the files that were read. */
interface BaselineInput {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly TextFile[];
  readonly pointerOf: (place: Place) => string;
}

/** Removes the diagnostics that a baseline knows. Fatal ones and gates always stay. Exact matches come first, then those with other indices. */
export function applyBaseline(baseline: Baseline, { diagnostics, files, pointerOf }: BaselineInput): BaselineResult {
  const knownTexts = new Set(baseline.problems.map(({ code, file, message }) => JSON.stringify([code, file, message])));
  // Computes a pointer only if the baseline may know the problem: pointers may be long and problems many.
  const identityOf = ({ code, place, message }: Diagnostic): Omit<BaselineProblem, "count"> | undefined => {
    const file = fileOf(place, baseline.folder);
    const mayBeKnown = isAcceptable(code) && knownTexts.has(JSON.stringify([code, file, message]));
    return mayBeKnown ? { code, file, pointer: pointerOf(place), message } : undefined;
  };
  const exactCounts = new ProblemCounts();
  for (const each of baseline.problems) exactCounts.add(keyOf(each), each.count);
  const moved = diagnostics.filter((diagnostic) => {
    const parts = identityOf(diagnostic);
    return !parts || !exactCounts.take(keyOf(parts));
  });
  const looseCounts = new ProblemCounts();
  let left = 0;
  const read = new Set(files.map((file) => fileOf({ file, start: 0, end: 0 }, baseline.folder)));
  for (const each of baseline.problems) {
    for (let count = 0; count < each.count && exactCounts.take(keyOf(each)); count += 1) {
      looseCounts.add(keyOf({ ...each, pointer: withoutIndices(each.pointer) }), 1);
      if (read.has(each.file)) left += 1;
    }
  }
  const unknown = moved.filter((diagnostic) => {
    const parts = identityOf(diagnostic);
    const isKnownProblem = parts !== undefined && looseCounts.take(keyOf({ ...parts, pointer: withoutIndices(parts.pointer) }));
    if (isKnownProblem) left -= 1;
    return !isKnownProblem;
  });
  return { unknown, gone: Math.max(0, left) };
}

/** The text of a baseline file in a folder, with the errors and warnings of a report. */
export function printBaseline(report: ProblemReport, folder: string): string {
  const known = new Map<string, BaselineProblem>();
  for (const { code, place, pointer, message, severity } of report.problems) {
    if (severity === "info" || !isAcceptable(code)) continue;
    const parts = { code, file: fileOf(place, slashed(folder)), pointer, message };
    const key = keyOf(parts);
    known.set(key, { ...parts, count: (known.get(key)?.count ?? 0) + 1 });
  }
  const problems = [...known].sort(([a], [b]) => compare(a, b)).map(([, each]) => each);
  return `${JSON.stringify({ version: 1, problems }, undefined, 2)}\n`;
}

function isKnown(value: unknown): value is BaselineProblem {
  if (typeof value !== "object" || value === null) return false;
  const { code, file, pointer, message, count } = value as Partial<Record<keyof BaselineProblem, unknown>>;
  const texts = [code, file, pointer, message].every((each) => typeof each === "string");
  return texts && typeof count === "number" && Number.isInteger(count) && count > 0;
}

/** The value of a JSON text; `undefined` if it is none. */
export function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Parses a baseline file; `undefined` if it is not one. */
export function parseBaseline(text: string, folder: string): Baseline | undefined {
  const value = jsonIn(text);
  if (typeof value !== "object" || value === null || !("problems" in value) || !Array.isArray(value.problems)) return undefined;
  const problems: unknown[] = value.problems;
  return problems.every(isKnown) ? { folder: slashed(folder), problems } : undefined;
}

/** A hash for each problem that does not change when text moves. Equal problems are numbered. */
export function fingerprints(problems: readonly Problem[], pathOf: (file: string) => string): string[] {
  const seen = new Map<string, number>();
  return problems.map(({ code, file, pointer, message }) => {
    const identity = JSON.stringify([code, pathOf(file), pointer, message]);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    return createHash("sha256").update(`${identity}${count}`).digest("hex");
  });
}

/** Whether an earlier version of msgdocs wrote a baseline for `diff`. */
export function isOfDiff({ problems }: Baseline): boolean {
  return problems.length > 0 && problems.every(({ code }) => code.startsWith("change/"));
}

/** Whether a file lists changes that a team accepts, and no problems. */
export function listsChanges(text: string): boolean {
  const value = jsonIn(text);
  return typeof value === "object" && value !== null && "changes" in value && Array.isArray(value.changes);
}
