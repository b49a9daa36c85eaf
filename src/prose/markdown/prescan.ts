import { counted } from "#text";
/**
 * Costs of parsing that grow faster than the text, counted on the text before it is parsed.
 * They bound the parser's work, not what a person could mean: the densest real texts stay far below.
 */
const LIMITS = {
  nested: 100,
  /** Block markers at line starts, each to be matched again on every line of its block. */
  markers: 6_000,
  /** Delimiters of emphasis and links look at one another: within one paragraph their number counts squared. */
  pairs: 30_000_000,
  /** Lines that continue a paragraph of a quote or list without its marker (CommonMark 0.31 § 5.1) count squared too. */
  lazy: 8_000_000,
  /** Lines of `=`, `-`, `|`, `:`: each may turn what precedes into a heading or table. */
  rules: 1_000,
  /** Each of them makes the parser go through all that precedes: lines before them, summed. */
  ruled: 3_000_000,
  /** Comments, instructions and declarations that never end: of each the parser goes through the rest of its paragraph. */
  unended: 5_000_000,
} as const;

/** `>` and list markers that a line starts with. */
const LINE_START = /(?:[ \t]*(?:>|[-+*](?=[ \t]|$)|\d{1,9}[.)](?=[ \t]|$)))+/y;
const LINE_MARKER = />|[-+*](?=[ \t]|$)|\d{1,9}[.)]/g;
const DELIMITERS = /[*_~]+|[[\]]/g;
const RULE = /^[ \t>]*[=:|-][=:| \t-]*$/;

/** How raw HTML begins that ends only where it says so, and how it ends. */
const RAW: readonly (readonly [begin: RegExp, end: string])[] = [
  [/<\?/g, "?>"],
  [/<!--/g, "-->"],
  [/<!\[CDATA\[/g, "]]>"],
  [/<![A-Za-z]/g, ">"],
];

function count(text: string, pattern: RegExp): number {
  let found = 0;
  pattern.lastIndex = 0;
  while (pattern.exec(text)) found += 1;
  return found;
}

function markersOf(line: string): number {
  LINE_START.lastIndex = 0;
  const start = LINE_START.exec(line)?.[0];
  return start === undefined ? 0 : count(start, LINE_MARKER);
}

/** A run counts once, or by its length where it is longer than any that opens or closes; thematic breaks do not. */
function delimitersOf(line: string): number {
  if (/^[*_~\s]*$/.test(line)) return 0;
  let found = 0;
  for (const [run] of line.matchAll(DELIMITERS)) found += run.length > 3 ? run.length : 1;
  return found;
}

/** Characters that are gone through for raw HTML without an end, up to the end of the line, by how many begin before and on it. */
class UnclosedHtml {
  readonly #open = RAW.map(() => 0);
  cost = 0;

  add(line: string): void {
    const begins = /<[?!]/.test(line);
    // Most lines of most texts.
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

  /** At the end of a paragraph. */
  reset(): void {
    this.#open.fill(0);
  }
}

/** Counts the lines of one text. */
class TextScan {
  readonly #total = { nested: 0, markers: 0, pairs: 0, lazy: 0, rules: 0, ruled: 0 };
  #lines = 0;
  /** Since the last blank line. */
  #delimiters = 0;
  #lazy = 0;
  #inContainer = false;
  readonly #unended = new UnclosedHtml();

  add(line: string): void {
    this.#lines += 1;
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
    const ruled = total.rules > LIMITS.rules || total.ruled > LIMITS.ruled;
    return ruled ? "too many lines that underline or rule" : undefined;
  }
}

/** Why a text is not parsed, or `undefined`. Linear in the text. */
export function prescan(text: string): string | undefined {
  const scan = new TextScan();
  for (const line of text.split(/\r\n|\n|\r/)) scan.add(line);
  return scan.exceeded;
}
