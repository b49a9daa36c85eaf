import { getHeapStatistics } from "node:v8";
import type { Report } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";
import type { TextSource } from "./decode-text.ts";

/** Limits of reading; sizes in bytes. A part of the settings' limits. */
export interface ReadLimits {
  readonly yamlBytes: number;
  readonly jsonBytes: number;
  /** Of all files that are read together. */
  readonly totalBytes: number;
  readonly files: number;
  /** Maps and lists inside one another. */
  readonly depth: number;
}

const MB = 1024 * 1024;

/** What is read where the settings say nothing else. */
export const readLimits: ReadLimits = { yamlBytes: 40 * MB, jsonBytes: 64 * MB, totalBytes: 256 * MB, files: 2000, depth: 200 };

/** What to do about nesting that is over the limit, which text of the product's own making never is. */
export const NESTED_HINT = "Nest less deeply, or raise limits.depth in the settings (1000 at most).";

/** Bytes of heap that a byte of text needs while it is being read, measured on generated documents. */
const HEAP_PER_BYTE = { yaml: 35, json: 12 } as const;

function megabytes(bytes: number): string {
  if (bytes < 1024) return counted(bytes, "byte");
  return bytes < 1024 * 1024 ? `${Math.ceil(bytes / 1024)} KB` : `${Math.ceil((bytes / (1024 * 1024)) * 10) / 10} MB`;
}

/** What a run has at hand anyway: code, and room for the collector. */
const BASE = 32 * 1024 * 1024;

const MORE_MEMORY = "Set NODE_OPTIONS=--max-old-space-size to more megabytes, or split the file.";
const raise = (setting: string): string => `Raise limits.${setting} in the settings, or split the file.`;

/** How many bytes have been read in all, and the heap they need; shared by all files of a run. */
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
 * Whether a file of a size may be read, which then counts; else `document/too-large` is reported at it. Asked before
 * anything is read: a process that runs out of heap is aborted, and that cannot be caught. The heap is compared by its
 * limit and not by what is free, so that the same input always gets the same answer.
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
  const left = Math.max(0, getHeapStatistics().heap_size_limit - BASE);
  if (heap > left) return refuse(`The memory needed to read ${source.name}`, MORE_MEMORY, [heap, left]);
  total.bytes = bytes;
  total.heap = heap;
  return true;
}
