import { getHeapStatistics } from "node:v8";
import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";
import type { TextSource } from "./decode-text.ts";

/** Limits of reading, part of the limits in the settings. Sizes are in bytes. */
export interface ReadLimits {
  readonly yamlBytes: number;
  readonly jsonBytes: number;
  /** The limit for the sum of all files of a run. */
  readonly totalBytes: number;
  readonly files: number;
  /** The deepest nesting of maps and lists. */
  readonly depth: number;
  /**
   * How many members YAML aliases may repeat in one file, for each started megabyte of its text. An aliased list or map counts its
   * items or entries once for each map or list that uses it, and a text counts its length. Repeated use within one map or list counts
   * once. References may repeat as many in all files together.
   */
  readonly repeatedMembers: number;
}

const MB = 1024 * 1024;

/** The default limits. */
export const readLimits: ReadLimits = {
  yamlBytes: 40 * MB,
  jsonBytes: 64 * MB,
  totalBytes: 256 * MB,
  files: 2000,
  depth: 200,
  repeatedMembers: 150_000,
};

/** Bytes of heap per byte of text while it is being read, measured on generated documents. */
const HEAP_PER_BYTE = { yaml: 35, json: 12 } as const;

function megabytes(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil((bytes / (1024 * 1024)) * 10) / 10} MB`;
}

/** The bytes of heap that a run needs in any case: for code and the garbage collector. */
const BASE_HEAP = 32 * 1024 * 1024;

const MORE_MEMORY = "Set NODE_OPTIONS=--max-old-space-size to more megabytes, or split the file.";
const raise = (setting: string): string => `Raise limits.${setting} in the settings, or split the file.`;

/** The bytes read so far, and the heap they need. All files of a run share it. */
export interface ReadTotal {
  bytes: number;
  heap: number;
}

interface SizeContext {
  readonly limits: ReadLimits;
  readonly total: ReadTotal;
  readonly report: DiagnosticReporter;
}

/**
 * Whether a file of this size may be read. If so, it counts towards the total; otherwise `document/too-large` is reported. Call it
 * before reading: V8 aborts a process that runs out of heap, which cannot be caught. The limit is that of the heap and not the free
 * heap, so that the same input always gets the same answer.
 */
export function sizeAllowed(source: TextSource, size: number, { limits, total, report }: SizeContext): boolean {
  const file: TextFile = { ...source, text: "" };
  const refuse = (what: string, hint: string, [have, limit]: [number, number]): false => {
    report(problem("document/too-large", { file, start: 0, end: 0 }, { what, size: megabytes(have), limit: megabytes(limit), hint }));
    return false;
  };
  const setting = source.language === "json" ? "jsonBytes" : "yamlBytes";
  if (size > limits[setting]) return refuse(source.name, raise(setting), [size, limits[setting]]);
  const bytes = total.bytes + size;
  if (bytes > limits.totalBytes) return refuse("All files together", raise("totalBytes"), [bytes, limits.totalBytes]);
  const heap = total.heap + size * HEAP_PER_BYTE[source.language === "json" ? "json" : "yaml"];
  const left = Math.max(0, getHeapStatistics().heap_size_limit - BASE_HEAP);
  if (heap > left) return refuse(`The memory needed to read ${source.name}`, MORE_MEMORY, [heap, left]);
  total.bytes = bytes;
  total.heap = heap;
  return true;
}
