import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { follow } from "./follow-links.ts";
import { launch } from "./launch.ts";
import { movement } from "./movement.ts";
import { overflow } from "./reading.ts";
import { openSites } from "./sites.ts";
import { whatGoesWrong } from "./what-goes-wrong.ts";

const { portal } = openSites();
let browser: Browser;

beforeAll(async () => {
  browser = await launch();
}, 60_000);

afterAll(() => browser.close());

const first = (start: RegExp): string => portal.pages.find(({ path }) => start.test(path))?.path ?? "";

test("pages of a portal hold at 320 pixels, move nothing, and axe finds nothing on them, light and dark", async () => {
  const different = ["index.html", "map.html", "problems.html", first(/^channels\//), "apis/shop/index.html", "apis/shop/changes.html"];
  const alike = [
    "channels.html",
    "messages.html",
    "search.html",
    "404.html",
    "browse/owner.html",
    first(/^messages\//),
    first(/^apis\/shop\/operations\//),
  ];
  const page = await browser.newPage({ viewport: { width: 320, height: 640 } });
  const wrong = whatGoesWrong(page);
  for (const path of [...different, ...alike]) {
    await page.goto(portal.url(path));
    expect([path, await overflow(page)]).toEqual([path, ""]);
  }
  await page.setViewportSize({ width: 1280, height: 900 });
  for (const path of different) {
    await page.goto(portal.url(path));
    expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
  }
  expect(wrong).toEqual([]);
  await page.close();
  const urls = ["index.html", first(/^channels\//), "apis/shop/index.html"].map((path) => portal.url(path));
  expect(await movement(browser, urls, 1280)).toEqual([]);
}, 120_000);

test("links of every kind lead from disk to what is there", async () => {
  // As narrow as this, every page has a menu.
  const page = await browser.newPage({ viewport: { width: 800, height: 900 } });
  // What lists of other kinds and pages of other APIs hold is no different.
  const pages = portal.pages.filter(({ path }) => !/^browse\/(?!owner)|^apis\/(?!shop\/(?:index|operations|channels\/))/.test(path));
  const { count, unknown, wrong } = await follow(page, { ...portal, pages }, { urlOf: (path) => portal.url(path), pages: 1, most: 1 });
  expect({ unknown, wrong }).toEqual({ unknown: [], wrong: [] });
  expect(count).toBeGreaterThan(40);
  await page.close();
}, 120_000);

test("without script, a portal has its lists, and its switchers lead to other APIs", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(portal.url("apis/shop/index.html"));
  await page.locator("[data-switch=apis] summary").click();
  await page.locator("[data-switch=apis] a").last().click();
  await page.locator("#nav a", { hasText: "audit crew" }).click();
  expect(await page.locator("h1").textContent()).toContain("audit crew");
  expect(await page.locator("main tbody tr[id] a").first().textContent()).toBe("Audit");
  await context.close();
});

test("with script, the list of APIs is narrowed, and the switcher and the search find what other APIs have", async () => {
  const page = await browser.newPage();
  await page.goto(portal.url("index.html"));
  await page.locator("[data-facets=state] a").first().click();
  await page.locator("[data-shown]", { hasText: "2 of 6" }).waitFor();
  await page.locator("#narrow").fill("shop");
  await page.locator("[data-shown]", { hasText: "1 of 6" }).waitFor();
  expect(await page.locator("[data-apis] tbody:visible tr").count()).toBe(1);
  expect(await page.locator("[data-apis] tbody:visible .badge").allTextContents()).toEqual(["✗ 1 message does not fit"]);
  expect(page.url()).toMatch(/#state=does\+not\+fit&q=shop$/);
  await page.locator("[data-apis] tbody:visible tr a").first().click();
  await page.locator("[data-switch=apis] summary").click();
  await page.locator("[data-switch=apis] input").fill("ware");
  expect(await page.locator("[data-list] li").allTextContents()).toEqual([
    "Warehouse one2.0.0",
    "Warehouse three2.0.0",
    "Warehouse two2.0.0",
  ]);
  // An API and its overview are one page, so one result.
  await page.goto(`${portal.url("search.html")}?q=audit`);
  await page.locator("#found a").first().waitFor();
  expect(await page.locator("#found a[href='./apis/audit/index.html']").count()).toBe(1);
  await page.goto(`${portal.url("search.html")}?q=note`);
  expect(await page.locator("#found a").first().textContent()).toContain("note");
  await page.close();
});

test("rows that the script makes of APIs on other pages have the same signs, and the owner", async () => {
  const page = await browser.newPage();
  await page.goto(portal.url("index.html"));
  // As if all were on other pages.
  await page.evaluate("document.querySelectorAll('tbody tr[id]').forEach((row) => row.removeAttribute('id'))");
  await page.locator("#narrow").fill("audit");
  await page.locator("[data-shown]", { hasText: "1 of 6" }).waitFor();
  const row = page.locator("[data-apis] tbody:visible tr");
  expect(await row.locator(".checks").textContent()).toBe("✗ does not fit");
  expect(await row.locator(".badge > span").getAttribute("aria-hidden")).toBe("true");
  expect(await row.locator(".c-owner").textContent()).toBe("audit crew");
  await page.close();
});

test("the words in a search box are there in full, on phones and beside long names", async () => {
  const page = await browser.newPage();
  for (const [path, widths] of [
    ["index.html", [390, 900, 1280]],
    ["channels.html", [600, 900, 1280, 1440]],
    [first(/^apis\/billing\/operations\//), [600, 900, 1100, 1280, 1440]],
  ] as const) {
    await page.goto(portal.url(path));
    for (const width of widths) {
      await page.setViewportSize({ width, height: 800 });
      const { opacity, missing } = await page.evaluate<{ opacity: string; missing: number }>(`(() => {
        const box = document.querySelector("#find");
        const { font, opacity } = getComputedStyle(box);
        const words = Object.assign(document.createElement("span"), { textContent: box.placeholder });
        words.style.cssText = "position: absolute; white-space: pre; font: " + font;
        document.body.append(words);
        const missing = Math.max(0, words.offsetWidth - box.clientWidth);
        words.remove();
        return { opacity, missing };
      })()`);
      expect([path, width, opacity, missing]).toEqual([path, width, "1", 0]);
    }
  }
  await page.close();
});

test("tables of senders, receivers and fields show all their columns, and part no word, on a small laptop", async () => {
  const page = await browser.newPage({ viewport: { width: 1024, height: 800 } });
  const kinds = [first(/^channels\//), first(/^messages\//), "apis/shop/index.html", "apis/shop/changes.html"];
  for (const path of kinds) {
    await page.goto(portal.url(path));
    // A word is parted where two of its letters are not on one line. Signs between words may end a line.
    const parted = await page.evaluate<string[]>(`[...document.querySelectorAll("main .table")].flatMap((table) => {
      const found = table.scrollWidth > table.clientWidth ? ["wide: " + table.textContent.slice(0, 40)] : [];
      const texts = document.createTreeWalker(table, NodeFilter.SHOW_TEXT);
      while (texts.nextNode()) {
        const { data } = texts.currentNode;
        if (texts.currentNode.parentElement.closest(".mono, .sr")) continue;
        for (const { 0: word, index } of data.matchAll(/[\\p{L}\\p{N}]+/gu)) {
          const range = document.createRange();
          range.setStart(texts.currentNode, index);
          range.setEnd(texts.currentNode, index + word.length);
          if (new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size > 1) found.push(word);
        }
      }
      return found;
    })`);
    expect([path, parted]).toEqual([path, []]);
  }
  await page.close();
});

test("a message that proves what does not fit is as high as what both sides say of it", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(portal.url(first(/^channels\//)));
  await page.locator(".proof .code-holder").first().waitFor();
  const below = await page.evaluate<number>(
    "document.querySelector('.proof').getBoundingClientRect().bottom - document.querySelector('.proof pre').getBoundingClientRect().bottom",
  );
  expect(Math.abs(below)).toBeLessThan(2);
  await page.close();
});

test("a map is as wide as the window lets it be, and no page of it scrolls sideways", async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.goto(portal.url("map.html"));
  expect(await overflow(page)).toBe("");
  // As a portal of fifty APIs has it.
  const widths = await page.evaluate<number[]>(`(() => {
    document.querySelector(".matrix").setAttribute("width", "1526");
    const frame = document.querySelector(".matrix-frame").getBoundingClientRect();
    const split = document.querySelector(".map-split").getBoundingClientRect();
    return [frame.width, split.left, document.documentElement.clientWidth - split.right];
  })()`);
  expect(widths[0]).toBeGreaterThan(1000);
  expect(Math.min(...widths)).toBeGreaterThan(16);
  expect(await overflow(page)).toBe("");
  await page.close();
});
