/** Parses YAML with the library. */
import { Composer, Lexer, Parser } from "yaml";
import type { Document } from "yaml";
import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Place, TextFile } from "../json/index.ts";
import { abortNesting, ReadAborted } from "./entry-list.ts";

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
