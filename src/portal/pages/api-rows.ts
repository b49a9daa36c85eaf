import { relativeUrl } from "#model";
import type { Block, Item, BrowseKind } from "#pages";
import { browsePath, htmlOnly, joinLines, linksLine, listOf, named, protocolName, said, shorten, browseKinds } from "#pages";
import type { Words } from "#text";
import { groupBy, MOST_IN_BOX } from "#text";
import type { PortalApi } from "../match/index.ts";
import type { PortalPage, PortalContext } from "./portal-context.ts";
import { groupName, homeOf, verdictLine, brokerText } from "./portal-context.ts";
import { channelCount } from "./portal-facts.ts";
import type { RailList } from "./portal-frame.ts";

/** A value by which APIs are listed, such as one owner, with the APIs that have it. */
export interface Facet {
  readonly value: string;
  readonly text: string;
  readonly apis: readonly PortalApi[];
}

const states = ["clash", "examples", "errors", "stale", "failed"] as const;

/** The states that are errors. They have the sign that the same verdict has elsewhere. */
export const badStates: readonly string[] = states.filter((state) => state !== "stale");

type StateContext = Pick<PortalContext, "facts" | "settings">;

/** The states of an API that need attention. */
export function statesOf(
  { facts, settings }: StateContext,
  { name, index, status, hasErrors = false }: PortalApi,
): (typeof states)[number][] {
  const is: Readonly<Record<(typeof states)[number], boolean>> = {
    clash: facts.clashesOf(name).length > 0,
    examples: (index?.examples.failed ?? 0) > 0,
    errors: hasErrors && settings.show.problems,
    stale: status === "stale",
    failed: index === undefined,
  };
  return states.filter((state) => is[state]);
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** The values of one kind that an API has. */
export function valuesOf(context: StateContext, kind: BrowseKind, api: PortalApi): readonly string[] {
  const { index, owner, group, name } = api;
  if (kind === "group") return [group];
  if (kind === "state") return statesOf(context, api);
  if (kind === "protocol") return unique(index?.protocols ?? []);
  if (kind === "owner") return owner === null ? [] : [owner];
  if (kind === "broker") return unique(context.facts.brokersOf(name).map(brokerText));
  return unique(index?.tags ?? []);
}

export function valueText(context: PortalContext, kind: BrowseKind, value: string): string {
  if (kind === "group") return groupName(context, value);
  if (kind === "protocol") return protocolName(value);
  if (kind === "state") return context.words(`portal.state-${value as (typeof states)[number]}`);
  return value;
}

/** The values of a kind. Groups and states keep their order; others are sorted by the number of APIs. */
function facetsOf(context: PortalContext, kind: BrowseKind): Facet[] {
  const order = kind === "group" ? context.facts.groups.map(({ name }) => name) : kind === "state" ? states : [];
  const found = groupBy(
    context.portal.apis.flatMap((api) => valuesOf(context, kind, api).map((value) => ({ value, api }))),
    ({ value }) => value,
  );
  const facets = [...new Set([...order, ...found.keys()])].flatMap((value) => {
    const apis = (found.get(value) ?? []).map(({ api }) => api);
    return apis.length > 0 ? [{ value, text: valueText(context, kind, value), apis }] : [];
  });
  return order.length > 0 ? facets : facets.sort((a, b) => b.apis.length - a.apis.length || (a.text < b.text ? -1 : 1));
}

/** The values of each kind, for kinds with any value. */
export function allFacets(context: PortalContext): ReadonlyMap<BrowseKind, readonly Facet[]> {
  const all = browseKinds.map((kind) => [kind, facetsOf(context, kind)] as const);
  const isGrouped = context.portal.apis.some(({ group }) => group !== "");
  return new Map(all.filter(([kind, facets]) => facets.length > 0 && (kind !== "group" || isGrouped)));
}

/** The kinds worth a choice: groups only if there are several, and not if they are the owners, who are listed anyway. */
export function choices(context: PortalContext): ReadonlyMap<BrowseKind, readonly Facet[]> {
  const isGrouped = context.facts.groups.length > 1 && context.settings.portal?.group !== "owner";
  return new Map([...allFacets(context)].filter(([kind]) => kind !== "group" || isGrouped));
}

/** The lists beside the home page. */
export function facetRail(context: PortalPage, facets: ReadonlyMap<BrowseKind, readonly Facet[]>): RailList[] {
  const { path, words } = context;
  return [...facets].map(([kind, all]): RailList => {
    const shown = all.length <= MOST_IN_BOX + 2 ? all : all.slice(0, MOST_IN_BOX);
    return {
      kind,
      title: words(`portal.by-${kind}`),
      items: shown.map(({ value, text, apis }) => ({
        href: relativeUrl(path, browsePath(kind, value)),
        text,
        value: text,
        bad: kind === "state" && badStates.includes(value),
        count: apis.length,
        mono: kind === "broker",
      })),
      ...(shown.length < all.length
        ? { more: { href: relativeUrl(path, `browse/${kind}.html`), text: words("portal.all-of", { count: all.length }) } }
        : {}),
    };
  });
}

/** The result of checking an API's examples, in words. */
function examplesView({ words }: PortalPage, { index }: PortalApi) {
  if (!index) return {};
  const { passed, failed, notChecked } = index.examples;
  const [all, count] = [passed + failed, notChecked];
  if (all + count === 0) return { noExamples: words("portal.no-examples") };
  const sign = failed > 0 ? "✗" : passed > 0 ? "✓" : "";
  const label = words("portal.examples", { passed, all });
  const text =
    all === 0 ? words("site.examples-none-checked", { count }) : count > 0 ? words("site.examples-unchecked", { label, count }) : label;
  return { examples: { text, sign, failed: failed > 0, all: failed === 0 && passed > 0 } };
}

/** One API in a list. */
function apiRow(context: PortalPage, api: PortalApi) {
  const { facts, words, path } = context;
  const { name, title, index, owner, status, versions } = api;
  const clashes = facts.clashesOf(name).length;
  const [sends, receives] = index ? [channelCount(index, "send"), channelCount(index, "receive")] : [0, 0];
  const shown = shorten(title === "" ? name : title);
  return {
    anchor: `api-${name}`,
    text: shown,
    href: index ? relativeUrl(path, homeOf(name)) : "",
    key: shown === name ? "" : name,
    summary: index ? index.summary.slice(0, 240).toWellFormed() : words(api.sharesName === true ? "portal.no-page-name" : "portal.no-page"),
    version: index?.version ?? "",
    // A document that could not be read may name one.
    owner: owner === null && !index ? words("portal.owner-unknown") : (owner ?? ""),
    hasOwner: owner !== null,
    protocols: (index?.protocols ?? []).map(protocolName).join(", "),
    isBuilt: index !== undefined,
    sends,
    receives,
    sendsOn: index ? words("portal.sends-on", { count: sends }) : "",
    receivesOn: index ? words("portal.receives-on", { count: receives }) : "",
    ...(clashes > 0 ? { clashes: words("portal.does-not-fit-count", { count: clashes }) } : {}),
    ...(statesOf(context, api).includes("errors") ? { faulty: words("portal.state-errors") } : {}),
    stale: status === "stale",
    failed: index === undefined,
    earlier: versions.slice(1).map(({ version, path: folder }) => ({ text: version, href: relativeUrl(path, `${folder}index.html`) })),
    ...examplesView(context, api),
  };
}

/** APIs as groups of rows, without names of groups where all are of one that the page is about. */
export function rowGroups(context: PortalPage, apis: readonly PortalApi[], about?: BrowseKind) {
  const { facts, path, words, settings } = context;
  const isSaid = about === "group" || (about === "owner" && settings.portal?.group === "owner");
  const sizes = new Map(facts.groups.map(({ name, apis: all }) => [name, all.length]));
  const names = [...new Set(apis.map(({ group }) => group))];
  return names.map((name) => ({
    ...(facts.groups.length > 1 && !isSaid
      ? {
          name: groupName(context, name),
          href: relativeUrl(path, browsePath("group", name)),
          count: words("portal.count-apis", { count: sizes.get(name) ?? 0 }),
        }
      : {}),
    rows: apis.filter(({ group }) => group === name).map((api) => apiRow(context, api)),
  }));
}

/** Whether the page says the owners once, so that rows need not: by groups, or in its title. */
export function saysOwners({ settings }: Pick<PortalContext, "settings">, about?: BrowseKind): boolean {
  return about === "owner" || settings.portal?.group === "owner";
}

function apiItem(row: ReturnType<typeof apiRow>, words: Words): Item {
  const { text, href, key, summary, version, owner, protocols, sendsOn, receivesOn, clashes, faulty, stale, earlier, ...rest } = row;
  const { examples, noExamples, ...look } = rest;
  htmlOnly(look, {
    anchor: "the anchor",
    hasOwner: "a class",
    isBuilt: "the summary says it",
    sends: "said in words",
    receives: "said in words",
    failed: "the summary says it",
  });
  const about = [
    key === "" ? "" : { code: key },
    summary,
    said(version),
    owner === "" ? "" : `${words("portal.owner")}: ${owner}`,
    protocols,
    sendsOn,
    receivesOn,
    clashes,
    faulty,
    stale ? words("portal.state-stale") : "",
    examples ? verdictLine(examples) : noExamples,
    earlier.length === 0 ? "" : [`${words("portal.earlier")}: `, linksLine(earlier)],
  ];
  return { line: joinLines([{ text, href }, joinLines(about, " — ")], ": ") };
}

/** Groups of APIs, each as a section if there are several. */
export function groupBlocks(groups: ReturnType<typeof rowGroups>, words: Words): Block[] {
  return groups.flatMap(({ name, href = "", count = "", rows }) => {
    const list = listOf(rows.map((row) => apiItem(row, words)));
    return name === undefined ? list : [named([{ text: name, href }, ` (${count})`], list)];
  });
}

/** APIs in the order of lists: by group, then by name. */
export function inOrder({ facts }: Pick<PortalPage, "facts">): PortalApi[] {
  return facts.groups.flatMap(({ apis }) => apis);
}
