import { numberedPages, relativeUrl } from "#model";
import type { Block, Item, Page } from "#pages";
import { browsePath, framedBlocks, htmlOnly, joinLines, listOf, section, sentence } from "#pages";
import type { Words } from "#text";
import type { PortalApi } from "../match/index.ts";
import { inOrder } from "./api-rows.ts";
import { apiMatrix, groupMatrix, groupPairs, isReadable } from "./map-matrix.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { apiLink, groupName, hasClash, partiesLine } from "./portal-context.ts";
import type { ApiPair } from "./portal-facts.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame } from "./portal-frame.ts";

/** The most rows in a table of APIs. */
const ROWS = 100;
/** The most neighbours that a row names. */
const NAMED = 24;
/** The number of entries in each list of top APIs. */
const RANKS = 5;

function neighbours(context: PortalPage, pairs: readonly ApiPair[], side: "sender" | "receiver") {
  const bad = pairs.filter(hasClash);
  const first = [...bad, ...pairs.filter((pair) => !bad.includes(pair))];
  return {
    items: first.slice(0, NAMED).map((pair) => ({
      ...apiLink(context, pair[side]),
      bad: hasClash(pair),
      times: pair.flows.length > 1 ? `× ${context.words("site.number", { number: pair.flows.length })}` : "",
    })),
    more: Math.max(0, first.length - NAMED),
    none: context.words("portal.no-neighbour"),
  };
}

function apiRowsOf(context: PortalPage, apis: readonly PortalApi[]) {
  return apis.map(({ name }) => ({
    ...apiLink(context, name),
    sendsTo: neighbours(context, context.facts.sentBy(name), "receiver"),
    receivesFrom: neighbours(context, context.facts.receivedBy(name), "sender"),
  }));
}

function groupRowsOf(context: PortalPage) {
  const { facts, path, words } = context;
  const rows = groupPairs(context);
  return facts.groups.map(({ name, apis }) => {
    const row = [...(rows.get(name) ?? [])].sort(([a, x], [b, y]) => y.length - x.length || (a < b ? -1 : 1));
    const clashes = row.flatMap(([, pairs]) => pairs).filter(hasClash).length;
    return {
      text: groupName(context, name),
      href: relativeUrl(path, browsePath("group", name)),
      count: words("portal.count-apis", { count: apis.length }),
      sendsTo: {
        items: row.slice(0, NAMED).map(([to, pairs]) => ({
          text: groupName(context, to),
          href: relativeUrl(path, browsePath("group", to)),
          bad: false,
          times: `× ${words("site.number", { number: pairs.length })}`,
        })),
        more: Math.max(0, row.length - NAMED),
        none: words("portal.no-neighbour"),
      },
      ...(clashes > 0 ? { clashes } : {}),
    };
  });
}

/** The APIs with the highest counts. */
function most(context: PortalPage, countOf: (name: string) => number, said: (count: number) => string) {
  return context.portal.apis
    .map(({ name }) => ({ name, count: countOf(name) }))
    .filter(({ count }) => count > 0)
    .sort((a, b) => b.count - a.count || (a.name < b.name ? -1 : 1))
    .slice(0, RANKS)
    .map(({ name, count }) => ({ ...apiLink(context, name), count: said(count) }));
}

function ranks(context: PortalPage) {
  const { facts, words } = context;
  return [
    {
      title: words("portal.clash-most"),
      items: most(
        context,
        (name) => facts.clashesOf(name).length,
        (count) => words("portal.does-not-fit-count", { count }),
      ),
    },
    {
      title: words("portal.sends-most"),
      items: most(
        context,
        (name) => facts.sentBy(name).length,
        (count) => words("portal.n-receivers", { count }),
      ),
    },
    {
      title: words("portal.receives-most"),
      items: most(
        context,
        (name) => facts.receivedBy(name).length,
        (count) => words("portal.n-senders", { count }),
      ),
    },
  ].filter(({ items }) => items.length > 0);
}

type MapShape = "apis" | "groups" | "table";

function mapView(context: PortalPage, shape: MapShape, apis: readonly PortalApi[], { rows, at, pages }: ListPart<PortalApi>) {
  const { words, facts } = context;
  const count = words("portal.count-apis", { count: apis.length });
  const bad = facts.pairs.filter(hasClash).length;
  const pairs = words("portal.count-pairs", { count: facts.pairs.length });
  const sums = words("portal.map-lead", { apis: count, pairs }) + (bad > 0 ? ` ${words("portal.map-bad", { count: bad })}` : "");
  const why =
    shape === "groups"
      ? ` ${words("portal.map-groups", { apis: count })}`
      : shape === "table" && apis.length > 1
        ? ` ${words("portal.map-table", { apis: count })}`
        : "";
  const matrix = at > 0 ? undefined : shape === "apis" ? apiMatrix(context, apis) : shape === "groups" ? groupMatrix(context) : undefined;
  return {
    ...portalFrame(context, {
      kind: "list",
      title: words("portal.map"),
      section: "map",
      summary: sums,
      pages,
    }),
    lead: sums + why,
    matrixTitle: words(shape === "groups" ? "portal.which-group" : "portal.who-to-whom"),
    ...(matrix
      ? {
          matrix: {
            ...matrix,
            reading: words(shape === "groups" ? "portal.read-groups" : "portal.read-apis"),
            badText: words(shape === "groups" ? "portal.read-clashes" : "portal.read-clash"),
          },
        }
      : {}),
    groups: shape === "groups" ? groupRowsOf(context) : [],
    rows: shape === "groups" ? [] : apiRowsOf(context, rows),
    ranks: at === 0 ? ranks(context) : [],
  };
}

type NeighboursView = ReturnType<typeof neighbours>;

/** An API or a group, with those that it sends to and receives from. */
function rowItem(
  {
    text,
    href,
    count,
    sendsTo,
    receivesFrom,
    clashes = 0,
  }: {
    readonly text: string;
    readonly href: string;
    readonly count?: string;
    readonly sendsTo: NeighboursView;
    readonly receivesFrom?: NeighboursView;
    readonly clashes?: number;
  },
  words: Words,
): Item {
  const facts = [
    count,
    [`${words("portal.sends-to")}: `, partiesLine(sendsTo, words)],
    receivesFrom && [`${words("portal.receives-from")}: `, partiesLine(receivesFrom, words)],
    clashes > 0 ? words("portal.does-not-fit-count", { count: clashes }) : "",
  ];
  return { line: joinLines([{ text, href }, joinLines(facts, " — ")], ": ") };
}

function blocksOf(view: ReturnType<typeof mapView>, words: Words): Block[] {
  const { lead, rows, groups, ranks: tops, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { matrix: "a picture of the list", matrixTitle: "the title of the picture" });
  const parts = [
    ...listOf([...rows, ...groups].map((row) => rowItem(row, words))),
    ...tops.flatMap(({ title, items }) =>
      section(title, listOf(items.map(({ text, href, count }) => ({ line: [{ text, href }, `: ${count}`] })))),
    ),
  ];
  return framedBlocks(rest, words, { lead: sentence(lead), parts });
}

/** Who sends to whom: a matrix if it is small enough to read, and a table with the same data. */
export function* mapPages(context: PortalContext): Generator<Page> {
  const { facts, words } = context;
  const rows = inOrder(context).filter(({ index }) => index !== undefined);
  const shape = isReadable(rows.length) ? "apis" : isReadable(facts.groups.length) ? "groups" : "table";
  const pages = numberedPages("map", shape === "groups" ? 1 : rows.length, ROWS);
  yield* listPages(
    context,
    { pages, rows, size: ROWS },
    {
      title: words("portal.map"),
      template: "map",
      view: (page, part: ListPart<PortalApi>) => mapView(page, shape, rows, part),
      blocks: blocksOf,
    },
  );
}
