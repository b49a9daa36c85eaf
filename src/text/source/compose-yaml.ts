import { Composer, Lexer, Parser } from "yaml";
import type { Document } from "yaml";
import type { Report } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Place, TextFile } from "../json/index.ts";
import { counted } from "../words/index.ts";
import { Refused } from "./refused.ts";
import { NESTED_HINT } from "./read-size.ts";

export type YamlDocument = Document.Parsed;

type Token = Parameters<Composer["next"]>[0];

/** Scalars stay text here: what they mean is decided on conversion, so that digits and the author's words survive. */
const options = { schema: "failsafe", resolveKnownTags: false, uniqueKeys: false, logLevel: "silent" } as const;

const collections = new Set(["block-map", "block-seq", "flow-collection"]);

/** Refuses what is nested too deep while it is being read: the composer recurses, and a stack that overflows cannot be placed. */
function checkDepth(parser: Parser, { file, limit, report }: ComposeContext): void {
  if (parser.stack.length <= limit) return;
  const nested = parser.stack.filter(({ type }) => collections.has(type));
  const last = nested.at(-1);
  if (nested.length <= limit || !last || !("offset" in last)) return;
  report(
    problem("document/too-deep", { file, start: last.offset, end: last.offset + 1 }, { limit: counted(limit, "level"), hint: NESTED_HINT }),
  );
  throw new Refused();
}

/**
 * Gives an item of a flow list that is over the form that the parser gives it when the list ends: by taking fields away, which makes
 * V8 keep half a kilobyte for each of them. A list of half a million values would take twice as much memory.
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

function checkDirective(token: Token, { file, report }: ComposeContext): void {
  if (token.type !== "directive") return;
  const version = /^%YAML\s+(\S+)/.exec(token.source)?.[1];
  if (version === undefined || version === "1.2" || !/^\d+\.\d+$/.test(version)) return;
  const place: Place = { file, start: token.offset, end: token.offset + token.source.length };
  report(problem("document/yaml-version", place, { version }));
}

export interface ComposeContext {
  readonly file: TextFile;
  readonly limit: number;
  readonly report: Report;
}

/**
 * One YAML 1.2 text as the library's document; throws {@link Refused} for a second document or one nested too deep.
 * Token by token, so that the concrete syntax tree is gone when the document is done.
 */
export function composeYaml(context: ComposeContext): YamlDocument | undefined {
  const { file, report } = context;
  // A lone CR is a line break (YAML 1.2.2 § 5.4), which the lexer does not see; a line feed has the same length.
  const text = file.text.replace(/\r(?!\n)/g, "\n");
  const parser = new Parser();
  const composer = new Composer(options);
  const documents: YamlDocument[] = [];
  let seen = 0;
  const take = (token: Token): void => {
    checkDirective(token, context);
    if (token.type === "document") seen += 1;
    if (seen > 1) {
      const start = "offset" in token ? token.offset : 0;
      report(problem("document/multiple", { file, start, end: Math.min(start + 3, text.length) }, {}));
      throw new Refused();
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
