import type { MapNode, Node, TextFile } from "#text";
import { printJson, printYaml } from "#text";

/** Whether a map or list is written in braces or brackets, as all of JSON is. */
export function isFlow({ file, start }: Node): boolean {
  return /^[{[]/.test(file.text.charAt(start));
}

/** The text between the start of a line and a place in it. */
export function before({ text }: TextFile, at: number): string {
  return text.slice(text.lastIndexOf("\n", at - 1) + 1, at);
}

/** Spaces as wide as what stands before a place in its line. */
export function indentAt(file: TextFile, at: number): string {
  return before(file, at).replace(/[^\t]/g, " ");
}

/** The space that a place's line starts with. */
export function lineIndent(file: TextFile, at: number): string {
  return /^[ \t]*/.exec(before(file, at))?.[0] ?? "";
}

function indented(text: string, indent: string): string {
  return text.replace(/\n(?=[^\n])/g, `\n${indent}`);
}

/** A value as block YAML whose first line stands at a column already. */
export function blockText(node: Node, indent: string): string {
  return indented(printYaml(node), indent).replace(/\n$/, "");
}

/** A value on one line, in the part of YAML that is JSON. */
export function flowText(node: Node): string {
  return printJson(node, { most: Infinity }).replace(/\n */g, " ");
}

/** A value as JSON in lines, the further ones behind the indentation of the first. */
export function jsonText(node: Node, indent: string): string {
  return indented(printJson(node, { most: Infinity }), indent);
}

/** The comment that ends the line of a place, where there is one, and where it ends. */
export function commentAfter({ text }: TextFile, at: number): { readonly comment: string; readonly end: number } | undefined {
  const pattern = /[ \t]+(#[^\r\n]*)/y;
  pattern.lastIndex = at;
  const comment = pattern.exec(text)?.[1];
  return comment === undefined ? undefined : { comment, end: pattern.lastIndex };
}

/** A value where another stood, in the way that was written. */
export function textFor(value: Node, at: Node): string {
  const { file, start } = at;
  if (file.language === "json") return jsonText(value, lineIndent(file, start));
  return isFlow(at) ? flowText(value) : blockText(value, indentAt(file, start));
}

/** A text as a scalar in the quotes of the one it stands for. */
export function quotedLike(value: string, { file, start, end }: Node): string {
  const written = file.text.slice(start, end);
  if (file.language === "json" || written.startsWith('"')) return JSON.stringify(value);
  return `'${value.replaceAll("'", "''")}'${written.endsWith("\n") ? "\n" : ""}`;
}

/** Where the line of a place ends, its line break included. */
export function afterLine({ text }: TextFile, at: number): number {
  if (text.charAt(at - 1) === "\n") return at;
  const end = text.indexOf("\n", at);
  return end === -1 ? text.length : end + 1;
}

/** The column that the keys of a block map stand at. */
export function keyIndent({ file, entries }: MapNode): string {
  return indentAt(file, entries[0]?.start ?? 0);
}
