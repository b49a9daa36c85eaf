import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
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
import { whatGoesWrong } from "./what-goes-wrong.ts";

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
    // The page for unknown addresses has to know where the site's root is.
    siteUrl: "https://docs.example.org/robots/",
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
    await page.goto(urlOf("operations/taketelemetry.html"));
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
  await page.goto(site.url("operations/taketelemetry.html"));
  const hrefs = await addresses(page, `a[href^="${REPOSITORY}"]`);
  expect(hrefs).toContainEqual(expect.stringMatching(/\/messages\/telemetry\.yaml#L\d+$/));
  await page.goto(site.url("schemas/position-yaml.html"));
  expect(await page.locator('a[href^="https://git.example.org/robots/edit/main/"]').getAttribute("href")).toBe(
    "https://git.example.org/robots/edit/main/schemas/position.yaml",
  );
  await page.close();
});

test("an anchor whose row is on a further page leads to the row there", async () => {
  const page = await browser.newPage();
  const further = site.pages.filter(({ path }) => /^(?:operations|messages|schemas)\/.*\.\d+\.html$/.test(path)).slice(0, 4);
  expect(further.length).toBeGreaterThan(1);
  for (const { path } of further) {
    const first = path.replace(/\.\d+\.html$/, ".html");
    const ids = [...readFileSync(join(site.folder, path), "utf8").matchAll(/ id="([a-z]+\.[^"]*[^"~\d.])"/g)];
    const id = ids.at(-1)?.[1] ?? "";
    await page.goto("about:blank");
    await page.goto(`${served.origin}/robots/${first}#${id}`, { waitUntil: "commit" });
    await page.waitForURL(`${served.origin}/robots/${path}#${id}`);
    await page.locator(`[id="${id}"]`).waitFor();
  }
  await page.close();
});

test("an address that does not exist, however deep, is answered by a page that works", async () => {
  const page = await browser.newPage();
  const response = await page.goto(`${served.origin}/robots/messages/deep/er/gone.html`);
  expect(response?.status()).toBe(404);
  expect(await page.locator("h1").textContent()).toContain("not found");
  await page.close();
});

test("an address that a page of its own had leads to where the thing lives, and an address of nothing stays", async () => {
  const page = await browser.newPage();
  const wrong = whatGoesWrong(page);
  const at = (path: string): string => `${served.origin}/robots/${path}`;
  const led = {
    "messages/telemetry.html": "operations/taketelemetry.html#messages.telemetry",
    "messages/telemetry.html#payload.sequence": "operations/taketelemetry.html#messages.telemetry.payload.sequence",
    "channels/robots-robotid-telemetry.html": "operations/taketelemetry.html#channel",
    "schemas/assignment.html": "operations/assignparcel.html#messages.assignment.payload",
  };
  for (const [from, to] of Object.entries(led)) {
    await page.goto("about:blank");
    await page.goto(at(from), { waitUntil: "commit" });
    await page.waitForURL(at(to));
    const id = new URL(page.url()).hash.slice(1);
    await page.locator(`[id="${id}"]`).waitFor();
  }
  for (const path of ["messages/nothing.html#payload.sequence", "messages/constructor.html"]) {
    await page.goto("about:blank");
    const listed = page.waitForResponse(at("homes.js"));
    await page.goto(at(path));
    await (await listed).finished();
    expect([page.url(), await page.locator("h1").textContent()]).toEqual([at(path), expect.stringContaining("not found")]);
  }
  // That an address is unknown is said by the host.
  expect(wrong.filter((text) => !text.includes("status of 404"))).toEqual([]);
  await page.close();
});
