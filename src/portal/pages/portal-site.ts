import { relativeUrl } from "#model";
import type { Page, SearchEntry, SiteFile, Block } from "#pages";
import {
  siteBase,
  widestCsp,
  browseKinds,
  guideTitle,
  inline,
  madeFile,
  protocolName,
  searchScript,
  browsePath,
  framedBlocks,
  guideText,
  listOf,
  twinHref,
} from "#pages";
import type { GuidePage } from "#prose";
import { GUIDE_PREFIX } from "#prose";
import type { Words } from "#text";
import type { Portal } from "../match/index.ts";
import { badStates, valuesOf, valueText, allFacets, inOrder } from "./api-rows.ts";
import { fillSlot, fieldTexts } from "./api-slots.ts";
import { browsePages } from "./browse-pages.ts";
import { changesFile, changesPages } from "./changes-pages.ts";
import { channelPages } from "./channel-pages.ts";
import { channelListPages } from "./channel-list-pages.ts";
import { findingsPages } from "./findings-pages.ts";
import { homePages } from "./home-pages.ts";
import { mapPages } from "./map-pages.ts";
import { messagePages, messagesOf } from "./message-pages.ts";
import type { PortalContext, PortalParts, SlotRequest, PortalPage } from "./portal-context.ts";
import { createPortalContext, groupName, channelTitle, homeOf } from "./portal-context.ts";
import { channelCount } from "./portal-facts.ts";
import type { PortalFrameView, RailItem } from "./portal-frame.ts";
import { portalFrame, portalPage } from "./portal-frame.ts";
import { versionFiles, versionPages } from "./version-pages.ts";

/** The most other APIs that llms.txt names for one. */
const NAMED = 5;

/** The APIs for scripts, as a part of the search index: lists of values, and for each API the indexes of its values. */
function apisData(context: PortalContext): SiteFile {
  const kinds = browseKinds.map((kind) => ({ kind, known: new Map<string, number>() }));
  const apis = inOrder(context).map((api) => {
    const { name, title, index, versions } = api;
    const numbers = kinds.map(({ kind, known }) =>
      valuesOf(context, kind, api).map((value) => {
        const text = valueText(context, kind, value);
        known.set(text, known.get(text) ?? known.size);
        return known.get(text);
      }),
    );
    const { passed = 0, failed = 0, notChecked = 0 } = index?.examples ?? {};
    const unchecked = notChecked > 0 ? [context.words("site.examples-unchecked", { label: "", count: notChecked })] : [];
    const shown = title.slice(0, 120).toWellFormed();
    return [
      name,
      shown === name ? "" : shown,
      index?.version ?? "",
      numbers,
      index ? [channelCount(index, "send"), channelCount(index, "receive")] : 0,
      [passed, passed + failed, ...unchecked],
      context.facts.clashesOf(name).length,
      versions.slice(1).map(({ version, path }) => [version, path.slice(`apis/${name}/`.length)]),
    ];
  });
  const values = kinds.map(({ known }) => [...known.keys()]);
  const bad = badStates.map((state) => valueText(context, "state", state));
  return { path: "search/apis.js", contents: searchScript("apis", 0, { kinds: browseKinds, values, bad, apis }) };
}

/** `llms.txt` of the portal: links to those of the APIs and to the pages that span them. */
function llms(context: PortalContext): string {
  const { portal, settings, facts, guides } = context;
  const base = settings.siteUrl === undefined ? "" : siteBase(settings.siteUrl);
  const extension = settings.markdown ? "md" : "html";
  const built = portal.apis.filter(({ index }) => index !== undefined);
  const lines: string[] = [
    `# ${inline(portal.title)}`,
    "",
    `> ${built.length} message-driven APIs, who sends what to whom, and whether receivers can take it.`,
    "",
    "## Start",
    "",
    `- [All APIs](${base}index.${extension})`,
    `- [Channels across APIs](${base}channels.${extension}): who sends and who receives`,
    `- [Messages across APIs](${base}messages.${extension})`,
    `- [Who sends to whom](${base}map.${extension})`,
    `- [Findings](${base}problems.${extension}): what is wrong between APIs`,
    `- [The same as JSON](${base}portal.json)`,
    ...(guides
      ? guides.pages.map((each) => `- [${inline(guideTitle(guides, each))}](${base}${each.path.replace(/html$/, extension)})`)
      : []),
    "",
  ];
  for (const { name, apis } of facts.groups) {
    const own = apis.filter(({ index }) => index !== undefined);
    if (own.length === 0) continue;
    lines.push(`## ${facts.groups.length > 1 ? inline(groupName(context, name)) : "APIs"}`, "");
    for (const { name: key, index } of own) {
      const protocols = (index?.protocols ?? []).map(protocolName).join(", ");
      const summary = (index?.summary ?? "").slice(0, 200).toWellFormed();
      const others = new Set(facts.clashesOf(key).map(({ sender, receiver }) => (sender === key ? receiver : sender)));
      const more = others.size > NAMED ? ` and ${others.size - NAMED} more` : "";
      const said = [summary, protocols, others.size > 0 ? `does not fit with ${[...others].slice(0, NAMED).join(", ")}${more}` : ""]
        .filter((text) => text !== "")
        .map(inline)
        .join("; ");
      const history = context.histories.has(key) ? `, and [what changed](${base}apis/${key}/changes.${extension})` : "";
      lines.push(`- [${inline(key)}](${base}apis/${key}/llms.txt)${history}${said === "" ? "" : `: ${said}`}`);
    }
    lines.push("");
  }
  return lines.join("\n");
}

/** What a search of a portal finds first: its own pages of channels, messages, APIs and owners. */
function* portalEntries(context: PortalContext): Generator<SearchEntry> {
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
  for (const { value, text, apis } of allFacets(context).get("owner") ?? []) {
    const count = context.words("portal.count-apis", { count: apis.length });
    yield { kind: "owner", title: text, context: count, href: browsePath("owner", value), names: [], text: "" };
  }
  const { pages = [], prose } = context.guides ?? {};
  for (const guide of pages) {
    const title = prose ? guideTitle({ prose }, guide) : "";
    yield { kind: "guide", title, context: "", href: guide.path, names: [], text: prose?.fullText(guide.body) ?? "" };
  }
}

/**
 * A small page that links to the lists of the portal: that of the search, for readers without script, and the one for addresses that do not
 * exist. A server may show that at any address, so its links may not work, but its words must make sense.
 */
function smallPage(context: PortalContext, kind: "search" | "not-found", path: string): Page {
  const { words } = context;
  const { siteUrl } = context.settings;
  const title = words(`site.${kind}`);
  // Only the path of the URL, so that the page also works on a host that shows the portal before it is published.
  const base = kind === "not-found" && siteUrl !== undefined ? new URL(siteBase(siteUrl)).pathname : undefined;
  const places = [
    ["portal.apis", "index.html"],
    ["portal.channels", "channels.html"],
    ["portal.messages", "messages.html"],
    ["portal.map", "map.html"],
  ] as const;
  return {
    path,
    kind,
    id: null,
    title,
    template: `portal/${kind}`,
    ...(base === undefined ? {} : { base }),
    view: () => ({
      ...portalFrame({ ...context, path }, { kind, title, base }),
      ...(kind === "not-found" ? { csp: widestCsp(context.settings.csp) } : {}),
      places: places.map(([word, file]) => ({
        text: words(word),
        href: base === undefined ? relativeUrl(path, file) : base + relativeUrl("", file),
      })),
    }),
  };
}

function* pagesOf(context: PortalContext): Generator<Page> {
  yield* homePages(context);
  yield* channelListPages(context);
  yield* messagePages(context);
  yield* mapPages(context);
  yield* findingsPages(context);
  yield* changesPages(context);
  yield* versionPages(context);
  yield* browsePages(context);
  yield* channelPages(context);
  yield* guidePages(context);
  yield smallPage(context, "search", "search.html");
  yield smallPage(context, "not-found", "404.html");
}

/** Adds its Markdown twin to a page that has one. */
function twinned({ settings, markdown }: PortalContext, page: Page): Page {
  if (!settings.markdown || !page.blocks) return page;
  const print = (view: object): string => markdown.page((view as PortalFrameView).heading, page.blocks?.(view) ?? []);
  return { ...page, twin: { path: page.path.replace(/html$/, "md"), print } };
}

/** A page that says that msgdocs failed to make another one. */
function failedPage(context: PortalContext, page: Page): Page {
  const { path, kind, id, title } = page;
  const text = context.words("site.failed-lead");
  return {
    path,
    kind,
    id,
    title,
    template: "portal/failed",
    view: () => portalFrame({ ...context, path }, { kind, title, summary: text }),
    ...(page.blocks ? { blocks: () => [{ line: text }] } : {}),
  };
}

/** The pages and files that span the APIs of a portal. */
export type PortalSite = ReturnType<typeof createPortalSite>;

/** Creates the pages of a portal. They are made from the parts alone; no document is read. */
export function createPortalSite(portal: Portal, parts: PortalParts) {
  const context = createPortalContext(portal, parts);
  const { failures = [] } = parts;
  return {
    /** The pages and what is put into pages of APIs, so far, on which msgdocs itself failed. */
    failures,
    /** All pages that belong to no single API, the home page first. */
    *pages() {
      for (const page of pagesOf(context)) yield { ...twinned(context, page), instead: twinned(context, failedPage(context, page)) };
    },
    /** Further files, such as `llms.txt` and data for scripts. */
    files: () => [apisData(context), madeFile("llms.txt", () => llms(context)), ...changesFile(context), ...versionFiles(context)],
    /** What a search finds of the pages that belong to no single API. */
    search: () => portalEntries(context),
    /** Makes the content of a slot; `undefined` if it stays empty. */
    fill: (request: SlotRequest) => fillSlot(context, request),
    /** Returns the marks of the fields on a page of a current version, by the anchors of their rows. */
    fieldTexts: (page: Parameters<typeof fieldTexts>[1]) => fieldTexts(context, page),
  };
}

type PortalGuides = NonNullable<PortalContext["guides"]>;

function linksTo({ path }: PortalPage, { pages, prose }: PortalGuides): (RailItem & { readonly summary: string })[] {
  return pages.map((guide) => ({
    href: relativeUrl(path, guide.path),
    text: guideTitle({ prose }, guide),
    current: guide.path === path,
    summary: prose.plain(guide.body),
  }));
}

function listView(context: PortalPage, guides: PortalGuides) {
  const title = context.words("site.guides");
  return { ...portalFrame(context, { kind: "list", title, section: "guides" }), guides: linksTo(context, guides) };
}

function listBlocks({ guides, ...frame }: ReturnType<typeof listView>, words: Words): Block[] {
  const items = guides.map(({ href, text, summary }) => ({ line: [{ text, href }, summary === "" ? "" : `: ${summary}`] }));
  return framedBlocks(frame, words, { parts: listOf(items) });
}

function guideView(context: PortalPage, guides: PortalGuides, guide: GuidePage) {
  const { prose } = guides;
  const { path, words } = context;
  const spot = { from: path, prefix: GUIDE_PREFIX, level: 2 };
  return {
    ...portalFrame(context, {
      kind: "guide",
      title: guideTitle({ prose }, guide),
      section: "guides",
      summary: prose.plain(guide.body),
      crumbs: [{ text: words("site.guides"), href: relativeUrl(path, "guides.html") }],
      rail: [{ title: words("site.guides"), items: linksTo(context, guides) }],
    }),
    text: {
      html: prose
        .parts(guide.body, spot)
        .map((part) => ("html" in part ? part.html : ""))
        .join(""),
    },
  };
}

/** The guides of a portal, and a list of them. None if the settings name no guides. */
function* guidePages(context: PortalContext): Generator<Page> {
  const { guides, settings, words } = context;
  if (!guides) return;
  const title = words("site.guides");
  yield portalPage(context, { path: "guides.html", title, template: "guides", view: (page) => listView(page, guides), blocks: listBlocks });
  for (const guide of guides.pages) {
    const twin = { path: guide.path.replace(/html$/, "md"), print: () => guideText(guides.prose, guide, { embeds: [], twin: twinHref }) };
    yield {
      path: guide.path,
      kind: "guide",
      id: guide.id,
      title: guideTitle({ prose: guides.prose }, guide),
      template: "portal/guide",
      view: () => guideView({ ...context, path: guide.path }, guides, guide),
      ...(settings.markdown ? { twin } : {}),
    };
  }
}
