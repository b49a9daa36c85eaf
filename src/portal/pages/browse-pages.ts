import { numberedPages, relativeUrl } from "#model";
import type { Block, BrowseKind, Page } from "#pages";
import { browsePath, framedBlocks, htmlOnly, listOf, onlyFields } from "#pages";
import type { Words } from "#text";
import type { PortalApi } from "../match/index.ts";
import type { Facet } from "./api-rows.ts";
import { allFacets, badStates, groupBlocks, rowGroups, saysOwners } from "./api-rows.ts";
import { apiMatrix, isMapReadable } from "./map-pages.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame, portalPage } from "./portal-frame.ts";

/** The most other values listed beside a list. */
const BESIDE = 40;

function crumbs({ path, words }: PortalPage, kind?: BrowseKind) {
  const home = { text: words("portal.apis"), href: relativeUrl(path, "index.html") };
  return kind ? [home, { text: words(`portal.by-${kind}`), href: relativeUrl(path, `browse/${kind}.html`) }] : [home];
}

function valueView(
  context: PortalPage,
  { kind, facets, facet }: { readonly kind: BrowseKind; readonly facets: readonly Facet[]; readonly facet: Facet },
  { rows, at, pages }: ListPart<PortalApi>,
) {
  const { path, words } = context;
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
    ...(kind === "group" && at === 0 && !isMapReadable(context, context.portal.apis) && isMapReadable(context, facet.apis)
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
    owned: saysOwners(context, kind),
    rowGroups: rowGroups(context, rows, kind),
  };
}

function kindView(context: PortalPage, kind: BrowseKind, facets: readonly Facet[]) {
  const { path, words } = context;
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words(`portal.browse-${kind}`),
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
    owned: "a class",
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
  const { words } = context;
  for (const [kind, facets] of allFacets(context)) {
    yield portalPage(context, {
      path: `browse/${kind}.html`,
      title: words(`portal.browse-${kind}`),
      template: "browse",
      view: (page) => kindView(page, kind, facets),
      blocks: kindBlocks,
    });
    for (const facet of facets) {
      const first = browsePath(kind, facet.value).replace(/\.html$/, "");
      // The dot avoids collisions with values that end in a number.
      const pages = numberedPages(first, facet.apis.length, context.settings.limits.listRows, ".");
      const list = { pages, rows: facet.apis };
      yield* listPages(context, list, {
        title: words("portal.browse-value", { value: facet.text }),
        template: "browse-value",
        view: (page, part: ListPart<PortalApi>) => valueView(page, { kind, facets, facet }, part),
        blocks: valueBlocks,
      });
    }
  }
}
