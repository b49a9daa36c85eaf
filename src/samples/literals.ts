import { quote, word, type Variables } from "./line.ts";

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
