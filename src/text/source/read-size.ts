/** Limits of reading, and the encoding of files. */
import { getHeapStatistics } from "node:v8";
import { isUtf8 } from "node:buffer";
import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";

/** A text before its bytes are decoded. */
export type TextSource = Omit<TextFile, "text">;

/** The first four bytes as a pattern: `0` for a zero byte, `x` for any other. */
function pattern(bytes: Uint8Array): string {
  return [...bytes.subarray(0, 4)].map((byte) => (byte === 0 ? "0" : "x")).join("");
}

const marks: readonly (readonly [name: string, mark: readonly number[]])[] = [
  ["UTF-32 (little endian)", [0xff, 0xfe, 0, 0]],
  ["UTF-32 (big endian)", [0, 0, 0xfe, 0xff]],
  ["UTF-16 (little endian)", [0xff, 0xfe]],
  ["UTF-16 (big endian)", [0xfe, 0xff]],
];

/** Encodings by the position of the zero bytes of an ASCII character (RFC 4627 § 3). */
const patterns: Readonly<Record<string, string>> = {
  "000x": "UTF-32 (big endian)",
  x000: "UTF-32 (little endian)",
  "0x0x": "UTF-16 (big endian)",
  x0x0: "UTF-16 (little endian)",
};

/** Detects UTF-16 and UTF-32 by the byte order mark or, without one, by the zero bytes of the first characters. */
function otherEncoding(bytes: Uint8Array): string | undefined {
  const marked = marks.find(([, mark]) => mark.every((byte, index) => bytes[index] === byte));
  return marked?.[0] ?? patterns[pattern(bytes)];
}

/** The length of the UTF-8 sequence that a byte starts (RFC 3629 § 4); 0 if it cannot start one. */
function sequenceLength(byte: number): number {
  if (byte < 0x80) return 1;
  if (byte < 0xc2 || byte > 0xf4) return 0;
  if (byte < 0xe0) return 2;
  return byte < 0xf0 ? 3 : 4;
}

/** The offset of the first byte that is not part of a valid UTF-8 sequence. */
function firstInvalid(bytes: Uint8Array): number {
  for (let at = 0; at < bytes.length;) {
    const length = sequenceLength(bytes[at] ?? 0);
    if (length === 0 || (length > 1 && !isUtf8(bytes.subarray(at, at + length)))) return at;
    at += length;
  }
  return bytes.length;
}

/**
 * Decodes the bytes of a file and drops a byte order mark. Returns `undefined` if they are not UTF-8, and reports
 * `document/encoding` at the first invalid byte.
 */
export function decodeText(source: TextSource, bytes: Uint8Array, report: DiagnosticReporter): TextFile | undefined {
  const other = otherEncoding(bytes);
  if (other !== undefined) {
    const place = { file: { ...source, text: "" }, start: 0, end: 0 };
    report(problem("document/encoding", place, { name: source.name, reason: `it is ${other}`, hint: "Save it as UTF-8." }));
    return undefined;
  }
  const decoder = new TextDecoder("utf-8");
  if (isUtf8(bytes)) return { ...source, text: decoder.decode(bytes) };
  const at = firstInvalid(bytes);
  const file: TextFile = { ...source, text: decoder.decode(bytes) };
  const start = new TextDecoder("utf-8").decode(bytes.subarray(0, at)).length;
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const reason = `the byte 0x${byte} at offset ${at} is not valid there`;
  report(problem("document/encoding", { file, start, end: Math.min(start + 1, file.text.length) }, { name: source.name, reason }));
  return undefined;
}

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
