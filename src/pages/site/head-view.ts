import type { PageContext } from "./context.ts";
import { markdownPath } from "./markdown-path.ts";
import type { PageKind } from "./page.ts";
import { publicUrl } from "./public-url.ts";

/** Pages that nobody should come to from a search engine. */
const UNLISTED: readonly PageKind[] = ["search", "not-found"];

/** What search engines, link previews and programs read in the head of a page. */
export function headView(context: PageContext, kind: PageKind) {
  const { path, site } = context;
  const { siteUrl, noindex } = site.settings;
  const markdown = markdownPath({ kind, path });
  const unlisted = UNLISTED.includes(kind);
  return {
    noindex: noindex || unlisted,
    ...(siteUrl === undefined || unlisted ? {} : { canonical: publicUrl(siteUrl, path), ogType: kind === "overview" ? "website" : "article" }),
    ...(markdown === undefined ? {} : { markdown: site.routes.relative(path, markdown) }),
  };
}
