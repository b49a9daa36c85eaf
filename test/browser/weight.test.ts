import { readFileSync } from "node:fs";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { heavyViews } from "./first-view.ts";
import { invalidMarkup } from "./invalid-markup.ts";
import { launch } from "./launch.ts";
import { ofEachKind, openSites } from "./sites.ts";

let browser: Browser;
const sites = openSites();

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
});

test("the first view of any page weighs at most 40 KB compressed, 14 KB of it script, and no page is over 400 KB", () => {
  const { example, portal } = sites;
  expect([...heavyViews(example), ...heavyViews(portal)]).toEqual([]);
  for (const { path } of example.pages) {
    expect([path, readFileSync(join(example.folder, path)).length < 400_000]).toEqual([path, true]);
  }
});

test("pages of single APIs in a portal do without what only the portal's own pages need", () => {
  const { folder, pages } = sites.portal;
  const isOwn = ({ path }: { path: string }): boolean => readFileSync(join(folder, path), "utf8").includes("assets/portal-own-");
  const kinds = new Set(pages.filter(({ path }) => path.startsWith("apis/")).map(({ kind }) => kind));
  expect([...kinds]).toContain("operation");
  expect(pages.filter(({ path, kind }) => path.startsWith("apis/") && kind !== "list").filter(isOwn)).toEqual([]);
  const styles = (path: string): string[] =>
    [...readFileSync(join(folder, path), "utf8").matchAll(/assets\/([\w-]+)-\w+\.css/g)].map(([, name = ""]) => name);
  for (const path of ["index.html", "map.html", "channels.html"]) expect([path, styles(path)]).toEqual([path, ["portal-own"]]);
});

test("only the page for printing has the style of what holds many pages in one, and it alone has no script", () => {
  const { folder, pages } = sites.example;
  const hasIt = (path: string): boolean => readFileSync(join(folder, path), "utf8").includes("assets/whole-");
  expect(pages.filter(({ path }) => hasIt(path))).toEqual([]);
  expect(hasIt("print.html")).toBe(true);
  const hasScript = (path: string): boolean => readFileSync(join(folder, path), "utf8").includes("<script");
  expect(pages.filter(({ path }) => !hasScript(path))).toEqual([]);
  expect(hasScript("print.html")).toBe(false);
});

test("nothing moves while a page loads, even where style and scripts come late", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 } });
  await context.route(/site-\w+\.js$/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 150));
    await route.continue();
  });
  const page = await context.newPage();
  for (const { path } of ofEachKind(sites.example, 1)) {
    await page.goto(sites.example.url(path));
    const moved = await page.evaluate<string[]>(`(() => new Promise((resolve) => {
      const all = [];
      const note = (entry) => all.push(entry.value + ": " + entry.sources.map(({ node }) => node?.outerHTML?.slice(0, 80)).join(" | "));
      new PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type: "layout-shift", buffered: true });
      setTimeout(() => resolve(all), 60);
    }))()`);
    expect([path, moved]).toEqual([path, []]);
  }
  await context.close();
});

/** In the page: each family, size, weight and slant that a text is set in. */
const fontsInUse = `(() => {
  const all = new Set();
  const add = ({ fontFamily, fontSize, fontWeight, fontStyle }) => all.add([fontFamily, fontSize, fontWeight, fontStyle].join(" / "));
  for (const element of document.body.querySelectorAll("*")) {
    if ([...element.childNodes].some(({ nodeType, data }) => nodeType === 3 && data.trim())) add(getComputedStyle(element));
    for (const part of ["::before", "::after"]) {
      const style = getComputedStyle(element, part);
      if (!["none", "normal", '""'].includes(style.content)) add(style);
    }
  }
  return [...all].sort();
})()`;

test("a page asks the system for few fonts: each name, size and weight is waited for before the first text is there", async () => {
  const page = await browser.newPage();
  for (const { path } of ofEachKind(sites.example, 1)) {
    await page.goto(sites.example.url(path));
    const fonts = await page.evaluate<string[]>(fontsInUse);
    expect([path, fonts.length > 8, fonts.length > 20 ? fonts : []]).toEqual([path, true, []]);
    expect([path, fonts.filter((font) => font.split(",").length > 2)]).toEqual([path, []]);
  }
  await page.close();
});

test("every page is valid HTML", async () => {
  for (const site of sites.all) {
    for (const { path } of site.pages) {
      expect([path, await invalidMarkup(readFileSync(join(site.folder, path), "utf8"))]).toEqual([path, []]);
    }
  }
});
