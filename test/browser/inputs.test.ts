import type { Browser, BrowserContext, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { serveFolder, type Served } from "./serve.ts";
import { ofEachKind, openSites } from "./sites.ts";

let browser: Browser;
const sites = openSites();
let server: Served;

beforeAll(async () => {
  browser = await launch();
  server = await serveFolder(sites.example.folder);
});

afterAll(async () => {
  await browser.close();
  server.close();
});

async function opened(context: BrowserContext): Promise<{ page: Page; errors: string[] }> {
  const page = await context.newPage();
  const errors: string[] = [];
  page.on("pageerror", (error) => errors.push(error.message));
  return { page, errors };
}

const isReady = (page: Page) => page.evaluate("document.documentElement.dataset.ready");

const FRAGMENTS = [
  "#%",
  "#100%",
  "#%E0%A4%A",
  "#%00",
  "#%F",
  "#main%",
  "#a b",
  "#\u{d83d}",
  "#__proto__",
  "#:target",
  `#${"%25".repeat(5000)}`,
];

test("no fragment stops a script, when the page loads or later", async () => {
  const context = await browser.newContext();
  const { page, errors } = await opened(context);
  for (const [at, { path }] of ofEachKind(sites.example, 1).entries()) {
    // One script reads the fragment on every page: some pages load with all of them, each of the others with one.
    for (const fragment of at < 2 ? FRAGMENTS : FRAGMENTS.slice(at % FRAGMENTS.length).slice(0, 1)) {
      await page.goto("about:blank");
      await page.goto(sites.example.url(path) + fragment);
      expect([path, fragment, await isReady(page), errors]).toEqual([path, fragment, "", []]);
    }
    await page.evaluate(`for (const fragment of ${JSON.stringify(FRAGMENTS)}) location.hash = fragment`);
    await page.evaluate("new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))");
    expect([path, errors]).toEqual([path, []]);
  }
  await context.close();
});

test("no query stops the search page", async () => {
  const context = await browser.newContext();
  const { page, errors } = await opened(context);
  for (const query of [
    "?q=%",
    "?q=%E0%A4%A",
    "?q=%00",
    "?q",
    "?q=__proto__",
    "?q=constructor",
    `?q=${"a".repeat(20_000)}`,
    "?%=%&q=robot",
  ]) {
    await page.goto(sites.example.url("search.html") + query);
    expect([query, await isReady(page), errors]).toEqual([query, "", []]);
    const said = expect.poll(() => page.locator("[data-search-page] [role=status]").textContent(), { timeout: 30_000 });
    await (query === "?q" ? said.toBe("") : said.toMatch(/found/i));
  }
  await context.close();
});

test("what storage and history hold stops no script, and neither does a storage that is closed", async () => {
  const values = ["<x>", "", "__proto__", "Dark", "{", "light\u0000"].map(
    (value) => `localStorage.setItem("msgdocs-theme", ${JSON.stringify(value)})`,
  );
  const closed = `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, { get() { throw new DOMException("no", "SecurityError"); } })`;
  for (const script of [...values, closed, `history.replaceState({ path: null, x: "y" }, "")`]) {
    const context = await browser.newContext();
    await context.addInitScript(script);
    const { page, errors } = await opened(context);
    await page.goto(`${server.origin}/operations/taketelemetry.html`);
    await page.locator("[data-theme-switch]").click();
    expect([script, await page.evaluate("document.documentElement.dataset.theme"), errors]).toEqual([script, "light", []]);
    await context.close();
  }
});

test("an index that does not come is said, and asked for again", async () => {
  const context = await browser.newContext();
  const { page, errors } = await opened(context);
  await context.route(/search\/.*\.js$/, (route) => route.abort());
  await page.goto(`${server.origin}/index.html`);
  await page.locator("#find").fill("robot");
  await page.locator(".find-status:not(:empty)").waitFor();
  expect(await page.locator(".find-status").textContent()).toBe("The search could not be loaded. Reload the page to try again.");
  await context.unroute(/search\/.*\.js$/);
  await page.locator("#find").fill("robots");
  await page.locator("#found a").first().waitFor();
  expect(errors).toEqual([]);
  await context.close();
});

test("a part of the index that comes damaged is said, and asked for again", async () => {
  const damaged = [
    `msgdocsSearch.take("`,
    "",
    `msgdocsSearch.take("terms", 0, {}); msgdocsSearch.take("hits", 0, {}); msgdocsSearch.take("titles", 0, [])`,
  ];
  for (const part of ["terms", "hits", "titles"]) {
    for (const [at, body] of damaged.entries()) {
      const context = await browser.newContext();
      const page = await context.newPage();
      const path = new RegExp(`search/${part}.*\\.js$`);
      await context.route(path, (route) => route.fulfill({ body, contentType: "text/javascript" }));
      await page.goto(`${server.origin}/index.html`);
      await page.locator("#find").fill("robot");
      const none = page.locator(".find-status:not(:empty)");
      await none.waitFor();
      expect([part, at, await none.textContent()]).toEqual([part, at, "The search could not be loaded. Reload the page to try again."]);
      if (at < 2) {
        await context.unroute(path);
        await page.locator("#find").fill("robots");
        await page.locator("#found a").first().waitFor();
      }
      await context.close();
    }
  }
});

test("a transition that the browser gives up is no error", async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 } });
  const { page, errors } = await opened(context);
  await page.goto(`${server.origin}/index.html`);
  await page.evaluate(
    `Promise.reject(new DOMException("Transition was aborted because of invalid state. Viewport size changed", "InvalidStateError")) && 0`,
  );
  await page.evaluate("new Promise((resolve) => setTimeout(resolve))");
  expect(errors).toEqual([]);
  await page.evaluate(`Promise.reject(new Error("ours")) && 0`);
  await expect.poll(() => errors).toEqual(["ours"]);
  await context.close();
});

test("every link of the contents lands right under the header, and marks itself", async () => {
  for (const width of [1440, 390]) {
    const context = await browser.newContext({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
    const { page } = await opened(context);
    for (const { path } of ofEachKind(sites.example, 1)) {
      await page.goto(sites.example.url(path));
      const links = page.locator(".contents a");
      for (let at = 0; at < (await links.count()); at += 1) {
        await links.nth(at).click();
        const state = `(() => {
          const link = document.querySelectorAll(".contents a")[${at}];
          const bar = link.closest(".contents");
          const header = getComputedStyle(bar).display === "flex" ? bar : document.querySelector(".top");
          const gap = msgdocsTarget(link.hash).getBoundingClientRect().top - header.getBoundingClientRect().bottom;
          const isEnd = innerHeight + scrollY >= document.documentElement.scrollHeight - 2;
          return [link.getAttribute("aria-current") === "true", gap > 4 && (isEnd || gap < 24)];
        })()`;
        const seen = async () => [width, path, at, ...(await page.evaluate<boolean[]>(state))];
        await expect.poll(seen, { timeout: 30_000 }).toEqual([width, path, at, true, true]);
      }
    }
    await context.close();
  }
});
