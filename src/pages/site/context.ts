import type { ChangeReport } from "#report";
import type { Diagnostic, Memo, Place, StringNode, Words } from "#text";
import type { Api, Entity, Message, MessageExample, Routes } from "#model";
import type { GuidePage, Prose } from "#prose";
import type { Documents } from "#documents";
import type { Sampler, Verdict } from "#verdicts";
import type { Schemas } from "#schema";
import type { SchemaFiles } from "../standalone/index.ts";
import type { Settings } from "#config";
import type { Navigation } from "./navigation.ts";
import type { PlacedProblems } from "./placed-problems.ts";
import type { SiteBudget } from "./site-budget.ts";
import type { Sources } from "./sources.ts";
import { visible } from "./visible.ts";

/** HTML from a known-safe maker. Templates put it out with `{{html x}}`, the only unescaped way. */
export interface SafeHtml {
  readonly html: string;
}

/** A text of the document as safe HTML, and the same text as safe Markdown, its headings from a level on, when that is asked for. */
export interface ProseView extends SafeHtml {
  readonly markdown: (level: number) => string;
}

/** A line without markup is the same in Markdown (CommonMark § 6, GFM § 6.9). */
const PLAIN = /^\p{L}(?:(?!www\.)[\p{L}\p{N} ,;'’"“”()/%=!?.-])*$/u;

export function proseView(prose: ProseSource, text: StringNode | undefined, place: Parameters<ProseSource["blocks"]>[1]): ProseView | undefined {
  const blocks = prose.blocks(text, place);
  const written = text?.value ?? "";
  return blocks && { html: blocks.html, markdown: (level) => (PLAIN.test(written) ? written.trim() : visible(prose.markdown(text, level))) };
}

/** The part of prose that pages need. */
export type ProseSource = Pick<Prose, "blocks" | "markdown" | "parts" | "plain" | "fullText" | "headings" | "picture">;

/** How the examples of a message did. */
export interface VerdictCounts {
  readonly passed: number;
  readonly failed: number;
  readonly notChecked: number;
}

/** The verdicts of a run. */
export interface VerdictSource {
  counts(message: Message): VerdictCounts;
  of(example: MessageExample): Verdict | undefined;
}

/** What is filled in when parts are merged: the note of an earlier version, and who else is on the same channel. */
export type PortalSlot = "note" | "also";

/** The portal that an API's pages are part of. They are made from its document alone: what depends on others is a slot. */
export interface PortalFrame {
  /** The portal's title. */
  readonly title: string;
  /** The name of the API, which is its folder in the portal. */
  readonly api: string;
  readonly group: string;
  /** A link from a page of the API to a file of the portal. */
  readonly href: (page: string, file: string) => string;
  /** Stands for HTML that is filled in later. */
  slot(name: PortalSlot): SafeHtml;
  /** The URL of a page of the current version, where the portal's URL is known. */
  canonical(page: string): string | undefined;
}

/** All that the pages of one site share. */
/** What changed since an earlier version. */
export interface SiteChanges {
  readonly report: ChangeReport;
  /** What the earlier version is called: its version, or the ref of git that it is of. */
  readonly since: string;
}

export interface SiteContext {
  /** Absent where the API has a site of its own. */
  readonly portal?: PortalFrame | undefined;
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly prose: ProseSource;
  readonly schemas: Schemas;
  /** The schemas to take away. */
  readonly schemaFiles: SchemaFiles;
  readonly verdicts: VerdictSource;
  /** Generated examples. */
  readonly samples: Sampler;
  readonly settings: Settings;
  readonly words: Words;
  /** Where the documents are shown. */
  readonly sources: Sources;
  readonly navigation: Navigation;
  /** The user's own pages. */
  readonly guides: readonly GuidePage[];
  /** Width and height of a picture of the site, by its path; `undefined` where they are not known. */
  readonly pictureSize?: ((path: string) => { readonly width: number; readonly height: number } | undefined) | undefined;
  /** Counts what is looked at. */
  readonly room: SiteBudget;
  /** What is made once for all pages. */
  readonly memo: Memo;
  /** What changed since an earlier version, where that was asked for. */
  readonly changes?: SiteChanges | undefined;
  /** Problems of the documents, for sites that are built in spite of them. */
  readonly problems: readonly Diagnostic[];
  /** The same by what they stand in. */
  readonly placed: PlacedProblems;
}

/** What a page has no room for. */
export interface Leftover {
  /** What it is a part of, where the page shows several things as trees. */
  readonly part: string;
  /** Of the section that goes on with it. */
  readonly anchor: string;
  /** Goes on with it on another page, as sections for the partial `schema-rows`. */
  resume(page: PageContext): readonly object[];
}

/** What a page has room for; makers of its trees count it down. */
export interface RowBudget {
  rows: number;
  /** Rows inside of schemas that have a page of their own, which shows them too: beyond these, names in them are links. */
  repeated: number;
  /** Rows that another page shows too, whatever they are of: beyond these, there is a link to it. */
  copied: number;
}

/** What the makers of parts of one page work with. Made anew for each page. */
export interface PageContext {
  readonly site: SiteContext;
  /** The page's own path, for relative links. */
  readonly path: string;
  /** A link from this page to an entity's page or section. */
  href(entity: Entity): string;
  /** A link to the line of the source page where something is written. */
  sourceHref(place: Place): string;
  /** Where something is written, for people: `streetlights.yaml:164`. */
  sourceLabel(place: Place): string;
  /** Rows of schema trees that this page may still hold; makers count them down and end in links. */
  readonly budget: RowBudget;
  /** Where what there is no room for goes on, if it does. */
  readonly continued?: ((left: Leftover) => string | undefined) | undefined;
  /** Of a page that may be continued: whether anything had no room so far. */
  readonly leftover?: { readonly any: boolean };
}
