/** Prints values as YAML. */
import type { Node, StringNode } from "../json/index.ts";
import { printTokens } from "../json/index.ts";
import { counted } from "../words/index.ts";
import { resolvePlain, yaml11Reading } from "./yaml-scalars.ts";
import { unicodeEscapes } from "./hidden-characters.ts";

export interface PrintYamlOptions {
  /** The most UTF-16 units to print: aliases can expand to a tree of exponential size. A longer text is cut after a line, with a comment. */
  readonly most?: number;
}

/** Thrown inside this file when the limit is reached. */
class LimitReached extends Error {}

const nowhere = { file: { id: "", name: "", text: "", language: "yaml" }, start: 0, end: 0 } as const;

/** Starts that a plain scalar must not have (YAML 1.2.2 § 7.3.3). */
const INDICATOR = /^[-?:,[\]{}#&*!|>'"%@`=<~]|^\.\.\.|^---/;
/** Characters that a block literal cannot hold: control characters, other line breaks, lone surrogates. */
const UNPRINTABLE = /[^\t\n\x20-\x7e\xa0-\u2027\u202a-\ud7ff\ue000-\ufefe\uff00-\ufffd\u{10000}-\u{10ffff}]/u;

function isPlain(text: string): boolean {
  if (text === "" || text !== text.trim() || INDICATOR.test(text) || text.includes("\t")) return false;
  if (text.includes(": ") || text.includes(" #") || text.endsWith(":") || text.includes("\n") || UNPRINTABLE.test(text)) return false;
  return resolvePlain(text, nowhere).kind === "string" && !isAmbiguous(text);
}

/** Whether a YAML 1.1 reader takes a text for something else: a word, number or date. */
function isAmbiguous(text: string): boolean {
  return yaml11Reading(text) !== undefined || /^(?:[yYnN]|\d{4}-\d\d?-\d\d?.*|[-+]?[\d.][\d_.:,]*)$/.test(text);
}

function quoted(text: string): string {
  return JSON.stringify(text).replace(/[\x7f-\x9f\u2028\u2029\ufeff\ufffe\uffff]/g, unicodeEscapes);
}

/** A text of several lines that a block literal shows exactly. */
function isLiteral(text: string): boolean {
  return text.includes("\n") && !UNPRINTABLE.test(text) && !/[ \t]$/m.test(text) && /[^\n]/.test(text);
}

/** Deeper values are printed on one line, so that the text of a deep value stays in proportion to the value. */
const MOST_INDENT = 60;

/** A value on one line, with its texts quoted for YAML. */
function printInline(node: Node, most: number): string {
  const tokens = printTokens(node, { most });
  return tokens
    .map(({ type, text }) =>
      type === "plain" ? text.replace(/\n */, " ") : type === "string" || type === "key" ? quoted(JSON.parse(text) as string) : text,
    )
    .join("");
}

function scalar(node: Exclude<Node, { kind: "map" | "list" | "string" }>): string {
  if (node.kind === "null") return "null";
  return node.kind === "number" ? node.raw : String(node.value);
}

class YamlPrinter {
  private text = "";
  private readonly most: number;

  constructor(most: number) {
    this.most = most;
  }

  print(node: Node): string {
    try {
      this.value(node, "", "");
    } catch (error) {
      if (!(error instanceof LimitReached)) throw error;
      return `${this.text.slice(0, this.text.lastIndexOf("\n", this.most) + 1)}# … the rest is left out: more than ${counted(this.most, "character")}\n`;
    }
    return this.text;
  }

  private add(text: string): void {
    this.text += text;
    if (this.text.length > this.most) throw new LimitReached();
  }

  /** A deep value on one line, as JSON, which every reader of YAML understands. */
  private flow(node: Node, space: string): void {
    this.add(`${space}${printInline(node, this.most)}\n`);
  }

  /** Prints a value after `before` (nothing, `key:` or `-`), which is already on the line. */
  private value(node: Node, indent: string, before: "" | ":" | "-"): void {
    const space = before === "" ? "" : " ";
    if (node.kind === "string") return this.string(node, indent, space);
    if (node.kind !== "map" && node.kind !== "list") return this.add(`${space}${scalar(node)}\n`);
    const isEmpty = (node.kind === "map" ? node.entries : node.items).length === 0;
    if (isEmpty || indent.length > MOST_INDENT) return this.flow(node, space);
    if (node.kind === "map") this.map(node, indent, before);
    else this.list(node, indent, before);
  }

  private string({ value }: StringNode, indent: string, space: string): void {
    if (isPlain(value)) return this.add(`${space}${value}\n`);
    // At the root there is no parent for an indentation indicator.
    if (!isLiteral(value) || (space === "" && /^\s/.test(value))) return this.add(`${space}${quoted(value)}\n`);
    const chomp = !value.endsWith("\n") ? "-" : value.endsWith("\n\n") ? "+" : "";
    // Without an indicator the first line's own spaces would count as indentation.
    const indicator = /^\n*[ \t]/.test(value) ? "2" : "";
    const body = value.replace(/\n$/, "").replace(/^(?=.)/gm, `${indent}  `);
    this.add(`${space}|${indicator}${chomp}\n${body}\n`);
  }

  private map(node: Node & { kind: "map" }, indent: string, before: "" | ":" | "-"): void {
    const inner = before === "" ? indent : `${indent}  `;
    if (before === ":") this.add("\n");
    for (const [index, { key, value }] of node.entries.entries()) {
      this.add(before === "-" && index === 0 ? " " : inner);
      this.add(`${isPlain(key) && !/[,[\]{}]/.test(key) ? key : quoted(key)}:`);
      this.value(value, inner, ":");
    }
  }

  private list(node: Node & { kind: "list" }, indent: string, before: "" | ":" | "-"): void {
    const inner = before === "" ? indent : `${indent}  `;
    if (before === ":") this.add("\n");
    for (const [index, item] of node.items.entries()) {
      this.add(`${before === "-" && index === 0 ? " " : inner}-`);
      this.value(item, inner, "-");
    }
  }
}

/**
 * Prints a value as YAML that all readers understand alike. Numbers keep their digits. A text is quoted if YAML 1.2 or 1.1 would
 * read something else. Texts of several lines become block literals.
 */
export function printYaml(node: Node, { most = Infinity }: PrintYamlOptions = {}): string {
  return new YamlPrinter(most).print(node);
}
