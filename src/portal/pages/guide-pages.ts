import { relativeUrl } from "#model";
import type { Block, Page, ProseSource } from "#pages";
import { framedBlocks, guideText, guideTitle, listOf, twinHref } from "#pages";
import type { GuidePage } from "#prose";
import { GUIDE_PREFIX } from "#prose";
import type { Words } from "#text";
import type { PortalContext, PortalPage } from "./portal-context.ts";
import type { RailItem } from "./portal-frame.ts";
import { portalFrame, portalPage } from "./portal-frame.ts";

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

/** The Markdown of a guide, which shows no part of an API. */
function printGuide(prose: ProseSource, guide: GuidePage): string {
  return guideText(prose, guide, { embeds: [], twin: twinHref });
}

/** The guides of a portal, and a list of them. None if the settings name no guides. */
export function* guidePages(context: PortalContext): Generator<Page> {
  const { guides, settings, words } = context;
  if (!guides) return;
  const title = words("site.guides");
  yield portalPage(context, { path: "guides.html", title, template: "guides", view: (page) => listView(page, guides), blocks: listBlocks });
  for (const guide of guides.pages) {
    const twin = { path: guide.path.replace(/html$/, "md"), print: () => printGuide(guides.prose, guide) };
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
