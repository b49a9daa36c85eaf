import type { Tag } from "#model";
import { anchorFor, groupTags } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { describedView } from "./described-view.ts";
import type { Page } from "./page.ts";
import { sectionPages } from "./section-pages.ts";
import { usesOf, usesView } from "./uses.ts";
import { visible } from "./visible.ts";

/** Where a group of `x-tagGroups` begins: its heading, by its first tag. Without groups there are none. */
function headingsOf({ api, words }: SiteContext): ReadonlyMap<Tag, { anchor: string; title: string }> {
  const groups = groupTags(api.allTags, api.extensions);
  if (groups.every(({ name }) => name === "")) return new Map();
  return new Map(
    groups.flatMap(({ name, tags: [first] }) => {
      const title = name === "" ? words("site.other-group") : visible(name);
      return first ? [[first, { anchor: anchorFor("group", name === "" ? "other" : name), title }] as const] : [];
    }),
  );
}

function tagView(context: PageContext, tag: Tag, headings: ReturnType<typeof headingsOf>) {
  const { routes } = context.site;
  const anchor = routes.anchorOf(tag) ?? anchorFor("tag", tag.id);
  return {
    anchor,
    name: visible(tag.title),
    count: usesOf(context.site, tag).length,
    group: headings.get(tag),
    grouped: headings.size > 0,
    ofApi: tag.taggedBy.includes("api"),
    uses: usesView(context, tag),
    ...describedView(context, tag, { prefix: anchor }),
    alsoSaid: tag.alsoSaid.map((said, at) => describedView(context, said, { prefix: `${anchor}-also-${at + 1}` })),
  };
}

/** All tags, a section each, with what carries them. */
export function tagsPages(site: SiteContext): Page[] {
  const headings = headingsOf(site);
  return sectionPages(site, { kind: "tags", entities: site.api.allTags, name: "tags", view: (context, tag: Tag) => tagView(context, tag, headings) });
}
