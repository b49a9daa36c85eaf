import type { PageContext, SiteContext } from "./context.ts";
import { copyBudgetOf } from "./copy-budget.ts";
import { noteMarksOn } from "./problems-view.ts";

/** The closed list of page kinds (see the manifest contract). */
export type PageKind =
  | "overview" | "channel" | "operation" | "message" | "schema" | "servers" | "security" | "tags" | "components"
  | "guide" | "source" | "search" | "not-found" | "list";

/** One page of the site. Its view is made when asked for, so that pages are never all in memory. */
export interface Page {
  /** Relative to the site, `/`-separated, not URL-encoded, ends in `.html`. */
  readonly path: string;
  readonly kind: PageKind;
  /** Identity within its kind; `null` for singletons. */
  readonly id: string | null;
  readonly title: string;
  /** The template that renders it, such as `pages/channel`. */
  readonly template: string;
  /** Data for the template: plain strings, booleans, numbers, lists and objects of these. */
  view(): object;
  /** The same data as Markdown, where the page has a twin: of the view that was just rendered, so that what it shares is made once. */
  readonly twin?: { readonly path: string; print(view: object): string } | undefined;
  /** Where the site stands on its host, for a page that is shown at any address: `/` or `/docs/`. */
  readonly base?: string;
  /** Whether it shows what no other page does, though it is a continued list. */
  readonly continues?: boolean;
  /** Message pages carry the verdicts of their examples. */
  readonly examples?: { readonly passed: number; readonly failed: number; readonly notChecked: number };
}

/** What the makers of one page's parts work with. */
export function createPageContext(site: SiteContext, path: string, more: Pick<PageContext, "continued" | "leftover"> = {}): PageContext {
  return noteMarksOn({
    ...more,
    site,
    path,
    href: (entity) => site.routes.href(path, entity),
    sourceHref(place) {
      const found = site.sources.locate(place);
      return found ? site.routes.relative(path, found.path, found.anchor) : "";
    },
    sourceLabel: (place) => site.sources.label(place),
    budget: { rows: site.settings.limits.schemaRows, ...copyBudgetOf(site) },
  });
}

/** Kinds of which each page is also there as Markdown. */
const KINDS: readonly PageKind[] = ["channel", "operation", "message", "schema", "guide"];
/** Pages of which a site has one, and the lists of what has a page each. */
const SHARED = /^(?:index|(?:servers|security|tags|components|changes|channels|operations|messages|schemas)(?:-\d+)?)\.html$/;

/** Where the Markdown of a page is: at its own address with another extension; `undefined` where it has none. */
export function markdownPath({ settings }: Pick<SiteContext, "settings">, { kind, path }: Pick<Page, "kind" | "path">): string | undefined {
  if (!settings.markdown) return undefined;
  return KINDS.includes(kind) || SHARED.test(path) ? path.replace(/\.html$/, ".md") : undefined;
}
