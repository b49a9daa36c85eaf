import type { SearchEntry } from "#pages";
import { browsePath, guideTitle } from "#pages";
import { allFacets } from "./api-facets.ts";
import { inOrder } from "./api-rows.ts";
import { messagesOf } from "./message-pages.ts";
import type { PortalContext } from "./portal-context.ts";
import { channelTitle, homeOf } from "./portal-context.ts";

/** The owners, for their lists of APIs. */
function* ownerEntries(context: PortalContext): Generator<SearchEntry> {
  for (const { value, text, apis } of allFacets(context).get("owner") ?? []) {
    const count = context.words("portal.count-apis", { count: apis.length });
    yield { kind: "owner", title: text, context: count, href: browsePath("owner", value), names: [], text: "" };
  }
}

/** What a search of a portal finds first: its own pages of channels, messages, APIs and owners. */
export function* portalEntries(context: PortalContext): Generator<SearchEntry> {
  for (const [channel, href] of context.portal.pages) {
    yield { kind: "channel", title: channelTitle(channel), context: channel.broker ?? "", href, names: [], text: "" };
  }
  for (const [{ name, channel, uses }, href] of messagesOf(context).paths) {
    const apis = new Set(uses.map(({ api }) => api.name));
    const note = context.words("portal.count-apis", { count: apis.size });
    yield { kind: "message", title: name, context: channelTitle(channel), href, names: [], text: "", note };
  }
  for (const { name, title, owner, index } of inOrder(context)) {
    if (!index) continue;
    const names = [title, ...(owner === null ? [] : [owner])];
    yield { kind: "api", title: name, context: owner ?? "", href: homeOf(name), names, text: index.summary };
  }
  yield* ownerEntries(context);
  const { pages = [], prose } = context.guides ?? {};
  for (const guide of pages) {
    const title = prose ? guideTitle({ prose }, guide) : "";
    yield { kind: "guide", title, context: "", href: guide.path, names: [], text: prose?.fullText(guide.body) ?? "" };
  }
}
