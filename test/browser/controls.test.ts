import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import sirv from "sirv";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { movement } from "./movement.ts";
import { searched } from "./reading.ts";
import { serveFolder } from "./serve.ts";
import { whatGoesWrong } from "./what-goes-wrong.ts";
import { build, openSites } from "./sites.ts";

let browser: Browser;
const sites = openSites();
let server: Server;
let origin = "";

beforeAll(async () => {
  browser = await launch();
  const files = sirv(sites.example.folder);
  server = createServer((request, response) => {
    // Browsers ask for it unasked.
    if (request.url === "/favicon.ico") response.writeHead(204).end();
    else files(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}/`;
});

afterAll(async () => {
  await browser.close();
  server.close();
});

/** A page that keeps all that goes wrong on it: errors, broken policies, failed requests. */
async function opened(url: string, width = 1280): Promise<{ page: Page; wrong: string[] }> {
  const page = await browser.newPage({ viewport: { width, height: 800 }, reducedMotion: "reduce" });
  const wrong = whatGoesWrong(page);
  await page.goto(url);
  return { page, wrong };
}

const active = (page: Page) => page.evaluate<string>("document.activeElement.textContent.trim()");

/** What the menu of a page leads to. */
const links = ["View as Markdown", "The whole API as one file", "Print everything"];

const places: readonly [string, (path: string) => string][] = [
  ["from disk", (path) => sites.example.url(path)],
  ["over http", (path) => origin + path],
];

test("typing shows the groups of the overview that fit", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-groups-"));
  const channels = Array.from({ length: 40 }, (_, at) => [`area${at % 8}/${at}`, { publish: { message: { payload: {} } } }] as const);
  const file = join(folder, "groups.json");
  writeFileSync(
    file,
    JSON.stringify({ asyncapi: "2.6.0", info: { title: "Areas", version: "1" }, channels: Object.fromEntries(channels) }),
  );
  const { page, wrong } = await opened(build("groups", folder, [file]).url("index.html"));
  expect(await page.locator(".group:visible").count()).toBe(8);
  await page.locator(".group-filter input").fill("AREA3");
  expect(await page.locator(".group:visible").count()).toBe(1);
  expect(wrong).toEqual([]);
  await page.close();
  rmSync(folder, { recursive: true });
});

test.each(places)("every control works %s, and the policy holds", async (_, at) => {
  const { page, wrong } = await opened(at("operations/taketelemetry.html"));
  await page.getByRole("radio", { name: "Example" }).check({ force: true });
  const tabs = page.getByRole("tab");
  await tabs.first().focus();
  await page.keyboard.press("ArrowRight");
  expect(await tabs.nth(1).getAttribute("aria-selected")).toBe("true");
  expect(await page.locator("[data-tab]:visible").count()).toBe(1);

  const tree = page.locator(".schema:has(> .expand)").first();
  await tree.locator(".expand").press("Enter");
  expect(await tree.locator("details.schema-below:not([open])").count()).toBe(0);
  await tree.locator(".expand").click();
  expect(await tree.locator("details.schema-below[open]").count()).toBe(0);

  await page.locator("[data-theme-switch]").click();
  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("light");
  await page.locator("[data-theme-switch]").click();
  await page.goto(at("index.html"));
  expect(await page.evaluate("document.documentElement.dataset.theme")).toBe("dark");

  await page.keyboard.press("Control+k");
  await page.keyboard.type("telemetry");
  await searched(page);
  await page.locator("#found [aria-selected=true]").waitFor();
  await page.keyboard.press("ArrowDown");
  await page.keyboard.press("ArrowUp");
  await page.keyboard.press("Enter");
  await page.waitForURL(/telemetry/);
  expect(wrong).toEqual([]);
  await page.close();
});

test("source lines are shown where they are asked for, with and without script, and on each page then", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ javaScriptEnabled });
    const page = await context.newPage();
    await page.goto(`${origin}servers.html`);
    const lines = page.locator("main .source-link:visible");
    expect(await lines.count()).toBe(0);
    await page.locator("[data-source-switch]").check();
    expect(await lines.count()).toBeGreaterThan(3);
    await page.goto(`${origin}security.html`);
    expect((await lines.count()) > 3).toBe(javaScriptEnabled);
    await context.close();
  }
});

test("how a schema is written is shown below its tree when asked for, without script too, and stands on paper", async () => {
  const context = await browser.newContext({ javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${origin}schemas/drivecommand.html`);
  const shown = page.locator(".schema li > .aside:visible, .schema > .aside:visible");
  expect(await shown.count()).toBe(0);
  await page.emulateMedia({ media: "print" });
  expect(await shown.count()).toBeGreaterThan(2);
  expect(await page.locator(".schema-switch:visible").count()).toBe(0);
  await page.emulateMedia({ media: "screen" });
  await page.getByLabel("Schema details").check();
  expect(await shown.count()).toBeGreaterThan(2);
  await context.close();
});

const ofPortal = (start: RegExp): string => sites.portal.pages.find(({ path }) => start.test(path))?.path ?? "";

test.each([
  ["a site", sites.example, ["index.html", "operations/taketelemetry.html", "guides/connecting.html"]],
  [
    "a portal",
    sites.portal,
    [
      "index.html",
      "problems.html",
      ofPortal(/^channels\//),
      ofPortal(/^browse\/owner\//),
      "apis/shop/index.html",
      "apis/shop/changes.html",
      ofPortal(/^apis\/shop\/operations\//),
      ofPortal(/^apis\/shop\/v-1\.0\.0\/operations\//),
    ],
  ],
] as const)("a page of %s is copied as Markdown, from disk and from a host", async (_, site, paths) => {
  const host = await serveFolder(site.folder);
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  const wrong = whatGoesWrong(page);
  for (const path of paths) {
    const text = readFileSync(join(site.folder, path.replace(/html$/, "md")), "utf8");
    for (const url of [site.url(path), `${host.origin}/${path}`]) {
      await page.goto(url);
      expect([url, await page.locator("script[src*='/texts-']").count()]).toEqual([url, 0]);
      await page.getByText("Copy page", { exact: true }).click();
      await page.evaluate("navigator.clipboard.writeText('')");
      await page.getByRole("button", { name: "Copy as Markdown" }).click();
      await expect.poll(() => page.evaluate<string>("navigator.clipboard.readText()"), { timeout: 30_000 }).toBe(text);
    }
  }
  expect(wrong).toEqual([]);
  await context.close();
  host.close();
});

test("the menu of a page offers to copy only what came, and another click and Escape close it; without script its links stay", async () => {
  const host = await serveFolder(sites.portal.folder);
  const { page, wrong } = await opened(`${host.origin}/apis/shop/index.html`);
  await page.route(/\/texts-\d+\.js$/, (route) => route.fulfill({ contentType: "text/javascript", body: "" }));
  const came = page.waitForEvent("requestfinished", (request) => /\/texts-\d+\.js$/.test(request.url()));
  await page.getByText("Copy page", { exact: true }).click();
  await came;
  // The script of the page takes back what brought nothing.
  await page.waitForFunction("!document.querySelector(`script[src*='/texts-']`)");
  expect(await page.locator(".hand > div > :visible").allInnerTexts()).toEqual(links);
  await page.locator("h1").click();
  expect(await page.locator(".hand").getAttribute("open")).toBeNull();
  await page.getByText("Copy page", { exact: true }).click();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Escape");
  expect(await page.evaluate("[document.querySelector('.hand').open, document.activeElement.textContent]")).toEqual([false, "Copy page"]);
  expect(wrong).toEqual([]);
  await page.close();
  host.close();
  const plain = await browser.newPage({ javaScriptEnabled: false });
  for (const url of [sites.portal.url("apis/shop/index.html"), sites.example.url("operations/taketelemetry.html")]) {
    await plain.goto(url);
    await plain.getByText("Copy page", { exact: true }).click();
    expect(await plain.locator(".hand > div > :visible").allInnerTexts()).toEqual(links);
  }
  await plain.close();
});

test("copy puts the text, and a heading its address, on the clipboard", async () => {
  const context = await browser.newContext({ permissions: ["clipboard-read", "clipboard-write"] });
  const page = await context.newPage();
  await page.goto(`${origin}operations/taketelemetry.html`);
  // Writing to the clipboard takes as long as the system makes it.
  const onClipboard = () => expect.poll(() => page.evaluate<string>("navigator.clipboard.readText()"), { timeout: 30_000 });
  await page.locator(".addr .copy").click();
  await onClipboard().toBe("robots/{robotId}/telemetry");
  await page.locator("#details > summary").click();
  // What is said of it is taken back soon: it is waited for before.
  const said = page.evaluate<boolean>(`new Promise((resolve) => {
    const told = () => document.querySelector("#parameters > a[data-copied]") && resolve(true);
    new MutationObserver(told).observe(document.querySelector("#parameters > a"), { attributes: true });
    told();
  })`);
  await page.locator("#parameters > a").click();
  expect(await said).toBe(true);
  await onClipboard().toBe(`${origin}operations/taketelemetry.html#parameters`);
  await context.close();
});

test("a copy button says what it copies by a name, not by the code itself", async () => {
  const page = await browser.newPage();
  await page.goto(`${origin}schemas/command.html`);
  const names = await page.evaluate<{ name: string; code: string }[]>(
    `[...document.querySelectorAll(".code-holder")].map((each) => ({ name: each.querySelector(".copy").textContent, code: each.querySelector("pre").textContent.trim() }))`,
  );
  expect(names.length).toBeGreaterThan(0);
  for (const { name, code } of names) {
    expect(name).toMatch(/^Copy code: \S/);
    expect(name).not.toContain(code.slice(0, 20));
  }
  await page.close();
});

test("by keyboard alone: past the menu to the text, through everything, each with a focus one sees", async () => {
  const { page } = await opened(sites.example.url("operations/taketelemetry.html"));
  await page.keyboard.press("Tab");
  expect(await active(page)).toBe("Skip to content");
  await page.keyboard.press("Enter");
  await expect.poll(() => page.evaluate("document.activeElement.id"), { timeout: 30_000 }).toBe("main");
  const seen: string[] = [];
  for (let step = 0; step < 40; step += 1) {
    await page.keyboard.press("Tab");
    // What comes near is laid out in the next frame, and then the browser corrects where it scrolled to.
    const unseen = await page.evaluate<string>(`(async () => {
      const element = document.activeElement;
      for (let frame = 0; frame < 2; frame += 1) await new Promise((seen) => requestAnimationFrame(seen));
      const style = getComputedStyle(element);
      const box = element.getBoundingClientRect();
      return style.outlineStyle === "none" || box.width === 0 || box.bottom < 0 || box.top > innerHeight
        ? element.outerHTML.slice(0, 120)
        : "";
    })()`);
    if (unseen !== "") seen.push(unseen);
  }
  expect(seen).toEqual([]);
  await page.close();
});

test("on a phone the menu opens, takes the focus, closes with Escape, and gives it back", async () => {
  const { page } = await opened(sites.example.url("index.html"), 390);
  await page.locator("[data-menu-open]").press("Enter");
  expect(await page.evaluate("document.activeElement.closest('.rail') !== null")).toBe(true);
  expect(await page.locator(".rail a").first().isVisible()).toBe(true);
  await page.keyboard.press("Escape");
  expect(await page.evaluate("document.activeElement.hasAttribute('data-menu-open')")).toBe(true);
  await page.close();
});

test("a link to something folded or behind a tab opens it", async () => {
  const { page } = await opened(sites.example.url("operations/taketelemetry.html"));
  const ids = await page.evaluate<string[]>(`(() => {
    const folded = document.querySelector("details:not([open]) .schema-row[id]");
    const [, behind] = document.querySelectorAll("[data-tab]");
    return [folded.id, behind.id];
  })()`);
  for (const id of ids) {
    expect(id).not.toBe("");
    await page.goto(`${sites.example.url("operations/taketelemetry.html")}#${encodeURIComponent(id)}`);
    await page.reload();
    expect([id, await page.locator(`[id="${id}"]`).isVisible()]).toEqual([id, true]);
  }
  await page.close();
});

test("the page's contents say where one is, and the sidebar shows the page it is on", async () => {
  const { page } = await opened(sites.example.url("schemas/command.html"));
  await page.evaluate("document.getElementById('structure').scrollIntoView()");
  await page.locator('.contents [aria-current][href$="#structure"]').waitFor();
  const inView = await page.evaluate(`(() => {
    const link = document.querySelector(".rail li [aria-current]");
    const [box, rail] = [link.getBoundingClientRect(), document.querySelector(".rail").getBoundingClientRect()];
    return box.top >= rail.top && box.bottom <= rail.bottom;
  })()`);
  expect(inView).toBe(true);
  await page.close();
});

test("the application is the subject of every direction; what the reader can do and the document's own verb are said too", async () => {
  const { page } = await opened(sites.reply.url("operations/takeask.html"));
  expect(await page.locator(".route").first().innerText()).toMatch(/↓ Lamp service receives\s+you can send/);
  await page.locator("#details > summary").click();
  expect(await page.locator("#details").innerText()).toContain("The document says receive");
  await page.goto(sites.reply.url("index.html"));
  expect(await page.locator(".flow-wide .diagram-label").allTextContents()).toEqual(["What it receives", "What it sends"]);
  await page.goto(sites.example.url("channels/dispatch-assignments.html"));
  expect(await page.locator(".op .badge").allTextContents()).toEqual(["↓Parcel Robots receives", "↑Parcel Robots sends"]);
  expect(await page.locator(".op").allInnerTexts()).not.toContainEqual(expect.stringMatching(/publish|the application/));
  await page.goto(sites.reply.url("messages/ask.html"));
  // Two sentences say all uses: a table would repeat them.
  expect(await page.locator(".used").count()).toBe(2);
  expect(await page.locator("#used-by").count()).toBe(0);
  await page.close();
});

test("a link to a field far down lands at once, from another page too", async () => {
  const page = await browser.newPage({ viewport: { width: 1280, height: 400 }, reducedMotion: "no-preference" });
  const url = sites.example.url("operations/taketelemetry.html");
  await page.goto(url);
  const id = (await page.locator(".schema-row[id]").last().getAttribute("id")) ?? "";
  const top = `document.getElementById(${JSON.stringify(id)}).getBoundingClientRect().top`;
  const isThere = async (): Promise<boolean> => (await page.evaluate<number>(top)) < 400;
  expect(await isThere()).toBe(false);
  await page.evaluate(`location.hash = ${JSON.stringify(`#${encodeURIComponent(id)}`)}`);
  expect(await isThere()).toBe(true);
  await page.goto(sites.example.url("index.html"));
  await page.goto(`${url}#${encodeURIComponent(id)}`);
  expect(await isThere()).toBe(true);
  await page.close();
});

test.each([true, false])(
  "a variant that is chosen has its fields and its example, with script %s; a link to another shows that",
  async (javaScriptEnabled) => {
    const folder = mkdtempSync(join(tmpdir(), "msgdocs-variants-"));
    const url = build("variants", folder, [fileURLToPath(new URL("fixtures/variants.yaml", import.meta.url))]).url("operations/pay.html");
    const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 390, height: 800 } });
    const page = await context.newPage();
    const choices = (): Promise<string[]> => page.locator(".schema-choice:visible > .schema-name").allTextContents();
    await page.goto(url);
    expect(await page.evaluate("scrollY")).toBe(0);
    if (javaScriptEnabled) expect(await movement(browser, [url], 390)).toEqual([]);
    expect(await choices()).toEqual(["variant Card"]);
    await page.getByRole("radio", { name: "Transfer" }).check({ force: true });
    expect(await choices()).toEqual(["variant Transfer"]);
    const isShown = (text: string) =>
      page.evaluate<boolean>(
        `[...document.querySelectorAll(".example pre")].some((each) => each.textContent.includes('${text}') && each.checkVisibility({ contentVisibilityAuto: true }))`,
      );
    expect([await isShown("4242"), await isShown("DE00")]).toEqual([false, true]);
    const id = await page.locator(".schema-choice").first().getAttribute("id");
    await page.goto(`${url}#${encodeURIComponent(id ?? "")}`);
    await page.reload();
    expect(await choices()).toContain("variant Card");
    // An address from before anchors were readable.
    await page.goto(`${url}#messages.paid.payload.~003dTransfer`);
    await page.reload();
    if (javaScriptEnabled) expect(await page.evaluate("decodeURIComponent(location.hash)")).toBe("#messages.paid.payload.(Transfer)");
    if (javaScriptEnabled) expect(await choices()).toContain("variant Transfer");
    await context.close();
    rmSync(folder, { recursive: true });
  },
);

test.each([true, false])("code and example are two tabs of one box, with script %s", async (javaScriptEnabled) => {
  const context = await browser.newContext({ javaScriptEnabled, viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  const sides = (): Promise<boolean[]> =>
    Promise.all([".duo > .commands", ".duo > .examples"].map((each) => page.locator(each).first().isVisible()));
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  expect(await sides()).toEqual([true, false]);
  await page.getByRole("radio", { name: "Example" }).check({ force: true });
  expect(await sides()).toEqual([false, true]);
  await page.goto(sites.example.url("operations/assignparcel.html"));
  expect(await sides()).toEqual(javaScriptEnabled ? [false, true] : [true, false]);
  // What a link leads to is shown, whatever was chosen.
  await page.goto(`${sites.example.url("operations/taketelemetry.html")}#commands`);
  expect((await sides())[0]).toBe(true);
  await page.goto(`${sites.example.url("operations/commandrobot.html")}#messages.command.examples`);
  expect((await sides())[1]).toBe(true);
  await context.close();
});

test.each([1440, 1024, 390])("Expand is in reach and shows more of the code at %d px", async (width) => {
  const { page } = await opened(sites.example.url("operations/taketelemetry.html"), width);
  await page.locator("#commands .bar label", { hasText: /^Java$/ }).click();
  const expand = page.locator(".duo .taller");
  const box = await expand.boundingBox();
  expect((box?.x ?? width) + (box?.width ?? 0)).toBeLessThanOrEqual(width);
  const height = () => page.evaluate<number>(`document.querySelector('#commands').getBoundingClientRect().height`);
  const before = await height();
  await expand.click();
  expect(await height()).toBeGreaterThan(before * 1.2);
  // Short code, too, is whole: nothing of its lines is left to the side.
  await page.locator("#commands .bar label", { hasText: /^Command line$/ }).click();
  const aside =
    "[...document.querySelectorAll('#commands pre.code')].filter(({ clientWidth, scrollWidth }) => scrollWidth > clientWidth).length";
  expect(await page.evaluate<number>(aside)).toBe(0);
  const lastRow = "[...document.querySelectorAll('.message .schema-row')].at(-1).scrollIntoView({ block: 'end' })";
  await page.evaluate(width > 1180 ? lastRow : "scrollTo(0, document.body.scrollHeight)");
  const top = await page.evaluate<number>("document.querySelector('#commands').getBoundingClientRect().top");
  // On wide windows it stays in sight beside what is read; on others it goes.
  expect(top >= 0 && top < 800).toBe(width > 1180);
  await page.close();
});
