/**
 * Parses a text by its language, with the quick reader where it can. Says in our words what the YAML library reports, and first indents
 * values with too little indentation, which the library refuses.
 */
import { Lexer, Parser } from "yaml";
import type { DiagnosticReporter, Diagnostic } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Node, TextFile, Place } from "../json/index.ts";
import { MOST_DEPTH, partitionPoint } from "../json/index.ts";
import { counted } from "../words/index.ts";
import type { ComposeContext, YamlDocument } from "./compose-yaml.ts";
import { composeYaml, ReadAborted, PlaceMapper } from "./compose-yaml.ts";
import { YamlConverter } from "./convert-yaml.ts";
import { codePointName, reportHidden } from "./hidden-characters.ts";
import { parseJson } from "./parse-json.ts";
import { quickYaml } from "./quick-yaml.ts";
import type { ReadLimits } from "./read-size.ts";

/** A line with less indentation than its value needs. */
interface ShortLine {
  /** The offset after its spaces. */
  readonly at: number;
  /** How many spaces it lacks. */
  readonly lacks: number;
}

/** A flow collection or quoted scalar with such lines. */
interface ShortValue {
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

/** A line with too little indentation costs as much as lexing so many characters. */
const CHARACTERS_A_LINE = 2_000;

/** Most characters to lex: the lexer reads a scalar of many lines again from its start with each line. */
const MOST_WORK = 20_000_000;

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

  /** Whether the whole text could be read. */
  run(text: string, limit: number): boolean {
    for (const { 0: line, index } of text.matchAll(LINE)) {
      const open = line.trim() === "" ? undefined : this.#open();
      const lacks = open ? this.#lacks(open, line) : 0;
      if (lacks === undefined) return false;
      if (open && lacks > 0) this.#note(open, { at: index + spacesOf(line), lacks });
      this.#feed(" ".repeat(lacks) + line);
      if (this.#work > MOST_WORK || this.#parser.stack.length > limit) return false;
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
    this.#work += CHARACTERS_A_LINE;
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
      if (!controls.includes(lexeme)) length += lexeme.length;
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
function shortValues(text: string, limit: number): readonly ShortValue[] {
  const indenter = new Indenter();
  return indenter.run(text, limit) ? indenter.values : [];
}

type YamlError = YamlDocument["errors"][number];

/** Our own words for errors that the library describes by its tokens. */
const reasons: Readonly<Partial<Record<YamlError["code"], string>>> = {
  TAB_AS_INDENT: "tabs must not be used for indentation",
  BLOCK_AS_IMPLICIT_KEY: 'a key must not be followed by another key on the same line; a text that holds ": " needs quotes',
  MULTILINE_IMPLICIT_KEY: "a key must stand on a single line; a colon may be missing, or a text needs quotes",
  BAD_DQ_ESCAPE: "this is not an escape sequence of a text in double quotes",
  BAD_SCALAR_START: "a text that begins with this character needs quotes",
  ALIAS_PROPS: "an alias must not have an anchor or a tag of its own",
  MULTIPLE_ANCHORS: "a value must not have more than one anchor",
  MULTIPLE_TAGS: "a value must not have more than one tag",
  BLOCK_IN_FLOW: 'a comma may be missing, or a text that holds ": " needs quotes',
};

const MISALIGNED = "this does not begin at the column of the items before it; move it below them, or deeper to be part of the last one";

/** Whether an error means wrong indentation. The code has a wider meaning, so the message decides. */
function isMisaligned({ code, message }: YamlError): boolean {
  return code === "BAD_INDENT" && /^All \w+ items must start at the same column/.test(message);
}

function reasonOf(error: YamlError): string {
  const known = isMisaligned(error) ? MISALIGNED : reasons[error.code];
  if (known !== undefined) return known;
  const words = error.message.replace(/\s+/g, " ").trim().slice(0, 200);
  return `${words.charAt(0).toLowerCase()}${words.slice(1)}`.replace(/[.:]$/, "");
}

/** Blanks, line breaks and comments. */
const GAP = /^(?:\s+|#[^\r\n]*)*/;
const LONGEST_GAP = 10_000;

/** The offset of an error. For an item at a wrong column, the library often gives the end of the item before it. */
function startOf(error: YamlError, { text }: TextFile): number {
  const start = Math.min(error.pos[0], text.length);
  if (!isMisaligned(error)) return start;
  const after = text.slice(start, start + LONGEST_GAP);
  const gap = GAP.exec(after)?.[0].length ?? 0;
  return gap < after.length ? start + gap : start;
}

function placeOf(error: YamlError, file: TextFile): Place {
  const start = startOf(error, file);
  const lineEnd = file.text.slice(start).search(/[\r\n]/);
  const most = lineEnd === -1 ? file.text.length : Math.max(start + lineEnd, start + 1);
  return { file, start, end: Math.max(start, Math.min(isMisaligned(error) ? most : error.pos[1], most)) };
}

/** § 7.4.2 limits implicit keys to 1024 characters for parsers with a limited look-ahead; the library has none. */
const harmlessCodes: ReadonlySet<string> = new Set(["TAG_RESOLVE_FAILED", "KEY_OVER_1024_CHARS"]);

/** A `#` without a space before it. The tree is right: the library reads the comment, as other programs do. */
function isTightComment({ code, message }: YamlError): boolean {
  return code === "MISSING_CHAR" && message.startsWith("Comments must be separated");
}

/**
 * The first error that makes the library's tree wrong. Later errors are often consequences of it. An unresolved tag is reported
 * elsewhere.
 */
function syntaxError({ errors }: YamlDocument): YamlError | undefined {
  let first: YamlError | undefined;
  for (const error of errors) {
    if (harmlessCodes.has(error.code) || isTightComment(error)) continue;
    if (!first || error.pos[0] < first.pos[0]) first = error;
  }
  return first;
}

/** Whether a bracket or quote is open at an error. The library gives the place where it gives up, often the end of the text. */
function isUnclosed({ code, message }: YamlError): boolean {
  return (code === "MISSING_CHAR" || code === "BAD_INDENT") && /^Missing closing |end with a [\]}]$/.test(message);
}

/** Control tokens that the lexer puts between the pieces of the text. The last one comes before a scalar without quotes. */
const controls = ["\u0002", "\u0018", "\u001f"];

/** The offset of the innermost bracket, or of the quote, that is open at an offset; `undefined` if none is. */
function openAt(text: string, at: number): number | undefined {
  const open: number[] = [];
  let offset = 0;
  let before = "";
  for (const lexeme of new Lexer().lex(text)) {
    if (!controls.includes(lexeme)) {
      if (offset >= at) break;
      if (before !== "\u001f") {
        if (/^["']/.test(lexeme) && offset + lexeme.length >= at) return offset;
        if (lexeme === "[" || lexeme === "{") open.push(offset);
        else if (lexeme === "]" || lexeme === "}") open.pop();
      }
      offset += lexeme.length;
    }
    before = lexeme;
  }
  return open.at(-1);
}

function unclosedReason({ text }: TextFile, start: number, stop: number): string {
  const opening = text.charAt(start);
  const reason = `this ${opening} is not closed`;
  const closer = { "[": "]", "{": "}" }[opening] ?? opening;
  const [other] = /^[\]}]/.exec(text.slice(stop, stop + LONGEST_GAP).replace(GAP, "")) ?? [];
  return other === undefined || other === closer || closer === opening
    ? `${reason}; add ${closer} where it ends`
    : `${reason}; ${other} stands where ${closer} is expected`;
}

function reportSyntax(error: YamlError, file: TextFile, report: DiagnosticReporter): void {
  const start = isUnclosed(error) ? openAt(file.text.replace(/\r(?!\n)/g, "\n"), error.pos[0]) : undefined;
  if (start !== undefined) {
    const reason = unclosedReason(file, start, error.pos[0]);
    report(problem("document/syntax", { file, start, end: start + 1 }, { language: "YAML", reason }));
    return;
  }
  report(problem("document/syntax", placeOf(error, file), { language: "YAML", reason: reasonOf(error) }));
}

function reportTightComments({ errors }: YamlDocument, file: TextFile, report: DiagnosticReporter): void {
  for (const error of errors) {
    if (!isTightComment(error)) continue;
    const { start, end } = placeOf(error, file);
    const extras = { hint: "Write a space before the #.", inserts: [{ at: start, text: " " }] };
    report(problem("document/loose-syntax", { file, start, end }, { reason: "a comment must not touch what stands before it", ...extras }));
  }
}

/** The places of all unresolved tags, in text order. */
function tagPlaces(document: YamlDocument, file: TextFile): Place[] {
  return [...document.errors, ...document.warnings]
    .filter(({ code }) => code === "TAG_RESOLVE_FAILED")
    .map(({ pos: [start, end] }) => ({ file, start, end }))
    .sort((a, b) => a.start - b.start);
}

function unlessAborted<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    if (error instanceof ReadAborted) return undefined;
    throw error;
  }
}

/** The value of a document without syntax errors. */
function contentOf(document: YamlDocument, context: ComposeContext): Node | undefined {
  const { file, report } = context;
  reportTightComments(document, file, report);
  const { contents } = document;
  const [start, end] = contents?.range ?? [0, 0];
  if (contents === null || (start === end && "source" in contents && contents.source === "" && !contents.tag)) {
    report(problem("document/empty", { file, start: 0, end: 0 }, {}));
    return undefined;
  }
  return new YamlConverter(context, tagPlaces(document, file)).convert(contents);
}

/** A text with its short lines indented. */
function indentLines({ text }: TextFile, lines: readonly ShortLine[]): string {
  let end = 0;
  let result = "";
  for (const { at, lacks } of lines) {
    result += text.slice(end, at) + " ".repeat(lacks);
    end = at;
  }
  return result + text.slice(end);
}

/** Maps offsets of the indented text to those of the file's own text. */
function offsetWithout(lines: readonly ShortLine[]): (offset: number) => number {
  let sum = 0;
  const inserts = lines.map(({ at, lacks }) => ({ start: at + sum, end: at + (sum += lacks), sum }));
  return (offset) => {
    const last = inserts[partitionPoint(inserts.length, (index) => (inserts[index]?.start ?? 0) < offset) - 1];
    return last ? Math.max(offset, last.end) - last.sum : offset;
  };
}

function shortProblem({ start, needs, lines }: ShortValue, file: TextFile): Diagnostic {
  const first = lines[0]?.at ?? start;
  const [, gap = "", word = ""] = /^(\s*)(\S{0,40})/.exec(file.text.slice(first, first + 100)) ?? [];
  const what = /["']/.test(file.text.charAt(start)) ? "a text in quotes" : "a collection in brackets";
  const which = lines.length === 1 ? "this line" : `this line and ${lines.length - 1} after it`;
  return problem(
    "document/loose-syntax",
    { file, start: first + gap.length, end: first + gap.length + word.length },
    {
      reason: `${what} goes on over lines that are not indented`,
      hint: `Indent ${which} by at least ${counted(needs, "space")}.`,
      related: [{ message: "it begins here", place: { file, start, end: start + 1 } }],
      inserts: lines.map(({ at, lacks }) => ({ at, text: " ".repeat(lacks) })),
    },
  );
}

/**
 * Reads a text whose flow collections and quoted scalars continue on lines without indentation. Other programs accept that, but the
 * library's tree is wrong. So the text is read again with these lines indented, and the places are mapped back. If the text has another
 * error, that one is reported, unless a bracket is really open, and the result is `undefined`.
 */
function readIndented(context: ComposeContext, first: YamlError): Node | undefined {
  const { file, limit, report } = context;
  const values = shortValues(file.text, limit);
  const lines = values.flatMap((value) => value.lines);
  if (lines.length === 0) {
    reportSyntax(first, file, report);
    return undefined;
  }
  const found: Diagnostic[] = [];
  const offset = offsetWithout(lines);
  const other = { ...context, file: { ...file, text: indentLines(file, lines) }, report: (each: Diagnostic): unknown => found.push(each) };
  const moved = new PlaceMapper(file, offset);
  const document = unlessAborted(() => composeYaml(other));
  const left = document && syntaxError(document);
  if (!document || (left && document.errors.some(isUnclosed))) reportSyntax(first, file, report);
  else if (left) reportSyntax(left, other.file, (each) => report(moved.diagnostic(each)));
  if (!document || left) return undefined;
  for (const value of values) report(shortProblem({ ...value, start: offset(value.start) }, file));
  try {
    const node = contentOf(document, other);
    return node && moved.node(node);
  } finally {
    for (const each of found) report(moved.diagnostic(each));
  }
}

function read(context: ComposeContext): Node | undefined {
  const document = composeYaml(context);
  const error = document && syntaxError(document);
  return error ? readIndented(context, error) : document && contentOf(document, context);
}

/** Parses YAML with the library alone; `undefined` after a fatal problem, which is reported. */
export function libraryYaml(context: ComposeContext): Node | undefined {
  return unlessAborted(() => read(context));
}

/** Parses YAML 1.2 into placed values; `undefined` after a fatal problem, which is reported. */
function parseYaml(context: ComposeContext): Node | undefined {
  return quickYaml(context) ?? libraryYaml(context);
}

/** The offset of the first control character that YAML 1.2.2 (§ 5.1) forbids: all below U+0020 but tab, line feed, carriage return. */
function indexOfControl(text: string): number {
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code < 0x20 && code !== 0x0a && code !== 0x0d && code !== 0x09) return at;
  }
  return -1;
}

function reportControl(file: TextFile, report: DiagnosticReporter): boolean {
  const start = indexOfControl(file.text);
  if (start === -1) return false;
  const code = file.text.charCodeAt(start);
  const reason = code === 0 ? "it holds a NUL character" : `it holds the control character ${codePointName(code)}`;
  report(problem("document/syntax", { file, start, end: start + 1 }, { language: "YAML", reason }));
  return true;
}

export interface ParseOptions {
  readonly limits: Pick<ReadLimits, "depth" | "repeatedMembers">;
  readonly report: DiagnosticReporter;
}

function readValue(file: TextFile, { limits, report }: ParseOptions): Node | undefined {
  const limit = Math.min(limits.depth, MOST_DEPTH);
  if (file.language === "json") return parseJson(file, limit, report);
  if (file.language === "protobuf") return { kind: "string", value: file.text, file, start: 0, end: file.text.length };
  return reportControl(file, report) ? undefined : parseYaml({ file, limit, repeatedMembers: limits.repeatedMembers, report });
}

/**
 * Parses a text into placed values. Returns `undefined` after a fatal problem, which is reported as `document/…`. Other problems,
 * such as a duplicate key or an unknown tag, are reported as well. A JSON file is never read as YAML, and a .proto file is one string.
 */
export function parseText(file: TextFile, options: ParseOptions): Node | undefined {
  const root = readValue(file, options);
  if (root) reportHidden(file, root, options.report);
  return root;
}
