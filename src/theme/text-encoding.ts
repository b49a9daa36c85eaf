import { isUtf8 } from "node:buffer";
import type { Diagnostic } from "#diagnostics";
import { problem } from "#diagnostics";
import type { ThemeFile } from "./theme-file.ts";

/** What becomes text of pages, styles and scripts; everything else is copied byte by byte. */
const TEXT = /^(?:.*\.hbs|css\/.*\.css|js\/.*\.js)$/;

/** The first character that stands for bytes which are none, by offset into the text and into the bytes. */
function firstStrange(text: string, bytes: Uint8Array): { readonly start: number; readonly at: number } {
  // The byte order mark is not part of the text.
  let at = Buffer.from(bytes.subarray(0, 3)).toString("hex") === "efbbbf" ? 3 : 0;
  let from = 0;
  for (let start = text.indexOf("\ufffd"); start >= 0; start = text.indexOf("\ufffd", from)) {
    at += Buffer.byteLength(text.slice(from, start));
    if (Buffer.from(bytes.subarray(at, at + 3)).toString("hex") !== "efbfbd") return { start, at };
    at += 3;
    from = start + 1;
  }
  return { start: 0, at: 0 };
}

/** What is wrong with a text whose bytes are not UTF-8, at the first of them. */
export function encodingProblems({ path, source, bytes }: ThemeFile): Diagnostic[] {
  if (!TEXT.test(path) || isUtf8(bytes)) return [];
  const { start, at } = firstStrange(source.text, bytes);
  const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, "0");
  const reason = `the byte 0x${byte} at offset ${at} is not valid there`;
  return [problem("document/encoding", { file: source, start, end: start + 1 }, { name: source.name, reason, hint: "Save it as UTF-8." })];
}
