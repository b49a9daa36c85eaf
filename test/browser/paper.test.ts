import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { ofEachKind, openSites } from "./sites.ts";

let browser: Browser;
const { example, odd, portal } = openSites();

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
});

test("on paper there is the text and nothing to press, and what was folded is open", async () => {
  const page = await browser.newPage({ viewport: { width: 800, height: 1000 }, colorScheme: "dark" });
  await page.goto(example.url("operations/taketelemetry.html"));
  await page.emulateMedia({ media: "print" });
  expect(await page.locator(".top:visible, .rail:visible, .turn:visible, button:visible").count()).toBe(0);
  const examples = page.locator("[data-tab]");
  expect(await examples.count()).toBeGreaterThan(1);
  for (const example of await examples.all()) expect(await example.isVisible()).toBe(true);
  expect(await page.evaluate("document.querySelector('details:not([open]) .schema-row').getBoundingClientRect().height")).toBeGreaterThan(
    0,
  );
  expect(await page.evaluate("getComputedStyle(document.body).backgroundColor")).toBe("rgb(255, 255, 255)");
  await page.close();
});

test("on paper no line of code is cut off, and what is longer than a page may be parted", async () => {
  // As wide as A4 between the margins.
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  for (const { path } of ofEachKind(example, 1)) {
    await page.goto(example.url(path));
    const wide = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main :is(pre, .source, .table)')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent.slice(0, 60))",
    );
    expect([path, wide]).toEqual([path, []]);
  }
  await page.goto(example.url("operations/taketelemetry.html"));
  const kept = await page.evaluate<string[]>(
    "['.schema-row:has(> .schema-below)', '.schema-row:not(:has(> .schema-below))', '.panel'].map((each) => getComputedStyle(document.querySelector(each)).breakInside)",
  );
  expect(kept).toEqual(["auto", "avoid", "auto"]);
  await page.close();
});

test("everything on one page is a size that a person prints, with contents whose links lead to sheets", async () => {
  const page = await browser.newPage();
  await page.goto(example.url("print.html"));
  const sheets = (await page.pdf({ preferCSSPageSize: true, format: "A4" })).toString("latin1").match(/\/Type\s*\/Page\b/g);
  // It were 120 with letters as large as on a screen, code in five languages, and each schema wherever it is used.
  expect(sheets?.length).toBeLessThan(60);
  expect(await page.getByText("This page is full").count()).toBe(0);
  // Titles look alike, whatever kind of page they are of.
  const titles = await page.evaluate<string[]>(
    "[...document.querySelectorAll('.whole h2:not(.mono)')].map((title) => [getComputedStyle(title).fontSize, getComputedStyle(title).marginTop].join())",
  );
  expect([new Set(titles).size, titles.length > 20]).toEqual([1, true]);
  await page.emulateMedia({ media: "print" });
  const links = page.locator(".printed a[href^='#page.']");
  expect(await links.count()).toBe(await page.locator(".whole").count());
  expect(await page.locator(".whole .sample:visible, .whole .own:visible").count()).toBe(await page.locator(".whole .commands").count());
  await page.close();
});

test("on paper, pages of a portal lose nothing at the edge, and say who owns an API", async () => {
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  const pages = portal.pages.filter(({ path }) => /^(?:index|channels|messages|map|problems)\.html$|^(?:channels|messages)\//.test(path));
  expect(pages.length).toBeGreaterThan(6);
  for (const { path } of pages) {
    await page.goto(portal.url(path));
    // As if more APIs described a message alike.
    await page.evaluate("document.querySelector('.compare th + th')?.append(', warehouse-worker'.repeat(6))");
    const lost = await page.evaluate<number>("Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth)");
    expect([path, lost]).toEqual([path, 0]);
    const wide = await page.evaluate<string[]>(
      "[...document.querySelectorAll('main .table')].filter((box) => box.scrollWidth > box.clientWidth).map((box) => box.textContent.slice(0, 60))",
    );
    expect([path, wide]).toEqual([path, []]);
  }
  await page.goto(portal.url("index.html"));
  expect(await page.locator("td.c-owner:visible").count()).toBe(6);
  await page.goto(portal.url(pages.find(({ path }) => path.startsWith("channels/"))?.path ?? ""));
  // A heading in the letters of code is larger than those below it, too.
  const [first = 0, second = 0] = await page.evaluate<number[]>(
    "['h1', 'main h2'].map((each) => parseFloat(getComputedStyle(document.querySelector(each)).fontSize))",
  );
  expect(first).toBeGreaterThan(second);
  await page.goto(portal.url("map.html"));
  expect(await page.evaluate("getComputedStyle(document.querySelector('.swatch')).printColorAdjust")).toBe("exact");
  await page.close();
});

test("on paper the columns of a table are all on the sheet, with heads as long as German ones", async () => {
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  for (const path of ["messages.html", "operations.html", "channels.html", "schemas.html"]) {
    await page.goto(example.url(path));
    const over = await page.evaluate<number>(`(() => {
      const heads = [...document.querySelectorAll("thead th")];
      heads.at(0).textContent = "Die Anwendung";
      heads.at(-1).textContent = "Zusammenfassung";
      return Math.max(0, document.documentElement.scrollWidth - document.documentElement.clientWidth);
    })()`);
    expect([path, over]).toEqual([path, 0]);
  }
  await page.close();
});

test("on paper links of the overview stand apart, and there are no links to files", async () => {
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  await page.goto(example.url("index.html"));
  const boxes = await page.evaluate<{ left: number; right: number; top: number }[]>(
    "[...document.querySelectorAll('.acts > a')].map((each) => each.getBoundingClientRect().toJSON())",
  );
  expect(boxes.length).toBeGreaterThan(1);
  boxes.forEach(({ top, right }, at) => {
    const next = boxes[at + 1];
    if (next?.top === top) expect(next.left - right).toBeGreaterThan(12);
  });
  expect(await page.locator("#downloads:visible").count()).toBe(0);
  await page.close();
});

test("on paper nothing but a heading is larger than the text, and what belongs together is on one sheet", async () => {
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  for (const { path } of ofEachKind(example, 1)) {
    await page.goto(example.url(path));
    const large = await page.evaluate<string[]>(`[...document.querySelectorAll("main *")].filter((each) => {
      const hasText = [...each.childNodes].some((node) => node.nodeType === Node.TEXT_NODE && node.data.trim());
      return hasText && each.checkVisibility() && !each.closest("h1, h2, h3, h4, .card, svg") && parseFloat(getComputedStyle(each).fontSize) > 12.5;
    }).map(({ className, textContent }) => className + ": " + textContent.slice(0, 40))`);
    expect([path, large]).toEqual([path, []]);
  }
  await page.goto(example.url("index.html"));
  expect(await page.evaluate("getComputedStyle(document.querySelector('.op-row')).breakInside")).toBe("avoid");
  await page.close();
});

test("on paper a schema is written once, and problems of a page are a line", async () => {
  const page = await browser.newPage({ viewport: { width: 688, height: 1000 } });
  await page.emulateMedia({ media: "print" });
  await page.goto(example.url("schemas/command.html"));
  expect(await page.locator("[aria-labelledby='as-json'] > .fold:visible").count()).toBe(1);
  await page.goto(odd.url("operations/subscribe.html"));
  expect(await page.locator(".page-problems summary:visible").count()).toBe(1);
  expect(await page.locator(".page-problems .problems:visible, .page-problems a:visible").count()).toBe(0);
  await page.close();
});
