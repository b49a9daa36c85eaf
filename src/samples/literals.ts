import type { AddressParts } from "#model";

/** A credential that the server asks for, with the fields that decide how tools are given it. */
export interface Credential {
  /** The scheme's type, such as `userPassword`. */
  readonly type: string;
  /** For type `http`: `basic` or `bearer`. */
  readonly scheme?: string | undefined;
  /** For type `httpApiKey`: the name of the header, query parameter or cookie, and which of the three it is. */
  readonly name?: string | undefined;
  readonly in?: string | undefined;
}

/** The name and value of a header or query parameter. */
export type NamedText = readonly [name: string, value: string];

/** One use of a channel at a server by the reader. All texts are as sent, with variables and parameters filled in. */
export interface Call {
  /** The canonical name of the protocol, such as `kafka`. */
  readonly protocol: string;
  /** The protocol as the document writes it (`kafka-secure` implies TLS). */
  readonly written: string;
  readonly server: string;
  readonly address: string;
  /** What the reader does: the opposite of what the application does. */
  readonly way: "send" | "receive";
  /** The example's payload on one line. Absent if it is not text or too long: then the command reads a file. */
  readonly payload?: string | undefined;
  /** The payload on several lines, for code. Absent if the code reads a file. */
  readonly body?: string | undefined;
  readonly contentType: string;
  /** The binary encoding of payloads, where the language of their schema has one. */
  readonly encoding?: "avro" | "protobuf" | undefined;
  /** Headers of the example that are plain values, in their order, then further headers that the schema requires. */
  readonly headers: readonly NamedText[];
  /** The credentials of the first alternative, all needed together. */
  readonly credentials: readonly Credential[];
  /**
   * Looks up a field in the bindings of server, channel, operation or message: its value, or its name in braces if only a schema is
   * given.
   */
  readonly binding: (...path: readonly string[]) => string | undefined;
  /** The properties that a schema in the bindings requires, such as query parameters. An unknown value is the name in braces. */
  readonly required: (...path: readonly string[]) => readonly NamedText[];
}

/** A call with the parts of its server's address. */
export interface Use extends Call {
  readonly at: AddressParts;
}

/** The file that a sample reads if the payload is too long or not text. The name must look like that of a file. */
export const FILE = "payload.bin";
/** Stands in a request whose binding names no method. */
export const UNKNOWN_METHOD = "{method}";

/** Characters that mean nothing to a shell, wherever they stand. */
const PLAIN = /^[A-Za-z0-9_@%+=:,./-]+$/;

/** Control characters but tab and line feed: a terminal would obey them while they are pasted (ESC ends a bracketed paste). */
const CONTROL = /[^\P{Cc}\t\n]/gu;

/**
 * One word of a POSIX shell (XCU § 2.2.2): in single quotes nothing is special but the quote itself, which is written outside of them.
 * Control characters become U+FFFD.
 */
export function quote(word: string): string {
  const text = word.toWellFormed().replace(CONTROL, "\u{fffd}");
  return PLAIN.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`;
}

/** A word that is a fixed text followed by shell variables, joined by colons. The shell does not split it. */
export interface Variables {
  readonly before: string;
  readonly names: readonly string[];
}

/** Refers to a secret in the reader's environment: a document never holds one. */
export function variable(name: string, before = "", ...more: readonly string[]): Variables {
  return { before, names: [name, ...more] };
}

/** A fixed text and variables as one word of a shell. */
function word({ before, names }: Variables): string {
  return `${before === "" ? "" : quote(before)}"${names.map((name) => `$${name}`).join(":")}"`;
}

/** What stands in quotes, a character after a backslash, and a line that goes on with the next. */
const PIECE = /'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^\n]|(\s*\\\n\s*)/g;

/** A command whose lines end in backslashes as one line. A backslash after the last line is dropped. */
export function onOneLine(command: string): string {
  const text = command.replace(PIECE, (piece, joint?: string) => (joint === undefined ? piece : " "));
  return text.trim().replace(/\s\\$/, "");
}

/** A command up to this length stays on one line, beside the button that copies it. */
const ONE_LINE = 44;

/** A word as a shell sees it: what stands in quotes or is another command is one. */
const WORD = /(?:'[^']*'|"(?:[^"\\]|\\[^])*"|\\[^]|\$\((?:'[^']*'|"[^"]*"|[^)'"])*\)|[^\s'"\\])+/g;

/** The words that begin a line: options, further commands, URLs that are no value of a short option. */
const LEADS = /^(?:-|[|]|&&)/;
const URL_LEADS = /^'?[a-z][a-z0-9+.-]*:\/\//;

/** A command with one option a line. The shell joins lines that end in a backslash, and nothing within quotes is touched. */
export function onLines(command: string): string {
  const words = command.match(WORD) ?? [];
  if (command.length <= ONE_LINE || words.join(" ") !== command) return command;
  // What follows an option and its value belongs to neither, such as a file at the end.
  const takesValue = (word = ""): boolean => /^-[^=]*$/.test(word);
  const isWhole = (at: number): boolean =>
    /^--[\w-]+=/.test(words[at] ?? "") || (takesValue(words[at - 1]) && !(words[at] ?? "").startsWith("-"));
  const isUrl = (word: string, at: number): boolean => URL_LEADS.test(word) && !/^-\w$/.test(words[at - 1] ?? "");
  const leads = (word: string, at: number): boolean => LEADS.test(word) || isUrl(word, at) || isWhole(at - 1);
  return words.reduce((text, word, at) => `${text}${leads(word, at) ? " \\\n  " : " "}${word}`);
}

/** A text that may stand on several lines, such as a payload. */
export interface Lines {
  readonly lines: string;
}

/** A number, or a name in braces that the reader replaces by one. */
export interface NumberText {
  readonly number: string;
}

/** The name of a member of an object. */
export interface Member {
  readonly member: string;
}

/** How a language writes texts and numbers, and reads the environment. */
interface Literals {
  /** The name of its tab. */
  readonly name: string;
  readonly text: (text: string) => string;
  /** A text as a literal of several lines, if the language has such literals. */
  readonly lines?: (text: string) => string;
  /** Code that reads a number from a text. */
  readonly parsed: (text: string) => string;
  /** A fixed text and variables of the environment as one expression. */
  readonly secret: (variables: Variables) => string;
}

/** Characters that cannot be seen, that reorder what is seen, or that end a line somewhere: always written as escapes. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

const hex = (code: number, digits: number): string => code.toString(16).padStart(digits, "0");
const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** `\u{X}`, as most young languages have it. */
const braced = (character: string): string => `\\u{${hex(codeOf(character), 1)}}`;

/** `\uXXXX`, twice for a character beyond the basic plane. */
const units = (character: string): string => character.replace(/[^]/g, (unit) => `\\u${hex(unit.charCodeAt(0), 4)}`);

/** `\uXXXX`, or `\UXXXXXXXX` beyond the basic plane, for Python and Go. */
function wide(character: string): string {
  const code = codeOf(character);
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** Java translates `\u` escapes before it parses strings (JLS § 3.3), so characters that could end a string are written in octal. */
function javaEscape(character: string): string {
  const code = codeOf(character);
  return code < 0x100 ? `\\${code.toString(8).padStart(3, "0")}` : units(character);
}

/** A literal on one line: backslashes, its quote and what cannot be seen are escaped, and the sign that would put in a value. */
function quoted(text: string, mark: string, escape: (character: string) => string, sign = ""): string {
  const inner = text
    .toWellFormed()
    .replaceAll("\\", "\\\\")
    .replaceAll(mark, `\\${mark}`)
    .replace(UNSEEN, (character) => SHORT[character] ?? escape(character));
  return mark + (sign === "" ? inner : inner.replaceAll(sign, `\\${sign}`)) + mark;
}

/** Double quotes, unless the text has these and no single ones. */
function readable(text: string, escape: (character: string) => string): string {
  return quoted(text, text.includes('"') && !text.includes("'") ? "'" : '"', escape);
}

/**
 * Whether a text can be a multi-line literal as it is: nothing needs an escape, no line ends in blanks, some line is not indented (Java
 * strips common indentation), and no quotes could end it.
 */
function isPlainBlock(text: string): boolean {
  if (!text.includes("\n") || !text.isWellFormed() || /"""|"$/.test(text)) return false;
  return /^\S/m.test(text) && text.search(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]| (?:\n|$)/u) < 0;
}

const jsText = (text: string): string => readable(text, braced);
const pythonText = (text: string): string => readable(text, wide);
const javaText = (text: string): string => quoted(text, '"', javaEscape);

/** A literal of Go: in backquotes if that saves escapes and is possible, otherwise in double quotes. */
function goText(text: string): string {
  const isRaw = /["\\]/.test(text) && !text.includes("`") && text.isWellFormed() && text.search(UNSEEN) < 0;
  return isRaw ? `\`${text}\`` : quoted(text, '"', wide);
}

/** Java strips the indentation that all lines of a block share, so the lines are indented like the code of a method. */
function javaLines(text: string): string {
  return `"""\n    ${text.replaceAll("\\", "\\\\").replace(/\n(?=[^\n])/g, "\n    ")}"""`;
}

/** A secret in JavaScript: a template literal, unless it is one variable alone. */
function jsSecret({ before, names }: Variables): string {
  if (before === "" && names.length === 1) return `process.env.${names[0] ?? ""}`;
  // Escape first, so that no invisible character gets into a template literal.
  const inner = quoted(before, "`", braced).slice(1, -1).replaceAll("${", "\\${");
  return `\`${inner}${names.map((name) => `\${process.env.${name}}`).join(":")}\``;
}

/** What a language says of itself: how it escapes hidden characters, reads a variable and a number, and joins texts. */
interface Manner {
  readonly text?: (text: string) => string;
  readonly escape?: (character: string) => string;
  /** What puts a value into a text. */
  readonly sign?: string;
  readonly variable: (name: string) => string;
  readonly parsed: (text: string) => string;
  readonly plus?: string;
  readonly lines?: (text: string) => string;
}

function language(name: string, { escape = units, sign, variable, parsed, plus = " + ", ...own }: Manner): Literals {
  const text = own.text ?? ((each: string) => quoted(each, '"', escape, sign));
  return {
    name,
    text,
    ...(own.lines ? { lines: own.lines } : {}),
    parsed: (digits) => parsed(text(digits)),
    secret({ before, names }) {
      const all = names.flatMap((each, at) => (at === 0 ? [variable(each)] : [text(":"), variable(each)]));
      return [...(before === "" ? [] : [text(before)]), ...all].join(plus);
    },
  };
}

const scripted: Omit<Literals, "name"> = {
  text: jsText,
  lines: (text) => (isPlainBlock(text) ? `\`${text.replace(/[\\`]|\$(?=\{)/g, "\\$&")}\`` : jsText(text)),
  parsed: (text) => `Number(${jsText(text)})`,
  secret: jsSecret,
};

/** Every language that a template of code may be in. Its holes are written by these alone, so that no text can leave its literal. */
const LITERALS: ReadonlyMap<string, Literals> = new Map<string, Literals>([
  ["cli", { name: "", text: quote, parsed: quote, secret: word }],
  ["javascript", { ...scripted, name: "JavaScript" }],
  ["typescript", { ...scripted, name: "TypeScript" }],
  ["python", language("Python", { text: pythonText, lines: (text) => (isPlainBlock(text) ? `"""${text.replaceAll("\\", "\\\\")}"""` : pythonText(text)), variable: (name) => `os.environ["${name}"]`, parsed: (text) => `int(${text})` })],
  ["java", language("Java", { text: javaText, lines: (text) => (isPlainBlock(text) ? javaLines(text) : javaText(text)), variable: (name) => `System.getenv("${name}")`, parsed: (text) => `Integer.parseInt(${text})` })],
  ["go", language("Go", { text: goText, lines: (text) => (isPlainBlock(text) && !text.includes("`") ? `\`${text}\`` : goText(text)), variable: (name) => `os.Getenv("${name}")`, parsed: (text) => text })],
  ["kotlin", language("Kotlin", { sign: "$", variable: (name) => `System.getenv("${name}")`, parsed: (text) => `${text}.toInt()` })],
  ["scala", language("Scala", { variable: (name) => `sys.env("${name}")`, parsed: (text) => `${text}.toInt` })],
  ["csharp", language("C#", { variable: (name) => `Environment.GetEnvironmentVariable("${name}")`, parsed: (text) => `int.Parse(${text})` })],
  ["rust", language("Rust", { escape: braced, variable: (name) => `&std::env::var("${name}").unwrap()`, parsed: (text) => `${text}.parse().unwrap()`, plus: ".to_owned() + " })],
  ["swift", language("Swift", { escape: braced, variable: (name) => `ProcessInfo.processInfo.environment["${name}"]!`, parsed: (text) => `Int(${text})!` })],
  ["ruby", language("Ruby", { escape: braced, sign: "#", variable: (name) => `ENV.fetch("${name}")`, parsed: (text) => `Integer(${text})` })],
  ["php", language("PHP", { escape: braced, sign: "$", variable: (name) => `getenv("${name}")`, parsed: (text) => `(int) ${text}`, plus: " . " })],
]); // prettier-ignore

/** The languages that templates of code may be in, with the names of their tabs. */
export const templateLanguages: ReadonlyMap<string, string> = new Map([...LITERALS].map(([key, { name }]) => [key, name]));

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

/** What a hole of a template writes: a value of the context as code of a language. */
export function literal(name: string, value: unknown): string {
  const own = LITERALS.get(name);
  if (!own) throw new Error(`there are no literals of ${name}`);
  if (typeof value === "string") return own.text(value);
  if (typeof value === "boolean") return name === "python" ? (value ? "True" : "False") : String(value);
  if (!isObject(value)) return own.text("");
  if ("names" in value) return own.secret(value as Variables);
  if ("lines" in value) return (own.lines ?? own.text)((value as Lines).lines);
  if ("number" in value) {
    const text = (value as NumberText).number;
    return /^\d{1,9}$/.test(text) ? String(Number(text)) : own.parsed(text);
  }
  // This name alone would set the prototype of an object of JavaScript.
  const text = own.text("member" in value ? (value as Member).member : "");
  return own.secret === jsSecret && text === '"__proto__"' ? `[${text}]` : text;
}

const textOf = (value: unknown): unknown => (isObject(value) && "number" in value ? value.number : value);
const isTrue = (value: unknown): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));

/** The questions that a template of code may ask in `if` and `unless`. */
export const questions: Readonly<Record<string, (...values: readonly unknown[]) => boolean>> = {
  eq: (one, other) => String(textOf(one)) === String(textOf(other)),
  or: (...all) => all.some(isTrue),
  and: (...all) => all.every(isTrue),
  not: (value) => !isTrue(value),
};
