import type { Entity } from "#model";
import type { Block } from "../blocks/index.ts";

/** The kinds of pages. The list is closed (see the manifest contract). */
export type PageKind =
  | "overview"
  | "channel"
  | "operation"
  | "message"
  | "schema"
  | "servers"
  | "security"
  | "tags"
  | "components"
  | "guide"
  | "source"
  | "search"
  | "not-found"
  | "list";

/** Prints blocks as Markdown, with the headings of their sections at a level. */
export type PrintBlocks = (blocks: readonly Block[], level: number) => string;

/** One page of the site. Its view is made when it is asked for, so pages are never all in memory. */
export interface Page {
  /** The path from the root of the site, `/`-separated, not URL-encoded, ending in `.html`. */
  readonly path: string;
  readonly kind: PageKind;
  /** The id within its kind; `null` for singletons. */
  readonly id: string | null;
  readonly title: string;
  /** What the page is about, which the sidebar marks, also where another page stands instead. */
  readonly about?: Entity;
  /** The template that renders it, such as `pages/channel`. */
  readonly template: string;
  /** Makes the data for the template: plain strings, booleans, numbers, lists and objects of these. */
  view(): object;
  /** What the view says, as blocks, from which its Markdown is printed. It takes the view that was just rendered. */
  blocks?(view: object): readonly Block[];
  /** The Markdown of a page that has a text of its own, with blocks in it. `print` prints these. */
  markdown?(view: object, print: PrintBlocks): string;
  /** The Markdown twin. `print` takes the view that was just rendered. */
  readonly twin?: { readonly path: string; print(view: object): string } | undefined;
  /** The page to show instead if msgdocs itself fails on this one. */
  readonly instead?: Page;
  /** The base path of the site on its host (`/` or `/docs/`), for a page that servers show at any address. */
  readonly base?: string;
  /** Whether a continued page has content that no other page has. */
  readonly continues?: boolean;
}

/** A text file of the site that is not a page. */
export interface SiteFile {
  readonly path: string;
  /** Made when it is asked for, if making it takes long. */
  readonly contents: string;
  /** What the file says instead if msgdocs itself fails to make it. */
  readonly instead?: string;
}
