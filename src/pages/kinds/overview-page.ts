import type { Server } from "#model";
import type { Words } from "#text";
import { MOST_IN_SENTENCE, scalarText } from "#text";
import {
  fact,
  htmlOnly,
  joinLines,
  linksLine,
  listOf,
  said,
  section,
  sentence,
  type Block,
  type Item,
  type Line,
} from "../blocks/index.ts";
import {
  logoLink,
  describedTold,
  describedView,
  fieldItems,
  marksOf,
  namedValues,
  partedDescription,
  summaryOf,
  tagsTold,
  tagViews,
  urlLine,
  urlView,
  type DescribedView,
  framedBlocks,
  frameView,
  type FrameView,
  guideTitle,
  createPageContext,
  siteSums,
  PROBLEMS_PATH,
  protocolNames,
  printable,
  printItems,
} from "../frame/index.ts";
import type { PageContext, SiteContext, UrlView, Page } from "../frame/index.ts";
import { flowView } from "./diagram-view.ts";
import { downloads } from "./machine-files.ts";
import { goesTold, goesView, type GoesView } from "./overview-sides.ts";
import { fullUrl } from "./connect-view.ts";
import type { AddressPart } from "./server-view.ts";
import { addressLine, addressParts, serverAccess, serverRow, unnamedVariables, variableHref } from "./server-view.ts";
import { securityLine } from "./security-view.ts";
import { areServersUnread, lostBlocks } from "./unresolved-view.ts";

/** Contact, licence and terms. */
function contactView(context: PageContext) {
  const { contact, license, termsOfService } = context.site.api.info;
  const party = ({ name, url }: NonNullable<typeof contact | typeof license>) => ({
    name: name?.value ?? "",
    ...(url ? { url: urlView(url.value) } : {}),
  });
  const email = contact?.email?.value;
  return {
    ...(contact && {
      contact: {
        ...party(contact),
        ...(email === undefined ? {} : { email: { ...urlView(`mailto:${email}`), text: email } }),
        marks: marksOf(context, contact),
      },
    }),
    ...(license ? { license: { ...party(license), marks: marksOf(context, license) } } : {}),
    ...(termsOfService ? { terms: urlView(termsOfService.value) } : {}),
  };
}

function cardsView({ site: { navigation, routes, words }, path }: PageContext) {
  return [...navigation.listings.values()].flatMap(({ kind, pages, entities: { length: count } }) =>
    count > 0 ? [{ count, label: words(`site.counted-${kind}s`, { count }), href: routes.relative(path, pages[0] ?? "") }] : [],
  );
}

/** How the examples of all messages were judged; `undefined` if there are none. */
function examplesView({ api, verdicts, words }: SiteContext) {
  const sum = { passed: 0, failed: 0, notChecked: 0 };
  for (const message of api.messages) {
    const counts = verdicts.counts(message);
    sum.passed += counts.passed;
    sum.failed += counts.failed;
    sum.notChecked += counts.notChecked;
  }
  const checked = sum.passed + sum.failed;
  const { notChecked: count } = sum;
  if (checked + count === 0) return undefined;
  const href = "messages.html";
  if (checked === 0) return { all: false, unchecked: true, label: words("site.examples-none-checked", { count }), href };
  const label = words("site.examples-match", { passed: sum.passed, count: checked });
  return { all: sum.failed === 0, unchecked: false, label: count > 0 ? words("site.examples-unchecked", { label, count }) : label, href };
}

/** Longer values, and longer descriptions of a link, are not labels. */
const LONGEST_LABEL = 40;

/** What to fill into the address of a server: each variable with its values, the default first. */
function fillIn(context: PageContext, server: Server) {
  const { words } = context.site;
  const unnamed = new Set(unnamedVariables(server));
  return server.variables.map((variable) => {
    const { name, default: standard, enum: allowed, examples } = variable;
    const texts = [...(standard ? [standard] : []), ...allowed, ...examples].map((node) => scalarText(node) ?? "");
    const all = [...new Set(texts)].filter((text) => text !== "");
    const values = all.filter((text) => text.length <= LONGEST_LABEL).slice(0, MOST_IN_SENTENCE);
    const left = all.length - values.length;
    return {
      name,
      values: values.map((text) => ({ text, standard: standard !== undefined && text === scalarText(standard) })),
      ...(left > 0 ? { more: { href: variableHref(context, server, variable), text: words("site.more", { count: left }) } } : {}),
      unnamed: unnamed.has(variable) ? words("site.unnamed-variable") : "",
    };
  });
}

/** What a program opens at a server with one channel, in place of the server's own address. Nothing, if the channel's has parameters. */
function onlyAddress(server: Server): { readonly address?: AddressPart[] } {
  const [only, ...others] = server.channels;
  const url = only && others.length === 0 && only.parameters.length === 0 ? fullUrl(only, server) : "";
  return url === "" ? {} : { address: addressParts(url) };
}

/** The servers, one tab for each. */
function serverRows(context: PageContext) {
  const { api } = context.site;
  return api.servers.slice(0, MOST_IN_SENTENCE).map((server) => ({
    ...serverRow(context, server),
    ...onlyAddress(server),
    summary: summaryOf(context, server),
    ...serverAccess(context, server),
    fillIn: fillIn(context, server),
  }));
}

/** Extensions and unknown fields of the root, the contact and the licence, by owner. */
function furtherFields(context: PageContext) {
  const { api, words } = context.site;
  const { contact, license } = api.info;
  const owners = [["site.document", api], ["site.contact", contact], ["site.license", license]] as const; // prettier-ignore
  return owners.flatMap(([owner, fields]) =>
    (
      [
        ["site.field", fields?.plainFields ?? []],
        ["site.extensions", fields?.extensions ?? []],
        ["site.unread-fields", fields?.otherFields.filter(({ unread }) => unread) ?? []],
        ["site.other-fields", fields?.otherFields.filter(({ unread }) => !unread) ?? []],
      ] as const
    )
      .filter(([, values]) => values.length > 0)
      .map(([kind, values]) => ({ label: `${words(owner)}: ${words(kind)}`, values: namedValues(context, values) })),
  );
}

/** What the document says about itself. */
function aboutView(context: PageContext) {
  const { api } = context.site;
  const info = { ...api.info, ...(api.externalDocs ? { externalDocs: api.externalDocs } : {}) };
  const described = describedView(context, info, { prefix: "about", level: 2 });
  return {
    version: api.info.version,
    owner: context.site.portal?.owner ?? "",
    format: `${api.dialect.spelling === "asyncapi" ? "AsyncAPI" : "msgapi"} ${api.dialect.written}`,
    identifier: api.identifier?.value ?? "",
    defaultContentType: api.defaultContentType?.value ?? "",
    protocols: protocolNames(api.servers),
    logoLink: logoLink(context),
    ...contactView(context),
    tags: tagViews(context, api.tags),
    ...described,
    ...partedDescription(described.description),
    marks: { ...marksOf(context, api), ...described.marks },
    furtherFields: furtherFields(context),
  };
}

/** The most guides linked from the head of the page. */
const MOST_GUIDES = 2;

/** The links that the authors recommend first: guides and external documentation. */
function actsOf({ site, path }: PageContext) {
  const guides = site.guides
    .slice(0, MOST_GUIDES)
    .map((guide) => ({ href: site.routes.relative(path, guide.path), text: guideTitle(site, guide) }));
  const docs = site.api.externalDocs;
  const url = docs?.url && urlView(docs.url.value);
  if (!url?.href) return guides;
  const said = site.prose.plain(docs?.description);
  return [...guides, { href: url.href, text: said === "" || said.length > LONGEST_LABEL ? site.words("site.more-documentation") : said }];
}

/** Why there is no print page; the frame links to it where there is one. */
function printView({ site }: PageContext) {
  const { settings, words } = site;
  if (printable(site)) return {};
  return { noPrint: words("site.no-print", { count: printItems(site), most: settings.limits.printItems }) };
}

/** A few words on what the folded details contain. */
function detailsHint({ site: { api, words } }: PageContext): string {
  const { contact, license, termsOfService } = api.info;
  const parts = [
    api.identifier && words("site.id"),
    api.defaultContentType && words("site.content-type"),
    contact && words("site.contact"),
    license && words("site.license"),
    termsOfService && words("site.terms"),
  ];
  return parts.filter((part) => part !== undefined).join(", ");
}

/** How many problems there are, with a link to them. Errors leave something out, so they are said first of all. */
function problemsLead(context: PageContext) {
  const { problems, routes, words } = context.site;
  if (problems.length === 0) return undefined;
  const { sums, counted } = siteSums(context.site);
  const lead = sums.some(({ tone }) => tone === "bad") ? words("site.document-problems", { counted }) : "";
  return { href: routes.relative(context.path, PROBLEMS_PATH), lead, counted };
}

function viewOf(context: PageContext) {
  const { api, prose, routes } = context.site;
  const examples = examplesView(context.site);
  const problems = problemsLead(context);
  return {
    ...frameView(context, {
      kind: "overview",
      title: api.info.title,
      summary: prose.plain(api.info.description),
      place: api.node,
    }),
    ...aboutView(context),
    cards: cardsView(context),
    ...(examples ? { examples } : {}),
    ...(problems ? { problems } : {}),
    ...(api.operations.some(({ isDirectionKnown }) => isDirectionKnown) ? { flow: flowView(context) } : {}),
    ...goesView(context),
    acts: actsOf(context),
    detailsHint: detailsHint(context),
    downloads: downloads(context.site).map(({ path, text }) => ({ text, href: routes.relative(context.path, path) })),
    ...printView(context),
    serverRows: serverRows(context),
    moreServers: Math.max(0, api.servers.length - MOST_IN_SENTENCE),
    hasServerTabs: api.servers.length > 1,
    unreadServers: areServersUnread(api),
    serversHref: routes.relative(context.path, "servers.html"),
  };
}

function serverItem(server: ReturnType<typeof serverRows>[number], words: Words): Item {
  const { name, href, address, protocol, summary, lost, security, ...rest } = server;
  htmlOnly(rest, {
    label: "the name, with places where it may break",
    protocolSentence: "the protocol in other words",
    fillIn: "the page of servers has the variables",
  });
  const facts = [
    addressLine(address),
    said(protocol),
    summary,
    security ? [`${words("site.authorize")}: `, securityLine(security, words)] : "",
  ];
  return { line: joinLines([{ text: name, href }, joinLines(facts, " — ")], ": "), below: lostBlocks(lost) };
}

/** Contact or licence in a line. */
function partyLine(party: { readonly name: string; readonly url?: UrlView; readonly email?: UrlView } | undefined): Line {
  return joinLines([party?.name, urlLine(party?.url), urlLine(party?.email)], ", ");
}

function blocksOf(view: ReturnType<typeof viewOf>, words: Words): Block[] {
  const {
    version,
    owner,
    format,
    identifier,
    defaultContentType,
    protocols,
    logoLink: logo,
    contact,
    license,
    terms,
    tags,
    cards,
    ...further
  } = view;
  const {
    furtherFields,
    examples,
    problems,
    downloads: files,
    serverRows: servers,
    moreServers,
    serversHref,
    unreadServers,
    ...rest
  } = further;
  htmlOnly<Omit<typeof rest, keyof FrameView | keyof DescribedView | keyof GoesView>>(rest, {
    flow: "a picture of the same",
    acts: "links to guides and documentation, which are listed elsewhere",
    detailsHint: "what a fold contains",
    noPrint: "about a page for printing",
    hasServerTabs: "whether there are tabs",
    intro: "the description, in two parts",
    about: "as `intro`",
  });
  const facts = [
    ...fact(words("site.version"), said(version)),
    ...fact(words("portal.owner"), said(owner)),
    { line: format },
    ...fact(words("site.id"), said(identifier)),
    ...fact(words("site.default-content-type"), said(defaultContentType)),
    ...fact(words("site.protocol"), protocols.join(", ")),
    ...fact(words("site.logo"), urlLine(logo)),
    ...fact(words("site.contact"), partyLine(contact)),
    ...fact(words("site.license"), partyLine(license)),
    ...fact(words("site.terms"), urlLine(terms)),
  ];
  const counts = cards.map(({ href, count, label }) => ({ line: { text: `${count} ${label}`, href } }));
  const matching = examples ? [{ line: { text: examples.label, href: examples.href } }] : [];
  const wrong = problems ? [{ line: { text: problems.lead || problems.counted, href: problems.href } }] : [];
  const others = moreServers > 0 ? [{ line: { text: words("site.more", { count: moreServers }), href: serversHref } }] : [];
  const parts = [
    ...section(words("site.servers"), [
      ...listOf([...servers.map((server) => serverItem(server, words)), ...others]),
      ...sentence(servers.length > 0 ? "" : words(unreadServers ? "site.unread-servers" : "site.no-server")),
    ]),
    ...furtherFields.flatMap(({ label, values }) => section(label, listOf(fieldItems(values, words)))),
  ];
  const goes = goesTold(rest, words);
  const offered = { facts: [...counts, ...matching, ...wrong, ...(goes.facts ?? []), ...fact(words("site.downloads"), linksLine(files))] };
  const described = describedTold(rest, words);
  const told = [{ facts }, tagsTold(tags, words), offered, described, { parts: [...(goes.parts ?? []), ...parts] }];
  return framedBlocks(rest, words, ...told);
}

/** The overview page: what the application is, how to reach it, what it sends and receives. */
export function overviewPage(site: SiteContext): Page {
  const path = "index.html";
  return {
    path,
    kind: "overview",
    id: null,
    title: site.api.info.title,
    template: "pages/overview",
    view: () => viewOf(createPageContext(site, path)),
    blocks: (view: ReturnType<typeof viewOf>) => blocksOf(view, site.words),
  };
}
