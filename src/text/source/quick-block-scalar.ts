import type { LineCursor } from "./line-cursor.ts";
import { Uncommon } from "./line-cursor.ts";
import type { QuickScalar } from "./quick-scalar.ts";

/** A line feed and nothing of the next line that is content; the header of a literal or folded scalar as most people write it. */
const HEADER = /^[|>]-? *$/;

interface Lines {
  /** The lines with content, without indentation; an empty text for a blank line. */
  readonly lines: readonly string[];
  readonly end: number;
}

/** The indentation of a content line, or `undefined` where it ends the scalar: it is the first one's, or more. */
function indentOf(known: number, spaces: number, { parent, isTab }: { parent: number; isTab: boolean }): number | undefined {
  const indent = known === -1 ? spaces : known;
  if (indent <= parent) throw new Uncommon();
  if (spaces >= indent) return indent;
  if (spaces > parent || isTab) throw new Uncommon();
  return undefined;
}

/** The lines of the scalar, up to the first that is indented by less. */
function linesOf(cursor: LineCursor, start: number, parent: number): Lines {
  const { text } = cursor;
  const lines: string[] = [];
  let indent = -1;
  let end = start;
  let blank = 0;
  for (let lineStart = start; lineStart < text.length;) {
    const at = cursor.skipSpaces(lineStart);
    const lineEnd = cursor.endOfLine(at);
    const spaces = at - lineStart;
    if (at === lineEnd) {
      if (spaces > Math.max(indent, 0)) throw new Uncommon();
      blank += 1;
    } else {
      const found = indentOf(indent, spaces, { parent, isTab: text.charAt(at) === "\t" });
      if (found === undefined) break;
      indent = found;
      for (; blank > 0; blank -= 1) lines.push("");
      lines.push(text.slice(lineStart + indent, lineEnd));
      end = Math.min(lineEnd + 1, text.length);
    }
    lineStart = lineEnd + 1;
  }
  if (indent === -1) throw new Uncommon();
  return { lines, end };
}

/** § 8.1.3: lines that start with white space are kept apart from their neighbours, all others fold. */
function folded(lines: readonly string[]): string {
  let value = "";
  let last: string | undefined;
  let breaks = 0;
  for (const line of lines) {
    if (line === "") {
      breaks += 1;
      continue;
    }
    const folds = last !== undefined && !/^[ \t]/.test(last) && !/^[ \t]/.test(line);
    if (last === undefined) value += "\n".repeat(breaks);
    else if (folds && breaks === 0) value += " ";
    else value += "\n".repeat(folds ? breaks : breaks + 1);
    value += line;
    last = line;
    breaks = 0;
  }
  return value;
}

/** A literal or folded scalar; the cursor is moved past it. */
export function readBlockScalar(cursor: LineCursor, start: number, parent: number): QuickScalar {
  const { text } = cursor;
  const lineEnd = cursor.endOfLine(start);
  const header = text.slice(start, lineEnd);
  if (!HEADER.test(header) || lineEnd >= text.length) throw new Uncommon();
  const { lines, end } = linesOf(cursor, lineEnd + 1, parent);
  const body = header.startsWith("|") ? lines.join("\n") : folded(lines);
  if (end > 0 && text.charAt(end - 1) === "\n") cursor.finishLine(end - 1);
  else cursor.toContent(end);
  return { value: header.charAt(1) === "-" ? body : `${body}\n`, end };
}
