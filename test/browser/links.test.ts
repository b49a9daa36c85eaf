import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { serveFolder, type Served } from "./serve.ts";
import { build, ofEachKind, type BuiltSite } from "./sites.ts";

const example = fileURLToPath(new URL("../../example-docs/robots", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-links-"));
const REPOSITORY = "https://git.example.org/robots/blob/main/";
let browser: Browser;
let site: BuiltSite;
let served: Served;

beforeAll(async () => {
  browser = await launch();
  const settings = join(folder, "settings.yaml");
  cpSync(example, join(folder, "robots"), { recursive: true });
  const given = {
    document: "robots/msgapi.yaml",
    guides: ["robots/guides/*.md"],
    sourceUrl: `${REPOSITORY}{path}#L{line}`,
    editUrl: "https://git.example.org/robots/edit/main/{path}",
  };
  writeFileSync(settings, JSON.stringify(given));
  site = build("site", folder, ["--config", settings]);
  served = await serveFolder(site.folder, "/robots/");
});

afterAll(async () => {
  await browser.close();
  served.close();
  rmSync(folder, { recursive: true });
});

/** Every kind of link of the site by where it stands. */
const KINDS = {
  navigation: "#nav .nav-section a",
  breadcrumbs: ".crumbs a",
  "previous and next": ".turn a",
  "on this page": ".contents a",
  "used by": "[aria-labelledby=used-by] a",
  source: ".source-link:not([href^='https:'])",
  download: "a[download], [aria-labelledby=downloads] a, #downloads ~ ul a",
  "anchor of a heading": "main h2 a[href^='#']",
  diagram: "main svg a",
  description: ".prose a:not([href^='http']):not([href^='mailto'])",
  list: "main .table a",
  "schema tree": ".schema a",
  "example to its schema": ".side pre a",
  facts: "main .facts a:not([href^='http'])",
  tag: ".badges a",
} as const;

/** The addresses of all links that a selector finds, absolute. */
function addresses(page: Page, selector: string): Promise<string[]> {
  const found = `Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (link) => new URL(link.getAttribute("href"), document.baseURI).href)`;
  return page.evaluate<string[]>(found);
}

/** Up to so many links of each kind of a page, each with its kind. */
async function linksOf(page: Page, most: number): Promise<{ kind: string; url: string }[]> {
  const found: { kind: string; url: string }[] = [];
  for (const [kind, selector] of Object.entries(KINDS)) {
    const urls = (await addresses(page, selector)).filter((url) => !/^(?:https|mailto):/.test(url));
    found.push(...[...new Set(urls)].slice(0, most).map((url) => ({ kind, url })));
  }
  return found;
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
  const seen = await page.evaluate<boolean>(`document.getElementById(${JSON.stringify(anchor)})?.checkVisibility() ?? false`);
  return seen ? "" : `${url}: nothing to see there`;
}

describe.each(["http, below a path of the host", "file"])("over %s", (way) => {
  const urlOf = (path: string): string => (way === "file" ? site.url(path) : `${served.origin}/robots/${path}`);

  test("links of every kind lead to what is there", async () => {
    const page = await browser.newPage();
    const links: { from: string; kind: string; url: string }[] = [];
    for (const { path } of ofEachKind(site, 2)) {
      await page.goto(urlOf(path));
      links.push(...(await linksOf(page, 3)).map((link) => ({ from: path, ...link })));
    }
    const kinds = new Set(links.map(({ kind }) => kind));
    expect(Object.keys(KINDS).filter((kind) => !kinds.has(kind))).toEqual([]);
    const each = [...new Map(links.map((link) => [link.url, link])).values()];
    expect(each.length).toBeGreaterThan(60);
    const wrong: string[] = [];
    for (const { from, kind, url } of each) {
      const why = await wrongWith(page, url);
      if (why !== "") wrong.push(`${from}, ${kind}: ${why}`);
    }
    expect(wrong).toEqual([]);
    await page.close();
  }, 120_000);

  test("a result of the search is the page that it names", async () => {
    const page = await browser.newPage();
    await page.goto(urlOf("messages/telemetry.html"));
    await page.locator("#find").fill("settle");
    const results = page.locator("[data-search] a[href]");
    await results.first().waitFor();
    const [to = ""] = await addresses(page, "[data-search] a[href]");
    await results.first().click();
    await page.waitForURL(to);
    expect((await page.locator("main").textContent())?.toLowerCase()).toContain("settle");
    await page.close();
  });
});

test("source and edit links are those of the repository by the patterns of the settings", async () => {
  const page = await browser.newPage();
  await page.goto(site.url("messages/telemetry.html"));
  const hrefs = await addresses(page, `a[href^="${REPOSITORY}"]`);
  expect(hrefs).toContainEqual(expect.stringMatching(/\/messages\/telemetry\.yaml#L\d+$/));
  expect(await page.locator('a[href^="https://git.example.org/robots/edit/main/"]').getAttribute("href")).toBe(
    "https://git.example.org/robots/edit/main/messages/telemetry.yaml",
  );
  await page.close();
});

test("an address that does not exist, however deep, is answered by a page that works", async () => {
  const page = await browser.newPage();
  const response = await page.goto(`${served.origin}/robots/messages/deep/er/gone.html`);
  expect(response?.status()).toBe(404);
  expect(await page.locator("h1").textContent()).toContain("not found");
  await page.close();
});
