import type { Channel, Info, Server } from "#model";
import { logoLink } from "./brand.ts";
import { channelRow } from "./channel-row.ts";
import type { PageContext, SiteContext } from "./context.ts";
import type { UrlView } from "./described-view.ts";
import { describedView, marksOf, namedValues, summaryOf, tagViews, urlView } from "./described-view.ts";
import { flowView } from "./flow-view.ts";
import type { Frame } from "./frame.ts";
import { frameView } from "./frame.ts";
import { downloads } from "./machine-files.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page.ts";
import { problemsView } from "./problems-view.ts";
import { securityView } from "./security-view.ts";
import { serverRow } from "./server-view.ts";
import { PRINT_PATH, printable, printItems } from "./singletons.ts";
import { visible } from "./visible.ts";

function emailView(email: string): UrlView {
  return { ...urlView(`mailto:${email}`), text: visible(email) };
}

function contactOf(context: PageContext, { contact }: Info) {
  if (!contact) return undefined;
  return {
    name: visible(contact.name?.value ?? ""),
    ...(contact.url ? { url: urlView(contact.url.value) } : {}),
    ...(contact.email ? { email: emailView(contact.email.value) } : {}),
    marks: marksOf(context, contact),
  };
}

function licenseView(context: PageContext, license: NonNullable<Info["license"]>) {
  const { name, url } = license;
  return { name: visible(name?.value ?? ""), ...(url ? { url: urlView(url.value) } : {}), marks: marksOf(context, license) };
}

/** Whom to ask, under which licence and terms. */
function contactView(context: PageContext) {
  const { info } = context.site.api;
  const { license, termsOfService } = info;
  const contact = contactOf(context, info);
  return {
    ...(contact ? { contact } : {}),
    ...(license ? { license: licenseView(context, license) } : {}),
    ...(termsOfService ? { terms: urlView(termsOfService.value) } : {}),
  };
}

/** Of a longer description, the figures come first. */
const LONG_INTRO = 900;

type Counted = "server" | "channel" | "operation" | "message" | "schema";

function card(context: PageContext, kind: Counted, to: { count: number; path: string }) {
  const { routes, words } = context.site;
  const label = words(`site.counted-${kind}s`, { count: to.count });
  return { count: to.count, label, href: routes.relative(context.path, to.path) };
}

function cardsView(context: PageContext) {
  const { api, navigation } = context.site;
  const counts: [Counted, number][] = [
    ["channel", api.channels.length],
    ["operation", api.operations.length],
    ["message", api.messages.length],
    ["schema", api.schemas.length],
  ];
  const cards = [...navigation.listings.values()].flatMap((listing, index) => {
    const [kind = "channel", count = 0] = counts[index] ?? [];
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
    return { ...serverRow(context, server), summary: summaryOf(context, server), security: securityView(context, server.security) };
  });
}

function protocolsOf(servers: readonly Server[]): string[] {
  return [...new Set(servers.flatMap(({ protocol }) => (protocol ? [visible(protocol.value)] : [])))];
}

/** The channels that the page has room for, and where the rest is. */
function channelsView(context: PageContext) {
  const { words, navigation, routes, settings } = context.site;
  const { entities = [], pages = [] } = navigation.listings.get("channel") ?? {};
  // The overview is drawn first and has more to show: of more channels than a page of their list has, a quarter as many begin.
  const most = settings.limits.listRows;
  const rows = entities.slice(0, entities.length > most ? Math.ceil(most / 4) : most);
  return {
    channelRows: rows.map((channel) => channelRow(context, channel as Channel)),
    moreChannels: entities.length > rows.length ? words("site.all-of", { count: entities.length }) : "",
    channelsHref: routes.relative(context.path, pages[0] ?? "channels.html"),
  };
}

/** Extensions and unknown fields of the root, the contact and the licence, under the name of what has them. */
function furtherFields(context: PageContext) {
  const { api, words } = context.site;
  const { contact, license } = api.info;
  const owners = [["site.document", api], ["site.contact", contact], ["site.license", license]] as const; // prettier-ignore
  return owners.flatMap(([owner, fields]) =>
    ([
      ["site.field", fields?.plainFields ?? []],
      ["site.extensions", fields?.extensions ?? []],
      ["site.unread-fields", fields?.otherFields.filter(({ unread }) => unread) ?? []],
      ["site.other-fields", fields?.otherFields.filter(({ unread }) => !unread) ?? []],
    ] as const)
      .filter(([, values]) => values.length > 0)
      .map(([kind, values]) => ({ label: `${words(owner)}: ${words(kind)}`, values: namedValues(context, values) })),
  );
}

/** What the document says of itself. */
function aboutView(context: PageContext) {
  const { api } = context.site;
  const described = describedView(context, { ...api.info, ...(api.externalDocs ? { externalDocs: api.externalDocs } : {}) }, { prefix: "about", level: 2 });
  return {
    version: visible(api.info.version),
    format: `${api.dialect.spelling === "asyncapi" ? "AsyncAPI" : "msgapi"} ${visible(api.dialect.written)}`,
    identifier: visible(api.identifier?.value ?? ""),
    defaultContentType: visible(api.defaultContentType?.value ?? ""),
    protocols: protocolsOf(api.servers),
    logoLink: logoLink(context),
    ...contactView(context),
    tags: tagViews(context, api.tags),
    longIntro: (api.info.description?.value.length ?? 0) > LONG_INTRO,
    ...described,
    marks: { ...marksOf(context, api), ...described.marks },
    furtherFields: furtherFields(context),
  };
}

function contentsOf({ site: { api, words } }: PageContext, problems: boolean): NonNullable<Frame["contents"]> {
  const section = (made: boolean, anchor: string, text: string) => (made ? ([anchor, text] as const) : undefined);
  return [
    section(api.operations.length > 0, "flow", words("site.flow")),
    section(api.channels.length > 0, "channels", words("site.channels")),
    section(api.servers.length > 0, "servers", words("site.servers")),
    ["downloads", words("site.downloads")],
    section(problems, "problems", words("site.problems")),
  ];
}

/** The page for printing, or why there is none. */
function printView({ site, path }: PageContext) {
  const { routes, settings, words } = site;
  if (printable(site)) return { print: routes.relative(path, PRINT_PATH) };
  return { noPrint: words("site.no-print", { count: printItems(site), most: settings.limits.printItems }) };
}

function viewOf(context: PageContext) {
  const { api, prose, routes } = context.site;
  const examples = examplesView(context.site);
  const problems = problemsView(context);
  return {
    ...frameView(context, {
      kind: "overview",
      title: api.info.title,
      summary: prose.plain(api.info.description),
      place: api.node,
      contents: contentsOf(context, problems !== undefined),
    }),
    ...aboutView(context),
    cards: cardsView(context),
    ...(examples ? { examples } : {}),
    ...(problems ? { problems } : {}),
    ...(api.operations.length > 0 ? { flow: flowView(context) } : {}),
    ...channelsView(context),
    downloads: downloads(context.site).map(({ path, text }) => ({ text, href: routes.relative(context.path, path) })),
    ...printView(context),
    serverRows: serverRows(context),
    moreServers: Math.max(0, api.servers.length - 20),
    serversHref: routes.relative(context.path, "servers.html"),
  };
}

/** The first page: what this application is, how to reach it, what it sends and receives. */
export function overviewPage(site: SiteContext): Page {
  const path = "index.html";
  return { path, kind: "overview", id: null, title: site.api.info.title, template: "pages/overview", view: () => viewOf(createPageContext(site, path)) };
}
