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

/** A heading with what follows it; nothing where nothing does. */
export function section(level: number, title: string, body: string): string {
  return body.trim() === "" ? "" : `${"#".repeat(level)} ${title}\n\n${body.trim()}\n`;
}

/** Parts of a page with an empty line between them. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.flatMap((part) => (part?.trim() ? [part.trim()] : [])).join("\n\n")}\n`;
}
