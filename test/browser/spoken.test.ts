import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { searched } from "./reading.ts";
import { build, ofEachKind, openSites } from "./sites.ts";

let browser: Browser;
const sites = openSites();
let page: Page;

beforeAll(async () => {
  browser = await launch();
  page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
});

afterAll(async () => {
  await browser.close();
});

interface Spoken {
  readonly role: string;
  readonly name: string;
  readonly level?: number;
  readonly expanded?: boolean;
}

/** What Chromium tells a screen reader of the page, in its order. */
async function spoken(): Promise<Spoken[]> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Accessibility.enable");
  const { nodes } = await devtools.send("Accessibility.getFullAXTree");
  await devtools.detach();
  return nodes
    .filter(({ ignored }) => !ignored)
    .map(({ role, name, properties = [] }) => {
      const states = properties
        .filter((each) => each.name === "level" || each.name === "expanded")
        .map((each) => [each.name, each.value.value as unknown] as const);
      return { role: String(role?.value), name: String(name?.value ?? "").trim(), ...(Object.fromEntries(states) as object) };
    });
}

const namesOf = (all: readonly Spoken[], ...roles: readonly string[]): string[] =>
  all.filter(({ role }) => roles.includes(role)).map(({ name }) => name);

test("every control, landmark, list of the menu and picture has a name, and no two landmarks or buttons of a page the same", async () => {
  for (const site of [sites.example, sites.odd]) {
    for (const { path } of ofEachKind(site, 1)) {
      await page.goto(site.url(path));
      const all = await spoken();
      expect([path, namesOf(all, "button").filter((name) => name.length > 80)]).toEqual([path, []]);
      const named = namesOf(
        all,
        "link",
        "button",
        "tab",
        "combobox",
        "searchbox",
        "navigation",
        "region",
        "complementary",
        "image",
        "DisclosureTriangle",
      );
      expect([path, named.filter((name) => name === "")]).toEqual([path, []]);
      for (const roles of [["navigation", "region"], ["button"]]) {
        const names = namesOf(all, ...roles);
        expect([path, names]).toEqual([path, [...new Set(names)]]);
      }
      const headings = all.filter(({ role }) => role === "heading").map(({ level = 0 }) => level);
      expect([path, headings.filter((level) => level === 1)]).toEqual([path, [1]]);
      expect([path, headings.filter((level, at) => level > (headings[at - 1] ?? 0) + 1)]).toEqual([path, []]);
    }
  }
});

test("buttons of many trees and examples on one page are told apart by short names of what they are about", async () => {
  const tree =
    "{ type: object, properties: { a: { type: object, properties: { b: { type: string } } }, c: { type: object, properties: { d: { type: string } } } } }";
  const message = (name: string): string => `{ name: ${name}, payload: ${tree}, headers: ${tree}, bindings: { kafka: { key: ${tree} } } }`;
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-trees-"));
  writeFileSync(
    join(folder, "trees.yaml"),
    `asyncapi: 2.6.0
info: { title: Trees, version: 1.0.0 }
channels:
  lamps/{lamp}:
    parameters:
      lamp: { description: ${"A long text about this parameter. ".repeat(5)}, schema: ${tree} }
    bindings: { ws: { query: ${tree}, headers: ${tree} } }
    publish: { operationId: take, message: { oneOf: [${message("one")}, ${message("two")}] } }
`,
  );
  const site = build("trees", folder, [join(folder, "trees.yaml")]);
  for (const { path, kind } of [...site.pages, { path: "print.html", kind: "print" }]) {
    await page.goto(site.url(path));
    const names = namesOf(await spoken(), "button");
    expect([path, names]).toEqual([path, [...new Set(names)]]);
    expect([path, names.filter((name) => name.length > 80)]).toEqual([path, []]);
    if (kind === "channel") {
      // Bindings stand in the folded details.
      await page.evaluate("document.querySelectorAll('main details').forEach((each) => (each.open = true))");
      const open = namesOf(await spoken(), "button");
      expect([path, open]).toEqual([path, [...new Set(open)]]);
      expect(open).toEqual(expect.arrayContaining(["Collapse all Bindings ws query", "Collapse all Parameters lamp"]));
    }
    if (kind !== "operation") continue;
    expect(names).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Collapse all .*\bone Payload$/), expect.stringMatching(/^Copy example: one /)]),
    );
    // One message is open at a time.
    await page.locator(".pick > summary").nth(1).click();
    const others = namesOf(await spoken(), "button");
    expect(others).toEqual(
      expect.arrayContaining([expect.stringMatching(/^Collapse all .*\btwo Payload$/), expect.stringMatching(/^Copy example: two /)]),
    );
    expect(await page.locator(".pick[open]").count()).toBe(1);
  }
  rmSync(folder, { recursive: true });
});

test("the menu tells its lists apart, and which way messages go", async () => {
  await page.goto(sites.example.url("index.html"));
  const all = await spoken();
  expect(namesOf(all, "list")).toEqual(expect.arrayContaining(["Start", "Guides", "Channels", "dispatch/assignments", "Reference"]));
  expect(namesOf(all, "link")).toEqual(
    expect.arrayContaining(["receives: takeTelemetry mqtt", "sends: commandRobot mqtt", "receives: takeRepairReport"]),
  );
  await page.goto(sites.reply.url("index.html"));
  expect(namesOf(await spoken(), "link")).toContain("receives: takeAsk");
});

test("a heading and its count are two words, a tab says what its sign says, a button what it copies", async () => {
  await page.goto(sites.example.url("tags.html"));
  expect(namesOf(await spoken(), "heading")).toContain("telemetry 2");
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  await page.getByRole("radio", { name: "Example" }).check({ force: true });
  expect(namesOf(await spoken(), "button")).toEqual(
    expect.arrayContaining(["Copy example: driving Headers", "Copy example: driving Payload", "Expand all Robot telemetry Payload"]),
  );
  await page.goto(sites.example.url("channels/dispatch-assignments.html"));
  expect(namesOf(await spoken(), "button")).toContain("Copy address: parcel.dispatch.assignments");
  await page.goto(sites.odd.url("operations/subscribe.html"));
  expect(namesOf(await spoken(), "tab")).toEqual(["ascii", "broken 2 problems"]);
});

test("a tree says how deep a row is, what is required, and what is folded", async () => {
  await page.goto(sites.example.url("operations/taketelemetry.html"));
  const tree = await page.locator(".schema:has(> .expand)").first().ariaSnapshot();
  expect(tree).toContain("required");
  const all = await spoken();
  expect(all.filter(({ role }) => role === "DisclosureTriangle")).toEqual(
    expect.arrayContaining([
      { role: "DisclosureTriangle", name: "3 properties", expanded: true },
      { role: "DisclosureTriangle", name: "4 properties", expanded: false },
    ]),
  );
  expect(Math.max(...all.filter(({ role }) => role === "listitem").map(({ level = 0 }) => level))).toBeGreaterThan(2);
});

test("how much was found is said", async () => {
  await page.goto(sites.example.url("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("robot");
  await searched(page);
  await expect.poll(() => page.locator(".find [role=status]").textContent(), { timeout: 30_000 }).toBe("11+ found");
  await page.keyboard.press("Escape");
});
