/** The problems that the YAML library reports, in our words. */
import { Lexer } from "yaml";
import type { DiagnosticReporter } from "../diagnostics/index.ts";
import { problem } from "../diagnostics/index.ts";
import type { Place, TextFile } from "../json/index.ts";
import type { YamlDocument } from "./compose-yaml.ts";

export type YamlError = YamlDocument["errors"][number];

/** Our own words for errors that the library describes by its tokens. */
const reasons: Readonly<Partial<Record<YamlError["code"], string>>> = {
  TAB_AS_INDENT: "tabs must not be used for indentation",
  BLOCK_AS_IMPLICIT_KEY: 'a key must not be followed by another key on the same line; a text that holds ": " needs quotes',
  MULTILINE_IMPLICIT_KEY: "a key must stand on a single line; a colon may be missing, or a text needs quotes",
  BAD_DQ_ESCAPE: "this is not an escape sequence of a text in double quotes",
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
export function syntaxError({ errors }: YamlDocument): YamlError | undefined {
  let first: YamlError | undefined;
  for (const error of errors) {
    if (harmlessCodes.has(error.code) || isTightComment(error)) continue;
    if (!first || error.pos[0] < first.pos[0]) first = error;
  }
  return first;
}

/** Whether a bracket or quote is open at an error. The library gives the place where it gives up, often the end of the text. */
export function isUnclosed({ code, message }: YamlError): boolean {
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

export function reportSyntax(error: YamlError, file: TextFile, report: DiagnosticReporter): void {
  const start = isUnclosed(error) ? openAt(file.text.replace(/\r(?!\n)/g, "\n"), error.pos[0]) : undefined;
  if (start !== undefined) {
    const reason = unclosedReason(file, start, error.pos[0]);
    report(problem("document/syntax", { file, start, end: start + 1 }, { language: "YAML", reason }));
    return;
  }
  report(problem("document/syntax", placeOf(error, file), { language: "YAML", reason: reasonOf(error) }));
}

export function reportTightComments({ errors }: YamlDocument, file: TextFile, report: DiagnosticReporter): void {
  for (const error of errors) {
    if (!isTightComment(error)) continue;
    const { start, end } = placeOf(error, file);
    const extras = { hint: "Write a space before the #.", inserts: [{ at: start, text: " " }] };
    report(problem("document/loose-syntax", { file, start, end }, { reason: "a comment must not touch what stands before it", ...extras }));
  }
}

/** The places of all unresolved tags, in text order. */
export function tagPlaces(document: YamlDocument, file: TextFile): Place[] {
  return [...document.errors, ...document.warnings]
    .filter(({ code }) => code === "TAG_RESOLVE_FAILED")
    .map(({ pos: [start, end] }) => ({ file, start, end }))
    .sort((a, b) => a.start - b.start);
}
