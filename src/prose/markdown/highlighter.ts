/** Grammars of languages, loaded when they are needed. */
import type { HighlighterCore, LanguageRegistration } from "shiki/core";
import type { TokenClass, CodeToken } from "./allowed-html.ts";
import { TOKEN_CLASSES } from "./allowed-html.ts";

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
export function tokenizeWithGrammar(code: string, name: string): CodeToken[] | undefined {
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
