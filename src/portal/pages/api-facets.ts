import { relativeUrl } from "#model";
import type { BrowseKind } from "#pages";
import { browseKinds, browsePath, protocolName } from "#pages";
import { MOST_IN_BOX } from "#text";
import type { PortalApi } from "../match/index.ts";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import { brokerText, groupName } from "./portal-context.ts";
import type { RailList } from "./portal-frame.ts";

/** A value by which APIs are listed, such as one owner, with the APIs that have it. */
export interface Facet {
  readonly value: string;
  readonly text: string;
  readonly apis: readonly PortalApi[];
}

export const states = ["clash", "examples", "stale", "failed"] as const;

/** The states that are errors. They have the sign that the same verdict has elsewhere. */
export const badStates: readonly string[] = states.filter((state) => state !== "stale");

/** The states of an API that need attention. */
export function statesOf({ facts }: Pick<PortalContext, "facts">, { name, index, status }: PortalApi): (typeof states)[number][] {
  const is: Readonly<Record<(typeof states)[number], boolean>> = {
    clash: facts.clashesOf(name).length > 0,
    examples: (index?.examples.failed ?? 0) > 0,
    stale: status === "stale",
    failed: index === undefined,
  };
  return states.filter((state) => is[state]);
}

const unique = (values: readonly string[]): string[] => [...new Set(values)];

/** The values of one kind that an API has. */
export function valuesOf(context: Pick<PortalContext, "facts">, kind: BrowseKind, api: PortalApi): readonly string[] {
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
  const apis = new Map<string, PortalApi[]>();
  if (kind === "group") for (const { name } of context.facts.groups) apis.set(name, []);
  if (kind === "state") for (const state of states) apis.set(state, []);
  for (const api of context.portal.apis) {
    for (const value of valuesOf(context, kind, api)) {
      const known = apis.get(value);
      if (known) known.push(api);
      else apis.set(value, [api]);
    }
  }
  const facets = [...apis].flatMap(([value, all]) => (all.length > 0 ? [{ value, text: valueText(context, kind, value), apis: all }] : []));
  const isOrdered = kind === "group" || kind === "state";
  return isOrdered ? facets : facets.sort((a, b) => b.apis.length - a.apis.length || (a.text < b.text ? -1 : 1));
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
