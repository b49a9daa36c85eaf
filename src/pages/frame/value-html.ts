import type { Node } from "#text";
import { spellHidden } from "#text";
import type { SafeHtml } from "./context.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Text as HTML text or attribute value, with hidden characters spelled out. */
export function escapeHtml(text: string): string {
  const shown = spellHidden(text);
  return /[&<>"']/.test(shown) ? shown.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "") : shown;
}

/** Code as HTML text, with hidden characters spelled out. Its many quotes stay as they are, so it must not become the value of an attribute. */
export function escapeCode(text: string): string {
  const shown = spellHidden(text);
  return /[&<>]/.test(shown) ? shown.replace(/[&<>]/g, (character) => ENTITIES[character] ?? "") : shown;
}

/** Words without separators that are wider than a column of names. */
const LONG_WORD = /[\p{L}\p{N}]{17,}/gu;

/** The boundaries between the words of a camelCase name: `parse|HTTP|Header`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** HTML text in which a long name may break after a separator, and in long words between the words of a camelCase name. */
export function breakableHtml(text: string): string {
  return escapeHtml(text)
    .replace(/[^\s./:_-][./:_-](?=[^\s./:_-])/g, "$&<wbr>")
    .replace(LONG_WORD, (word) => word.replace(HUMP, "<wbr>"));
}

/** HTML text of a path, which may break after a slash. */
export function breakablePath(path: string): string {
  return escapeHtml(path).replaceAll("/", "/<wbr>");
}

const CLASSES = { key: "k", string: "s", number: "n", keyword: "w" } as const;

type Token = (type: keyof typeof CLASSES, text: string) => string;

const highlighted: Token = (type, text) => `<span class="${CLASSES[type]}">${escapeCode(text)}</span>`;
const plain: Token = (_, text) => text;

/** A scalar as JSON, with its digits. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>, token: Token): string {
  if (node.kind === "string") return token("string", JSON.stringify(node.value));
  if (node.kind === "number") return token("number", node.raw);
  return token("keyword", node.kind === "null" ? "null" : String(node.value));
}

interface Printer {
  /** How many more values may be printed. Aliases may expand to more than anybody wants to wait for. */
  left: number;
  readonly parts: string[];
  readonly token: Token;
}

function print(printer: Printer, node: Node, indent: string): void {
  const { token } = printer;
  printer.left -= 1;
  if (node.kind !== "map" && node.kind !== "list") {
    printer.parts.push(scalar(node, token));
    return;
  }
  const [open, close] = node.kind === "map" ? ["{", "}"] : ["[", "]"];
  const items = node.kind === "map" ? node.entries : node.items;
  printer.parts.push(open);
  let first = true;
  for (const item of items) {
    printer.parts.push(first ? `\n${indent}  ` : `,\n${indent}  `);
    first = false;
    if (printer.left <= 0) {
      printer.parts.push("…");
      break;
    }
    if ("key" in item) printer.parts.push(`${token("key", JSON.stringify(item.key))}: `);
    print(printer, "key" in item ? item.value : item, `${indent}  `);
  }
  printer.parts.push(first ? close : `\n${indent}${close}`);
}

/** A text that is shown as code: as highlighted HTML and as it is. */
export interface CodeText extends SafeHtml {
  readonly text: () => string;
}

/** A value as JSON, and the number of values printed. After `limit` values it is cut and ends in `…`. */
export function valueHtml(node: Node, limit = 1000): CodeText & { readonly cut: boolean; readonly printed: number } {
  const printed = (token: Token): Printer => {
    const printer = { left: limit, parts: [], token };
    print(printer, node, "");
    return printer;
  };
  const { parts, left } = printed(highlighted);
  return { html: parts.join(""), text: () => printed(plain).parts.join(""), cut: left <= 0, printed: limit - left };
}
