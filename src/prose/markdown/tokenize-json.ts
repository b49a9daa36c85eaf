import type { TokenClass } from "./allowed.ts";
import type { CodeToken } from "./code-token.ts";

/** String, number, word, comment (JSON has none, people write them). Linear: no branch can be read in two ways. */
const TOKEN = /"(?:[^"\\\n]|\\.)*"?|-?\d[\w.+-]*|[A-Za-z_]\w*|\/\/[^\n]*|\/\*[^]*?(?:\*\/|$)/g;

function typeOf(text: string, code: string, end: number): TokenClass | undefined {
  const first = text.charAt(0);
  if (first === '"') return /^\s*:/.test(code.slice(end, end + 40)) ? "p" : "s";
  if (first === "/") return "cm";
  if (/[-\d]/.test(first)) return "n";
  return text === "true" || text === "false" || text === "null" ? "c" : undefined;
}

/** JSON (RFC 8259), and what is nearly JSON, as tokens. */
export function tokenizeJson(code: string): CodeToken[] {
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
