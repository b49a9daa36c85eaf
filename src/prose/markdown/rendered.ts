/** A rendered text, with slots for what depends on its page. */
import type { Blanks, Code } from "#text";

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
