import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { serveFolder, type Served } from "./serve.ts";
import { follow, KINDS } from "./follow-links.ts";
import { searched } from "./reading.ts";
import { build, type BuiltSite } from "./sites.ts";

const example = fileURLToPath(new URL("../../example-docs/robots", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-links-"));
const REPOSITORY = "https://git.example.org/robots/blob/main/";
let browser: Browser;
let site: BuiltSite;
let served: Served;

beforeAll(async () => {
  browser = await launch();
  const settings = join(folder, "settings.yaml");
  cpSync(example, join(folder, "robots"), { recursive: true });
  const given = {
    document: "robots/msgapi.yaml",
    guides: ["robots/guides/*.md"],
    sourceUrl: `${REPOSITORY}{path}#L{line}`,
    editUrl: "https://git.example.org/robots/edit/main/{path}",
    // Small pages, so that everything that goes on on further pages does.
    limits: { listRows: 1, schemaRows: 25, sourceLines: 120 },
  };
  writeFileSync(settings, JSON.stringify(given));
  site = build("site", folder, ["--config", settings]);
  served = await serveFolder(site.folder, "/robots/");
});

afterAll(async () => {
  await browser.close();
  served.close();
  rmSync(folder, { recursive: true });
});

/** The addresses of all links that a selector finds, absolute. */
function addresses(page: Page, selector: string): Promise<string[]> {
  const found = `Array.from(document.querySelectorAll(${JSON.stringify(selector)}), (link) => new URL(link.getAttribute("href"), document.baseURI).href)`;
  return page.evaluate<string[]>(found);
}

describe.each(["http, below a path of the host", "file"])("over %s", (way) => {
  const urlOf = (path: string): string => (way === "file" ? site.url(path) : `${served.origin}/robots/${path}`);

  test("links of every kind lead to what is there", async () => {
    const page = await browser.newPage();
    const { kinds, count, unknown, wrong } = await follow(page, site, { urlOf, pages: 1, most: 1 });
    const missing = Object.keys(KINDS).filter((kind) => !kinds.includes(kind));
    expect({ unknown, missing, wrong }).toEqual({ unknown: [], missing: [], wrong: [] });
    expect(count).toBeGreaterThan(60);
    await page.close();
  }, 180_000);

  test("a result of the search is the page that it names", async () => {
    const page = await browser.newPage();
    await page.goto(urlOf("messages/telemetry.html"));
    await page.locator("#find").fill("settle");
    await searched(page);
    const results = page.locator("[data-search] a[href]");
    await results.first().waitFor();
    const [to = ""] = await addresses(page, "[data-search] a[href]");
    await results.first().click();
    await page.waitForURL(to);
    expect((await page.locator("main").textContent())?.toLowerCase()).toContain("settle");
    await page.close();
  });
});

test("source and edit links are those of the repository by the patterns of the settings", async () => {
  const page = await browser.newPage();
  await page.goto(site.url("messages/telemetry.html"));
  const hrefs = await addresses(page, `a[href^="${REPOSITORY}"]`);
  expect(hrefs).toContainEqual(expect.stringMatching(/\/messages\/telemetry\.yaml#L\d+$/));
  expect(await page.locator('a[href^="https://git.example.org/robots/edit/main/"]').getAttribute("href")).toBe(
    "https://git.example.org/robots/edit/main/messages/telemetry.yaml",
  );
  await page.close();
});

test("an address that does not exist, however deep, is answered by a page that works", async () => {
  const page = await browser.newPage();
  const response = await page.goto(`${served.origin}/robots/messages/deep/er/gone.html`);
  expect(response?.status()).toBe(404);
  expect(await page.locator("h1").textContent()).toContain("not found");
  await page.close();
});
