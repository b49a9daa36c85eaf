/** A rendered text with slots for what depends on its page, and the HTML that a description may become. */
import type { Nodes, Blockquote, Paragraph } from "mdast";
import type { Options } from "remark-html";
import type { Blanks, Code } from "#text";

type SanitizerSchema = Exclude<Options["sanitize"], boolean | null | undefined>;

/** Token classes of highlighted code: keyword, string, number, constant, comment, name, function, type, tag, attribute, added, deleted, meta. */
export const TOKEN_CLASSES = ["k", "s", "n", "c", "cm", "p", "f", "t", "g", "a", "in", "de", "m"] as const;
export type TokenClass = (typeof TOKEN_CLASSES)[number];

/** The kinds of alerts on GitHub. A quotation that begins with `[!NOTE]` is one. */
const ALERTS = ["note", "tip", "important", "warning", "caution"] as const;

/**
 * Everything that a description may become: elements, attributes, classes and URL schemes. The sanitizer drops all else, and is never
 * off. The rewriting before it leaves nothing to drop, so it is a second line of defence. All ids are made by us and start with the
 * prefix slot, so no clobber protection is needed.
 */
export const ALLOWED: SanitizerSchema = {
  strip: [],
  clobber: [],
  ancestors: { tbody: ["table"], td: ["table"], th: ["table"], thead: ["table"], tr: ["table"] },
  protocols: { href: ["http", "https", "mailto"] },
  tagNames: [
    ..."p h1 h2 h3 h4 h5 h6 ul ol li blockquote pre code em strong del a br hr span div sup section".split(" "),
    ..."table thead tbody tr th td".split(" "),
  ],
  attributes: {
    "*": [],
    a: ["href", "title", "id", ["className", "remote-image", "footnote", "back"]],
    h1: ["id"],
    h2: ["id"],
    h3: ["id"],
    h4: ["id"],
    h5: ["id"],
    h6: ["id"],
    li: ["id", ["className", "task"]],
    ol: ["start"],
    p: [["className", "raw", "alert-title"]],
    pre: ["dataLanguage", ["tabIndex", 0], ["className", "raw"]],
    section: [["className", "footnotes"]],
    span: [["className", ...TOKEN_CLASSES]],
    td: [["className", "left", "center", "right"]],
    th: [
      ["className", "left", "center", "right"],
      ["scope", "col"],
    ],
    div: [
      ["className", "table", "alert", ...ALERTS.map((kind) => `alert-${kind}`)],
      ["tabIndex", 0],
    ],
  },
};

/** A piece of code. `type` is `undefined` if it has no class. */
export interface CodeToken {
  readonly text: string;
  readonly type?: TokenClass;
}

/** Splits code into tokens. Their texts joined are always the code. */
export type Tokenizer = (code: string) => readonly CodeToken[];

const MARKER = new RegExp(`^\\[!(${ALERTS.join("|")})\\][ \\t]*(?:\\n|$)`, "i");

/** A quotation that is an alert: its kind, the rest of its first paragraph after the marker, and the following blocks. */
interface Alert {
  readonly kind: (typeof ALERTS)[number];
  readonly said: Paragraph["children"];
  readonly rest: Blockquote["children"];
}

/** Reads a quotation as an alert; `undefined` if its first line is not a marker or nothing follows it. */
export function alertOf({ children: [first, ...rest] }: Blockquote): Alert | undefined {
  if (first?.type !== "paragraph") return undefined;
  const [text, ...phrases] = first.children;
  if (text?.type !== "text") return undefined;
  const [marker = "", word = ""] = MARKER.exec(text.value) ?? [];
  const kind = ALERTS.find((each) => each === word.toLowerCase());
  if (!kind) return undefined;
  const below = text.value.slice(marker.length);
  const said: Paragraph["children"] = below === "" ? phrases : [{ type: "text", value: below }, ...phrases];
  return said.length + rest.length === 0 ? undefined : { kind, said, rest };
}

/** How often a pattern with the flag `g` matches, without making a list. */
export function count(text: string, pattern: RegExp): number {
  pattern.lastIndex = 0;
  let found = 0;
  while (pattern.test(text)) found += 1;
  return found;
}

/** Escapes text as the pipeline does. */
export function escapeText(text: string): string {
  return escapeClose(text.replaceAll("&", "&#x26;").replaceAll("<", "&#x3C;"));
}

/** Escapes `>` in text. HTML allows it unescaped, but validators take it for a damaged tag. */
export function escapeClose(text: string): string {
  return text.replaceAll(">", "&#x3E;");
}

/** The same for serialized HTML, in which every `<` starts a tag with attributes in double quotes. */
export function escapeCloses(html: string): string {
  return html.replace(/<(?:[^">]|"[^"]*")*>|>/g, (found) => (found === ">" ? "&#x3E;" : found));
}

/** Escapes the value of a double-quoted attribute as the pipeline's serializer does. */
export function escapeAttribute(text: string): string {
  return text.replaceAll("&", "&#x26;").replaceAll('"', "&#x22;");
}

/*
 * Slots pass through the pipeline as markers with U+0000. Authors cannot write one, because CommonMark 0.31 § 2.3 replaces U+0000 in
 * any input by U+FFFD. The serializer writes it as `&#x0;` in attributes and unchanged in text.
 */

/** The marker before every id. */
export const PREFIX_MARKER = "\0p\0";

/** The marker of a slot: the `href` of a link, the text of an image, or the text of a `div` for an embedded part. */
export function slotMarker(index: number): string {
  return `\0${index}\0`;
}

const NUL = "\0";
const MARKERS = new RegExp(` href="&#x0;(\\d+)&#x0;"|(&#x0;p&#x0;)|<div>${NUL}(\\d+)${NUL}</div>|${NUL}(\\d+)${NUL}`, "g");

/** Splits serialized HTML at its markers. */
export function cutAtMarkers(html: string, slots: readonly (LinkSlot | ImageSlot | EmbedSlot)[]): HtmlPiece[] {
  const pieces: HtmlPiece[] = [];
  let last = 0;
  for (const match of html.matchAll(MARKERS)) {
    const slot = match[2] ? ({ kind: "prefix" } as const) : slots[Number(match[1] ?? match[3] ?? match[4])];
    if (match.index > last) pieces.push(html.slice(last, match.index));
    if (slot) pieces.push(slot);
    last = match.index + match[0].length;
  }
  if (last < html.length) pieces.push(html.slice(last));
  return pieces;
}

/** Nodes whose children are blocks, each of which takes a line. */
const CONTAINERS = new Set(["root", "blockquote", "list", "listItem", "table", "footnoteDefinition"]);

/**
 * Replaces line breaks, and the blanks around them, by single spaces. Each run of blanks is matched once, otherwise megabytes of them
 * would take forever.
 */
export function inOneLine(text: string): string {
  return text.replace(/(?<![ \t])[ \t]+\n[ \t]*|\n[ \t]*/g, " ");
}

/**
 * The text of a node as readers see it: without markup, soft line breaks as spaces, one line for each block, table cells separated by
 * tabs.
 */
export function plainText(node: Nodes): string {
  if (node.type === "break") return "\n";
  if (node.type === "text") return inOneLine(node.value);
  if ("value" in node) return node.value;
  if ("alt" in node) return node.alt ?? "";
  if (!("children" in node)) return "";
  const parts = node.children.map(plainText);
  if (CONTAINERS.has(node.type)) return parts.filter((part) => part !== "").join("\n");
  return parts.join(node.type === "tableRow" ? "\t" : "");
}

/** The `href` attribute of a link. The page resolves it later, or shows the link as broken. */
export interface LinkSlot {
  readonly kind: "link";
  /** As written: a relative reference, `#anchor`, or an entity such as `message:lightMeasured`. */
  readonly target: string;
  /** The link in the source text, in UTF-16 units, `end` exclusive. */
  readonly start: number;
  readonly end: number;
}

/** A relative image: the whole element. */
export interface ImageSlot {
  readonly kind: "image";
  readonly target: string;
  readonly alt: string;
  readonly title?: string;
  readonly start: number;
  readonly end: number;
}

/** A fenced block that is replaced by a part of the reference (` ```msgdocs message: telemetry `). It stands between other blocks. */
export interface EmbedSlot {
  readonly kind: "embed";
  /** The requested part, such as `message: telemetry`. */
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

/** The prefix of an id. Each page that shows the text chooses it. */
export interface PrefixSlot {
  readonly kind: "prefix";
}

export type Slot = LinkSlot | ImageSlot | EmbedSlot | PrefixSlot;

/** HTML between slots. After filling the slots, the joined pieces are a well-formed fragment. */
export type HtmlPiece = string | Slot;

export type TextCode = Extract<Code, `text/${string}`>;

/** A problem inside a text, in offsets of the text (UTF-16 units, `end` exclusive). */
export type TextProblem = {
  [C in TextCode]: { readonly code: C; readonly blanks: Blanks<C>; readonly start: number; readonly end: number; readonly hint?: string };
}[TextCode];

export interface Heading {
  /** The level on the page, 1 to 6. */
  readonly depth: number;
  readonly text: string;
  /** The id without prefix. */
  readonly id: string;
}

/** A heading of a text: where its `#` start, in UTF-16 units, and how many there are. */
export interface SourceHeading {
  readonly start: number;
  readonly depth: number;
}

/** How a text is printed as Markdown without being parsed again: as in its source apart from the levels of headings, or as code. */
export type SourceForm = { readonly kind: "source"; readonly headings: readonly SourceHeading[] } | { readonly kind: "code" };

/** One text, rendered. Plain data, so that worker threads can make it. */
export interface RenderedText {
  readonly pieces: readonly HtmlPiece[];
  /** The text as readers see it, without markup, one line for each block. */
  readonly plain: string;
  readonly headings: readonly Heading[];
  /** The problems in the order of the text. */
  readonly problems: readonly TextProblem[];
  /** Absent if the text must be parsed to be printed as Markdown, or if that is not known. */
  readonly markdown?: SourceForm | undefined;
}

export interface RenderOptions {
  /** The level of the author's highest heading; default 3. */
  readonly headingBase?: number;
  /** Longer texts (in bytes of UTF-8) are shown as written; default 64 KB. */
  readonly limitBytes?: number;
  /** Whether code marked `msgdocs` is replaced by a part of the reference. False by default: then it is code. */
  readonly embeds?: boolean;
}

export const DEFAULT_OPTIONS: Required<RenderOptions> = { headingBase: 3, limitBytes: 65_536, embeds: false };
