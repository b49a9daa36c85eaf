import type { Variables } from "../line.ts";

/** The languages of client code. */
export type ProgramLanguage = "javascript" | "python" | "java" | "go";

/** Source code, and the same without the content of its literals: by that the imports are found. */
export interface SourceCode {
  readonly text: string;
  readonly bare: string;
}

type Value = string | Variables;
type CodeValue = SourceCode | Value | undefined | readonly (SourceCode | Value | undefined)[];

/** What a template may hold: a text or a secret becomes a literal, code stands as it is, a list has commas or lines between. */
export type Template = (fixed: TemplateStringsArray, ...parts: readonly CodeValue[]) => SourceCode;

function isCode(part: SourceCode | Value): part is SourceCode {
  return typeof part !== "string" && "bare" in part;
}

/** The fixed texts of a template without the indentation that it has in this program. Go is indented by tabs. */
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

/** Double quotes, unless the text has these and no single ones. */
function readable(text: string, escape: (character: string) => string): string {
  return quoted(text, text.includes('"') && !text.includes("'") ? "'" : '"', escape);
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0;

/** `\uXXXX`, or `\UXXXXXXXX` for what lies beyond: Python and Go. */
function wide(character: string): string {
  const code = codeOf(character);
  return code > 0xffff ? `\\U${hex(code, 8)}` : `\\u${hex(code, 4)}`;
}

/** Java reads `\u` before it reads strings (JLS § 3.3), so that what could end a string is octal. */
function javaEscape(character: string): string {
  if (codeOf(character) < 0x100) return `\\${codeOf(character).toString(8).padStart(3, "0")}`;
  return [...Array(character.length).keys()].map((at) => `\\u${hex(character.charCodeAt(at), 4)}`).join("");
}

/**
 * Whether a text may stand over several lines as it is: no character is escaped, no line ends in blanks, one line is not indented
 * (Java takes away what all lines are indented by), and no quotes could end it.
 */
function isPlainBlock(text: string): boolean {
  if (!text.includes("\n") || !text.isWellFormed() || /"""|"$/.test(text)) return false;
  return /^\S/m.test(text) && text.search(/(?!\n)[\p{Cc}\p{Cf}\p{Co}\p{Zl}\p{Zp}]| (?:\n|$)/u) < 0;
}

/** Three quotes around several lines. */
function tripled(text: string, begin: string): string {
  return `${begin}${text.replaceAll("\\", "\\\\")}"""`;
}

/** Parts of a sum. */
function sum({ before, names }: Variables, read: (name: string) => string, literal: (text: string) => string): string {
  const all = names.flatMap((name, at) => (at === 0 ? [read(name)] : [literal(":"), read(name)]));
  return [...(before === "" ? [] : [literal(before)]), ...all].join(" + ");
}

interface Syntax {
  readonly text: (text: string) => string;
  /** A text over several lines, where it has some. */
  readonly block: (text: string) => string;
  readonly secret: (variables: Variables) => string;
}

const jsText = (text: string): string => readable(text, (character) => `\\u{${hex(codeOf(character), 1)}}`);
const inTemplate = (text: string): string => text.replace(/[\\`]|\$(?=\{)/g, "\\$&");
const pythonText = (text: string): string => readable(text, wide);
const javaText = (text: string): string => quoted(text, '"', javaEscape);

/** Backquotes hold everything but themselves and what a reader cannot see. */
function goText(text: string): string {
  const isRaw = /["\\]/.test(text) && !text.includes("`") && text.isWellFormed() && text.search(UNSEEN) < 0;
  return isRaw ? `\`${text}\`` : quoted(text, '"', wide);
}

const syntax: Readonly<Record<ProgramLanguage, Syntax>> = {
  javascript: {
    text: jsText,
    block: (text) => (isPlainBlock(text) ? `\`${inTemplate(text)}\`` : jsText(text)),
    secret({ before, names }) {
      const [only = ""] = names;
      if (before === "" && names.length === 1) return `process.env.${only}`;
      // Quoted first: so that nothing unseen stands in a template either.
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

/** The template of one language. A line whose parts are all missing is left out. */
function templateOf(language: ProgramLanguage): Template {
  return (fixed, ...parts) => {
    let line: CodeLine = { text: "", bare: "", hasPart: false };
    const lines = [line];
    dedented(fixed, language).forEach((text, at) => {
      const [first = "", ...next] = text.split("\n");
      line.text += first;
      line.bare += first;
      for (const each of next) lines.push((line = { text: each, bare: each, hasPart: false }));
      if (at === parts.length) return;
      const part = parts[at];
      const all = (Array.isArray(part) ? part : [part]) as readonly (SourceCode | Value | undefined)[];
      const codes = all.filter((each) => each !== undefined).map((each) => rendered(each, syntax[language]));
      const indent = /^\s*/.exec(line.text)?.[0] ?? "";
      const between = line.text === indent ? `\n${indent}` : ", ";
      const joined = (key: "text" | "bare"): string => codes.map((code) => code[key].replace(/\n(?=[^\n])/g, `\n${indent}`)).join(between);
      line.text += joined("text");
      line.bare += joined("bare");
      line.hasPart = true;
    });
    const isBlank = ({ text }: CodeLine): boolean => text.trim() === "";
    const kept = lines.filter((each) => !each.hasPart || !isBlank(each));
    // The backquotes of the template stand on lines of their own.
    const [from, to] = [kept.findIndex((each) => !isBlank(each)), kept.findLastIndex((each) => !isBlank(each))];
    const whole = (key: "text" | "bare"): string =>
      kept
        .slice(Math.max(from, 0), to + 1)
        .map((each) => each[key])
        .join("\n");
    return { text: whole("text"), bare: whole("bare") };
  };
}

export const javascript = templateOf("javascript");
export const python = templateOf("python");
export const java = templateOf("java");
export const go = templateOf("go");

/** A name of the library's own as it stands. */
export function plain(text: string): SourceCode {
  return { text, bare: text };
}

/** A text over several lines as a literal. Only Java takes the indentation of what stands around away again. */
export function block(language: ProgramLanguage, text: string): SourceCode {
  return { text: syntax[language].block(text), bare: '""' };
}

/** Digits as a number; nothing else is one. */
export function digits(text: string | undefined): SourceCode | undefined {
  return text !== undefined && /^(?:0|[1-9]\d{0,8})$/.test(text) ? { text, bare: text } : undefined;
}

/** A whole program. */
export interface ClientProgram {
  /** How to get the library; the languages bring some themselves. */
  readonly library?: string;
  /** What is imported, by the name that the code uses it by. */
  readonly imports: Readonly<Record<string, string>>;
  /** What stands before the function of Go, the rest of a class in Java. */
  readonly top?: SourceCode | undefined;
  readonly body: SourceCode;
}

/** What comes with the languages. */
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

/** Modules of Python before names out of them. */
const sortKey = (line: string): string => (line.startsWith("import ") && !line.includes(" from ") ? ` ${line}` : line);

function importsOf(language: ProgramLanguage, { imports, top, body }: ClientProgram): readonly string[] {
  const bare = `${top?.bare ?? ""}\n${body.bare}`;
  const all = Object.entries({ ...standard[language], ...imports }).toSorted(([, one], [, other]) =>
    sortKey(one).localeCompare(sortKey(other)),
  );
  return all.filter(([name]) => new RegExp(`(?<![.\\w])${name}\\b${language === "go" ? "\\." : ""}`).test(bare)).map(([, line]) => line);
}

/** The text of a program. */
export function programText(language: ProgramLanguage, program: ClientProgram): string {
  const { library, top, body } = program;
  const imports = importsOf(language, program);
  const note = library === undefined ? [] : [`${language === "python" ? "#" : "//"} ${library}`];
  const parts: readonly (readonly string[])[] = {
    javascript: [[...note, ...imports], [...(top ? [top.text] : [])], [body.text]],
    python: [[...note, ...imports], [...(top ? [top.text] : [])], [body.text]],
    java: [
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
    go: [
      [...note, "package main"],
      goImports(imports),
      [...(top ? [top.text] : [])],
      [
        go`
          func main() {
            ${body}
          }
        `.text,
      ],
    ],
  }[language];
  return parts
    .filter((part) => part.length > 0)
    .map((part) => part.join("\n"))
    .join("\n\n");
}

/** Those of the language first, as gofmt leaves them. */
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
