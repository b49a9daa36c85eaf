import type { Node } from "./node.ts";

/** A piece of printed JSON. Its type is `plain` for punctuation and space, otherwise that of the token. */
export interface JsonToken {
  readonly text: string;
  readonly type: "plain" | "key" | "string" | "number" | "keyword";
  /** The value that starts with this token, so that a printer can mark or link it. */
  readonly node?: Node;
}

/** Receives the printed tokens. */
interface TokenSink {
  put(text: string, type: JsonToken["type"], node?: Node): void;
  /** How many more characters may be printed. */
  left: number;
}

/** Infinity and NaN of YAML have no JSON spelling; they are printed as written. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>, printing: TokenSink): void {
  if (node.kind === "string") printing.put(JSON.stringify(node.value), "string", node);
  else if (node.kind === "number") printing.put(node.raw, "number", node);
  else printing.put(node.kind === "null" ? "null" : String(node.value), "keyword", node);
}

/** Deeper values are indented no further, so that the text of a deep value stays in proportion to the value. */
const MOST_INDENT = 40;

function inside(node: Extract<Node, { kind: "map" | "list" }>, indent: string, printing: TokenSink): void {
  const inner = indent.length < MOST_INDENT ? `${indent}  ` : indent;
  const first = `\n${inner}`;
  const next = `,${first}`;
  const children = node.kind === "map" ? node.entries : node.items;
  for (const [at, child] of children.entries()) {
    printing.put(at ? next : first, "plain");
    if (printing.left < 0) return printing.put("…", "plain");
    if (!("key" in child)) walk(child, inner, printing);
    else {
      printing.put(JSON.stringify(child.key), "key", child.value);
      printing.put(": ", "plain");
      walk(child.value, inner, printing);
    }
  }
  printing.put(`\n${indent}`, "plain");
}

function walk(node: Node, indent: string, printing: TokenSink): void {
  if (node.kind !== "map" && node.kind !== "list") return scalar(node, printing);
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  const isEmpty = (node.kind === "map" ? node.entries : node.items).length === 0;
  if (isEmpty) return printing.put(open + close, "plain", node);
  printing.put(open, "plain", node);
  inside(node, indent, printing);
  printing.put(close, "plain");
}

/** The beginning of a text, with an ellipsis where it is cut. A cut splits no surrogate pair. */
export function excerpt(text: string, most: number): string {
  return text.length > most ? `${text.slice(0, most).replace(/[\uD800-\uDBFF]$/, "")}…` : text;
}

/** The most characters of a value that a message quotes on its line, and of a text that it quotes as a whole: many may quote the same. */
export const LONGEST_QUOTED = 80;
export const LONGEST_TEXT_QUOTED = 300;

/** A text as JSON, cut to fit on a line: a hostile key cannot fill the report. */
export function quoted(text: string): string {
  return JSON.stringify(excerpt(text, LONGEST_QUOTED));
}

/** Default limit in characters: aliases can expand to a tree of exponential size. */
const MOST = 100_000;

/** How much of a value is printed. */
export interface PrintJsonOptions {
  /** The number of characters after which no further member or item starts; `…` marks what is left out. 100,000 by default. */
  readonly most?: number;
  /** Prefix of all lines but the first; empty by default. */
  readonly indent?: string;
}

class TokenList implements TokenSink {
  readonly all: JsonToken[] = [];
  left: number;

  constructor(left: number) {
    this.left = left;
  }

  put(text: string, type: JsonToken["type"], node?: Node): void {
    this.left -= text.length;
    this.all.push(node ? { text, type, node } : { text, type });
  }
}

/** A value as JSON tokens, indented by two spaces, with keys in their order and digits as written. */
export function printTokens(node: Node, { most = MOST, indent = "" }: PrintJsonOptions = {}): JsonToken[] {
  const tokens = new TokenList(most);
  walk(node, indent, tokens);
  return tokens.all;
}

/** Tokens are joined in batches: a string built by `+=` keeps every piece in memory until it is read. */
const BATCH = 4096;

class TextBuffer implements TokenSink {
  left: number;
  readonly #texts: string[] = [];
  #pieces: string[] = [];

  constructor(left: number) {
    this.left = left;
  }

  put(text: string): void {
    this.left -= text.length;
    if (this.#pieces.push(text) === BATCH) this.#join();
  }

  whole(): string {
    this.#join();
    return this.#texts.join("");
  }

  #join(): void {
    this.#texts.push(this.#pieces.join(""));
    this.#pieces = [];
  }
}

/** JSON's own number syntax (RFC 8259 § 6): such digits stay as written. */
const JSON_NUMBER = /^-?(?:0|[1-9]\d*)(?:\.\d+)?(?:[eE][+-]?\d+)?$/;

/** Whether digits are a number of JSON as they stand. */
export function isJsonNumber(digits: string): boolean {
  return JSON_NUMBER.test(digits);
}

/** A scalar as JSON that every parser reads. Infinity and NaN of YAML are strings. */
export function jsonScalar(node: Exclude<Node, { kind: "map" | "list" }>): string {
  if (node.kind === "string") return JSON.stringify(node.value.toWellFormed());
  if (node.kind !== "number") return node.kind === "null" ? "null" : String(node.value);
  if (isJsonNumber(node.raw)) return node.raw;
  return Number.isFinite(node.value) ? String(node.value) : JSON.stringify(node.raw);
}

/** A value as JSON: the joined text of {@link printTokens}. */
export function printJson(node: Node, { most = MOST, indent = "" }: PrintJsonOptions = {}): string {
  const text = new TextBuffer(most);
  walk(node, indent, text);
  return text.whole();
}

/** A text as it stands, any other value as JSON. */
export function plainText(node: Node): string {
  return node.kind === "string" ? node.value : printJson(node);
}
