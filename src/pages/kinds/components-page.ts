import type { Component } from "#model";
import { anchorFor } from "#model";
import type { Words } from "#text";
import { isWordKey, groupBy } from "#text";
import type { Block } from "../blocks/index.ts";
import { htmlOnly, listOf, named, sentence, tell } from "../blocks/index.ts";
import type { PageContext, SiteContext, Page } from "../frame/index.ts";
import {
  framedBlocks,
  frameView,
  type FrameView,
  createPageContext,
  fieldProblems,
  problemItems,
  valueCode,
  sourceTold,
  sourceView,
} from "../frame/index.ts";

/** The most values printed for one component, and for all on a page. Once the page's are used up, each component gets `least`. */
const VALUES = { one: 2000, page: 4000, least: 20 };

function componentView(context: PageContext, { group, key, node }: Component, room: { values: number }) {
  const { code: json, cut, printed } = valueCode(node, Math.max(VALUES.least, Math.min(VALUES.one, room.values)));
  room.values -= printed;
  return {
    anchor: anchorFor("component", group, key),
    name: key,
    json,
    cut,
    problems: fieldProblems(context, context.site.placed.within(node)),
    source: sourceView(context, node, key),
  };
}

/** The title of a kind of components; its key if the format does not know it. */
function titleOf(group: string, words: Words): string {
  const key = [`site.${group}`, `site.group-${group}`].find(isWordKey);
  return key === undefined ? group : words(key);
}

function groupsOf(context: PageContext, components: readonly Component[]) {
  const room = { values: VALUES.page };
  return [...groupBy(components, ({ group }) => group)].map(([group, members]) => ({
    anchor: anchorFor("group", group),
    title: titleOf(group, context.site.words),
    components: members.map((component) => componentView(context, component, room)),
  }));
}

function componentBlock({ name, json, cut, source, problems, ...rest }: ReturnType<typeof componentView>, words: Words): Block {
  htmlOnly(rest, { anchor: "the anchor" });
  const written = { code: { text: json, language: "json" } };
  return named(
    name,
    tell(
      { parts: [written, ...sentence(cut ? words("site.cut-short") : "")], problems: listOf(problemItems(problems)) },
      sourceTold(source, words),
    ),
  );
}

/** Pages of components that nothing uses, each shown in full, `listRows` on a page. */
export function componentsPages(site: SiteContext): Page[] {
  const unused = site.api.components.filter(({ used }) => !used);
  const title = site.words("site.components");
  const size = Math.min(100, site.settings.limits.listRows);
  const count = Math.ceil(unused.length / size);
  const paths = Array.from({ length: count }, (_, index) => `components${index === 0 ? "" : `-${index + 1}`}.html`);
  return paths.map((path, index) => ({
    path,
    kind: index === 0 ? "components" : "list",
    id: index === 0 ? null : `components-${index + 1}`,
    title,
    template: "pages/components",
    view() {
      const context = createPageContext(site, path);
      const groups = groupsOf(context, unused.slice(index * size, (index + 1) * size));
      const contents = groups.map((group) => [group.anchor, group.title] as const);
      const pages = paths.map((each, at) => ({ href: site.routes.relative(path, each), number: at + 1, current: at === index }));
      return {
        ...frameView(context, { kind: "components", title, contents, summary: site.words("site.components-lead") }),
        groups,
        pages: count > 1 ? pages : [],
      };
    },
    blocks({ groups, ...frame }: FrameView & { readonly groups: ReturnType<typeof groupsOf> }) {
      const { words } = site;
      const parts = groups.map((group) => named(group.title, group.components.map((each) => componentBlock(each, words)))); // prettier-ignore
      return framedBlocks(frame, words, { parts });
    },
  }));
}
