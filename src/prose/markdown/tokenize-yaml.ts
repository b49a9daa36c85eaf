import type { TokenClass } from "./allowed.ts";
import type { CodeToken } from "./code-token.ts";

/** Matches indentation and the `- ` or `? ` of nested collections. */
const LEAD = /(?:[ \t]*[-?](?=[ \t]|$))*[ \t]*/y;
const KEY = /(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|[^\s#"'[\]{},&*!|>%@`][^#:]*?(?:[#:]\S[^#:]*?)*)(?=[ \t]*:(?:[ \t]|$))/y;
const BLOCK = /(?:^|[ \t])[|>][-+\d]*[ \t]*(?:#[^]*)?$/;
/** Matches one token. A quoted string may end on a later line. */
const PIECE =
  /(?<=^|\s)#[^]*|"(?:[^"\\]|\\[^])*"?|'(?:[^']|'')*'?|(?<=^|[\s[{,:])[&*][^\s,[\]{}]+|(?<=^|[\s[{,])!\S*|(?:[^\s"'[\]{},#&*!:]|:(?!\s|$))(?:[^\s,[\]{}:]|:(?!\s|$))*(?:[ \t]+(?:[^\s"'[\]{},#&*!:]|:(?!\s|$))(?:[^\s,[\]{}:]|:(?!\s|$))*)*|[^]/gu;
const NUMBER = /^[-+]?(?:\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|0x[\da-fA-F]+|0o[0-7]+|\.inf|\.nan)$/i;
const CONSTANT = /^(?:true|false|null|~)$/i;

function typeOf(text: string): TokenClass | undefined {
  const first = text.charAt(0);
  if (first === "#") return "cm";
  if (first === '"' || first === "'") return "s";
  if (text.length > 1 && /[&*!]/.test(first)) return "t";
  if (CONSTANT.test(text)) return "c";
  if (NUMBER.test(text)) return "n";
  return /^[[\]{},:&*!\s-]$/.test(text) ? undefined : "s";
}

/** Splits YAML text into tokens, line by line. It may be wrong about rare syntax, but it must not lose text. */
class YamlLines {
  readonly tokens: CodeToken[] = [];
  /** The indentation of a block scalar, to which all deeper lines belong. */
  #block: number | undefined;
  #quote = "";

  add(line: string): void {
    const indent = line.search(/[^ ]/);
    if (this.#block !== undefined) {
      if (indent < 0 || indent > this.#block) return this.#push(line, "s");
      this.#block = undefined;
    }
    if (this.#quote !== "") return this.#continue(line);
    if (/^(?:---|\.\.\.)(?:\s|$)|^%/.test(line)) return this.#push(line, "m");
    this.#plain(line, Math.max(indent, 0));
  }

  newline(): void {
    this.#push("\n");
  }

  #push(text: string, type?: TokenClass): void {
    if (text === "") return;
    const before = this.tokens.at(-1);
    if (before && before.type === type) this.tokens[this.tokens.length - 1] = { ...before, text: before.text + text };
    else this.tokens.push(type ? { text, type } : { text });
  }

  #plain(line: string, indent: number): void {
    LEAD.lastIndex = 0;
    const lead = LEAD.exec(line)?.[0] ?? "";
    KEY.lastIndex = lead.length;
    const key = line.length > 2_000 ? "" : (KEY.exec(line)?.[0] ?? "");
    this.#push(lead);
    this.#push(key, "p");
    const colon = key === "" ? "" : (/^[ \t]*:/.exec(line.slice(lead.length + key.length))?.[0] ?? "");
    this.#push(colon);
    const rest = line.slice(lead.length + key.length + colon.length);
    if (BLOCK.test(rest)) this.#block = indent;
    this.#value(rest);
  }

  #value(text: string): void {
    for (const [piece] of text.matchAll(PIECE)) {
      this.#push(piece, typeOf(piece));
      const quote = piece.charAt(0);
      const open = (quote === '"' && !/^"(?:[^"\\]|\\[^])*"$/.test(piece)) || (quote === "'" && !/^'(?:[^']|'')*'$/.test(piece));
      this.#quote = open ? quote : "";
    }
  }

  #continue(line: string): void {
    const end = this.#quote === '"' ? /^(?:[^"\\]|\\[^])*"/.exec(line) : /^(?:[^']|'')*'/.exec(line);
    if (!end) return this.#push(line, "s");
    this.#quote = "";
    this.#push(end[0], "s");
    this.#value(line.slice(end[0].length));
  }
}

/** YAML as tokens. */
export function tokenizeYaml(code: string): CodeToken[] {
  const lines = new YamlLines();
  for (const [at, line] of code.split("\n").entries()) {
    if (at > 0) lines.newline();
    lines.add(line);
  }
  return lines.tokens;
}
