import type { Page } from "playwright-core";
import type { BuiltSite, Listed } from "./sites.ts";

/** Every kind of link of a site by where it stands; one that stands in several is of the first of them. */
export const KINDS = {
  "skip to the content": "a.skip",
  "brand and top": ".top a",
  navigation: "#nav a",
  breadcrumbs: ".crumbs a",
  "previous and next": ".turn a",
  "on this page": ".contents a",
  "embedded in a guide": ".embed a",
  "a page of uses": "main a[href*='uses/']",
  "from page to page": ".pages a",
  "to a further page of a tree": ".schema a[href*='.html#'][href*='.~']",
  "used by": "[aria-labelledby=used-by] a",
  source: ".source-link",
  download: "a[download], [aria-labelledby=downloads] a, #downloads ~ ul a",
  "anchor of a heading": "main :is(h2, h3, h4) a[href^='#']",
  "thing in a heading": "main :is(h2, h3, h4) a",
  diagram: "main svg a",
  description: ".prose a",
  connect: ".connect a",
  "example to its schema": ".copyable pre a, .example-panel pre a",
  "schema tree": ".schema a, .schema-type a",
  facts: "main .facts a",
  tag: "a.chip",
  list: "main .table a",
  group: ".jumps a",
  card: "a.card",
  operation: "main .op a, a.op-row",
  "anchor of a row": "main .row .name a",
  binding: "main .binding a",
  "more documentation": ".callout.docs a",
  links: "main ul.links a",
  "Markdown of the page": ".hand a[href$='.md']",
  "the page elsewhere": ".hand a",
  "edit this page": ".edit a",
  "what a page goes on with": "main .sub a",
} as const;

/** Kinds that stand on some sites only. */
const RARE = {
  "search without script": ".find + a",
  example: "[data-panel] a, .copyable a",
  more: "main .more a",
  "use of a message": ".used a",
  "what changed": "main a[href*='changes.html#']",
  "in a row": "main .row a",
  "message or operation in a picker": ".picker .pick-link",
  note: "main .note a, main .limits a",
  code: "main pre a",
  "what has a problem": ".problem-groups li a",
  "problem of the page": ".page-problems a",
  "kind of thing, with its count": ".counts a",
  "way to begin": ".acts a",
  "group of channels": "main .group a",
  "others on a channel, in a portal": ".on-channel a",
  "channel of a message, in a portal": ".lead .badges a",
  "message and channel of a reply": ".route a",
  "what to see to first, in a portal": ".attention a, .tries a, .tiles a",
  "values to look through, in a portal": ".columns a, .plain-list a, .ranks a",
  "what does not fit, in a portal": ".clashes a, .findings a",
  "server in the card": ".connect-card a, .connect-panel a",
} as const;

/** A link of a page. */
export interface Link {
  readonly from: string;
  /** Empty where none of {@link KINDS} is meant for it. */
  readonly kind: string;
  readonly url: string;
}

/** All links of the page that is open, each of one kind. */
function linksOf(page: Page): Promise<Omit<Link, "from">[]> {
  const kinds = JSON.stringify(Object.entries({ ...KINDS, ...RARE }));
  const found = `Array.from(document.querySelectorAll("a[href], svg a"), (link) => ({
    kind: (${kinds}.find(([, selector]) => link.matches(selector)) ?? [""])[0],
    url: new URL(link.getAttribute("href"), document.baseURI).href,
  }))`;
  return page.evaluate<Omit<Link, "from">[]>(found);
}

/** Pages of one making: lists differ by what they list, pages of things by what goes on elsewhere. */
function makingOf({ kind, path }: Listed, paths: ReadonlySet<string>): string {
  if (kind === "list") return `${kind} ${path.replace(/\d+/g, "1").replace(/[^/]*(?=\.1\.html$)/, "")}`;
  return `${kind} ${paths.has(path.replace(".html", ".2.html"))} ${paths.has(`uses/${path.replace("/", "-")}`)}`;
}

/** Of each making the first so many pages. */
function ofEachMaking({ pages }: BuiltSite, most: number): Listed[] {
  const seen = new Map<string, number>();
  const paths = new Set(pages.map(({ path }) => path));
  return pages.filter((page) => {
    const making = makingOf(page, paths);
    const before = seen.get(making) ?? 0;
    seen.set(making, before + 1);
    return before < most;
  });
}

/** Why a link does not lead to where it says, or nothing. */
async function wrongWith(page: Page, url: string): Promise<string> {
  if (!/\.html(?:#.*)?$|\/$/.test(url)) {
    if (url.startsWith("file:")) return "";
    const { status } = await fetch(url);
    return status === 200 ? "" : `${url}: ${status}`;
  }
  const response = await page.goto(url);
  if (response && response.status() >= 400) return `${url}: ${response.status()}`;
  const anchor = decodeURIComponent(new URL(url).hash.slice(1));
  if (anchor === "") return "";
  // What is folded is opened by an event, which comes after the page has gone to the place.
  const seen = await page.evaluate<boolean>(`(async () => {
    const isSeen = () => document.getElementById(${JSON.stringify(anchor)})?.checkVisibility() ?? false;
    for (let tries = 0; tries < 100 && !isSeen(); tries += 1) await new Promise((resolve) => setTimeout(resolve, 50));
    return isSeen();
  })()`);
  return seen ? "" : `${url}: nothing to see there`;
}

/** What came of following links. */
export interface Followed {
  readonly kinds: readonly string[];
  readonly count: number;
  /** Links of a kind that {@link KINDS} does not know. */
  readonly unknown: readonly Link[];
  readonly wrong: readonly string[];
}

/** Follows links of every kind from pages of every kind, so many of each: the browser has to come to something that can be seen. */
export async function follow(
  page: Page,
  site: BuiltSite,
  { urlOf, pages = 2, most }: { urlOf: (path: string) => string; pages?: number; most: number },
): Promise<Followed> {
  const links = new Map<string, Link>();
  const unknown: Link[] = [];
  const kinds = new Set<string>();
  for (const { path } of ofEachMaking(site, pages)) {
    await page.goto(urlOf(path));
    const taken = new Map<string, number>();
    for (const { kind, url } of await linksOf(page)) {
      const before = taken.get(kind) ?? 0;
      taken.set(kind, before + 1);
      kinds.add(kind);
      if (kind === "") unknown.push({ from: path, kind, url });
      // A host shows the page of what is not found, at any address: its links begin at the top of the host.
      const isOfHost = path.endsWith("404.html") && url.startsWith("file:");
      if (before < most && !isOfHost && !/^(?:https?:(?!\/\/127)|mailto:)/.test(url)) links.set(url, { from: path, kind, url });
    }
  }
  const wrong: string[] = [];
  // Places of one page one after the other: it is loaded for the first of them.
  const inOrder = [...links.values()].sort((a, b) => (a.url < b.url ? -1 : 1));
  for (const { from, kind, url } of inOrder) {
    const why = await wrongWith(page, url);
    if (why !== "") wrong.push(`${from}, ${kind}: ${why}`);
  }
  return { kinds: [...kinds], count: links.size, unknown, wrong };
}
