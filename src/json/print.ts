import type { Node } from "./node.ts";

/** A piece of printed JSON: `plain` for punctuation and space, else what the token is. */
export interface Token {
  readonly text: string;
  readonly type: "plain" | "key" | "string" | "number" | "keyword";
  /** The value that starts with this token, so that a printer can mark or link it. */
  readonly node?: Node;
}

interface Printing {
  readonly emit: (token: Token) => void;
  /** Characters that may still be printed. */
  left: number;
}

/** JSON has no word for what YAML reads as infinity or not-a-number; they are shown as written. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>): Token {
  if (node.kind === "string") return { type: "string", text: JSON.stringify(node.value), node };
  if (node.kind === "number") return { type: "number", text: node.raw, node };
  return { type: "keyword", text: node.kind === "null" ? "null" : String(node.value), node };
}

function emit(printing: Printing, token: Token): void {
  printing.left -= token.text.length;
  printing.emit(token);
}

/** Deeper than this, values are indented no further: the text of a deep value stays in proportion to the value. */
const MOST_INDENT = 40;

function inside(node: Extract<Node, { kind: "map" | "list" }>, indent: string, printing: Printing): void {
  const inner = indent.length < MOST_INDENT ? `${indent}  ` : indent;
  const children = node.kind === "map" ? node.entries : node.items;
  for (const [at, child] of children.entries()) {
    emit(printing, { type: "plain", text: `${at ? "," : ""}\n${inner}` });
    if (printing.left < 0) return emit(printing, { type: "plain", text: "…" });
    if (!("key" in child)) walk(child, inner, printing);
    else {
      emit(printing, { type: "key", text: JSON.stringify(child.key), node: child.value });
      emit(printing, { type: "plain", text: ": " });
      walk(child.value, inner, printing);
    }
  }
  emit(printing, { type: "plain", text: `\n${indent}` });
}

function walk(node: Node, indent: string, printing: Printing): void {
  if (node.kind !== "map" && node.kind !== "list") return emit(printing, scalar(node));
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  const isEmpty = (node.kind === "map" ? node.entries : node.items).length === 0;
  if (isEmpty) return emit(printing, { type: "plain", text: open + close, node });
  emit(printing, { type: "plain", text: open, node });
  inside(node, indent, printing);
  emit(printing, { type: "plain", text: close });
}

/** Characters that a value is printed with where nothing else is said: aliases can make a tree that has no end worth waiting for. */
const MOST = 100_000;

/** How much of a value is printed. */
export interface PrintJsonOptions {
  /** Characters after which no further member or item is begun; `…` stands for what is left. 100,000 without it. */
  readonly most?: number;
}

/** A value as tokens of JSON, indented by two spaces, keys in their order and numbers digit for digit. */
export function printTokens(node: Node, { most = MOST }: PrintJsonOptions = {}): Token[] {
  const tokens: Token[] = [];
  walk(node, "", { emit: (token) => tokens.push(token), left: most });
  return tokens;
}

/** Tokens that are put together at once: a text made by adding them one by one would keep each until it is read. */
const TOGETHER = 4096;

/** A value as the text of {@link printTokens}. */
export function printJson(node: Node, { most = MOST }: PrintJsonOptions = {}): string {
  const texts: string[] = [];
  const pieces: string[] = [];
  const add = ({ text }: Token): void => {
    if (pieces.push(text) < TOGETHER) return;
    texts.push(pieces.join(""));
    pieces.length = 0;
  };
  walk(node, "", { emit: add, left: most });
  texts.push(pieces.join(""));
  return texts.join("");
}
