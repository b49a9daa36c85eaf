import type { Node } from "./node.ts";

/** A piece of printed JSON: `plain` for punctuation and space, else what the token is. */
export interface Token {
  readonly text: string;
  readonly type: "plain" | "key" | "string" | "number" | "keyword";
  /** The value that starts with this token, so that a printer can mark or link it. */
  readonly node?: Node;
}

/** Where the tokens go. */
interface Printing {
  put(text: string, type: Token["type"], node?: Node): void;
  /** Characters that may still be printed. */
  left: number;
}

/** JSON has no word for what YAML reads as infinity or not-a-number; they are shown as written. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>, printing: Printing): void {
  if (node.kind === "string") printing.put(JSON.stringify(node.value), "string", node);
  else if (node.kind === "number") printing.put(node.raw, "number", node);
  else printing.put(node.kind === "null" ? "null" : String(node.value), "keyword", node);
}

/** Deeper than this, values are indented no further: the text of a deep value stays in proportion to the value. */
const MOST_INDENT = 40;

function inside(node: Extract<Node, { kind: "map" | "list" }>, indent: string, printing: Printing): void {
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

function walk(node: Node, indent: string, printing: Printing): void {
  if (node.kind !== "map" && node.kind !== "list") return scalar(node, printing);
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  const isEmpty = (node.kind === "map" ? node.entries : node.items).length === 0;
  if (isEmpty) return printing.put(open + close, "plain", node);
  printing.put(open, "plain", node);
  inside(node, indent, printing);
  printing.put(close, "plain");
}

/** Characters that a value is printed with where nothing else is said: aliases can make a tree that has no end worth waiting for. */
const MOST = 100_000;

/** How much of a value is printed. */
export interface PrintJsonOptions {
  /** Characters after which no further member or item is begun; `…` stands for what is left. 100,000 without it. */
  readonly most?: number;
  /** What the lines but the first begin with: nothing without it. */
  readonly indent?: string;
}

class Tokens implements Printing {
  readonly all: Token[] = [];
  left: number;

  constructor(left: number) {
    this.left = left;
  }

  put(text: string, type: Token["type"], node?: Node): void {
    this.left -= text.length;
    this.all.push(node ? { text, type, node } : { text, type });
  }
}

/** A value as tokens of JSON, indented by two spaces, keys in their order and numbers digit for digit. */
export function printTokens(node: Node, { most = MOST, indent = "" }: PrintJsonOptions = {}): Token[] {
  const tokens = new Tokens(most);
  walk(node, indent, tokens);
  return tokens.all;
}

/** Tokens that are put together at once: a text made by adding them one by one would keep each until it is read. */
const TOGETHER = 4096;

class Text implements Printing {
  left: number;
  readonly #texts: string[] = [];
  #pieces: string[] = [];

  constructor(left: number) {
    this.left = left;
  }

  put(text: string): void {
    this.left -= text.length;
    if (this.#pieces.push(text) === TOGETHER) this.#join();
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

/** A value as the text of {@link printTokens}. */
export function printJson(node: Node, { most = MOST, indent = "" }: PrintJsonOptions = {}): string {
  const text = new Text(most);
  walk(node, indent, text);
  return text.whole();
}
