import { oncePerObject } from "#text";
import type { Variables } from "../line.ts";

/** The languages of client code. */
export type ProgramLanguage = "javascript" | "python" | "java" | "go";

/** Source code. `bare` is the same code with empty literals; imports are found in it. */
export interface SourceCode {
  readonly text: string;
  readonly bare: string;
}

type Value = string | Variables;
type CodeValue = SourceCode | Value | undefined | readonly (SourceCode | Value | undefined)[];

/** A tagged template for code. Texts and secrets become literals, code is inserted as it is, and the items of a list are separated. */
export type Template = (fixed: TemplateStringsArray, ...parts: readonly CodeValue[]) => SourceCode;

function isCode(part: SourceCode | Value): part is SourceCode {
  return typeof part !== "string" && "bare" in part;
}

/** The fixed texts of a template without the indentation they have in this file. Go code is indented by tabs. */
function dedented(fixed: readonly string[], language: ProgramLanguage): readonly string[] {
  const first = /\n( *)/.exec(fixed[0] ?? "")?.[1] ?? "";
  const texts = fixed.map((text) => text.replaceAll(`\n${first}`, "\n"));
  return language === "go"
    ? texts.map((text) => text.replace(/\n((?: {2})+)/g, (_, blanks: string) => `\n${"\t".repeat(blanks.length / 2)}`))
    : texts;
}

/** Characters that cannot be seen, that reorder what is seen, or that end a line somewhere: always written as escapes. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]/gu;

const SHORT: Readonly<Record<string, string>> = { "\n": "\\n", "\r": "\\r", "\t": "\\t" };

function hex(code: number, digits: number): string {
  return code.toString(16).padStart(digits, "0");
}

/** A literal on one line: backslashes, its quote and what cannot be seen are escaped. */
function quoted(text: string, quote: string, escape: (character: string) => string): string {
  const inner = text
    .toWellFormed()
    .replaceAll("\\", "\\\\")
    .replaceAll(quote, `\\${quote}`)
    .replace(UNSEEN, (character) => SHORT[character] ?? escape(character));
  return quote + inner + quote;
}

/** A literal in double quotes, of a language that writes hidden characters by `escape` and puts values in where `sign` stands. */
export function textWith(text: string, escape: (character: string) => string, sign = ""): string {
  const escaped = quoted(text, '"', escape);
  return sign === "" ? escaped : escaped.replaceAll(sign, `\\${sign}`);
}

/** Double quotes, unless the text has these and no single ones. */
function readable(text: string, escape: (character: string) => string): string {
  return quoted(text, text.includes('"') && !text.includes("'") ? "'" : '"', escape);
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** `\uXXXX`, or `\UXXXXXXXX` beyond the basic plane, for Python and Go. */
function wide(character: string): string {
  const code = codeOf(character);
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** Java translates `\u` escapes before it parses strings (JLS § 3.3), so characters that could end a string are written in octal. */
function javaEscape(character: string): string {
  if (codeOf(character) < 0x100) return `\\${codeOf(character).toString(8).padStart(3, "0")}`;
  return [...Array(character.length).keys()].map((at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");
}

/**
 * Whether a text can be a multi-line literal as it is: nothing needs an escape, no line ends in blanks, some line is not indented (Java
 * strips common indentation), and no quotes could end it.
 */
function isPlainBlock(text: string): boolean {
  if (!text.includes("\n") || !text.isWellFormed() || /"""|"$/.test(text)) return false;
  return /^\S/m.test(text) && text.search(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]| (?:\n|$)/u) < 0;
}

/** A literal of several lines in three quotes. */
function tripled(text: string, begin: string): string {
  return `${begin}${text.replaceAll("\\", "\\\\")}"""`;
}

/** A secret as an expression: the fixed text and the variables, joined by `+`. */
function sum({ before, names }: Variables, read: (name: string) => string, literal: (text: string) => string): string {
  const all = names.flatMap((name, at) => (at === 0 ? [read(name)] : [literal(":"), read(name)]));
  return [...(before === "" ? [] : [literal(before)]), ...all].join(" + ");
}

interface Syntax {
  readonly text: (text: string) => string;
  /** A text as a literal of several lines, if the language has such literals. */
  readonly block: (text: string) => string;
  readonly secret: (variables: Variables) => string;
}

const jsText = (text: string): string => readable(text, (character) => `\\u{${hex(codeOf(character), 1)}}`);
const inTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
const pythonText = (text: string): string => readable(text, wide);
const javaText = (text: string): string => quoted(text, '"', javaEscape);

/** A Go literal: in backquotes if that saves escapes and is possible, otherwise in double quotes. */
function goText(text: string): string {
  const isRaw = /["\\]/.test(text) && !text.includes("`") && text.isWellFormed() && text.search(UNSEEN) < 0;
  return isRaw ? `\`${text}\`` : quoted(text, '"', wide);
}

export const syntax: Readonly<Record<ProgramLanguage, Syntax>> = {
  javascript: {
    text: jsText,
    block: (text) => (isPlainBlock(text) ? `\`${inTemplate(text)}\`` : jsText(text)),
    secret({ before, names }) {
      const [only = ""] = names;
      if (before === "" && names.length === 1) return `process.env.${only}`;
      // Escape first, so that no invisible character gets into a template literal.
      const inner = quoted(before, "`", (character) => `\\u{${hex(codeOf(character), 1)}}`).slice(1, -1);
      return `\`${inner.replaceAll("${", "\\${")}${names.map((name) => `\${process.env.${name}}`).join(":")}\``;
    },
  },
  python: {
    text: pythonText,
    block: (text) => (isPlainBlock(text) ? tripled(text, '"""') : pythonText(text)),
    secret: (variables) => sum(variables, (name) => `os.environ["${name}"]`, pythonText),
  },
  java: {
    text: javaText,
    block: (text) => (isPlainBlock(text) ? tripled(text, '"""\n') : javaText(text)),
    secret: (variables) => sum(variables, (name) => `System.getenv("${name}")`, javaText),
  },
  go: {
    text: goText,
    block: (text) => (isPlainBlock(text) && !text.includes("`") ? `\`${text}\`` : goText(text)),
    secret: (variables) => sum(variables, (name) => `os.Getenv("${name}")`, goText),
  },
};

function rendered(part: SourceCode | Value, { text, secret }: Syntax): SourceCode {
  if (typeof part === "string") return { text: text(part), bare: '""' };
  if (isCode(part)) return part;
  return { text: secret(part), bare: secret({ ...part, before: "" }) };
}

interface CodeLine {
  text: string;
  bare: string;
  hasPart: boolean;
}

/** Appends the codes of an inserted part to a line. They are separated, and their further lines are indented like the line itself. */
function insert(line: CodeLine, part: CodeValue, language: ProgramLanguage): void {
  line.hasPart = true;
  if (part === undefined) return;
  const indent = /^\s*/.exec(line.text)?.[0] ?? "";
  const between = line.text === indent ? `\n${indent}` : ", ";
  const indented = (text: string): string => (indent === "" || !text.includes("\n") ? text : text.replace(/\n(?=[^\n])/g, `\n${indent}`));
  let isFirst = true;
  for (const each of (Array.isArray(part) ? part : [part]) as readonly (SourceCode | Value | undefined)[]) {
    if (each === undefined) continue;
    const { text, bare } = rendered(each, syntax[language]);
    line.text += (isFirst ? "" : between) + indented(text);
    line.bare += (isFirst ? "" : between) + indented(bare);
    isFirst = false;
  }
}

const isBlank = ({ text }: CodeLine): boolean => text.trim() === "";

/** Makes the template function of a language. It drops lines whose inserted parts are all missing. */
function templateOf(language: ProgramLanguage): Template {
  const linesOf = oncePerObject((fixed: readonly string[]) => dedented(fixed, language).map((text) => text.split("\n")));
  return (fixed, ...parts) => {
    let line: CodeLine = { text: "", bare: "", hasPart: false };
    const lines = [line];
    for (const [at, [first = "", ...next]] of linesOf(fixed).entries()) {
      line.text += first;
      line.bare += first;
      for (const each of next) lines.push((line = { text: each, bare: each, hasPart: false }));
      if (at < parts.length) insert(line, parts[at], language);
    }
    const kept = lines.filter((each) => !each.hasPart || !isBlank(each));
    // Drop the empty first and last lines, next to the backquotes.
    const from = Math.max(
      0,
      kept.findIndex((each) => !isBlank(each)),
    );
    const shown = kept.slice(from, kept.findLastIndex((each) => !isBlank(each)) + 1);
    return { text: shown.map(({ text }) => text).join("\n"), bare: shown.map(({ bare }) => bare).join("\n") };
  };
}

export const javascript = templateOf("javascript");
export const python = templateOf("python");
export const java = templateOf("java");
export const go = templateOf("go");

/** A name from the library, inserted as code. */
export function plain(text: string): SourceCode {
  return { text, bare: text };
}

/** A text as a literal of several lines. Only Java strips the indentation of the surrounding code from it. */
export function block(language: ProgramLanguage, text: string): SourceCode {
  return { text: syntax[language].block(text), bare: '""' };
}

/** A text of digits as a number; `undefined` for anything else. */
export function digits(text: string | undefined): SourceCode | undefined {
  return text !== undefined && /^(?:0|[1-9]\d{0,8})$/.test(text) ? { text, bare: text } : undefined;
}

/** A whole program. */
export interface ClientProgram {
  /** How to install the library; absent if it comes with the language. */
  readonly library?: string;
  /** Imports by the name that the code uses. */
  readonly imports: Readonly<Record<string, string>>;
  /** In Go, code before the function; in Java, the rest of the class. */
  readonly top?: SourceCode | undefined;
  readonly body: SourceCode;
}

/** The imports of the standard libraries. */
const standard: Readonly<Record<ProgramLanguage, Readonly<Record<string, string>>>> = {
  javascript: { readFileSync: 'import { readFileSync } from "node:fs";' },
  python: { base64: "import base64", os: "import os", ssl: "import ssl", Path: "from pathlib import Path" },
  java: Object.fromEntries(
    ["java.io.File", "java.net.URI", "java.nio.charset.StandardCharsets", "java.nio.file.Files", "java.nio.file.Path", "java.security.KeyStore", "java.time.Duration", "java.util.List", "java.util.Map", "java.util.Properties", "javax.net.ssl.KeyManagerFactory", "javax.net.ssl.SSLContext"].map((name) => [name.slice(name.lastIndexOf(".") + 1), name]),
  ), // prettier-ignore
  go: Object.fromEntries(
    ["bytes", "context", "crypto/tls", "fmt", "io", "log", "net/http", "net/url", "os", "time"].map((path) => [path.slice(path.lastIndexOf("/") + 1), path]),
  ), // prettier-ignore
};

/** Sorts `import x` before `from x import y` in Python. */
const sortKey = (line: string): string => (line.startsWith("import ") && !line.includes(" from ") ? ` ${line}` : line);

function importsOf(language: ProgramLanguage, { imports, top, body }: ClientProgram): readonly string[] {
  const bare = `${top?.bare ?? ""}\n${body.bare}`;
  const end = language === "go" ? "\\." : "";
  return Object.entries({ ...standard[language], ...imports })
    .filter(([name]) => bare.includes(name) && new RegExp(`(?<![.\\w])${name}\\b${end}`).test(bare))
    .map(([, line]) => line)
    .toSorted((one, other) => sortKey(one).localeCompare(sortKey(other)));
}

/** The full text of a program, with its imports. */
export function programText(language: ProgramLanguage, program: ClientProgram): string {
  const { library, top, body } = program;
  const imports = importsOf(language, program);
  const note = library === undefined ? [] : [`${language === "python" ? "#" : "//"} ${library}`];
  const own = top ? [top.text] : [];
  const partsOf: Readonly<Record<ProgramLanguage, () => readonly (readonly string[])[]>> = {
    javascript: () => [[...note, ...imports], own, [body.text]],
    python: () => [[...note, ...imports], own, [body.text]],
    java: () => [
      [...note, ...imports.toSorted().map((name) => `import ${name};`)],
      [
        java`
          class Main {
            public static void main(String[] args) throws Exception {
              ${body}
            }
            ${top}
          }
        `.text,
      ],
    ],
    go: () => [
      [...note, "package main"],
      goImports(imports),
      own,
      [
        go`
          func main() {
            ${body}
          }
        `.text,
      ],
    ],
  };
  return partsOf[language]()
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** Imports of the standard library first, as gofmt groups them. */
function goImports(imports: readonly string[]): readonly string[] {
  const own = imports
    .filter((path) => !path.includes("."))
    .map((path) => `\t"${path}"`)
    .toSorted();
  const others = imports
    .filter((path) => path.includes("."))
    .map((path) => (path.includes(" ") ? `\t${path.replace(" ", ' "')}"` : `\t"${path}"`))
    .toSorted();
  return ["import (", ...own, ...(own.length > 0 && others.length > 0 ? [""] : []), ...others, ")"];
}
