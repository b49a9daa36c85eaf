import type { Place, StringNode } from "#json";
import type { Api, Entity } from "#model";
import type { Documents } from "#reference";
import type { Routes } from "#routes";
import type { Settings } from "#config";
import type { Words } from "#words";

/** HTML from a known-safe maker. Templates put it out with `{{html x}}`, the only unescaped way. */
export interface SafeHtml {
  readonly html: string;
}

/** What the description of an entity looks like on a page. Links in it are relative to that page. */
export interface ProseSource {
  /** A whole description as blocks, or `undefined` where there is no text. `prefix` makes its heading ids unique on the page. */
  blocks(node: StringNode | undefined, on: { from: string; prefix: string; level: number }): SafeHtml | undefined;
  /** The first sentence or so as plain text, for tables, `<meta>` and search. */
  plain(node: StringNode | undefined): string;
}

/** All that the pages of one site share. */
export interface SiteContext<Schemas = unknown, Verdicts = unknown> {
  readonly api: Api;
  readonly documents: Documents;
  readonly routes: Routes;
  readonly prose: ProseSource;
  readonly schemas: Schemas;
  readonly verdicts: Verdicts;
  readonly settings: Settings;
  readonly words: Words;
}

/** What the makers of parts of one page work with. Made anew for each page. */
export interface PageContext<Schemas = unknown, Verdicts = unknown> {
  readonly site: SiteContext<Schemas, Verdicts>;
  /** The page's own path, for relative links. */
  readonly path: string;
  /** A link from this page to an entity's page or section. */
  href(entity: Entity): string;
  /** A link to the line of the source page where something is written. */
  sourceHref(place: Place): string;
  /** Where something is written, for people: `streetlights.yaml:164`. */
  sourceLabel(place: Place): string;
  /** An id that is free on this page, from any text: `base` itself, else with a hash. Ids depend on names, never on counters. */
  anchor(...parts: readonly string[]): string;
  /** Rows of schema trees that this page may still hold; makers count them down and end in links. */
  readonly budget: { rows: number };
}
