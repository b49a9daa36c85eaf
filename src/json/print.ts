import type { Node } from "./node.ts";

/** A piece of printed JSON: `plain` for punctuation and space, else what the token is. */
export interface Token {
  readonly text: string;
  readonly type: "plain" | "key" | "string" | "number" | "keyword";
  /** The value that starts with this token, so that a printer can mark or link it. */
  readonly node?: Node;
}

type Emit = (token: Token) => void;

/** JSON has no word for what YAML reads as infinity or not-a-number; they are shown as written. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>): Token {
  if (node.kind === "string") return { type: "string", text: JSON.stringify(node.value), node };
  if (node.kind === "number") return { type: "number", text: node.raw, node };
  return { type: "keyword", text: node.kind === "null" ? "null" : String(node.value), node };
}

function walk(node: Node, indent: string, emit: Emit): void {
  if (node.kind !== "map" && node.kind !== "list") return emit(scalar(node));
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  const size = node.kind === "map" ? node.entries.length : node.items.length;
  if (size === 0) return emit({ type: "plain", text: open + close, node });
  const inner = `${indent}  `;
  emit({ type: "plain", text: open, node });
  for (let at = 0; at < size; at += 1) {
    emit({ type: "plain", text: `${at ? "," : ""}\n${inner}` });
    if (node.kind === "map") {
      const entry = node.entries[at];
      if (!entry) continue;
      emit({ type: "key", text: JSON.stringify(entry.key), node: entry.value });
      emit({ type: "plain", text: ": " });
      walk(entry.value, inner, emit);
    } else {
      const item = node.items[at];
      if (item) walk(item, inner, emit);
    }
  }
  emit({ type: "plain", text: `\n${indent}${close}` });
}

/** A value as tokens of JSON, indented by two spaces, keys in their order and numbers digit for digit. */
export function printTokens(node: Node): Token[] {
  const tokens: Token[] = [];
  walk(node, "", (token) => tokens.push(token));
  return tokens;
}

/** A value as the text of {@link printTokens}. */
export function printJson(node: Node): string {
  let text = "";
  walk(node, "", (token) => {
    text += token.text;
  });
  return text;
}
