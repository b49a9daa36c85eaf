import { codePointName } from "../json/index.ts";

/** What is wrong with a JSON text and where, in UTF-16 offsets. */
export class JsonSyntaxError extends Error {
  readonly start: number;
  readonly end: number;

  constructor(reason: string, start: number, end: number) {
    super(reason);
    this.start = start;
    this.end = end;
  }
}

const escapes: Readonly<Record<string, string>> = {
  '"': '"',
  "\\": "\\",
  "/": "/",
  b: "\b",
  f: "\f",
  n: "\n",
  r: "\r",
  t: "\t",
};
const HEX = /[\da-fA-F]{4}/y;

/** One escape sequence that starts at a backslash: what it stands for and how long it is written. */
export function readEscape(text: string, at: number): { value: string; length: number } {
  const letter = text[at + 1] ?? "";
  const simple = Object.hasOwn(escapes, letter) ? escapes[letter] : undefined;
  if (simple !== undefined) return { value: simple, length: 2 };
  if (letter !== "u") throw new JsonSyntaxError(`\\${letter} is not an escape sequence`, at, Math.min(at + 2, text.length));
  HEX.lastIndex = at + 2;
  const hex = HEX.exec(text)?.[0];
  if (hex === undefined) throw new JsonSyntaxError("\\u must be followed by four hexadecimal digits", at, at + 2);
  return { value: String.fromCharCode(parseInt(hex, 16)), length: 6 };
}

/** Why a string cannot hold or end with what stands at an offset. */
function unfinished(text: string, at: number, start: number): JsonSyntaxError {
  if (at >= text.length) return new JsonSyntaxError("this string is never closed", start, start + 1);
  const code = text.charCodeAt(at);
  if (code === 0x0a || code === 0x0d) return new JsonSyntaxError("a string may not hold a line break", at, at + 1);
  const name = codePointName(code);
  return new JsonSyntaxError(`a string may not hold the control character ${name}`, at, at + 1);
}

/** The string that starts at a double quote: its value, and the offset after the closing quote (RFC 8259 § 7). */
export function readString(text: string, start: number): { value: string; end: number } {
  let value = "";
  let from = start + 1;
  for (let at = from; ; at += 1) {
    const code = text.charCodeAt(at);
    if (code === 0x22) return { value: value + text.slice(from, at), end: at + 1 };
    if (code === 0x5c) {
      const escape = readEscape(text, at);
      value += text.slice(from, at) + escape.value;
      at += escape.length - 1;
      from = at + 1;
    } else if (!(code >= 0x20)) throw unfinished(text, at, start);
  }
}
