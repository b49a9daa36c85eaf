import { createHash } from "node:crypto";
import { posix } from "node:path";
import type { Diagnostic, Place, TextFile } from "#text";
import { catalog } from "#text";
import type { Problem, Report } from "./problem.ts";
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

/** Known problems that may still be met, by what they are told by. */
class Remaining {
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

/** A pointer without its indices: an item that is put before others moves them, and makes none of their problems a new one. */
const loose = (pointer: string): string => pointer.replace(/\/\d+(?=\/|$)/g, "/0");

/** What a baseline leaves of some diagnostics, and how many problems that it knows were not met in the files that were read. */
interface Sifted {
  readonly unknown: readonly Diagnostic[];
  readonly gone: number;
}

/** What was found in a run: diagnostics, and the files that were read for them. */
interface Found {
  readonly diagnostics: readonly Diagnostic[];
  readonly files: readonly TextFile[];
  readonly pointerOf: (place: Place) => string;
}

/** The diagnostics that a baseline does not know. What leaves nothing to document is never known. */
export function unknownTo(baseline: Baseline, { diagnostics, files, pointerOf }: Found): Sifted {
  const said = new Set(baseline.problems.map(({ code, file, message }) => JSON.stringify([code, file, message])));
  /** Pointers may be long and problems many: they are made only where the baseline may know the problem, and are not kept. */
  const partsOf = ({ code, place, message }: Diagnostic): Omit<KnownProblem, "count"> | undefined => {
    const file = fileOf(place, baseline.folder);
    const mayBeKnown = !("fatal" in catalog[code]) && said.has(JSON.stringify([code, file, message]));
    return mayBeKnown ? { code, file, pointer: pointerOf(place), message } : undefined;
  };
  const exactly = new Remaining();
  for (const each of baseline.problems) exactly.add(keyOf(each), each.count);
  const moved = diagnostics.filter((diagnostic) => {
    const parts = partsOf(diagnostic);
    return !parts || !exactly.take(keyOf(parts));
  });
  const loosely = new Remaining();
  let left = 0;
  const read = new Set(files.map((file) => fileOf({ file, start: 0, end: 0 }, baseline.folder)));
  for (const each of baseline.problems) {
    for (let count = 0; count < each.count && exactly.take(keyOf(each)); count += 1) {
      loosely.add(keyOf({ ...each, pointer: loose(each.pointer) }), 1);
      if (read.has(each.file)) left += 1;
    }
  }
  const unknown = moved.filter((diagnostic) => {
    const parts = partsOf(diagnostic);
    const isKnown = parts !== undefined && loosely.take(keyOf({ ...parts, pointer: loose(parts.pointer) }));
    if (isKnown) left -= 1;
    return !isKnown;
  });
  return { unknown, gone: Math.max(0, left) };
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

/** What stays the same about each problem when text moves, as a hash; further ones that are alike are numbered. */
export function fingerprints(problems: readonly Problem[], pathOf: (file: string) => string): string[] {
  const seen = new Map<string, number>();
  return problems.map(({ code, file, pointer, message }) => {
    const identity = JSON.stringify([code, pathOf(file), pointer, message]);
    const count = seen.get(identity) ?? 0;
    seen.set(identity, count + 1);
    return createHash("sha256").update(`${identity}${count}`).digest("hex");
  });
}
