import type { Page, PageKind } from "./page.ts";

/** Kinds of which each page is also there as Markdown. */
const KINDS: readonly PageKind[] = ["channel", "operation", "message", "schema", "guide"];
/** Pages of which a site has one, and the lists of what has a page each. */
const SHARED = /^(?:index|servers|security|tags|components|(?:channels|operations|messages|schemas)(?:-\d+)?)\.html$/;

/** Where the Markdown of a page is: at its own address with another extension; `undefined` where it has none. */
export function markdownPath({ kind, path }: Pick<Page, "kind" | "path">): string | undefined {
  return KINDS.includes(kind) || SHARED.test(path) ? path.replace(/\.html$/, ".md") : undefined;
}
