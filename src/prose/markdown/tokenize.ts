import type { TokenClass } from "./allowed.ts";
import type { CodeToken, Tokenizer } from "./code-token.ts";
import { escapeText } from "./escape-html.ts";
import { tokenizeWithGrammar } from "./highlighter.ts";
import { PROGRAMS } from "./tokenize-program.ts";
import { tokenizeYaml } from "./tokenize-yaml.ts";

/** Matches strings, numbers, words and comments (which people write in JSON). It takes linear time, because no text matches in two ways. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|-?\d[\w.+-]*|[A-Za-z_]\w*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

function typeOf(text: string, code: string, end: number): TokenClass | undefined {
  const first = text.charAt(0);
  if (first === '"') return /^\s*:/.test(code.slice(end, end + 40)) ? "p" : "s";
  if (first === "/") return "cm";
  if (/[-\d]/.test(first)) return "n";
  return text === "true" || text === "false" || text === "null" ? "c" : undefined;
}

/** Splits JSON (RFC 8259), or something close to it, into tokens. */
function tokenizeJson(code: string): CodeToken[] {
  const tokens: CodeToken[] = [];
  let last = 0;
  for (const { 0: text, index } of code.matchAll(TOKEN)) {
    const end = index + text.length;
    const type = typeOf(text, code, end);
    if (type === undefined) continue;
    if (index > last) tokens.push({ text: code.slice(last, index) });
    tokens.push({ text, type });
    last = end;
  }
  if (last < code.length) tokens.push({ text: code.slice(last) });
  return tokens;
}

const OWN: ReadonlyMap<string, Tokenizer> = new Map<string, Tokenizer>([
  ...PROGRAMS,
  ["avsc", tokenizeJson],
  ["json", tokenizeJson],
  ["json5", tokenizeJson],
  ["jsonc", tokenizeJson],
  ["yaml", tokenizeYaml],
  ["yml", tokenizeYaml],
]);

/** Joins neighbouring tokens of one class, for fewer elements. White space gets the class of the token before it. */
function join(tokens: readonly CodeToken[]): CodeToken[] {
  const joined: CodeToken[] = [];
  for (const token of tokens) {
    const before = joined.at(-1);
    const same = before && before.type === token.type;
    if (same) joined[joined.length - 1] = { ...before, text: before.text + token.text };
    else joined.push(token);
  }
  return joined;
}

/**
 * Splits code into tokens. `info` starts with the name of the language (`js`, `json title="x"`). An unknown language, or one whose
 * grammar is not loaded, gives plain text. The joined texts are always the code.
 */
export function tokenize(code: string, info: string): readonly CodeToken[] {
  if (code === "") return [];
  const language = (/^[^\s,{]+/.exec(info)?.[0] ?? "").toLowerCase();
  const own = OWN.get(language);
  const tokens = own ? own(code) : tokenizeWithGrammar(code, language);
  return tokens ? join(tokens) : [{ text: code }];
}

function tokenHtml({ text, type }: CodeToken): string {
  return type === undefined ? escapeText(text) : `<span class="${type}">${escapeText(text)}</span>`;
}

/** Code as HTML: text and `span` elements with token classes. */
export function highlight(code: string, language: string): string {
  return tokenize(code, language).map(tokenHtml).join("");
}
