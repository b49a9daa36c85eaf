import type { Entity, Tag } from "#model";
import { anchorFor } from "#routes";
import type { PageContext, SiteContext } from "./context.ts";
import { describedView } from "./described-view.ts";
import { entityLink } from "./entity-link.ts";
import { frameView } from "./frame.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { visible } from "./visible.ts";

/** Uses of one tag that its section lists. */
const MOST = 60;

function tagView(context: PageContext, tag: Tag) {
  const { routes, words } = context.site;
  const anchor = routes.anchorOf(tag) ?? anchorFor("tag", tag.id);
  const entities = tag.taggedBy.filter((entity): entity is Entity => entity !== "api");
  return {
    anchor,
    name: visible(tag.title),
    count: entities.length,
    ofApi: tag.taggedBy.includes("api"),
    uses: entities.slice(0, MOST).map((entity) => ({ ...entityLink(context, entity), kind: words(`site.kind-${entity.kind}`) })),
    more: Math.max(0, entities.length - MOST),
    ...describedView(context, tag, { prefix: anchor }),
    alsoSaid: tag.alsoSaid.map((said, at) => describedView(context, said, { prefix: `${anchor}-also-${at + 1}` })),
  };
}

/** All tags, a section each, with what carries them. */
export function tagsPage(site: SiteContext): Page {
  const path = "tags.html";
  const title = site.words("site.tags");
  return {
    path,
    kind: "tags",
    id: null,
    title,
    template: "pages/tags",
    view() {
      const context = createPageContext(site, path);
      const tags = site.api.allTags.map((tag) => tagView(context, tag));
      const contents = tags.slice(0, 40).map(({ anchor, name }) => [anchor, name] as const);
      return { ...frameView(context, { kind: "tags", title, contents, summary: site.words("site.tags-lead") }), tags };
    },
  };
}
