import { spellHidden } from "#text";
import {
  codeText,
  joinLines,
  listOf,
  partsOfText,
  section,
  type Block,
  type Blocks,
  type CodeText,
  type DocumentText,
  type Item,
  type ListItem,
  type Line,
} from "./blocks.ts";

/** Words separated by single spaces, without Markdown syntax: most names and sentences. */
const PLAIN_LINE = /^[\p{L}\p{N}/{$(][^\s\\`*_[\]<>|~&#@:.)]*(?: [^\s\\`*_[\]<>|~&#@:.)]+)*$/u;

/** What Markdown would read as markup within a line, at its beginning, or as an address to link (GFM § 6.9). */
const MARKUP = /[\\`*_[\]<>|~&#@]|^[-+=]|(?<=^\d{1,9})[.)]|:(?=\/\/)|(?<=www)\./gi;

/** Escapes text for use within a line: joined to one line, without Markdown syntax, with hidden characters spelled out. */
export function inline(text: string): string {
  return PLAIN_LINE.test(text) ? spellHidden(text) : spellHidden(text).replace(/\s+/g, " ").trim().replace(MARKUP, "\\$&");
}

/** An address as the destination of a link. It neither ends the link nor begins markup (CommonMark § 6.3). */
function destination(url: string): string {
  const plain = url.replace(/[\s<>\\]/g, (character) => encodeURIComponent(character));
  return /[()]/.test(plain) ? `<${plain}>` : plain;
}

/** The longest run of backticks in a text. */
function longestRun(text: string): number {
  return (text.match(/`+/g) ?? []).reduce((most, run) => Math.max(most, run.length), 0);
}

/** Text as inline code (CommonMark § 6.1). */
function code(text: string): string {
  const shown = spellHidden(text);
  if (/^[^`\s]+$/.test(shown)) return `\`${shown}\``;
  const line = shown.replace(/\s+/g, " ");
  const fence = "`".repeat(longestRun(line) + 1);
  const pad = /^`|`$|^ .* $/.test(line) || line === "" ? " " : "";
  return `${fence}${pad}${line}${pad}${fence}`;
}

/** Text as a block of code. */
function block(text: string, language: string): string {
  const fence = "`".repeat(Math.max(3, longestRun(text) + 1));
  return `${fence}${language}\n${spellHidden(text)}\n${fence}`;
}

/** A heading and its body; empty if the body is empty. */
export function headed(level: number, title: string, body: string): string {
  return body.trim() === "" ? "" : `${"#".repeat(level)} ${title}\n\n${body.trim()}\n`;
}

/** Joins the parts of a page with an empty line between them. */
export function page(parts: readonly (string | undefined)[]): string {
  return `${parts.flatMap((part) => (part?.trim() ? [part.trim()] : [])).join("\n\n")}\n`;
}

/** The deepest level of headings. */
export const LOWEST = 6;

/** Whether a page has a twin. Source pages, long lists of uses, the search, 404 and print pages have none. */
export function hasTwin(path: string): boolean {
  return !/^(?:(?:source|uses)\/|(?:search|404|print)\.html$)/.test(path);
}

/** The address of the twin of a page. A relative link does not tell the search page from a guide of this name: it leads to the page. */
export function twinHref(href: string): string {
  if (!/^[^:]*\.html(?:#|$)/.test(href) || /(?:^|\/)(?:(?:source|uses)\/|(?:search|404|print)\.html)/.test(href)) return href;
  return href.replace(/\.html(?:#.*)?$/, ".md");
}

/** A text with the code in it. */
function coded(text: string, print: (part: string) => string): string {
  if (!text.includes("`")) return print(text);
  return partsOfText(text).map((part, at) => (at % 2 === 1 ? code(part) : spaced(part))).join(""); // prettier-ignore
}

function linkTo(href: string, text: string): string {
  const shown = coded(text, inline);
  return href === "" || href.startsWith("#") ? shown : `[${shown}](${destination(twinHref(href))})`;
}

/** Text that keeps one space at each end that had some. */
function spaced(text: string): string {
  if (text.trim() === "") return text === "" ? "" : " ";
  return `${/^\s/.test(text) ? " " : ""}${inline(text)}${/\s$/.test(text) ? " " : ""}`;
}

type Piece = Exclude<Line, readonly Line[] | { readonly look: unknown } | { readonly mark: unknown } | { readonly fold: unknown }>;

/** The pieces of a line, with texts that follow each other in one. */
function piecesOf(line: Line, into: Piece[] = []): Piece[] {
  if (Array.isArray(line)) for (const each of line as readonly Line[]) piecesOf(each, into);
  else {
    const last = into.at(-1);
    if (typeof line === "string" && typeof last === "string") into[into.length - 1] = last + line;
    else if (typeof line === "object" && "look" in line) piecesOf(line.line, into);
    else if (typeof line === "object" && "mark" in line) piecesOf([` (${line.mark})`], into);
    else if (typeof line === "object" && "fold" in line) piecesOf([line.fold, " ", joinLines(line.items, ", ")], into);
    else into.push(line as Piece);
  }
  return into;
}

/** Code within a line. Code that is only a link, as to a value that is too long to be shown, is that link. */
function printCode(shown: CodeText): string {
  const [first, ...more] = shown.parts;
  const isLink = more.length === 0 && typeof first === "object" && "href" in first && first.href !== undefined;
  return isLink ? linkTo(first.href, first.text) : code(codeText(shown));
}

/** A line as Markdown. */
function printLine(line: Line): string {
  if (typeof line === "string") return coded(line, inline);
  return piecesOf(line)
    .map((piece) => {
      if (typeof piece === "string") return coded(piece, spaced);
      if ("code" in piece) return typeof piece.code === "string" ? code(piece.code) : printCode(piece.code);
      if ("href" in piece) return linkTo(piece.href, piece.text);
      return "slot" in piece ? piece.slot : coded(piece.name, inline);
    })
    .join("")
    .trim();
}

/** Matches a text that is the same in HTML and Markdown, because it has no markup (CommonMark § 6, GFM § 6.9). */
const PLAIN_TEXT = /^\p{L}(?:(?!www\.)[\p{L}\p{N} ,;'’"“”()/%=!?.-])*$/u;

/** A text of the document, with its headings from a level on. */
function printText({ written, prose }: DocumentText, level: number): string {
  return (PLAIN_TEXT.test(written.value) ? written.value : spellHidden(prose.markdown(written, level))).trim();
}

function indented(text: string, by: string): string {
  return by === "" ? text : text.replace(/^(?=.)/gm, by);
}

/** Prints the blocks of pages as Markdown. */
export class MarkdownPrinter {
  /** One function for each kind of block. */
  readonly #print: { readonly [Kind in keyof Blocks]: (value: Blocks[Kind], level: number) => string } = {
    line: printLine,
    list: (items, level) => this.#items(items, "", level),
    prose: (text, level) => printText(text, Math.min(level + 1, LOWEST)),
    section: ({ title, body }, level) =>
      `${"#".repeat(Math.min(level, LOWEST))} ${printLine(title)}\n\n${this.print(body, level + 1)}`.trimEnd(),
    further: (value, level) => this.#further(value, level, ""),
    code: ({ text, language }) => block(typeof text === "string" ? text : codeText(text), language),
    table: ({ head, rows }) => {
      const line = (cells: readonly Line[]): string => `| ${cells.map((cell) => printLine(cell).replaceAll("|", "\\|")).join(" | ")} |`;
      return [line(head), `| ${head.map(() => "---").join(" | ")} |`, ...rows.map(line)].join("\n");
    },
    slot: (text) => text,
  };

  /** @param level the level of the headings of sections */
  print(blocks: readonly Block[], level: number): string {
    let text = "";
    for (const each of blocks) {
      const next = "further" in each ? this.#further(each.further, level, text) : this.#block(each, level);
      if (next !== "") text += `${text === "" ? "" : "\n\n"}${next}`;
    }
    return text;
  }

  #further({ title, items }: Blocks["further"], level: number, above: string): string {
    const unsaid = items.filter((item) => !above.includes(this.#item(item, "", level)));
    return this.print(section(title, listOf(unsaid)), level);
  }

  /** A page: its title and its blocks. Slots around the blocks, which are filled when parts are merged, have their own line breaks. */
  page(title: string, blocks: readonly Block[], { before = "", after = "" } = {}): string {
    const text = `\n\n${this.print(blocks, 2)}\n`.replace(/\n{3,}/g, "\n\n");
    return `# ${coded(title, inline)}${before}${text}${after}`;
  }

  #block(each: Block, level: number): string {
    const [[kind, value]] = Object.entries(each) as [[keyof Blocks, never]];
    return this.#print[kind](value, level);
  }

  #items(items: readonly ListItem[], by: string, level: number): string {
    const texts = items.map((item) => ("deeper" in item ? this.#items(item.deeper, `${by}  `, level) : this.#item(item, by, level)));
    return texts.filter((text) => text !== "").join("\n");
  }

  #item({ label, line, prose = [], below = [], items = [] }: Item, by: string, level: number): string {
    const texts = prose.map((text) => printText(text, LOWEST));
    const line1 = [printLine(line), ...texts.filter((text) => !text.includes("\n"))].filter((text) => text !== "").join(" — ");
    const said = [label === undefined ? "" : inline(label), line1].filter((text) => text !== "").join(": ");
    const under = [...texts.filter((text) => text.includes("\n")), this.print(below, level)].filter((each) => each !== "");
    const text = [`${by}- ${said}`, ...under.map((each) => indented(each, `${by}  `))].join("\n\n");
    return items.length === 0 ? text : `${text}\n${this.#items(items, `${by}  `, level)}`;
  }
}
