/** Parses JSON. */
import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, TextFile } from "../json/index.ts";
import { EntryList, abortNesting, ReadAborted } from "./compose-yaml.ts";
import { codePointName } from "./hidden-characters.ts";

/** A syntax error of a JSON text and its range in UTF-16 units. */
class JsonSyntaxError extends Error {
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

/** Reads the escape sequence at a backslash. Returns its value and its length in the text. */
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

/** The error for a string in which a forbidden character or the end of the text occurs at an offset. */
function unfinished(text: string, at: number, start: number): JsonSyntaxError {
  const code = text.charCodeAt(at);
  if (at >= text.length || code === 0x0a || code === 0x0d) {
    return new JsonSyntaxError('this " is not closed on its line; a string may not hold a line break', start, start + 1);
  }
  const name = codePointName(code);
  return new JsonSyntaxError(`a string may not hold the control character ${name}`, at, at + 1);
}

/** Reads the string at a double quote (RFC 8259 § 7). Returns its value and the offset after the closing quote. */
function readString(text: string, start: number): { value: string; end: number } {
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

const NUMBER = /-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][-+]?\d+)?/y;
const WORD = /[\p{L}\d_$'+.-]+/uy;

/** A strict parser for JSON (RFC 8259) with places. The depth limit bounds its recursion. */
class JsonParser {
  private at = 0;
  /** The offsets of open brackets. */
  private readonly open: number[] = [];
  readonly file: TextFile;
  private readonly text: string;
  readonly limit: number;
  readonly report: DiagnosticReporter;

  constructor(file: TextFile, limit: number, report: DiagnosticReporter) {
    this.file = file;
    this.text = file.text;
    this.limit = limit;
    this.report = report;
  }

  parse(): Node | undefined {
    this.space();
    if (this.at >= this.text.length) {
      this.report(problem("document/empty", { file: this.file, start: 0, end: this.at }, {}));
      return undefined;
    }
    const node = this.value();
    this.space();
    if (this.at < this.text.length) throw this.error("nothing may follow the value");
    return node;
  }

  private space(): void {
    for (;;) {
      const code = this.text.charCodeAt(this.at);
      if (code !== 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return;
      this.at += 1;
    }
  }

  private error(reason: string, end = this.at + 1): JsonSyntaxError {
    if (this.at >= this.text.length && this.open.length > 0) return this.unclosed();
    return new JsonSyntaxError(reason, this.at, Math.min(Math.max(end, this.at), this.text.length));
  }

  /** The error at the innermost open bracket. Authors look for the mistake there, and not at the end of the text. */
  private unclosed(other?: string): JsonSyntaxError {
    const start = this.open.at(-1) ?? 0;
    const opening = this.text.charAt(start);
    const closer = opening === "[" ? "]" : "}";
    const more = other === undefined ? `add ${closer} where it ends` : `${other} stands where ${closer} is expected`;
    return new JsonSyntaxError(`this ${opening} is not closed; ${more}`, start, start + 1);
  }

  /** The error for a comma before a closing bracket; `undefined` if there is none. */
  private tooManyCommas(): JsonSyntaxError | undefined {
    const before = this.text.slice(0, this.at).trimEnd().length - 1;
    return this.text[before] === ","
      ? new JsonSyntaxError(`no comma may stand before ${this.text.charAt(this.at)}`, before, before + 1)
      : undefined;
  }

  private value(): Node {
    switch (this.text[this.at]) {
      case "{":
        return this.nested(() => this.map());
      case "[":
        return this.nested(() => this.list());
      case '"':
        return this.string();
      default:
        return this.word();
    }
  }

  private nested(read: () => Node): Node {
    this.open.push(this.at);
    if (this.open.length > this.limit) abortNesting(this.at, this);
    const node = read();
    this.open.pop();
    return node;
  }

  private string(): Node & { kind: "string" } {
    const start = this.at;
    const { value, end } = readString(this.text, start);
    this.at = end;
    return { kind: "string", file: this.file, start, end, value };
  }

  private word(): Node {
    const { file, at: start, text } = this;
    NUMBER.lastIndex = start;
    const raw = NUMBER.exec(text)?.[0];
    WORD.lastIndex = start;
    const word = WORD.exec(text)?.[0] ?? "";
    const end = start + word.length;
    if (raw === word) {
      this.at = end;
      const node: Node = { kind: "number", file, start, end, raw, value: Number(raw) };
      if (!Number.isFinite(node.value)) this.report(problem("document/not-json", node, { text: raw }));
      return node;
    }
    if (word === "true" || word === "false") {
      this.at = end;
      return { kind: "boolean", file, start, end, value: word === "true" };
    }
    if (word === "null") {
      this.at = end;
      return { kind: "null", file, start, end };
    }
    throw this.unexpected(word);
  }

  /** Names the common mistakes, because their authors believe that JSON allows them. */
  private unexpected(word: string): JsonSyntaxError {
    const next = this.text[this.at];
    if (next === undefined) return this.error("the text ends where a value is expected");
    if (next === "/" || next === "#") return this.error("comments are not allowed");
    if (next === "'") return this.error("strings stand in double quotes");
    if (next === "]" || next === "}") return this.tooManyCommas() ?? this.error(`a value is expected before ${next}`);
    if (/^[-+.\d]/.test(word)) return this.error(`${JSON.stringify(word)} is not a number`, this.at + word.length);
    return this.error(`${JSON.stringify(word || next)} is not a value`, this.at + (word.length || 1));
  }

  private list(): Node {
    const start = this.at;
    const items: Node[] = [];
    this.at += 1;
    this.space();
    if (this.text[this.at] !== "]") {
      do {
        this.space();
        items.push(this.value());
      } while (this.another("]"));
    }
    this.at += 1;
    return { kind: "list", file: this.file, start, end: this.at, items };
  }

  private map(): Node {
    const start = this.at;
    const list = new EntryList(this.report);
    this.at += 1;
    this.space();
    if (this.text[this.at] !== "}") {
      do {
        this.space();
        this.entry(list);
      } while (this.another("}"));
    }
    this.at += 1;
    return { kind: "map", file: this.file, start, end: this.at, entries: list.entries };
  }

  private entry(list: EntryList): void {
    if (this.text[this.at] !== '"') throw this.noKey();
    const { file, start, end, value: key } = this.string();
    this.space();
    if (this.text[this.at] !== ":") throw this.error("a colon is expected after the key");
    this.at += 1;
    this.space();
    list.add({ file, start, end, key, value: this.value() });
  }

  private noKey(): JsonSyntaxError {
    const next = this.text[this.at];
    const comma = next === "}" ? this.tooManyCommas() : undefined;
    if (comma) return comma;
    if (next === "/" || next === "#") return this.error("comments are not allowed");
    return this.error("a key in double quotes is expected");
  }

  /** Skips a comma. Returns false at the closing bracket; anything else is an error. */
  private another(close: string): boolean {
    this.space();
    const next = this.text[this.at];
    if (next === close) return false;
    if (next === "]" || next === "}") throw this.unclosed(next);
    if (next === "/" || next === "#") throw this.error("comments are not allowed");
    if (next !== ",") throw this.error(`a comma or ${close} is expected`);
    this.at += 1;
    return true;
  }
}

/** Parses JSON (RFC 8259, no extensions) into placed values; `undefined` after a fatal problem, which is reported. */
export function parseJson(file: TextFile, depth: number, report: DiagnosticReporter): Node | undefined {
  try {
    return new JsonParser(file, depth, report).parse();
  } catch (error) {
    if (error instanceof ReadAborted) return undefined;
    if (!(error instanceof JsonSyntaxError)) throw error;
    report(problem("document/syntax", { file, start: error.start, end: error.end }, { language: "JSON", reason: error.message }));
    return undefined;
  }
}
