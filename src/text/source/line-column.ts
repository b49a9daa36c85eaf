import type { TextFile } from "../json/index.ts";
import { partitionPoint, oncePerObject } from "../json/index.ts";

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
