import type { TextFile } from "#text";
import { lineStarts, partitionPoint } from "#text";

/** Offsets at which the lines of a text start. LF, CRLF and a lone CR end a line (YAML 1.2 § 5.4). */
export interface LineIndex {
  readonly starts: readonly number[];
  /** The number of the line, from 1, at an offset. */
  readonly lineAt: (offset: number) => number;
}

/** Indexes the lines of a file. */
export function lineIndex(file: TextFile): LineIndex {
  const starts = lineStarts(file);
  const lineAt = (offset: number): number =>
    Math.max(
      1,
      partitionPoint(starts.length, (line) => (starts[line] ?? 0) <= offset),
    );
  return { starts, lineAt };
}
