/** Lines, columns, and places inside a string's value. */
import type { Place, StringNode, TextFile } from "../json/index.ts";
import { oncePerObject, partitionPoint } from "../json/index.ts";
import type { ValueMap } from "./scan-scalar.ts";
import { scanBlockScalar, scanFlowScalar, scanJsonString } from "./scan-scalar.ts";

/** A position in a text. Both count from 1; columns are UTF-16 units. */
export interface LineColumn {
  readonly line: number;
  readonly column: number;
}

/** For a text without carriage returns. `indexOf` is several times as fast as a loop over the characters. */
function withoutReturns(text: string): number[] {
  const found = [0];
  for (let at = text.indexOf("\n"); at !== -1; at = text.indexOf("\n", at + 1)) found.push(at + 1);
  return found;
}

function withReturns(text: string): number[] {
  const found = [0];
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x0a || (code === 0x0d && text.charCodeAt(at + 1) !== 0x0a)) found.push(at + 1);
  }
  return found;
}

/** The offset at which each line starts. Line breaks are LF, CRLF and a lone CR (YAML 1.2.2 § 5.4). */
export const lineStarts = oncePerObject(({ text }: TextFile): readonly number[] =>
  text.includes("\r") ? withReturns(text) : withoutReturns(text),
);

/** The line and column of an offset; offsets past the end count as the end. */
export function lineColumn(file: TextFile, offset: number): LineColumn {
  const lines = lineStarts(file);
  const wanted = Math.max(0, Math.min(offset, file.text.length));
  const line = partitionPoint(lines.length, (index) => (lines[index] ?? 0) <= wanted);
  return { line, column: wanted - (lines[line - 1] ?? 0) + 1 };
}

function scan(node: StringNode): ValueMap | undefined {
  if (node.file.language === "json") return scanJsonString(node);
  switch (node.file.text.charAt(node.start)) {
    case '"':
      return scanFlowScalar(node, "double");
    case "'":
      return scanFlowScalar(node, "single");
    case "|":
    case ">":
      return scanBlockScalar(node, node.value);
    default:
      return scanFlowScalar(node, "plain");
  }
}

const mapOf = oncePerObject((node: StringNode): ValueMap | undefined => {
  const found = scan(node);
  return found?.value === node.value ? found : undefined;
});

/**
 * Maps a range of a string's value (UTF-16 units, `end` exclusive) to its place in the source, through the escape sequences,
 * indentation and folding of every YAML and JSON style. Returns the whole string if its value was not written in that text.
 */
export function placeWithin(node: StringNode, start: number, end: number): Place {
  // The value of such a file is its source.
  const { language } = node.file;
  if (language === "markdown" || language === "protobuf") return { file: node.file, start: node.start + start, end: node.start + end };
  const map = mapOf(node);
  if (!map || start < 0 || end > node.value.length || start > end) return { file: node.file, start: node.start, end: node.end };
  const last = map.ends.at(-1) ?? node.start;
  const from = map.starts[start] ?? last;
  const to = end > start ? (map.ends[end - 1] ?? last) : from;
  return { file: node.file, start: from, end: to };
}
