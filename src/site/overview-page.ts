import type { Channel, Entity, Operation } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { describedView, namedValues, summaryOf, tagViews, urlView } from "./described-view.ts";
import { directionOf } from "./direction.ts";
import { entityLink, entityLinks } from "./entity-link.ts";
import { flowView } from "./flow-view.ts";
import { frameView } from "./frame.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { problemsView } from "./problems-view.ts";
import { securityView } from "./security-view.ts";
import { serverRow } from "./server-view.ts";
import { visible } from "./visible.ts";

/** Of a longer description, the figures come first. */
const LONG_INTRO = 900;

/** A channel in a table: what goes over it, and which way. */
export function channelRow(context: PageContext, channel: Channel) {
  const link = (operation: Operation) => ({ ...entityLink(context, operation), direction: directionOf(context.site, operation) });
  return {
    ...entityLink(context, channel),
    operations: channel.operations.slice(0, 4).map(link),
    moreOperations: Math.max(0, channel.operations.length - 4),
    messages: entityLinks(context, channel.messages, 4),
    summary: summaryOf(context, channel) || channel.operations.map((operation) => summaryOf(context, operation)).find((text) => text !== "") || "",
  };
}

function contactView(context: PageContext) {
  const { contact, license, termsOfService } = context.site.api.info;
  const email = contact?.email?.value;
  const fields = [contact, license].flatMap((each) => (each ? [...each.extensions, ...each.otherFields] : []));
  return {
    ...(contact
      ? {
          contact: {
            name: visible(contact.name?.value ?? ""),
            ...(contact.url ? { url: urlView(contact.url.value) } : {}),
            ...(email ? { email: { ...urlView(`mailto:${email}`), text: visible(email) } } : {}),
          },
        }
      : {}),
    ...(license ? { license: { name: visible(license.name?.value ?? ""), ...(license.url ? { url: urlView(license.url.value) } : {}) } } : {}),
    ...(termsOfService ? { terms: urlView(termsOfService.value) } : {}),
    contactFields: namedValues(context, fields),
  };
}

function card(context: PageContext, kind: string, to: { count: number; path: string }) {
  const { routes, words } = context.site;
  const label = words(to.count === 1 ? `site.one-${kind}` as "site.one-channel" : `site.${kind}s` as "site.channels");
  return { count: to.count, label, href: routes.relative(context.path, to.path) };
}

function cardsView(context: PageContext) {
  const { api, navigation } = context.site;
  const used = api.messages.filter((message) => message.used).length;
  const counts: [string, number][] = [
    ["channel", api.channels.length],
    ["operation", api.operations.length],
    ["message", used || api.messages.length],
    ["schema", api.schemas.length],
  ];
  const cards = [...navigation.listings.values()].flatMap((listing, index) => {
    const [kind = "", count = 0] = counts[index] ?? [];
    return count > 0 ? [card(context, kind, { count, path: listing.pages[0] ?? "" })] : [];
  });
  const servers = api.servers.length;
  return servers > 0 ? [card(context, "server", { count: servers, path: "servers.html" }), ...cards] : cards;
}

/** How the examples of all messages did; `undefined` where there are none. */
function examplesView({ api, verdicts, words }: SiteContext) {
  const sum = { passed: 0, failed: 0, notChecked: 0 };
  for (const message of api.messages) {
    const counts = verdicts.counts(message);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.notChecked += counts.notChecked;
  }
  const checked = sum.passed + sum.failed;
  if (checked === 0) return undefined;
  return { passed: sum.passed, checked, all: sum.failed === 0, label: words("site.examples-match") };
}

function serverRows(context: PageContext) {
  return context.site.api.servers.slice(0, 20).map((server) => {
    const security = securityView(context, server.security);
    return { ...serverRow(context, server), summary: summaryOf(context, server), ...(security ? { security } : {}) };
  });
}

function protocolsOf(entities: readonly (Entity & { protocol?: { value: string } })[]): string[] {
  return [...new Set(entities.flatMap(({ protocol }) => (protocol ? [visible(protocol.value)] : [])))];
}

function viewOf(context: PageContext) {
  const { api, words, navigation, routes, settings } = context.site;
  const channels = navigation.listings.get("channel");
  const rows = channels?.entities.slice(0, settings.limits.listRows) ?? [];
  const summary = context.site.prose.plain(api.info.description);
  const examples = examplesView(context.site);
  const problems = problemsView(context);
  const section = (made: boolean, anchor: string, text: string) => (made ? ([anchor, text] as const) : undefined);
  return {
    ...frameView(context, {
      kind: "overview",
      title: api.info.title,
      summary,
      contents: [
        section(api.operations.length > 0, "flow", words("site.flow")),
        section(rows.length > 0, "channels", words("site.channels")),
        section(api.servers.length > 0, "servers", words("site.servers")),
        section(problems !== undefined, "problems", words("site.problems")),
      ],
    }),
    version: visible(api.info.version),
    format: `${api.dialect.spelling === "asyncapi" ? "AsyncAPI" : "msgapi"} ${visible(api.dialect.written)}`,
    identifier: visible(api.identifier?.value ?? ""),
    defaultContentType: visible(api.defaultContentType?.value ?? ""),
    protocols: protocolsOf(api.servers),
    ...contactView(context),
    tags: tagViews(context, api.tags),
    cards: cardsView(context),
    longIntro: (api.info.description?.value.length ?? 0) > LONG_INTRO,
    ...(examples ? { examples } : {}),
    ...(problems ? { problems } : {}),
    ...(api.operations.length > 0 ? { flow: flowView(context) } : {}),
    channelRows: rows.map((channel) => channelRow(context, channel as Channel)),
    moreChannels: channels && channels.entities.length > rows.length ? words("site.all-of", { count: channels.entities.length }) : "",
    channelsHref: routes.relative(context.path, channels?.pages[1] ?? "channels.html"),
    serverRows: serverRows(context),
    moreServers: Math.max(0, api.servers.length - 20),
    serversHref: routes.relative(context.path, "servers.html"),
    ...describedView(context, { ...api.info, ...(api.externalDocs ? { externalDocs: api.externalDocs } : {}) }, { prefix: "about" }),
    rootFields: namedValues(context, [...api.extensions, ...api.otherFields]),
  };
}

/** The first page: what this application is, how to reach it, what it sends and receives. */
export function overviewPage(site: SiteContext): Page {
  const path = "index.html";
  return { path, kind: "overview", id: null, title: site.api.info.title, template: "pages/overview", view: () => viewOf(createPageContext(site, path)) };
}
