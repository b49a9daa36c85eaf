/** Colours code in descriptions, by grammars that are loaded when they are needed. */
import type { HighlighterCore, LanguageRegistration } from "shiki/core";
import type { TokenClass, CodeToken, Tokenizer } from "./rendered.ts";
import { TOKEN_CLASSES, escapeText } from "./rendered.ts";

type GrammarLoader = () => Promise<{ default: LanguageRegistration[] }>;

/** The available grammars by their name in shiki. Each is loaded when code first uses it. */
const GRAMMARS = {
  css: () => import("shiki/langs/css.mjs"),
  diff: () => import("shiki/langs/diff.mjs"),
  docker: () => import("shiki/langs/docker.mjs"),
  html: () => import("shiki/langs/html.mjs"),
  http: () => import("shiki/langs/http.mjs"),
  ini: () => import("shiki/langs/ini.mjs"),
  powershell: () => import("shiki/langs/powershell.mjs"),
  properties: () => import("shiki/langs/properties.mjs"),
  proto: () => import("shiki/langs/proto.mjs"),
  sql: () => import("shiki/langs/sql.mjs"),
  toml: () => import("shiki/langs/toml.mjs"),
  xml: () => import("shiki/langs/xml.mjs"),
} as const satisfies Record<string, GrammarLoader>;

type GrammarName = keyof typeof GRAMMARS;

const ALIASES: ReadonlyMap<string, GrammarName> = new Map([
  ...Object.keys(GRAMMARS).map((name): [string, GrammarName] => [name, name as GrammarName]),
  ["dockerfile", "docker"],
  ["htm", "html"],
  ["protobuf", "proto"],
  ["ps1", "powershell"],
  ["svg", "xml"],
  ["wsdl", "xml"],
  ["xsd", "xml"],
]);

/** The scopes of grammars for each token class. A theme that uses the class as colour makes shiki return classes. */
const SCOPES: Partial<Record<TokenClass, string[]>> = {
  cm: ["comment", "punctuation.definition.comment"],
  s: ["string", "punctuation.definition.string", "constant.character.escape"],
  n: ["constant.numeric"],
  c: ["constant.language", "variable.language", "support.constant"],
  k: ["keyword", "storage"],
  f: ["entity.name.function", "support.function", "entity.name.command"],
  t: ["entity.name.type", "entity.name.class", "support.type", "support.class", "entity.other.inherited-class"],
  p: ["support.type.property-name", "variable.other.property", "meta.object-literal.key"],
  g: ["entity.name.tag"],
  a: ["entity.other.attribute-name"],
  in: ["markup.inserted"],
  de: ["markup.deleted"],
  m: ["meta.diff", "meta.preprocessor", "keyword.control.directive", "punctuation.definition.heading"],
};

const PLAIN = "#000000";

function colour(type: TokenClass): string {
  return `#0000${(TOKEN_CLASSES.indexOf(type) + 1).toString(16).padStart(2, "0")}`;
}

const CLASS_OF: ReadonlyMap<string, TokenClass> = new Map(TOKEN_CLASSES.map((type) => [colour(type), type]));

const THEME = {
  name: "classes",
  type: "light" as const,
  fg: PLAIN,
  bg: "#ffffff",
  settings: [
    { settings: { foreground: PLAIN, background: "#ffffff" } },
    ...TOKEN_CLASSES.map((type) => ({ scope: SCOPES[type] ?? [], settings: { foreground: colour(type) } })),
  ],
};

/** Longer code, or code with longer lines, is not highlighted, because the cost of a grammar's patterns grows with the line. */
const LONGEST = { code: 20_000, line: 500 };

let highlighter: HighlighterCore | undefined;
const loaded = new Map<GrammarName, Promise<void>>();

async function start(): Promise<HighlighterCore> {
  const [{ createHighlighterCore }, { createJavaScriptRegexEngine }] = await Promise.all([
    import("shiki/core"),
    import("shiki/engine/javascript"),
  ]);
  return createHighlighterCore({ themes: [THEME], langs: [], engine: createJavaScriptRegexEngine({ forgiving: true }) });
}

let starting: Promise<HighlighterCore> | undefined;

async function loadLanguage(language: GrammarName): Promise<void> {
  const core = await (starting ??= start());
  await core.loadLanguage((await GRAMMARS[language]()).default);
  highlighter = core;
}

/** Whether there is a grammar for a language, even if it is not loaded. */
export function hasGrammar(name: string): boolean {
  return ALIASES.has(name.toLowerCase());
}

/** Loads the grammars of languages, as far as there are any. After that they can be used synchronously. */
export async function loadLanguages(names: Iterable<string>): Promise<void> {
  for (const name of names) {
    const language = ALIASES.get(name.toLowerCase());
    if (language === undefined) continue;
    if (!loaded.has(language)) loaded.set(language, loadLanguage(language));
    await loaded.get(language);
  }
}

/** The tokens of code in a loaded language; `undefined` if it is unknown or not loaded, or the code is too long. */
function tokenizeWithGrammar(code: string, name: string): CodeToken[] | undefined {
  const language = ALIASES.get(name);
  if (language === undefined || !highlighter?.getLoadedLanguages().includes(language)) return undefined;
  if (code.length > LONGEST.code) return undefined;
  const options = { lang: language, theme: THEME.name, tokenizeMaxLineLength: LONGEST.line, tokenizeTimeLimit: 0 };
  const lines = highlighter.codeToTokensBase(code, options);
  const tokens: CodeToken[] = [];
  for (const [at, line] of lines.entries()) {
    if (at > 0) tokens.push({ text: "\n" });
    for (const { content, color } of line) {
      const type = CLASS_OF.get(color?.toLowerCase() ?? "");
      tokens.push(type ? { text: content, type } : { text: content });
    }
  }
  // Grammars split lines in their own way. The result is only used if it is exactly the code.
  return tokens.map(({ text }) => text).join("") === code ? tokens : undefined;
}

/** Matches indentation and the `- ` or `? ` of nested collections. */
const LEAD = /(?:[ \t]*[-?](?=[ \t]|$))*[ \t]*/y;
const KEY = /(?:"(?:[^"\\]|\\[^])*"|'(?:[^']|'')*'|[^\s#"'[\]{},&*!|>%@`][^#:]*?(?:[#:]\S[^#:]*?)*)(?=[ \t]*:(?:[ \t]|$))/y;
const BLOCK = /(?:^|[ \t])[|>][-+\d]*[ \t]*(?:#[^]*)?$/;
/** Matches one token. A quoted string may end on a later line. */
const PIECE =
  /(?<=^|\s)#[^]*|"(?:[^"\\]|\\[^])*"?|'(?:[^']|'')*'?|(?<=^|[\s[{,:])[&*][^\s,[\]{}]+|(?<=^|[\s[{,])!\S*|(?:[^\s"'[\]{},#&*!:]|:(?!\s|$))(?:[^\s,[\]{}:]|:(?!\s|$))*(?:[ \t]+(?:[^\s"'[\]{},#&*!:]|:(?!\s|$))(?:[^\s,[\]{}:]|:(?!\s|$))*)*|[^]/gu;
const NUMBER = /^[-+]?(?:\d[\d_]*(?:\.\d*)?(?:[eE][-+]?\d+)?|0x[\da-fA-F]+|0o[0-7]+|\.inf|\.nan)$/i;
const CONSTANT = /^(?:true|false|null|~)$/i;

function typeOfYaml(text: string): TokenClass | undefined {
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
    if (text !== "") this.tokens.push(type ? { text, type } : { text });
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
      this.#push(piece, typeOfYaml(piece));
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
function tokenizeYaml(code: string): CodeToken[] {
  const lines = new YamlLines();
  for (const [at, line] of code.split("\n").entries()) {
    if (at > 0) lines.newline();
    lines.add(line);
  }
  return lines.tokens;
}

/**
 * The syntax of a programming language for a small common tokenizer: comments, strings, numbers, keywords, calls, type names. Grammars
 * find more at fifty times the cost, and their patterns are not made for hostile input. This takes linear time.
 */
interface LanguageSyntax {
  readonly names: string;
  readonly keywords: string;
  readonly constants: string;
  /** Alternatives of the token pattern for comments and strings. */
  readonly comments: readonly string[];
  readonly strings: readonly string[];
}

const SLASHES = ["\\/\\/[^\\n]*", "\\/\\*[^]*?(?:\\*\\/|$)"];
const HASH = ["(?<=^|\\s)#[^\\n]*"];
const DOUBLE = '"(?:[^"\\\\\\n]|\\\\[^])*"?';
const SINGLE = "'(?:[^'\\\\\\n]|\\\\[^])*'?";
const BACKTICK = "`(?:[^`\\\\]|\\\\[^])*`?";
const TRIPLE = ['"""[^]*?(?:"""|$)', "'''[^]*?(?:'''|$)"];

const SYNTAXES: readonly LanguageSyntax[] = [
  {
    names: "js javascript mjs cjs jsx node ts typescript tsx php",
    keywords:
      "abstract as async await break case catch class const continue debugger declare default delete do else enum export extends finally for from function get if implements import in instanceof interface keyof let namespace new of private protected public readonly return satisfies set static switch throw try type typeof var void while with yield",
    constants: "true false null undefined NaN Infinity this super",
    comments: SLASHES,
    strings: [DOUBLE, SINGLE, BACKTICK],
  },
  {
    names: "java kotlin kt scala groovy cs csharp c# dart swift",
    keywords:
      "abstract actor as assert async await base break case catch class companion const continue def default defer delegate do else enum event explicit extends extension extern final finally fixed for foreach fun func get goto guard if implements import in init instanceof interface internal is let lock match namespace native new object open operator out override package params partial private protected protocol public readonly record ref return sealed set static struct super suspend switch synchronized this throw throws trait transient try typealias typeof using val var virtual void volatile when where while with yield bool boolean byte char double float int long short string",
    constants: "true false null nil",
    comments: SLASHES,
    strings: ['"""[^]*?(?:"""|$)', DOUBLE, SINGLE],
  },
  {
    names: "go golang rust rs c cpp c++ h hpp zig",
    keywords:
      "alignas as asm async auto await bool break case catch chan char class const constexpr continue crate default defer delete do double else enum explicit extern fallthrough float fn for friend func go goto if impl import in inline int interface let long loop map match mod move mut namespace new noexcept operator package private protected pub public range ref return select short signed sizeof static struct super switch template this throw trait try type typedef typename union unsafe unsigned use using var virtual void volatile where while string error byte int8 int16 int32 int64 uint8 uint16 uint32 uint64 i8 i16 i32 i64 u8 u16 u32 u64 usize str",
    constants: "true false nil null nullptr iota self Self None Some Ok Err",
    comments: SLASHES,
    strings: [DOUBLE, "'(?:[^'\\\\\\n]|\\\\[^])'", BACKTICK],
  },
  {
    names: "py python python3",
    keywords:
      "and as assert async await break case class continue def del elif else except finally for from global if import in is lambda match nonlocal not or pass raise return try while with yield",
    constants: "True False None self cls",
    comments: HASH,
    strings: [...TRIPLE, DOUBLE, SINGLE],
  },
  {
    names: "rb ruby",
    keywords:
      "alias and begin break case class def defined do else elsif end ensure for if in module next not or redo require rescue retry return then undef unless until when while yield",
    constants: "true false nil self",
    comments: HASH,
    strings: [DOUBLE, SINGLE],
  },
  {
    names: "graphql gql",
    keywords: "directive enum extend fragment implements input interface mutation on query scalar schema subscription type union",
    constants: "true false null",
    comments: HASH,
    strings: ['"""[^]*?(?:"""|$)', DOUBLE],
  },
  {
    names: "sh bash shell zsh console shellscript curl shell-session",
    keywords:
      "if then else elif fi for in do done while until case esac function return exit export local readonly set unset source alias sudo",
    constants: "true false",
    comments: HASH,
    strings: ['"(?:[^"\\\\]|\\\\[^])*"?', "'[^']*'?"],
  },
];

const REST = "@[A-Za-z][\\w.]*|\\$\\{?\\w+\\}?|(?<=\\s)--?[A-Za-z][\\w-]*|(?<![\\w$])\\d[\\w.]*|[\\p{L}_$][\\p{L}\\p{N}_$]*";

type TokenClassifier = (text: string, next: string) => TokenClass | undefined;

function classifier(syntax: LanguageSyntax): TokenClassifier {
  const keywords = new Set(syntax.keywords.split(" "));
  const constants = new Set(syntax.constants.split(" "));
  const comment = syntax.comments === HASH ? /^#/ : /^\/[/*]/;
  const word: TokenClassifier = (text, next) => {
    if (keywords.has(text)) return "k";
    if (constants.has(text)) return "c";
    if (next === "(") return "f";
    return /^\p{Lu}/u.test(text) ? "t" : undefined;
  };
  return (text, next) => {
    if (comment.test(text)) return "cm";
    if (/^["'`]/.test(text)) return "s";
    if (/^\d/.test(text)) return "n";
    if (/^[@-]/.test(text)) return "a";
    return /^\$[{\w]/.test(text) ? "c" : word(text, next);
  };
}

/** Splits a text into what a pattern finds and a class is known for, and what is between. */
function tokensOf(code: string, pattern: RegExp, classOf: (text: string, end: number) => TokenClass | undefined): CodeToken[] {
  const tokens: CodeToken[] = [];
  let last = 0;
  for (const { 0: text, index } of code.matchAll(pattern)) {
    const end = index + text.length;
    const type = classOf(text, end);
    if (type === undefined) continue;
    if (index > last) tokens.push({ text: code.slice(last, index) });
    tokens.push({ text, type });
    last = end;
  }
  if (last < code.length) tokens.push({ text: code.slice(last) });
  return tokens;
}

function tokenizer(syntax: LanguageSyntax): Tokenizer {
  const pattern = new RegExp([...syntax.comments, ...syntax.strings, REST].join("|"), "gu");
  const classify = classifier(syntax);
  return (code) => tokensOf(code, pattern, (text, end) => classify(text, code.charAt(end)));
}

/** The tokenizers by the names that languages have after a fence. */
const PROGRAMS: ReadonlyMap<string, Tokenizer> = new Map(
  SYNTAXES.flatMap((syntax): [string, Tokenizer][] => {
    const tokenize = tokenizer(syntax);
    return syntax.names.split(" ").map((name) => [name, tokenize]);
  }),
);

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
  return tokensOf(code, TOKEN, (text, end) => typeOf(text, code, end));
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
