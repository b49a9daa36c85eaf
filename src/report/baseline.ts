import { posix } from "node:path";
import type { Diagnostic } from "#diagnostics";
import { catalog } from "#diagnostics";
import type { Place } from "#json";
import type { Report } from "./problem.ts";
import { compare } from "./settle.ts";

/** A problem that a team knows and has put off. Neither line nor column: it stays the same when text moves. */
export interface KnownProblem {
  readonly code: string;
  /** Relative to the baseline file's folder, `/`-separated. */
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
  readonly count: number;
}

/** A file of known problems, by its folder (absolute, `/`-separated). */
export interface Baseline {
  readonly folder: string;
  readonly problems: readonly KnownProblem[];
}

const slashed = (path: string): string => path.replaceAll("\\", "/");

function fileOf({ file }: Place, folder: string): string {
  return /^[a-z]+:\/\//.test(file.id) ? file.id : posix.relative(folder, slashed(file.id));
}

const keyOf = (parts: Omit<KnownProblem, "count">): string => JSON.stringify([parts.code, parts.file, parts.pointer, parts.message]);

/** The diagnostics that a baseline does not know. What leaves nothing to document is never known. */
export function unknownTo(baseline: Baseline, diagnostics: readonly Diagnostic[], pointerOf: (place: Place) => string): Diagnostic[] {
  const left = new Map<string, number>();
  for (const each of baseline.problems) left.set(keyOf(each), (left.get(keyOf(each)) ?? 0) + each.count);
  return diagnostics.filter(({ code, place, message }) => {
    const key = keyOf({ code, file: fileOf(place, baseline.folder), pointer: pointerOf(place), message });
    const count = left.get(key) ?? 0;
    if (count === 0 || "fatal" in catalog[code]) return true;
    left.set(key, count - 1);
    return false;
  });
}

/** A report's errors and warnings as the text of a baseline file that will lie in a folder. */
export function printBaseline(report: Report, folder: string): string {
  const known = new Map<string, KnownProblem>();
  for (const { code, place, pointer, message, severity } of report.problems) {
    if (severity === "info" || "fatal" in catalog[code]) continue;
    const parts = { code, file: fileOf(place, slashed(folder)), pointer, message };
    const key = keyOf(parts);
    known.set(key, { ...parts, count: (known.get(key)?.count ?? 0) + 1 });
  }
  const problems = [...known].sort(([a], [b]) => compare(a, b)).map(([, each]) => each);
  return `${JSON.stringify({ version: 1, problems }, undefined, 2)}\n`;
}

function isKnown(value: unknown): value is KnownProblem {
  if (typeof value !== "object" || value === null) return false;
  const { code, file, pointer, message, count } = value as Partial<Record<keyof KnownProblem, unknown>>;
  const texts = [code, file, pointer, message].every((each) => typeof each === "string");
  return texts && typeof count === "number" && Number.isInteger(count) && count > 0;
}

/** The text of a baseline file, or `undefined` where it is not one. */
export function parseBaseline(text: string, folder: string): Baseline | undefined {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (typeof value !== "object" || value === null || !("problems" in value) || !Array.isArray(value.problems)) return undefined;
  const problems: unknown[] = value.problems;
  return problems.every(isKnown) ? { folder: slashed(folder), problems } : undefined;
}
