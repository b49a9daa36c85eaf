import type { PageContext, SiteContext } from "./context.ts";
import type { Continuable } from "./continued-trees.ts";
import { entityLink } from "./entity-link.ts";
import { frameView } from "./frame.ts";
import { markdownPath } from "./markdown-path.ts";
import { nameOf } from "./name-of.ts";
import { numberedView } from "./numbered-view.ts";
import type { Page } from "./page.ts";
import { shorten } from "./shorten.ts";
import { continuedParts, treePaths } from "./tree-continuation.ts";

/** The Markdown of the thing, which goes on as well. */
function markdownOf({ site: { routes }, path }: PageContext, thing: Continuable) {
  const markdown = markdownPath({ kind: thing.kind, path: routes.pageOf(thing) });
  return markdown === undefined ? {} : { markdown: routes.relative(path, markdown) };
}

function viewOf(site: SiteContext, thing: Continuable, at: { path: string; index: number }) {
  const { words } = site;
  const name = shorten(nameOf(thing));
  const title = words("site.structure-of", { name, number: at.index + 2 });
  const { context, parts } = continuedParts(site, thing, at);
  return {
    ...frameView(context, {
      kind: "list",
      title,
      summary: title,
      place: thing.node,
      crumbs: [{ text: name, href: context.href(thing) }, { text: words("site.structure") }],
    }),
    // The title has the page's number.
    ...numberedView(context, treePaths(site, thing)),
    link: entityLink(context, thing),
    entityKind: words(`site.kind-${thing.kind}`),
    parts: parts.map(({ part, sections }) => ({ title: part, tree: { rows: [], sections } })),
    ...markdownOf(context, thing),
  };
}

/** Pages of what a thing's own page has no room for. */
export function* continuedTreePages(site: SiteContext, thing: Continuable): Generator<Page> {
  const further = treePaths(site, thing).slice(1);
  for (const [index, path] of further.entries()) {
    const title = site.words("site.structure-of", { name: nameOf(thing), number: index + 2 });
    const id = path.replace(/\.html$/, "");
    yield {
      path,
      kind: "list",
      id,
      title,
      template: "pages/continued-trees",
      continues: true,
      view: () => viewOf(site, thing, { path, index }),
    };
  }
}
