import { spellHidden } from "#text";

/** Words separated by single spaces, without Markdown syntax: most names and sentences. */
const PLAIN = /^[\p{L}\p{N}/{$(][^\s\\`*_[\]<>|~&#@:.)]*(?: [^\s\\`*_[\]<>|~&#@:.)]+)*$/u;

/** What Markdown would read as markup within a line, at its beginning, or as an address to link (GFM § 6.9). */
const MARKUP = /[\\`*_[\]<>|~&#@]|^[-+=]|(?<=^\d{1,9})[.)]|:(?=\/\/)|(?<=www)\./gi;

/** Escapes text for use within a line: joined to one line, without Markdown syntax, with hidden characters spelled out. */
export function inline(text: string): string {
  return PLAIN.test(text) ? spellHidden(text) : spellHidden(text).replace(/\s+/g, " ").trim().replace(MARKUP, "\\$&");
}

/** An address as the destination of a link. It neither ends the link nor begins markup (CommonMark § 6.3). */
export function destination(url: string): string {
  const plain = url.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(plain) ? `<${plain}>` : plain;
}

/** The longest run of backticks in a text. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** Text as inline code (CommonMark § 6.1). */
export function code(text: string): string {
  const shown = spellHidden(text);
  if (/^[^`\s]+$/.test(shown)) return `\`${shown}\``;
  const line = shown.replace(/\s+/g, " ");
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as a block of code. */
export function block(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${spellHidden(text)}\n${fence}`;
}

/** A heading and its body; empty if the body is empty. */
export function section(level: number, title: string, body: string): string {
  return body.trim() === "" ? "" : `${"#".repeat(level)} ${title}\n\n${body.trim()}\n`;
}

/** Joins the parts of a page with an empty line between them. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.flatMap((part) => (part?.trim() ? [part.trim()] : [])).join("\n\n")}\n`;
}
