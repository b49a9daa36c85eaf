import type { Tag } from "#model";
import { anchorFor } from "#routes";
import type { PageContext, SiteContext } from "./context.ts";
import { describedView } from "./described-view.ts";
import type { Page } from "./page.ts";
import { sectionPages } from "./section-pages.ts";
import { usesOf, usesView } from "./uses.ts";
import { visible } from "./visible.ts";

function tagView(context: PageContext, tag: Tag) {
  const { routes } = context.site;
  const anchor = routes.anchorOf(tag) ?? anchorFor("tag", tag.id);
  return {
    anchor,
    name: visible(tag.title),
    count: usesOf(context.site, tag).length,
    ofApi: tag.taggedBy.includes("api"),
    uses: usesView(context, tag),
    ...describedView(context, tag, { prefix: anchor }),
    alsoSaid: tag.alsoSaid.map((said, at) => describedView(context, said, { prefix: `${anchor}-also-${at + 1}` })),
  };
}

/** All tags, a section each, with what carries them. */
export function tagsPages(site: SiteContext): Page[] {
  return sectionPages(site, { kind: "tags", entities: site.api.allTags, name: "tags", view: tagView });
}
