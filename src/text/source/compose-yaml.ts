/** Parses YAML with the library, collects the entries of a map meanwhile, and maps offsets of its YAML to those of the text. */
import type { Document } from "yaml";
import { Composer, Lexer, Parser } from "yaml";
import type { DiagnosticReporter, Diagnostic } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Place, TextFile, Entry, Node, ListNode, MapNode } from "../json/index.ts";
import { describeKind, LONGEST_QUOTED, partitionPoint } from "../json/index.ts";
import { counted } from "../words/index.ts";

/**
 * Maps the places of values that were read from a changed text to the file's own text. Aliased values stay shared.
 * The recursion is as deep as the value.
 */
export class PlaceMapper {
  readonly #file: TextFile;
  readonly #offset: (changed: number) => number;
  readonly #collections = new Map<Node, Node>();

  /** `offset` maps an offset of the changed text to one of the file's own text. */
  constructor(file: TextFile, offset: (changed: number) => number) {
    this.#file = file;
    this.#offset = offset;
  }

  #place({ start, end }: Place): Place {
    return { file: this.#file, start: this.#offset(start), end: this.#offset(end) };
  }

  node(node: Node): Node {
    if (node.kind !== "list" && node.kind !== "map") return { ...node, ...this.#place(node) };
    const known = this.#collections.get(node);
    if (known) return known;
    const moved = node.kind === "list" ? this.#list(node) : this.#map(node);
    this.#collections.set(node, moved);
    return moved;
  }

  #list(node: ListNode): ListNode {
    return { ...node, ...this.#place(node), items: node.items.map((item) => this.node(item)) };
  }

  #map(node: MapNode): MapNode {
    const entries = node.entries.map((entry): Entry => ({ ...entry, ...this.#place(entry), value: this.node(entry.value) }));
    return { ...node, ...this.#place(node), entries };
  }

  diagnostic(diagnostic: Diagnostic): Diagnostic {
    const related = diagnostic.related.map(({ message, place }) => ({ message, place: this.#place(place) }));
    const inserts = diagnostic.inserts?.map(({ at, text }) => ({ at: this.#offset(at), text }));
    return { ...diagnostic, place: this.#place(diagnostic.place), related, inserts };
  }
}

/**
 * Reads a text with CRLF line ends as if they were LF. The places of the result are those of the file's own text.
 * Returns `undefined` if `read` does.
 */
export function withLineFeeds(file: TextFile, read: (file: TextFile) => Node | undefined): Node | undefined {
  const { text } = file;
  if (!text.includes("\r\n")) return read(file);
  // Offsets, in the shorter text, of the line feeds that lost a carriage return.
  const shortened: number[] = [];
  for (let at = text.indexOf("\r\n"); at !== -1; at = text.indexOf("\r\n", at + 2)) shortened.push(at - shortened.length);
  const node = read({ ...file, text: text.replaceAll("\r\n", "\n") });
  const offset = (short: number): number => short + partitionPoint(shortened.length, (index) => (shortened[index] ?? 0) < short);
  return node && new PlaceMapper(file, offset).node(node);
}

/** Ends the reading of a text that cannot be read further. The problem is reported before it is thrown. It never leaves this part. */
export class ReadAborted extends Error {}

/** The file and limit for reporting values that are nested too deep. `limit` counts maps and lists inside one another. */
interface NestingContext {
  readonly file: TextFile;
  readonly limit: number;
  readonly report: DiagnosticReporter;
}

/** Reports values nested deeper than the limit at an offset, and aborts the reading. */
export function abortNesting(start: number, { file, limit, report }: NestingContext): never {
  report(problem("document/too-deep", { file, start, end: start + 1 }, { limit: counted(limit, "level") }));
  throw new ReadAborted();
}

/** Up to this many keys are compared one by one. Beyond it, an index keeps the time linear. */
const INDEX_FROM = 10;

/** A value for a message: a short one as written. */
function brief(node: Node): string {
  if (node.kind === "number") return node.raw;
  if (node.kind === "boolean") return String(node.value);
  if (node.kind === "string" && node.value.length <= LONGEST_QUOTED) return JSON.stringify(node.value);
  return describeKind(node);
}

/** The entries of a map that is being read. A duplicate key is reported with both places; its last entry counts, as in other programs. */
export class EntryList {
  private readonly all: Entry[] = [];
  private index: Map<string, Entry> | undefined;
  /** The first entries of duplicate keys. */
  private readonly firsts = new Map<string, Entry>();
  private readonly replaced = new Set<Entry>();
  private readonly report: DiagnosticReporter;

  constructor(report: DiagnosticReporter) {
    this.report = report;
  }

  /** In text order. */
  get entries(): readonly Entry[] {
    return this.replaced.size === 0 ? this.all : this.all.filter((entry) => !this.replaced.has(entry));
  }

  get count(): number {
    return this.all.length - this.replaced.size;
  }

  private find(key: string): Entry | undefined {
    if (this.all.length < INDEX_FROM) return this.all.findLast((entry) => entry.key === key);
    this.index ??= new Map(this.all.map((entry) => [entry.key, entry]));
    return this.index.get(key);
  }

  add(entry: Entry): void {
    const { key } = entry;
    const earlier = this.find(key);
    this.all.push(entry);
    this.index?.set(key, entry);
    if (!earlier) return;
    this.replaced.add(earlier);
    const first = this.firsts.get(key) ?? earlier;
    this.firsts.set(key, first);
    const related = [{ message: "the first one", place: first }];
    this.report(problem("document/duplicate-key", entry, { key: JSON.stringify(key), other: brief(earlier.value), related }));
  }
}

export type YamlDocument = Document.Parsed;

type ParserToken = Parameters<Composer["next"]>[0];

/** The library leaves scalars as text. The converter resolves them, so that digits and the author's spelling are kept. */
const options = { schema: "failsafe", resolveKnownTags: false, uniqueKeys: false, logLevel: "silent" } as const;

const collections = new Set(["block-map", "block-seq", "flow-collection"]);

/** Checks the depth while reading: the composer recurses, and a stack overflow has no place in the text. */
function checkDepth(parser: Parser, context: ComposeContext): void {
  const { limit } = context;
  if (parser.stack.length <= limit) return;
  const nested = parser.stack.filter(({ type }) => collections.has(type));
  const last = nested.at(-1);
  if (nested.length <= limit || !last || !("offset" in last)) return;
  abortNesting(last.offset, context);
}

/**
 * Gives a finished item of a flow list the form that the parser gives it when the list ends. The parser deletes fields, which costs
 * V8 half a kilobyte for each item: a list of half a million values would take twice as much memory.
 */
function settleItem(parser: Parser): void {
  const list = parser.stack.at(-1);
  if (list?.type !== "flow-collection" || list.start.type !== "flow-seq-start") return;
  const at = list.items.length - 2;
  const item = list.items[at];
  if (!item?.key || item.value !== undefined || item.sep?.length !== 0) return;
  if (item.start.some(({ type }) => type === "explicit-key-ind")) return;
  list.items[at] = { start: item.start.slice(), value: item.key };
}

function checkDirective(token: ParserToken, { file, report }: ComposeContext): void {
  if (token.type !== "directive") return;
  const version = /^%YAML\s+(\S+)/.exec(token.source)?.[1];
  if (version === undefined || version === "1.2" || !/^\d+\.\d+$/.test(version)) return;
  const place: Place = { file, start: token.offset, end: token.offset + token.source.length };
  report(problem("document/yaml-version", place, { version }));
}

export interface ComposeContext {
  readonly file: TextFile;
  readonly limit: number;
  /** How many members aliases may repeat for each started megabyte. */
  readonly repeatedMembers: number;
  readonly report: DiagnosticReporter;
}

/**
 * Composes one YAML 1.2 text into the library's document. Throws {@link ReadAborted} for a second document or one nested too deep.
 * It works token by token, so that the concrete syntax tree is freed when the document is done.
 */
export function composeYaml(context: ComposeContext): YamlDocument | undefined {
  const { file, report } = context;
  // The lexer does not treat a lone CR as a line break (YAML 1.2.2 § 5.4). A line feed has the same length.
  const text = file.text.replace(/\r(?!\n)/g, "\n");
  const parser = new Parser();
  const composer = new Composer(options);
  const documents: YamlDocument[] = [];
  let seen = 0;
  const take = (token: ParserToken): void => {
    checkDirective(token, context);
    if (token.type === "document") seen += 1;
    if (seen > 1) {
      const start = "offset" in token ? token.offset : 0;
      report(problem("document/multiple", { file, start, end: Math.min(start + 3, text.length) }, {}));
      throw new ReadAborted();
    }
    for (const document of composer.next(token)) documents.push(document);
  };
  for (const lexeme of new Lexer().lex(text)) {
    for (const token of parser.next(lexeme)) take(token);
    if (lexeme === ",") settleItem(parser);
    checkDepth(parser, context);
  }
  for (const token of parser.end()) take(token);
  for (const document of composer.end(true, text.length)) documents.push(document);
  return documents[0];
}
