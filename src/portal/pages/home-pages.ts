import { numberedPages, relativeUrl } from "#model";
import type { Block, Item, Page } from "#pages";
import { browsePath, framedBlocks, htmlOnly, joinLines, linksLine, listOf, named, section, sentence } from "#pages";
import type { Words } from "#text";
import { MOST_ON_PAGE } from "#text";
import type { PortalApi } from "../match/index.ts";
import { choices, facetRail, statesOf, groupBlocks, inOrder, rowGroups, saysOwners } from "./api-rows.ts";
import { changedReports, CHANGES, changesPath } from "./changes-pages.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { apiLink, brokerText, channelLink, channelTitle, groupName } from "./portal-context.ts";
import type { ListPart, PortalFrameView } from "./portal-frame.ts";
import { listPages, portalFrame } from "./portal-frame.ts";

/** Up to this many APIs are listed on one page with their summaries. */
const ROOMY = 60;
/** The most things named under each point that needs attention. */
const NAMED = 3;
/** Of more pairs than this that do not fit, the APIs are named that are in most of them. */
const PAIRS = 20;

/** What is said of many pairs that do not fit: on how many channels they are, and which APIs are in most of them. */
function worstApis(context: PortalPage) {
  const { facts, portal, words, path } = context;
  const counted = portal.apis.map((api) => ({ api, count: facts.clashesOf(api.name).length })).filter(({ count }) => count > 0);
  const worst = counted.sort((a, b) => b.count - a.count || (a.api.name < b.api.name ? -1 : 1)).slice(0, NAMED);
  const channels = new Set(facts.clashes.map(({ channel }) => channel)).size;
  return {
    lead: words("portal.clashes-on", { count: channels }),
    items: worst.map(({ api, count }) => ({ ...apiLink(context, api.name), note: `(${words("site.number", { number: count })})` })),
    more: { text: words("portal.all-of", { count: facts.clashes.length }), href: relativeUrl(path, "problems.html", "clash") },
  };
}

/** A point that needs attention, with the first things that it is about. */
interface Attention {
  readonly tone: "bad" | "warn";
  readonly sign?: string;
  readonly text: string;
  readonly count: number;
  readonly lead?: string;
  readonly items: readonly { readonly text: string; readonly href: string; readonly note?: string; readonly why?: string }[];
  readonly more?: { readonly text: string; readonly href: string };
  /** Whether each thing comes with a sentence. */
  readonly isLines?: boolean;
}

/** The link to what is not named under a point. */
function moreOf({ words }: PortalPage, count: number, href: string): Pick<Attention, "more"> {
  return count > NAMED ? { more: { text: words("portal.more", { count: count - NAMED }), href } } : {};
}

/** The points that need attention first. */
function attention(context: PortalPage): Attention[] {
  const { facts, portal, words, problems, path } = context;
  const pairs = facts.pairs.filter(({ flows }) => flows.some(({ verdict }) => verdict === "clash"));
  const of = (state: "stale" | "failed" | "errors" | "examples") => portal.apis.filter((api) => statesOf(context, api).includes(state));
  const rest = (count: number, anchor: string) => moreOf(context, count, relativeUrl(path, "problems.html", anchor));
  // For information alone the other side may as well be outside of the portal.
  const isTold = problems.some(({ code, severity }) => code === "portal/one-sided" && severity !== "info");
  const places = new Set(portal.problems.flatMap(({ code, place }) => (isTold && code === "portal/one-sided" ? [place] : [])));
  const oneSided = portal.channels.filter(({ members, senders, receivers }) => {
    return senders.length * receivers.length === 0 && members.some(({ channel }) => places.has(channel.place));
  });
  const [failed, stale, faulty, failing] = [of("failed"), of("stale"), of("errors"), of("examples")];
  const whyOf = (document: string): string => {
    const found = problems.find(({ file, severity, code }) => file === document && severity === "error" && !code.startsWith("portal/"));
    return found?.message ?? "";
  };
  const points: readonly Attention[] = [
    {
      tone: "bad",
      sign: "✗",
      text: words("portal.does-not-fit-count", { count: facts.clashes.length }),
      count: pairs.length,
      ...(pairs.length > PAIRS
        ? worstApis(context)
        : {
            items: pairs.slice(0, NAMED).map(({ sender, receiver, flows }) => {
              const clash = flows.find(({ verdict }) => verdict === "clash");
              return { text: `${sender} → ${receiver}`, href: clash ? channelLink(context, clash.channel, "clashes").href : "" };
            }),
            ...rest(pairs.length, "clash"),
          }),
    },
    {
      tone: "bad",
      sign: "✗",
      text: words("portal.not-built", { count: failed.length }),
      count: failed.length,
      isLines: true,
      items: failed
        .slice(0, NAMED)
        .map(({ name, document, sharesName }) =>
          sharesName === true
            ? { text: name, href: relativeUrl(path, "problems.html", "same-name"), note: words("portal.no-page-name") }
            : { text: name, href: relativeUrl(path, "problems.html", "not-built"), why: whyOf(document) },
        ),
      ...rest(failed.length, "not-built"),
    },
    {
      tone: "warn",
      text: words("portal.last-good", { count: stale.length }),
      count: stale.length,
      items: stale.slice(0, NAMED).map(({ name }) => ({ ...apiLink(context, name), note: words("portal.shown-stale") })),
      ...rest(stale.length, "stale"),
    },
    {
      tone: "bad",
      sign: "✗",
      text: words("portal.with-errors", { count: faulty.length }),
      count: faulty.length,
      items: faulty.slice(0, NAMED).map(({ name }) => apiLink(context, name)),
      ...moreOf(context, faulty.length, relativeUrl(path, browsePath("state", "errors"))),
    },
    {
      tone: "bad",
      sign: "✗",
      text: words("portal.failing-examples", { count: failing.length }),
      count: failing.length,
      items: failing.slice(0, NAMED).map(({ name }) => apiLink(context, name)),
      ...moreOf(context, failing.length, relativeUrl(path, browsePath("state", "examples"))),
    },
    {
      tone: "warn",
      text: words("portal.one-sided-channels", { count: oneSided.length }),
      count: oneSided.length,
      items: oneSided.slice(0, NAMED).map((channel) => ({ text: channelTitle(channel), href: channelLink(context, channel).href })),
      ...rest(oneSided.length, "one-sided"),
    },
    ...changed(context),
  ];
  return points.filter(({ count }) => count > 0);
}

/** The APIs that changed, those that break others first. */
function changed(context: PortalPage): Attention[] {
  const { changes, words, path } = context;
  if (!changes) return [];
  const reports = changedReports(changes);
  const [first] = reports;
  const isBreaking = first !== undefined && first.summary.breaking > 0;
  return [
    {
      ...(isBreaking ? { tone: "bad", sign: "✗" } : { tone: "warn" }),
      text: words("portal.changed", { count: reports.length, since: changes.since }),
      count: reports.length,
      items: reports.slice(0, NAMED).map((report) => ({ text: report.api ?? "", href: relativeUrl(path, changesPath(report)) })),
      ...moreOf(context, reports.length, CHANGES),
    },
  ];
}

/** The groups as tiles. */
function tiles(context: PortalPage) {
  const { facts, path, words } = context;
  return facts.groups.slice(0, MOST_ON_PAGE).map(({ name, apis }) => {
    const clashes = new Set(apis.flatMap((api) => facts.clashesOf(api.name))).size;
    const owners = [...new Set(apis.flatMap(({ owner }) => owner ?? []))];
    return {
      text: groupName(context, name),
      count: apis.length,
      href: relativeUrl(path, browsePath("group", name)),
      owners: owners.slice(0, 2).join(", ") + (owners.length > 2 ? ", …" : ""),
      ...(clashes > 0 ? { clashes: words("portal.does-not-fit-count", { count: clashes }) } : {}),
    };
  });
}

/** Where else to look: the APIs by their values, and what spans them. */
function looks(context: PortalPage, facets: ReturnType<typeof choices>) {
  const { path, words } = context;
  return {
    by: [...facets.keys()].map((kind) => ({ href: relativeUrl(path, `browse/${kind}.html`), text: words(`portal.by-${kind}`) })),
    all: [
      { href: relativeUrl(path, "channels.html"), text: words("portal.channels") },
      { href: relativeUrl(path, "messages.html"), text: words("portal.messages") },
      { href: relativeUrl(path, "map.html"), text: words("portal.map") },
      ...(context.changes ? [{ href: relativeUrl(path, CHANGES), text: words("site.changes") }] : []),
    ],
  };
}

function homeView(context: PortalPage, { rows: shown, at, pages }: ListPart<PortalApi>) {
  const { portal, words, path, facts } = context;
  const { apis } = portal;
  const isRoomy = apis.length <= ROOMY;
  const facets = choices(context);
  const brokers = new Set([...portal.brokers.values()].flatMap((broker) => (broker === null ? [] : [brokerText(broker)])));
  const lead = words("portal.counts", {
    apis: words("portal.count-apis", { count: apis.length }),
    channels: words("portal.count-channels", { count: portal.channels.length }),
    brokers: words("portal.count-brokers", { count: brokers.size }),
  });
  return {
    ...portalFrame(context, {
      kind: "overview",
      title: at === 0 ? portal.title : words("portal.all-apis"),
      section: "apis",
      summary: lead,
      rail: facetRail(context, facets),
      pages,
      ownSearch: at === 0,
    }),
    isFirst: at === 0,
    lead,
    looks: looks(context, facets),
    attention: at === 0 ? attention(context) : [],
    groups: !isRoomy && at === 0 && facts.groups.length > 1 ? tiles(context) : [],
    ...(facts.groups.length > MOST_ON_PAGE
      ? { allGroups: { href: relativeUrl(path, "browse/group.html"), text: words("portal.all-of", { count: facts.groups.length }) } }
      : {}),
    listTitle: words(isRoomy ? "portal.apis" : "portal.all-apis"),
    range: isRoomy
      ? words("site.number", { number: apis.length })
      : words("portal.range", { from: at * ROOMY + 1, to: at * ROOMY + shown.length, count: apis.length }),
    dense: !isRoomy,
    // The script fills in the placeholder.
    filterText: words("portal.shown", { shown: "{}", all: apis.length }),
    owned: saysOwners(context),
    rowGroups: rowGroups(context, shown),
  };
}

/** A point that needs attention. Things of which more is said have lines of their own. */
function attentionItem({ text, lead, items, more, ...rest }: Attention): Item {
  htmlOnly(rest, { tone: "a class", sign: "a class in signs", count: "the text says it", isLines: "about line breaks" });
  const lines = items.map(({ text: name, href, note, why }) => joinLines([{ text: name, href }, note, why], " "));
  const isTold = items.some(({ note, why }) => note !== undefined || why !== undefined);
  const about = isTold ? lead : joinLines(lines, ", ");
  const below = isTold ? lines.map((line) => ({ line })) : [];
  return { line: joinLines([joinLines([text, about], ": "), more], " — "), items: below };
}

function tileItem({ text, href, count, owners, clashes }: ReturnType<typeof tiles>[number], words: Words): Item {
  return { line: joinLines([{ text, href }, joinLines([words("portal.count-apis", { count }), owners, clashes], " — ")], ": ") };
}

function blocksOf(view: ReturnType<typeof homeView>, words: Words): Block[] {
  const { isFirst, lead, looks: ways, attention: points, groups, allGroups, listTitle, range, rowGroups: rows, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof PortalFrameView>>(rest, { dense: "a class", owned: "a class", filterText: "for the script" });
  const { by, all } = ways;
  const links = [
    by.length === 0 ? "" : [`${words("portal.list-by")} `, linksLine(by), ". "],
    [`${words("portal.see-all")} `, linksLine(all), "."],
  ];
  const parts = [
    ...listOf(points.map(attentionItem)),
    ...section(
      words("portal.groups"),
      listOf([...groups.map((tile) => tileItem(tile, words)), ...(allGroups ? [{ line: allGroups }] : [])]),
    ),
    named(`${listTitle} (${range})`, groupBlocks(rows, words)),
  ];
  return framedBlocks(rest, words, { lead: isFirst ? [lead, links].flatMap(sentence) : [], parts });
}

/** The home page with the list of APIs, which may take several pages. */
export function* homePages(context: PortalContext): Generator<Page> {
  const rows = inOrder(context);
  const [, ...others] = numberedPages("apis", rows.length, ROOMY);
  const parts = { title: context.portal.title, template: "home", view: homeView, blocks: blocksOf };
  const [first, ...further] = listPages(context, { pages: ["index.html", ...others], rows, size: ROOMY }, parts);
  if (first) yield { ...first, kind: "overview" };
  yield* further;
}
