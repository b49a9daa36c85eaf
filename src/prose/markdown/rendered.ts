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

/** A block that asks for a part of the reference in its place (` ```msgdocs message: telemetry `): stands alone between other blocks. */
export interface EmbedSlot {
  readonly kind: "embed";
  /** What is asked for, such as `message: telemetry`. */
  readonly target: string;
  readonly start: number;
  readonly end: number;
}

/** The prefix of an id. Each page that shows the text chooses it. */
export interface PrefixSlot {
  readonly kind: "prefix";
}

export type Slot = LinkSlot | ImageSlot | EmbedSlot | PrefixSlot;

/** HTML between slots. Joined with the slots filled, the pieces are one well-formed fragment. */
export type HtmlPiece = string | Slot;

export type TextCode = Extract<Code, `text/${string}`>;

/** A problem inside a text, in offsets of the text (UTF-16 units, `end` exclusive). */
export type TextProblem = {
  [C in TextCode]: { readonly code: C; readonly blanks: Blanks<C>; readonly start: number; readonly end: number; readonly hint?: string };
}[TextCode];

export interface Heading {
  /** The level that it has on the page, 1 to 6. */
  readonly depth: number;
  readonly text: string;
  /** Without the prefix. */
  readonly id: string;
}

/** One text, rendered. Plain data, so that worker threads can make it. */
export interface RenderedText {
  readonly pieces: readonly HtmlPiece[];
  /** What a reader sees, without markup; a line a block. */
  readonly plain: string;
  readonly headings: readonly Heading[];
  /** By place. */
  readonly problems: readonly TextProblem[];
}

export interface RenderOptions {
  /** The level of the author's highest heading; default 3. */
  readonly headingBase?: number;
  /** Longer texts (in bytes of UTF-8) are shown as written; default 64 KB. */
  readonly limitBytes?: number;
  /** Whether code marked `msgdocs` asks for a part of the reference; default no: it is code. */
  readonly embeds?: boolean;
}

export const DEFAULT_OPTIONS: Required<RenderOptions> = { headingBase: 3, limitBytes: 65_536, embeds: false };
