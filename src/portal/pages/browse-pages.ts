import { relativeUrl } from "#model";
import type { Block, BrowseKind, Page } from "#pages";
import { browsePath, framedBlocks, htmlOnly, listOf, onlyFields } from "#pages";
import type { Words } from "#text";
import type { Facet } from "./api-facets.ts";
import { allFacets, badStates } from "./api-facets.ts";
import { groupBlocks, rowGroups } from "./api-rows.ts";
import { apiMatrix, isReadable } from "./map-matrix.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import type { PortalFrameView } from "./portal-frame.ts";
import { portalFrame } from "./portal-frame.ts";

/** The most rows on one page. */
const ROWS = 200;
/** The most other values listed beside a list. */
const BESIDE = 40;

/** The paths of the pages of one value. The dot avoids collisions with values that end in a number. */
function pagesOf(first: string, count: number): string[] {
  const more = Math.max(1, Math.ceil(count / ROWS)) - 1;
  return [first, ...Array.from({ length: more }, (_, at) => first.replace(/\.html$/, `.${at + 2}.html`))];
}

function crumbs({ path, words }: PortalPage, kind?: BrowseKind) {
  const home = { text: words("portal.apis"), href: relativeUrl(path, "index.html") };
  return kind ? [home, { text: words(`portal.by-${kind}`), href: relativeUrl(path, `browse/${kind}.html`) }] : [home];
}

function valueView(
  context: PortalPage,
  { kind, facets, facet, pages }: { kind: BrowseKind; facets: readonly Facet[]; facet: Facet; pages: readonly string[] },
) {
  const { path, words } = context;
  const at = pages.indexOf(path);
  const title = words("portal.browse-value", { value: facet.text });
  const place = facets.indexOf(facet);
  const near = facets.slice(Math.max(0, Math.min(place - BESIDE / 2, facets.length - BESIDE))).slice(0, BESIDE);
  return {
    ...portalFrame(context, {
      kind: "list",
      title,
      section: "apis",
      crumbs: crumbs(context, kind),
      pages,
      rail: [
        {
          title: words(`portal.by-${kind}`),
          items: near.map((each) => ({
            href: relativeUrl(path, browsePath(kind, each.value)),
            text: each.text,
            count: each.apis.length,
            mono: kind === "broker",
            bad: kind === "state" && badStates.includes(each.value),
            current: each === facet,
          })),
        },
      ],
    }),
    heading: facet.text,
    count: facet.apis.length,
    dense: facet.apis.length > 60,
    // If the map of the whole portal shows only groups, each group has its own map.
    ...(kind === "group" && at === 0 && !isReadable(context.portal.apis.length) && isReadable(facet.apis.length)
      ? {
          ranks: [],
          matrix: {
            ...apiMatrix(
              context,
              facet.apis.filter(({ index }) => index !== undefined),
            ),
            reading: words("portal.read-apis"),
            badText: words("portal.read-clash"),
          },
        }
      : {}),
    rowGroups: rowGroups(context, facet.apis.slice(at * ROWS, (at + 1) * ROWS)),
  };
}

function kindView(context: PortalPage, kind: BrowseKind, facets: readonly Facet[]) {
  const { path, words } = context;
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.browse", { kind: words(`portal.by-${kind}`) }),
      section: "apis",
      crumbs: crumbs(context),
    }),
    values: facets.map(({ value, text, apis }) => ({
      text,
      bad: kind === "state" && badStates.includes(value),
      count: apis.length,
      href: relativeUrl(path, browsePath(kind, value)),
    })),
  };
}

function valueBlocks({ count, rowGroups: groups, ...rest }: ReturnType<typeof valueView>, words: Words): Block[] {
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, {
    dense: "a class",
    ranks: "the map has them",
    matrix: "a picture of what the map says",
  });
  return framedBlocks(rest, words, { lead: [{ line: words("portal.count-apis", { count }) }], parts: groupBlocks(groups, words) });
}

function kindBlocks({ values, ...frame }: ReturnType<typeof kindView>, words: Words): Block[] {
  const items = values.map(({ text, href, bad, count, ...rest }) => {
    onlyFields<never>()(rest);
    return { line: [bad ? "✗ " : "", { text, href }, `: ${words("portal.count-apis", { count })}`] };
  });
  onlyFields<keyof PortalFrameView>()(frame);
  return framedBlocks(frame, words, { parts: listOf(items) });
}

/** Lists of APIs with a common value, for readers without script. */
export function* browsePages(context: PortalContext): Generator<Page> {
  for (const [kind, facets] of allFacets(context)) {
    const path = `browse/${kind}.html`;
    const title = context.words("portal.browse", { kind: context.words(`portal.by-${kind}`) });
    yield {
      path,
      kind: "list",
      id: null,
      title,
      template: "portal/browse",
      view: () => kindView({ ...context, path }, kind, facets),
      blocks: (view: ReturnType<typeof kindView>) => kindBlocks(view, context.words),
    };
    for (const facet of facets) {
      const pages = pagesOf(browsePath(kind, facet.value), facet.apis.length);
      for (const one of pages) {
        const of = { kind, facets, facet, pages };
        yield {
          path: one,
          kind: "list",
          id: null,
          title: context.words("portal.browse-value", { value: facet.text }),
          template: "portal/browse-value",
          view: () => valueView({ ...context, path: one }, of),
          blocks: (view: ReturnType<typeof valueView>) => valueBlocks(view, context.words),
        };
      }
    }
  }
}
