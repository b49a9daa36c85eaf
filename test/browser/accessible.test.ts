import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { buildSites, ofEachKind, type BuiltSite, type Sites } from "./sites.ts";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");
let browser: Browser;
let sites: Sites;

beforeAll(async () => {
  sites = buildSites();
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  sites.remove();
});

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** What axe finds, as lines to read. In the dark only colours can differ. */
async function violations(page: Page, rules?: readonly string[]): Promise<string[]> {
  const options = rules === undefined ? {} : { runOnly: rules };
  const found = await page.evaluate<Found>(`axe.run(document, ${JSON.stringify(options)})`);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

async function check(site: BuiltSite, count: number): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  for (const { path } of ofEachKind(site, count)) {
    await page.emulateMedia({ colorScheme: "light" });
    await page.goto(site.url(path));
    await page.evaluate(axe);
    expect([path, "light", await violations(page)]).toEqual([path, "light", []]);
    await page.emulateMedia({ colorScheme: "dark" });
    expect([path, "dark", await violations(page, ["color-contrast"])]).toEqual([path, "dark", []]);
  }
  await page.close();
}

test("axe finds nothing on any page kind of the example, light and dark", () => check(sites.example, 2));

test("axe finds nothing on pages of long names and other scripts", () => check(sites.odd, 1));

test("axe finds nothing on pages of request and reply in the reader's words", () => check(sites.reply, 1));

test("axe finds nothing with the search open, and with the menu open on a phone", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 } });
  await page.goto(sites.example.url("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("robot");
  await page.locator("#found [aria-selected=true]").waitFor();
  await page.evaluate(axe);
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.locator("[data-menu-open]").click();
  await page.locator(".rail[data-open]").waitFor();
  await page.waitForTimeout(300);
  expect(await violations(page)).toEqual([]);
  await page.close();
});
