import type { Node } from "#text";
import { fits, printJson } from "#text";

/** Words with one space between them and nothing of Markdown in them: most names and sentences. */
const PLAIN = /^[\p{L}\p{N}/{$(][^\s\\`*_[\]<>|~&#@:.)]*(?: [^\s\\`*_[\]<>|~&#@:.)]+)*$/u;

/** What Markdown reads as markup in a line, at its beginning, or as an address to link (GFM § 6.9). */
const MARKUP = /[\\`*_[\]<>|~&#@]|^[-+=]|(?<=^\d{1,9})[.)]|:(?=\/\/)|(?<=www)\./gi;

/** Text inside of a line: one line, with nothing in it that Markdown would read as markup. */
export function inline(text: string): string {
  return PLAIN.test(text) ? text : text.replace(/\s+/g, " ").trim().replace(MARKUP, "\\$&");
}

/** The longest run of backticks in a text. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** Text as code inside of a line (CommonMark § 6.1). */
export function code(text: string): string {
  if (/^[^`\s]+$/.test(text)) return `\`${text}\``;
  const line = text.replace(/\s+/g, " ");
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as a block of code. */
export function block(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${text}\n${fence}`;
}

/** Values of a block that are printed. */
const MOST_VALUES = 1000;

/** A value as a block of JSON, digits as written. */
export function json(node: Node): string {
  return fits(node, MOST_VALUES) ? block(printJson(node, { most: Infinity }), "json") : "Too large to be repeated here.";
}

/** A short value inside of a line. */
export function shortJson(node: Node): string {
  if (!fits(node, 40)) return "(a large value)";
  const text = node.kind === "string" ? JSON.stringify(node.value) : printJson(node).replace(/(?<!\s)\s*\n\s*/g, " ");
  return code(text.length > 400 ? `${text.slice(0, 400).toWellFormed()}…` : text);
}

/** A heading with what follows it; nothing where nothing does. */
export function section(level: number, title: string, body: string): string {
  return body.trim() === "" ? "" : `${"#".repeat(level)} ${title}\n\n${body.trim()}\n`;
}

/** Parts of a page with an empty line between them. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.flatMap((part) => (part?.trim() ? [part.trim()] : [])).join("\n\n")}\n`;
}

/** A list of facts, those without a value left out. */
export function facts(pairs: readonly (readonly [name: string, value: string | undefined])[]): string {
  return pairs.flatMap(([name, value]) => (value ? [`- ${name}: ${value}`] : [])).join("\n");
}
