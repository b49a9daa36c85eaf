import type { ChildProcess } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout } from "node:timers/promises";
import type { Browser, Page } from "playwright-core";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { ended, spawned } from "../app/cli/spawned.ts";
import { launch } from "./launch.ts";

/** By hand: MSGDOCS_EDITS=200. */
const EDITS = Number(process.env.MSGDOCS_EDITS ?? 20);

let browser: Browser;
let page: Page;
let folder: string;
let child: ChildProcess;
let url: string;
let said: string;
const wrong: string[] = [];

/** A document that is long enough to scroll, with schemas to open. */
function text(title: string, extra = ""): string {
  const properties = Array.from(
    { length: 40 },
    (_, at) => `            p${at}: { type: object, properties: { inner: { type: string } } }\n`,
  );
  return `msgapi: 2.4.0
info: { title: ${title}, version: 1.0.0, description: "About ${title}" }
channels:
  lamp/lit:
    publish:
      operationId: onLit
      message:
        messageId: lit
        payload:
          type: object
          properties:
${properties.join("")}${extra}`;
}

const save = (contents: string): void => writeFileSync(join(folder, "msgapi.yaml"), contents);

const overlay = () => page.locator("#msgdocs-problems .panel");

beforeAll(async () => {
  browser = await launch();
});
afterAll(() => browser.close());

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "msgdocs-watch-"));
  save(text("Start"));
  said = "";
  child = spawned(folder, ["watch", "--port", "0", "--editor", "vscode"]);
  child.stderr?.setEncoding("utf8").on("data", (part: string) => (said += part));
  await expect.poll(() => /\d ms,/.test(said), { timeout: 30_000 }).toBe(true);
  url = /http:\S+/.exec(said)?.[0] ?? "";
  page = await browser.newPage({ viewport: { width: 1200, height: 600 } });
  wrong.length = 0;
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error") wrong.push(message.text());
  });
});

afterEach(async () => {
  await page.close();
  const end = ended(child);
  child.kill("SIGINT");
  expect((await end).code).toBe(130);
  rmSync(folder, { recursive: true });
});

const timeout = { timeout: 20_000 };

test(`${EDITS} edits in a row, breaking and mending: the page is right after each`, { timeout: 600_000 }, async () => {
  await page.goto(url);
  for (let edit = 1; edit <= EDITS; edit += 1) {
    if (edit % 3 === 0) {
      save(edit % 2 === 0 ? text(`Edit ${edit}`, "broken: [\n") : text(`Edit ${edit}`).replace("msgapi: 2.4.0", "msgapi: 9.9.9"));
      await expect.poll(() => overlay().count(), timeout).toBe(1);
      await expect.poll(() => page.title(), timeout).toContain(`Edit ${edit - 1}`);
    } else {
      save(text(`Edit ${edit}`));
      await expect.poll(() => page.title(), timeout).toContain(`Edit ${edit}`);
      await expect.poll(() => overlay().count(), timeout).toBe(0);
      // Its title is there before the rest of a page is.
      await expect.poll(() => page.locator("main").innerText(), timeout).toContain(`About Edit ${edit}`);
    }
  }
  expect(wrong).toEqual([]);
});

test("a reload keeps where the reader was: page, scroll position, open details, colour scheme", async () => {
  await page.goto(`${url}operations/onlit.html`);
  await page.locator("[data-theme-switch]").click();
  const scheme = await page.locator("html").getAttribute("data-theme");
  await page.locator("main details[open] > summary:visible").nth(1).click();
  const open = await page.locator("main details[open]").count();
  await page.evaluate("scrollTo({ top: 500, behavior: 'instant' })");
  const scrolled = await page.evaluate<number>("scrollY");
  expect(scrolled).toBeGreaterThan(100);
  await page.addInitScript("globalThis.restoring = history.scrollRestoration");
  // A slow machine: what the page meant to do a second after it had loaded, it does while it waits for the next one.
  await page.route("**/operations/onlit.html", async (route) => {
    await setTimeout(1500);
    await route.continue();
  });
  save(text("Start").replace("p39: { type: object", "p39: { type: object, description: fresh"));
  await expect.poll(() => page.locator("main").innerText(), timeout).toContain("fresh");
  expect(page.url()).toBe(`${url}operations/onlit.html`);
  // The reader is put back when the page has loaded.
  await expect.poll(async () => Math.abs((await page.evaluate<number>("scrollY")) - scrolled), timeout).toBeLessThan(30);
  // Were the browser to put the page back too, it would be scrolling still when we have, and go on from there.
  expect(await page.evaluate("restoring")).toBe("manual");
  await expect.poll(() => page.evaluate("history.scrollRestoration"), timeout).toBe("auto");
  expect(Math.abs((await page.evaluate<number>("scrollY")) - scrolled)).toBeLessThan(30);
  await expect.poll(() => page.locator("main details[open]").count(), timeout).toBe(open);
  expect(await page.locator("html").getAttribute("data-theme")).toBe(scheme);
  expect(wrong).toEqual([]);
});

test("whatever the session storage holds, the preview goes on", async () => {
  const odd = { toString: 1, valueOf: 1 };
  const path = "/operations/onlit.html";
  const whole = { path, x: odd, y: odd, anchor: odd, details: odd, tabs: [odd, null], rail: odd, focus: odd };
  const kept = [whole, { path, tabs: [null, "a b", "%"], details: [], y: 300, anchor: { id: {} } }, { path, tabs: {} }, null, 1, "x", []];
  for (const text of ["{", "", ...kept.map((each) => JSON.stringify(each))]) {
    await page.goto(`${url}operations/onlit.html`);
    await page.evaluate(`sessionStorage.setItem("msgdocs-preview", ${JSON.stringify(text)})`);
    await page.evaluate(`sessionStorage.setItem("msgdocs-preview-dismissed", ${JSON.stringify(text)})`);
    await page.reload();
    expect([text, wrong]).toEqual([text, []]);
  }
});

test("a page that does not change is not loaded again, and a style sheet is exchanged without that", async () => {
  writeFileSync(join(folder, "msgdocs.yaml"), "templates: own\n");
  await expect.poll(() => said, timeout).toContain("theme");
  await page.goto(`${url}operations/onlit.html`);
  await page.evaluate("document.body.setAttribute('data-mark', 'same document')");
  await expect.poll(() => overlay().count(), timeout).toBe(1);
  rmSync(join(folder, "msgdocs.yaml"));
  await expect.poll(() => overlay().count(), timeout).toBe(0);
  mkdirSync(join(folder, "own/css"), { recursive: true });
  writeFileSync(join(folder, "own/css/own.css"), "body { outline: 3px solid rgb(1, 2, 3); }\n");
  writeFileSync(join(folder, "msgdocs.yaml"), "templates: own\n");
  const outline = () => page.evaluate<string>("getComputedStyle(document.body).outlineColor");
  await expect.poll(outline, timeout).toBe("rgb(1, 2, 3)");
  writeFileSync(join(folder, "own/css/own.css"), "body { outline: 3px solid rgb(4, 5, 6); }\n");
  await expect.poll(outline, timeout).toBe("rgb(4, 5, 6)");
  expect(await page.locator("body").getAttribute("data-mark")).toBe("same document");
  expect(wrong).toEqual([]);
});

test("the problems over the page: text only, dismissed by Escape, opened again by the keyboard, each leads to an editor", async () => {
  await page.goto(url);
  save(text("Start", '          "<img src=x onerror=alert(1)>": [\n'));
  await expect.poll(() => overlay().count(), timeout).toBe(1);
  expect(await page.locator("#msgdocs-problems img").count()).toBe(0);
  const link = page.locator("#msgdocs-problems .where a").first();
  expect(await link.getAttribute("href")).toMatch(/^vscode:\/\/file\/.*msgapi\.yaml:\d+:\d+$/);
  await page.keyboard.press("Escape");
  expect(await overlay().isVisible()).toBe(false);
  const pill = page.locator("#msgdocs-problems .pill");
  await pill.focus();
  await page.keyboard.press("Enter");
  expect(await overlay().isVisible()).toBe(true);
  save(text("Mended"));
  await expect.poll(() => page.title(), timeout).toContain("Mended");
  expect(await page.locator("#msgdocs-problems").count()).toBe(0);
  expect(wrong).toEqual([]);
});

test("the problems over the page are dark where the page is, whatever the system prefers", async () => {
  await page.goto(url);
  save(text("Start", "broken: [\n"));
  await expect.poll(() => overlay().count(), timeout).toBe(1);
  const background = () =>
    page.evaluate<string>(
      "getComputedStyle(document.querySelector('#msgdocs-problems').shadowRoot.querySelector('.panel')).backgroundColor",
    );
  await expect.poll(background, timeout).toBe("rgb(255, 255, 255)");
  await page.evaluate("document.documentElement.setAttribute('data-theme', 'dark')");
  expect(await background()).toBe("rgb(29, 30, 34)");
  await page.emulateMedia({ colorScheme: "dark" });
  await page.evaluate("document.documentElement.setAttribute('data-theme', 'light')");
  expect(await background()).toBe("rgb(255, 255, 255)");
  expect(wrong).toEqual([]);
});

test("a document that is broken from the start has its problems on a page of ours, and takes its place when it is mended", async () => {
  save("broken: [");
  const other = spawned(folder, ["watch", "--port", "0"]);
  let words = "";
  other.stderr?.setEncoding("utf8").on("data", (part: string) => (words += part));
  await expect.poll(() => words, timeout).toContain("nothing to show yet");
  await page.goto(/http:\S+/.exec(words)?.[0] ?? "");
  await expect.poll(() => overlay().count(), timeout).toBe(1);
  expect(await overlay().innerText()).toMatch(/1 problem[^]*There is nothing to show until this is mended\.[^]*Not valid YAML/);
  save(text("Mended"));
  await expect.poll(() => page.title(), timeout).toContain("Mended");
  // What of the page is on its way still when its server ends has nobody to come from: it is left first.
  await page.waitForLoadState("load");
  await page.goto("about:blank");
  const end = ended(other);
  other.kill("SIGINT");
  expect((await end).code).toBe(130);
  // A page of ours that has nothing to show is 503, of which a browser tells its console.
  expect(wrong.filter((each) => !each.includes("503"))).toEqual([]);
});

test("a missing document is waited for, and shown when it is there", async () => {
  await page.goto(url);
  rmSync(join(folder, "msgapi.yaml"));
  await expect
    .poll(
      () =>
        overlay()
          .innerText()
          .catch(() => ""),
      timeout,
    )
    .toContain("There is no document");
  expect(await page.title()).toContain("Start");
  save(text("Back again"));
  await expect.poll(() => page.title(), timeout).toContain("Back again");
  await expect.poll(() => overlay().count(), timeout).toBe(0);
});
