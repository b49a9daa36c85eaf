import type { Node } from "#text";
import type { SafeHtml } from "./context.ts";
import { visible } from "./visible.ts";

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#x27;" };

/** Text as HTML text or attribute value. */
export function escapeHtml(text: string): string {
  return /[&<>"']/.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "") : text;
}

/** Words without separators that are longer than a column of names is wide. */
const LONG_WORD = /[\p{L}\p{N}]{17,}/gu;

/** A hump of a camelCase name, or the last capital before one: `parse|HTTP|Header`. */
const HUMP = /(?<=[\p{Ll}\p{N}])(?=\p{Lu})|(?<=\p{Lu})(?=\p{Lu}\p{Ll})/gu;

/** HTML text in which a long name may break after a separator or before a hump, and nowhere else before that. */
export function breakableHtml(text: string): string {
  return escapeHtml(text)
    .replace(/[^\s./:_-][./:_-](?=[^\s./:_-])/g, "$&<wbr>")
    .replace(LONG_WORD, (word) => word.replace(HUMP, "<wbr>"));
}

const CLASSES = { key: "k", string: "s", number: "n", keyword: "w" } as const;

function token(type: keyof typeof CLASSES, text: string): string {
  return `<span class="${CLASSES[type]}">${escapeHtml(visible(text))}</span>`;
}

/** A scalar as JSON writes it; numbers digit for digit. */
function scalar(node: Exclude<Node, { kind: "map" | "list" }>): string {
  if (node.kind === "string") return token("string", JSON.stringify(node.value));
  if (node.kind === "number") return token("number", node.raw);
  return token("keyword", node.kind === "null" ? "null" : String(node.value));
}

interface HtmlPrinter {
  /** Values that may still be printed: aliases make graphs whose expansion has no end worth waiting for. */
  left: number;
  readonly parts: string[];
}

function print(printer: HtmlPrinter, node: Node, indent: string): void {
  printer.left -= 1;
  if (node.kind !== "map" && node.kind !== "list") {
    printer.parts.push(scalar(node));
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

/** A value as highlighted JSON and how many values it has, with `…` where it is cut after `limit` values. */
export function valueHtml(node: Node, limit = 1000): SafeHtml & { readonly cut: boolean; readonly printed: number } {
  const printer: HtmlPrinter = { left: limit, parts: [] };
  print(printer, node, "");
  return { html: printer.parts.join(""), cut: printer.left <= 0, printed: limit - printer.left };
}
