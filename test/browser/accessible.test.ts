import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violations, violationsInBothThemes } from "./axe.ts";
import { launch } from "./launch.ts";
import { searched } from "./reading.ts";
import { buildSites, ofEachKind, type BuiltSite, type Sites } from "./sites.ts";

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

async function check(site: BuiltSite, count: number, ...others: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  for (const path of [...ofEachKind(site, count).map((each) => each.path), ...others]) {
    await page.goto(site.url(path));
    expect([path, await violationsInBothThemes(page)]).toEqual([path, []]);
  }
  await page.close();
}

test("axe finds nothing on any page kind of the example, light and dark", () => check(sites.example, 1), 180_000);

test("axe finds nothing on pages of long names and other scripts", () => check(sites.odd, 1), 180_000);

test("axe finds nothing on pages of request and reply in the reader's words, nor on all of them as one for printing", () => check(sites.reply, 1, "print.html"), 180_000); // prettier-ignore

test("axe finds nothing with the search open, and with the menu open on a phone", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, reducedMotion: "reduce" });
  await page.goto(sites.example.url("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("robot");
  await searched(page);
  await page.locator("#found [aria-selected=true]").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("[data-menu-open]").click();
  await page.locator(".rail[data-open]").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.close();
});
