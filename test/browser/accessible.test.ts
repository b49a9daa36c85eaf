import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { contrastsInBothThemes, smallTargets, violations, violationsInBothThemes } from "./axe.ts";
import { launch } from "./launch.ts";
import { searched } from "./reading.ts";
import { build, ofEachKind, openSites, type BuiltSite } from "./sites.ts";

let browser: Browser;
const sites = openSites();

beforeAll(async () => {
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
});

async function check(site: BuiltSite, look = violationsInBothThemes, ...others: readonly string[]): Promise<void> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  for (const path of [...ofEachKind(site, 1).map((each) => each.path), ...others]) {
    await page.goto(site.url(path));
    expect([path, await look(page)]).toEqual([path, []]);
  }
  await page.close();
}

test("axe finds nothing on any page kind of the example, light and dark", () => check(sites.example), 180_000);

test("axe finds nothing on pages of long names and other scripts", () => check(sites.odd), 180_000);

test("axe finds nothing on pages of request and reply in the reader's words, nor on all of them as one for printing", () => check(sites.reply, violationsInBothThemes, "print.html"), 180_000); // prettier-ignore

test("on a touch screen targets are 24 pixels, or that far apart", async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true });
  const page = await context.newPage();
  for (const site of [sites.example, sites.reply]) {
    for (const { path } of ofEachKind(site, 1)) {
      await page.goto(site.url(path));
      expect([path, await smallTargets(page)]).toEqual([path, []]);
    }
    await page.goto(site.url("operations.html"));
    expect(await smallTargets(page)).toEqual([]);
  }
  // A finding names two places, one below the other.
  await page.goto(sites.portal.url("problems.html"));
  expect(await page.locator(".places").count()).toBeGreaterThan(0);
  expect(await smallTargets(page)).toEqual([]);
  await context.close();
}, 180_000);

test("three colours of a brand change every surface, line and quiet text, and axe finds nothing", async () => {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-brand-"));
  const root = (path: string): string => fileURLToPath(new URL(`../../${path}`, import.meta.url));
  const args = ["--config", root("example-docs/msgdocs.yaml"), "--templates", root("test/fixtures/brand")];
  const brand = build("brand", folder, args);
  const names = ["accent", "send", "receive"].flatMap((hue) => [`${hue}-soft`, `${hue}-line`]);
  names.push("bg-soft", "bg-sunk", "bg-raised", "line", "line-strong", "muted", "faint");
  const page = await browser.newPage();
  const colours = async (site: BuiltSite): Promise<string[]> => {
    await page.goto(site.url("index.html"));
    return page.evaluate<string[]>(`${JSON.stringify(names)}.map((name) => {
      document.body.style.color = "var(--" + name + ")";
      return name + ": " + getComputedStyle(document.body).color;
    })`);
  };
  for (const colorScheme of ["light", "dark"] as const) {
    await page.emulateMedia({ colorScheme });
    const plain = await colours(sites.example);
    const branded = await colours(brand);
    expect(branded.length).toBe(names.length);
    expect(branded.filter((colour) => plain.includes(colour))).toEqual([]);
  }
  await page.close();
  // A brand changes nothing but colours.
  await check(brand, contrastsInBothThemes);
  rmSync(folder, { recursive: true });
}, 180_000);

test("axe finds nothing with the search open, and with the menu open on a phone", async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 800 }, reducedMotion: "reduce" });
  await page.goto(sites.example.url("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("robot");
  await searched(page);
  await page.locator("#found [aria-selected=true]").waitFor();
  // The word in quiet text is marked, too.
  expect(await page.locator(".found-context mark").count()).toBeGreaterThan(0);
  expect(await violationsInBothThemes(page)).toEqual([]);
  await page.keyboard.press("Escape");
  await page.keyboard.press("Escape");
  await page.locator("[data-menu-open]").click();
  await page.locator(".rail[data-open]").waitFor();
  expect(await violations(page)).toEqual([]);
  await page.close();
});
