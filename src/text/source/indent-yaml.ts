/** YAML values with too little indentation, which the library refuses: they are indented before it reads them. */
import { Lexer, Parser } from "yaml";

/** A line with less indentation than its value needs. */
export interface ShortLine {
  /** The offset after its spaces. */
  readonly at: number;
  /** How many spaces it lacks. */
  readonly lacks: number;
}

/** A flow collection or quoted scalar with such lines. */
export interface ShortValue {
  /** Its offset in the indented text. */
  readonly start: number;
  /** How many spaces its lines need. */
  readonly needs: number;
  readonly lines: readonly ShortLine[];
}

/** A flow collection or quoted scalar that continues on the next line. */
interface OpenValue {
  readonly start: number;
  readonly isQuoted: boolean;
  /** The number of open flow collections. */
  readonly level: number;
}

/** Control tokens that the lexer puts between the pieces of the text. */
const controls: ReadonlySet<string> = new Set(["\u0002", "\u0018", "\u001f"]);

/** Most characters to lex: the lexer reads a scalar of many lines again from its start with each line. */
const MOST_WORK = 20_000_000;

/** Nobody writes more such lines by hand, and each is expensive. */
const MOST_LINES = 10_000;

const LINE = /[^\r\n]*(?:\r\n|[\r\n])|[^\r\n]+$/g;

/** The number of leading spaces. Tabs do not count. */
function spacesOf(line: string): number {
  return /^ */.exec(line)?.[0].length ?? 0;
}

/** Feeds a text to the lexer line by line, each with the indentation that the open value needs. */
class Indenter {
  readonly values: { start: number; needs: number; lines: ShortLine[] }[] = [];
  readonly #lexer = new Lexer();
  readonly #parser = new Parser();
  /** How much of the indented text the lexer has read, and the text that it still holds. */
  #read = 0;
  #pending = "";
  #work = 0;
  #lines = 0;

  /** Whether the whole text could be read. */
  run(text: string, limit: number): boolean {
    for (const { 0: line, index } of text.matchAll(LINE)) {
      const open = line.trim() === "" ? undefined : this.#open();
      const lacks = open ? this.#lacks(open, line) : 0;
      if (lacks === undefined) return false;
      if (open && lacks > 0) this.#note(open, { at: index + spacesOf(line), lacks });
      this.#feed(" ".repeat(lacks) + line);
      if (this.#work > MOST_WORK || this.#lines > MOST_LINES || this.#parser.stack.length > limit) return false;
    }
    return true;
  }

  #open(): OpenValue | undefined {
    const flows = this.#parser.stack.filter(({ type }) => type === "flow-collection");
    const isQuoted = /^["']/.test(this.#pending);
    const [first] = flows;
    if (first && "offset" in first) return { start: first.offset, isQuoted, level: flows.length };
    return isQuoted ? { start: this.#read, isQuoted, level: 0 } : undefined;
  }

  /** The column that the lines of a value need: one more than that of the enclosing block collection. */
  #needs(): number {
    const block = this.#parser.stack.findLast(({ type }) => type === "block-map" || type === "block-seq");
    return block && "indent" in block ? block.indent + 1 : 0;
  }

  /** How many spaces a line lacks; `undefined` if it ends the document. */
  #lacks({ isQuoted, level }: OpenValue, line: string): number | undefined {
    const needs = this.#needs();
    const lacks = needs - spacesOf(line);
    const first = line.trimStart().charAt(0);
    if (lacks <= 0 || (first === "#" && !isQuoted)) return 0;
    if (/^(?:---|\.\.\.)(?:\s|$)/.test(line)) return undefined;
    // The library accepts the last bracket at the column of the key.
    return lacks === 1 && !isQuoted && level === 1 && /[\]}]/.test(first) ? 0 : lacks;
  }

  #note({ start }: OpenValue, line: ShortLine): void {
    this.#lines += 1;
    const last = this.values.at(-1);
    if (last?.start === start) last.lines.push(line);
    else this.values.push({ start, needs: this.#needs(), lines: [line] });
  }

  #feed(line: string): void {
    const text = line.replace(/\r(?!\n)/g, "\n");
    this.#pending += text;
    this.#work += this.#pending.length;
    let length = 0;
    for (const lexeme of this.#lexer.lex(text, true)) {
      if (!controls.has(lexeme)) length += lexeme.length;
      Array.from(this.#parser.next(lexeme));
    }
    this.#read += length;
    this.#pending = this.#pending.slice(length);
  }
}

/**
 * The flow collections and quoted scalars of a YAML text that continue on lines with too little indentation, in text order;
 * none if the text cannot be read that way, or is nested deeper than `limit`.
 */
export function shortValues(text: string, limit: number): readonly ShortValue[] {
  const indenter = new Indenter();
  return indenter.run(text, limit) ? indenter.values : [];
}
