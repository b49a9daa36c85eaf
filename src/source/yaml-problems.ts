import type { Report } from "#diagnostics";
import { problem } from "#diagnostics";
import type { Place, TextFile } from "#json";
import type { YamlDocument } from "./compose-yaml.ts";

type YamlError = YamlDocument["errors"][number];

/** The reader's own words where the library's speak of tokens. */
const reasons: Readonly<Partial<Record<YamlError["code"], string>>> = {
  TAB_AS_INDENT: "tabs must not be used for indentation",
  BLOCK_AS_IMPLICIT_KEY: 'a key must not be followed by another key on the same line; a text that holds ": " needs quotes',
  MULTILINE_IMPLICIT_KEY: "a key must stand on a single line; a colon may be missing, or a text needs quotes",
  BAD_DQ_ESCAPE: "this is not an escape sequence of a text in double quotes",
  ALIAS_PROPS: "an alias must not have an anchor or a tag of its own",
  MULTIPLE_ANCHORS: "a value must not have more than one anchor",
  MULTIPLE_TAGS: "a value must not have more than one tag",
};

const MISALIGNED = "this does not begin at the column of the items before it; move it below them, or deeper to be part of the last one";

/** The code stands for wrong indentation of every kind. */
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

/** Where an error begins: of an item at a wrong column the library often tells where what stands before it ends. */
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

/**
 * Reports what makes a text not YAML, and whether anything did. Of several errors only the first is reported: once the
 * parser has lost the thread, the others are its own confusion. An unresolved tag is no syntax error and reported elsewhere.
 */
export function reportSyntax(document: YamlDocument, file: TextFile, report: Report): boolean {
  let first: YamlError | undefined;
  for (const error of document.errors) {
    // § 7.4.2 limits implicit keys to 1024 characters for the sake of parsers that cannot look ahead; this one can.
    if (error.code === "TAG_RESOLVE_FAILED" || error.code === "KEY_OVER_1024_CHARS") continue;
    if (!first || error.pos[0] < first.pos[0]) first = error;
  }
  if (!first) return false;
  report(problem("document/syntax", placeOf(first, file), { language: "YAML", reason: reasonOf(first) }));
  return true;
}

/** The places of all tags that are not resolved by themselves, in text order. */
export function tagPlaces(document: YamlDocument, file: TextFile): Place[] {
  return [...document.errors, ...document.warnings]
    .filter(({ code }) => code === "TAG_RESOLVE_FAILED")
    .map(({ pos: [start, end] }) => ({ file, start, end }))
    .sort((a, b) => a.start - b.start);
}
