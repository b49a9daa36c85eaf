import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { violationsInBothThemes } from "./axe.ts";
import { launch } from "./launch.ts";
import { movement } from "./movement.ts";
import { overflow } from "./reading.ts";
import { build, type BuiltSite } from "./sites.ts";
import { whatGoesWrong } from "./what-goes-wrong.ts";

const folder = mkdtempSync(join(tmpdir(), "msgdocs-portal-"));
let browser: Browser;
let portal: BuiltSite;

/** An API that sends (`subscribe`) or receives (`publish`) orders. */
function service(name: string, title: string, way: "subscribe" | "publish", required: readonly string[]): void {
  const payload = { type: "object", required, properties: { id: { type: "string" }, note: { type: "string" } } };
  const document = {
    asyncapi: "2.6.0",
    info: { title, version: "2.0.0", contact: { name: `${name} crew` } },
    servers: { main: { url: "a-very-long-name-of-a-broker.events.example.org:9092", protocol: "kafka" } },
    channels: {
      "an-address/that-is/rather-long/{orderIdentifier}": {
        [way]: { operationId: `${way}${name}`, message: { name: "OrderCreated", payload } },
      },
    },
  };
  mkdirSync(join(folder, name));
  writeFileSync(join(folder, name, "asyncapi.json"), JSON.stringify(document));
}

beforeAll(async () => {
  service("shop", "Shop", "subscribe", ["id"]);
  service("billing", `Billing"><script>alert(1)</script>\u202e\u05d0\u05d1`, "publish", ["id"]);
  service("audit", "Audit", "publish", ["id", "note"]);
  for (const name of ["one", "two", "three"]) service(name, `Warehouse ${name}`, "publish", ["id"]);
  writeFileSync(join(folder, "msgdocs.yaml"), 'title: Acme events\ngroup: owner\ndocuments: ["*/asyncapi.json"]\n');
  portal = build("site", folder, ["--config", join(folder, "msgdocs.yaml")]);
  browser = await launch();
}, 120_000);

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

const first = (start: RegExp): string => portal.pages.find(({ path }) => start.test(path))?.path ?? "";

test("pages of a portal hold at 320 pixels, move nothing, and axe finds nothing on them, light and dark", async () => {
  const different = ["index.html", "map.html", "problems.html", first(/^channels\//), "apis/shop/index.html"];
  const alike = [
    "channels.html",
    "messages.html",
    "search.html",
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
  expect(page.url()).toMatch(/#state=does\+not\+fit&q=shop$/);
  await page.locator("[data-apis] tbody:visible tr a").click();
  await page.locator("[data-switch=apis] summary").click();
  await page.locator("[data-switch=apis] input").fill("ware");
  expect(await page.locator("[data-list] li").allTextContents()).toEqual([
    "Warehouse one2.0.0",
    "Warehouse three2.0.0",
    "Warehouse two2.0.0",
  ]);
  await page.goto(`${portal.url("search.html")}?q=note`);
  expect(await page.locator("#found a").first().textContent()).toContain("note");
  await page.close();
});
