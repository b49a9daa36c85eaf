/** Limits of texts, what is shown beyond them, and which texts would take the parser too long. */
import type { Nodes, Root } from "mdast";
import { counted } from "#text";
import type { RenderedText, RenderOptions } from "./rendered.ts";
import { count, escapeText } from "./rendered.ts";

/**
 * Limits on costs of parsing that grow faster than the text. They are counted before parsing. They only bound the work of the parser:
 * the densest real texts stay far below.
 */
const LIMITS = {
  nested: 100,
  /** Block markers at line starts. Each is matched again on every line of its block. */
  markers: 6_000,
  /** The square of the number of delimiters in a paragraph, because delimiters of emphasis and links are compared with each other. */
  pairs: 30_000_000,
  /** The square of the number of lines that continue a paragraph of a quote or list without its marker (CommonMark 0.31 § 5.1). */
  lazy: 8_000_000,
  /** Lines of `=`, `-`, `|` or `:`. Each may turn what precedes it into a heading or table. */
  rules: 1_000,
  /** The sum of the lines before each of these, because each makes the parser visit everything before it. */
  ruled: 3_000_000,
  /** Characters after comments, instructions and declarations without an end. For each, the parser searches the rest of its paragraph. */
  unended: 5_000_000,
  /** Footnotes in a text that has fewer than `footnoteLength` characters for each: each is a paragraph, a list item and two links. */
  footnotes: 8,
  footnoteLength: 30,
} as const;

/** Matches the `>` and list markers at the start of a line. */
const LINE_START = /(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/y;
const LINE_MARKER = />|[-+*](?=[ \t]|$)|\d{1,9}[.)]/g;
const DELIMITERS = /[*_~]+|[[\]]/g;
const FOOTNOTE = /^[ \t>]*\[\^[^\]\s]+\]:/;
const RULE = /^[ \t>]*[=:|-][=:| \t-]*$/;

/** The start of raw HTML that only ends at a fixed text, and that text. */
const RAW: readonly (readonly [begin: RegExp, end: string])[] = [
  [/<\?/g, "?>"],
  [/<!--/g, "-->"],
  [/<!\[CDATA\[/g, "]]>"],
  [/<![A-Za-z]/g, ">"],
];

function markersOf(line: string): number {
  LINE_START.lastIndex = 0;
  const start = LINE_START.exec(line)?.[0];
  return start === undefined ? 0 : count(start, LINE_MARKER);
}

/**
 * The number of delimiters in a line. A run counts as one, or by its length if it is longer than any that opens or closes. Thematic
 * breaks do not count.
 */
function delimitersOf(line: string): number {
  if (/^[*_~\s]*$/.test(line)) return 0;
  let found = 0;
  for (const [run] of line.matchAll(DELIMITERS)) found += run.length > 3 ? run.length : 1;
  return found;
}

/** Counts the characters that the parser searches because of raw HTML without an end. */
class UnclosedHtml {
  readonly #open = RAW.map(() => 0);
  cost = 0;

  add(line: string): void {
    const begins = /<[?!]/.test(line);
    // Most lines have none.
    if (!begins && this.#open.every((count) => count === 0)) return;
    for (const [at, [begin, end]] of RAW.entries()) {
      const ended = line.lastIndexOf(end);
      if (ended !== -1) this.#open[at] = 0;
      this.cost += (this.#open[at] ?? 0) * line.length;
      if (!begins) continue;
      begin.lastIndex = ended === -1 ? 0 : ended + end.length;
      for (let found = begin.exec(line); found; found = begin.exec(line)) {
        this.#open[at] = (this.#open[at] ?? 0) + 1;
        this.cost += line.length - found.index;
      }
    }
  }

  /** Starts again at the end of a paragraph. */
  reset(): void {
    this.#open.fill(0);
  }
}

/** Counts the lines of one text. */
class TextScan {
  readonly #total = { nested: 0, markers: 0, pairs: 0, lazy: 0, rules: 0, ruled: 0, footnotes: 0 };
  #lines = 0;
  #characters = 0;
  /** The number of delimiters since the last blank line. */
  #delimiters = 0;
  #lazy = 0;
  #inContainer = false;
  readonly #unended = new UnclosedHtml();

  add(line: string): void {
    this.#lines += 1;
    this.#characters += line.length + 1;
    if (!/\S/.test(line)) {
      this.#delimiters = 0;
      this.#lazy = 0;
      this.#inContainer = false;
      this.#unended.reset();
      return;
    }
    this.#unended.add(line);
    const total = this.#total;
    const markers = markersOf(line);
    total.nested = Math.max(total.nested, markers);
    total.markers += markers;
    if (RULE.test(line)) {
      total.rules += 1;
      total.ruled += this.#lines;
    }
    if (FOOTNOTE.test(line)) total.footnotes += 1;
    const delimiters = delimitersOf(line);
    this.#delimiters += delimiters;
    total.pairs += delimiters * this.#delimiters;
    if (markers > 0) this.#inContainer = true;
    else if (this.#inContainer) this.#lazy += 1;
    total.lazy += this.#lazy;
  }

  get exceeded(): string | undefined {
    const total = this.#total;
    if (total.nested > LIMITS.nested) return `blocks nested ${total.nested} deep on one line, at most ${LIMITS.nested}`;
    if (total.markers > LIMITS.markers) return `more than ${counted(LIMITS.markers, "marker")} of lists and quotes`;
    if (total.pairs > LIMITS.pairs) return "too many delimiters of emphasis and links in one paragraph";
    if (total.lazy > LIMITS.lazy) return "too many lines that continue a quote or list without its marker";
    if (this.#unended.cost > LIMITS.unended)
      return "too many comments, instructions or declarations of HTML without an end in one paragraph";
    if (total.footnotes > LIMITS.footnotes && this.#characters < LIMITS.footnoteLength * total.footnotes)
      return `${total.footnotes} footnotes in ${counted(this.#characters, "character")}`;
    const ruled = total.rules > LIMITS.rules || total.ruled > LIMITS.ruled;
    return ruled ? "too many lines that underline or rule" : undefined;
  }
}

/** Why a text is not parsed; `undefined` if it is. It takes linear time. */
function prescan(text: string): string | undefined {
  const scan = new TextScan();
  for (const line of text.split(/\r\n|\n|\r/)) scan.add(line);
  return scan.exceeded;
}

/** Limits for one text, counted before or directly after parsing, so that the same text always gives the same page. */
const DEPTH = 100;
const TABLE_CELLS = 20_000;
const EXPANDED = 262_144;

/** Why a text exceeds a limit, and what to do. */
export interface OverLimit {
  readonly reason: string;
  readonly hint: string;
}

const SHORTEN = "Shorten the text, or keep it as guides of the site.";

/** A text as the parser reads it: without a byte order mark, and with a visible character for U+0000 (CommonMark 0.31 § 2.3). */
export function parserInput(text: string): string {
  return text.replace(/^\u{feff}/u, "").replaceAll("\0", "\u{fffd}");
}

/** A text that exceeds a limit, shown as written. */
export function asWritten(text: string, { reason, hint }: OverLimit): RenderedText {
  const { length } = text;
  return {
    pieces: [`<pre tabindex="0" class="raw">${escapeText(text.replaceAll("\0", "\u{fffd}"))}</pre>`],
    plain: text,
    headings: [],
    problems: [{ code: "text/limit", blanks: { reason }, start: 0, end: length, hint }],
    markdown: { kind: "code" },
  };
}

/** Why a text is not parsed; `undefined` if it is. */
export function overLimit(text: string, { limitBytes }: Required<RenderOptions>): OverLimit | undefined {
  const bytes = text.length > limitBytes / 3 ? Buffer.byteLength(text, "utf8") : 0;
  if (bytes > limitBytes)
    return {
      reason: `${counted(bytes, "byte")}, at most ${limitBytes}`,
      hint: `${SHORTEN} Or raise limits.descriptionBytes in the settings.`,
    };
  const reason = prescan(text);
  return reason === undefined ? undefined : { reason, hint: SHORTEN };
}

/** The number of characters that references to definitions copy into the page. */
function expansions(root: Root): number {
  const sizes = new Map<string, number>();
  const references: string[] = [];
  const open: Nodes[] = [root];
  for (let node = open.pop(); node; node = open.pop()) {
    if (node.type === "definition")
      sizes.set(node.identifier, Math.max(sizes.get(node.identifier) ?? 0, node.url.length + (node.title?.length ?? 0)));
    if (node.type === "linkReference" || node.type === "imageReference") references.push(node.identifier);
    if ("children" in node) for (const child of node.children) open.push(child);
  }
  return references.reduce((sum, identifier) => sum + (sizes.get(identifier) ?? 0), 0);
}

/** The number of nested levels and of table cells. Short rows are filled up to the widest one. */
function shape(root: Root): { depth: number; cells: number } {
  const open: { node: Nodes; depth: number }[] = [{ node: root, depth: 0 }];
  const found = { depth: 0, cells: 0 };
  for (let next = open.pop(); next; next = open.pop()) {
    const { node, depth } = next;
    found.depth = Math.max(found.depth, depth);
    if (node.type === "table") {
      found.cells += node.children.length * node.children.reduce((most, row) => Math.max(most, row.children.length), 0);
    }
    if ("children" in node) for (const child of node.children) open.push({ node: child, depth: depth + 1 });
  }
  return found;
}

function reasonAgainst(root: Root, source: string): string | undefined {
  const { depth, cells } = shape(root);
  if (depth > DEPTH) return `nested ${counted(depth, "level")} deep, at most ${DEPTH}`;
  if (cells > TABLE_CELLS) return `${counted(cells, "table cell")}, at most ${TABLE_CELLS}`;
  const expanded = expansions(root);
  if (expanded > EXPANDED + source.length)
    return `${counted(expanded, "character")} of repeated link targets, at most ${EXPANDED + source.length}`;
  return undefined;
}

/** Why a parsed text is not rendered; `undefined` if it is. */
export function overBudget(root: Root, source: string): OverLimit | undefined {
  const reason = reasonAgainst(root, source);
  return reason === undefined ? undefined : { reason, hint: SHORTEN };
}
