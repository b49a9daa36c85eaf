import type { TextFile } from "#json";
import { lineStarts } from "#source";

/** Offsets at which the lines of a text start. LF, CRLF and a lone CR end a line (YAML 1.2 § 5.4). */
export interface LineIndex {
  readonly starts: readonly number[];
  /** The line, from 1, that holds an offset. */
  readonly lineAt: (offset: number) => number;
}

const known = new WeakMap<TextFile, LineIndex>();

/** The lines of a file, counted once. */
export function lineIndex(file: TextFile): LineIndex {
  let index = known.get(file);
  if (index) return index;
  const starts = lineStarts(file);
  const lineAt = (offset: number): number => {
    let low = 0;
    let high = starts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((starts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  };
  index = { starts, lineAt };
  known.set(file, index);
  return index;
}
