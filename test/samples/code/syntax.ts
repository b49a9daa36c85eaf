import { runInNewContext, Script } from "node:vm";
import { parser as go } from "@lezer/go";
import { parser as java } from "@lezer/java";
import { parser as javascript } from "@lezer/javascript";
import { parser as python } from "@lezer/python";

export const languages = ["javascript", "python", "java", "go"] as const;
export type Language = (typeof languages)[number];

const parsers = { javascript, python, java, go };

/** Nodes that are a text, whatever is in them. */
const LITERALS = new Set(["String", "StringLiteral", "TextBlock", "TemplateString", "Literal"]);

interface Reading {
  /** What the parser could make nothing of, with what stands around it. */
  readonly errors: readonly string[];
  /** The kinds of all nodes, in order, without what is in texts. */
  readonly shape: string;
  /** The texts as they are written. */
  readonly literals: readonly string[];
}

/** What V8 says of a program of JavaScript, whose imports only a module may have: the other parser goes on over some errors. */
function refused(text: string): string[] {
  try {
    new Script(`(async () => {${text.replace(/^import .*$/gm, "")}\n})`);
    return [];
  } catch (error) {
    return [String(error)];
  }
}

/** What a parser of a language makes of a program. */
export function read(language: Language, text: string): Reading {
  const errors = language === "javascript" ? refused(text) : [];
  const shape: string[] = [];
  const literals: string[] = [];
  parsers[language].parse(text).iterate({
    enter({ name, type, from, to, node }) {
      if (type.isError) errors.push(text.slice(Math.max(0, from - 40), to + 40));
      const isText = LITERALS.has(name) && /^["'`]/.test(text.slice(from, from + 1)) && node.getChild("Interpolation") === null;
      shape.push(isText ? "text" : name);
      if (isText) literals.push(text.slice(from, to));
      return !isText;
    },
  });
  return { errors, shape: shape.join(" "), literals };
}

const SHORT: Readonly<Record<string, string>> = { n: "\n", r: "\r", t: "\t" };

/** Escapes of Python, Java and Go: what stands for a character, and the character itself. */
function unescaped(text: string): string {
  return text.replace(
    /\\(?:u([0-9a-f]{4})|U([0-9a-f]{8})|([0-7]{3})|([^]))/g,
    (_, short?: string, long?: string, octal?: string, other?: string) => {
      if (other !== undefined) return SHORT[other] ?? other;
      return String.fromCodePoint(octal === undefined ? Number.parseInt(short ?? long ?? "", 16) : Number.parseInt(octal, 8));
    },
  );
}

/** The lines of a text block without what all of them are indented by (JLS § 3.10.6). */
function stripped(text: string): string {
  const lines = text.split("\n");
  const indents = lines.filter((line) => line.trim() !== "").map((line) => /^ */.exec(line)?.[0].length ?? 0);
  return lines.map((line) => line.slice(Math.min(...indents))).join("\n");
}

/** The value of a literal as the language reads it. */
export function valueOf(language: Language, literal: string): string {
  if (language === "javascript") return String(runInNewContext(literal));
  if (language === "go" && literal.startsWith("`")) return literal.slice(1, -1);
  if (literal.startsWith('"""')) return unescaped(language === "java" ? stripped(literal.slice(4, -3)) : literal.slice(3, -3));
  return unescaped(literal.slice(1, -1));
}
