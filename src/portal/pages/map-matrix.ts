import { relativeUrl } from "#model";
import type { MatrixCell } from "#pages";
import { browsePath, drawMatrix, shorten } from "#pages";
import type { PortalApi } from "../match/index.ts";
import type { PortalPage } from "./portal-context.ts";
import { apiLink, channelLink, groupName, hasClash } from "./portal-context.ts";
import type { ApiPair } from "./portal-facts.ts";

/** Nobody can read a matrix with more rows. */
const MOST = 40;

/** A picture of who sends to whom, and how to read it. */
export interface MatrixView {
  readonly picture: { readonly html: string };
  readonly legend: readonly { readonly level: number; readonly text: string }[];
}

export function isReadable(count: number): boolean {
  return count >= 2 && count <= MOST;
}

/** The page of a pair: the only channel that it shares, otherwise the neighbours of the sender. */
function pairHref(context: PortalPage, { sender, flows }: ApiPair): string {
  const clash = flows.find(({ verdict }) => verdict === "clash");
  const only = clash ?? (flows.length === 1 ? flows[0] : undefined);
  return only ? channelLink(context, only.channel, clash ? "clashes" : undefined).href : apiLink(context, sender).href;
}

/** The matrix of some APIs, in the order of lists. */
export function apiMatrix(context: PortalPage, apis: readonly PortalApi[]): MatrixView {
  const { facts, words } = context;
  const order = new Map(apis.map(({ name }, at) => [name, at]));
  const cells = apis.flatMap(({ name }, row) =>
    facts.sentBy(name).flatMap((pair): MatrixCell[] => {
      const column = order.get(pair.receiver);
      if (column === undefined) return [];
      const count = new Set(pair.flows.map(({ channel }) => channel)).size;
      const bad = hasClash(pair);
      const title = words(bad ? "portal.cell-bad" : "portal.cell", {
        sender: name,
        receiver: pair.receiver,
        number: words("portal.count-channels", { count }),
      });
      return [
        {
          row,
          column,
          count: words("site.number", { number: count }),
          level: count > 2 ? 3 : count > 1 ? 2 : 1,
          bad,
          title,
          href: pairHref(context, pair),
        },
      ];
    }),
  );
  const entries = apis.map(({ name, group }, at) => {
    const { href } = apiLink(context, name);
    return { title: name, href: href === "" ? undefined : href, begins: at > 0 && apis[at - 1]?.group !== group };
  });
  const { svg } = drawMatrix({ entries, cells, noSelf: true, label: words("portal.matrix") });
  return {
    picture: { html: svg },
    legend: [
      { level: 1, text: words("portal.count-channels", { count: 1 }) },
      { level: 2, text: words("portal.count-channels", { count: 2 }) },
      { level: 3, text: words("portal.more-than") },
    ],
  };
}

/** Pairs of sender and receiver by the groups of both. */
export function groupPairs({ facts }: Pick<PortalPage, "facts">): ReadonlyMap<string, ReadonlyMap<string, readonly ApiPair[]>> {
  const groups = new Map<string, Map<string, ApiPair[]>>();
  for (const pair of facts.pairs) {
    const [from = "", to = ""] = [pair.sender, pair.receiver].map((name) => facts.apis.get(name)?.group);
    const row = groups.get(from) ?? new Map<string, ApiPair[]>();
    groups.set(from, row);
    const known = row.get(to);
    if (known) known.push(pair);
    else row.set(to, [pair]);
  }
  return groups;
}

/** The matrix of all groups. A cell is marked from two clashes on, since among many pairs one often does not fit. */
export function groupMatrix(context: PortalPage): MatrixView {
  const { facts, words, path } = context;
  const rows = groupPairs(context);
  const names = facts.groups.map(({ name }) => name);
  const most = Math.max(1, ...[...rows.values()].flatMap((row) => [...row.values()].map(({ length }) => length)));
  const step = Math.max(1, Math.ceil(most / 3));
  const cells = names.flatMap((from, row) =>
    names.flatMap((to, column): MatrixCell[] => {
      const pairs = rows.get(from)?.get(to) ?? [];
      if (pairs.length === 0) return [];
      const bad = pairs.filter(hasClash).length > 1;
      const number = words("portal.count-pairs", { count: pairs.length });
      const title = words(bad ? "portal.cell-bad" : "portal.cell", {
        sender: groupName(context, from),
        receiver: groupName(context, to),
        number,
      });
      const level = pairs.length > 2 * step ? 3 : pairs.length > step ? 2 : 1;
      return [
        {
          row,
          column,
          count: words("site.number", { number: pairs.length }),
          level,
          bad,
          title,
          href: relativeUrl(path, browsePath("group", from)),
        },
      ];
    }),
  );
  const entries = names.map((name) => ({ title: shorten(groupName(context, name)), href: relativeUrl(path, browsePath("group", name)) }));
  const { svg } = drawMatrix({ entries, cells, noSelf: false, label: words("portal.matrix") });
  return {
    picture: { html: svg },
    legend: [1, 2, 3].map((level) => ({ level, text: words("portal.up-to", { count: Math.min(most, level * step) }) })),
  };
}
