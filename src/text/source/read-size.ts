import { getHeapStatistics } from "node:v8";
import type { Report } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";
import type { TextSource } from "./decode-text.ts";

/** Limits of reading; sizes in bytes. Part of the limits of the settings. */
export interface ReadLimits {
  readonly yamlBytes: number;
  readonly jsonBytes: number;
  /** The sum over all files of a run. */
  readonly totalBytes: number;
  readonly files: number;
  /** Levels of maps and lists. */
  readonly depth: number;
  /**
   * Members that YAML aliases may repeat in one file, per started megabyte of its text. A list or a map counts its items or entries, in each
   * map or list that uses it: a field whose value is a list has no other way of sharing it, and all that reads such fields looks at each
   * item. What one map or list uses many times counts once there, because its users are the same value. A text counts its length.
   * References may repeat as many in all files.
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

/** Bytes of heap that a run needs anyway: code, and room for the collector. */
const BASE_HEAP = 32 * 1024 * 1024;

const MORE_MEMORY = "Set NODE_OPTIONS=--max-old-space-size to more megabytes, or split the file.";
const raise = (setting: string): string => `Raise limits.${setting} in the settings, or split the file.`;

/** Bytes read so far, and the heap that they need; shared by all files of a run. */
export interface ReadTotal {
  bytes: number;
  heap: number;
}

interface SizeContext {
  readonly limits: ReadLimits;
  readonly total: ReadTotal;
  readonly report: Report;
}

/**
 * Whether a file of a size may be read. If so, it counts towards the total; else `document/too-large` is reported. Call it before
 * reading: V8 aborts a process that runs out of heap, and that cannot be caught. It compares with the limit of the heap and not with
 * the free heap, so that the same input always gets the same answer.
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
