import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { searched } from "./reading.ts";
import { openSites } from "./sites.ts";

let browser: Browser;
const sites = openSites();
let page: Page;

beforeAll(async () => {
  browser = await launch();
  page = await browser.newPage();
  await page.goto(sites.example.url("search.html"));
});

afterAll(async () => {
  await browser.close();
});

interface Hit {
  readonly kind: string;
  readonly title: string;
  readonly href: string;
}

function find(text: string): Promise<Hit[]> {
  return page.evaluate<Hit[]>(`msgdocsSearch.find(${JSON.stringify(text)}, 10)`);
}

test.each([
  ["part of an address", "settlements", "operation", "settleDelivery"],
  ["two parts of an address", "robots commands", "operation", "commandRobot"],
  ["an operation's id", "tellParcelStatus", "operation", "tellParcelStatus"],
  ["a message", "repair ticket", "message", "Repair ticket"],
  ["a field", "remainingWattHours", "field", "remainingWattHours"],
  ["a part of a camelCase name", "watt", "field", "remainingWattHours"],
  ["the beginning of a word", "settlem", "message", "Settlement"],
  ["a word of a description", "accountants", "operation", "settleDelivery"],
  ["a word late in a description", "newest", "operation", "commandRobot"],
  ["a field of one of several choices", "cell", "field", "cell"],
  ["a word of the overview", "neighbourhood", "page", "Parcel Robots"],
  ["a section of the overview", "retried", "page", "How a delivery runs"],
  ["a word with a letter too many", "telemmetry", "message", "Robot telemetry"],
  ["a word with a letter missing", "telemtry", "message", "Robot telemetry"],
  ["a word with two letters swapped", "asignment", "message", "Assignment"],
  ["a server", "backbone", "server", "backbone"],
  ["a value that a field may have", "pavement", "field", "opensTo"],
  ["a value that a schema lists", "bad-weather", "schema", "Reason"],
  ["a value of a parameter or a variable", "eu-north", "server", "production"],
  ["a protocol", "kafka-secure", "server", "backbone"],
  ["a field of a binding", "schemaRegistryVendor", "server", "backbone"],
  ["a field inside of a binding, with a value", "max.message.bytes 1048588", "channel", "dispatch/assignments"],
  ["a value in a schema of a binding", "customer-notifier", "operation", "tellParcelStatus"],
  ["a security scheme", "fleetPassword", "security", "fleetPassword"],
] as const)("%s: %s", async (...[, text, kind, title]) => {
  const hits = await find(text);
  expect(hits.slice(0, 5).map((hit) => [hit.kind, hit.title])).toContainEqual([kind, title]);
});

test("what has the name stands before what only mentions it, entities before fields", async () => {
  const named = (await find("telemetry")).map(({ kind }) => kind);
  expect(["message", "operation", "channel"]).toContain(named[0]);
  // A tag is a way to several things, so those that have the name come first.
  expect(named.indexOf("tag")).toBeGreaterThan(named.indexOf("operation"));
  const kinds = (await find("robot")).map(({ kind }) => kind);
  expect(kinds.indexOf("field")).toBeGreaterThan(0);
  // A field of that very name is meant before what only has the word in its own.
  expect(await find("parcel")).toMatchObject({ 0: { kind: "field", title: "parcel" } });
});

test("a long name is found when it is typed whole", async () => {
  const other = await browser.newPage();
  await other.goto(sites.odd.url("search.html"));
  const name = /[A-Za-z]{37,}/.exec(sites.odd.pages.map(({ title }) => title).join(" "))?.[0] ?? "no long name";
  expect(await other.evaluate(`msgdocsSearch.find(${JSON.stringify(name)}, 3)`)).toMatchObject([
    { title: expect.stringContaining(name) as string },
  ]);
  await other.close();
});

test("every hit leads to an anchor that is there", async () => {
  const other = await browser.newPage();
  for (const text of ["robot", "parcel", "id", "window", "wheel", "retried"]) {
    for (const { href } of await find(text)) {
      const url = new URL(href, sites.example.url("search.html"));
      await other.goto(url.href);
      const id = decodeURIComponent(url.hash.slice(1));
      expect([href, id === "" || (await other.locator(`[id="${id}"]`).isVisible())]).toEqual([href, true]);
    }
  }
  await other.close();
});

test("one can type at once on the search page, and the box says once that nothing is found", async () => {
  await page.goto(sites.example.url("search.html"));
  expect(await page.evaluate("document.activeElement.id")).toBe("find");
  await page.goto(sites.example.url("index.html"));
  await page.locator("#find").fill("xyzzy");
  await page.locator(".find-status:not(:empty)").waitFor();
  expect((await page.locator(".find").innerText()).match(/Nothing found/g)).toHaveLength(1);
});

test("the search page shows what its address asks for, and goes on as one types", async () => {
  await page.goto(`${sites.example.url("search.html")}?q=telemetry`);
  const results = page.locator("[data-search-page] li");
  await searched(page);
  expect((await results.allInnerTexts()).join("\n")).toContain("Robot telemetry");
  expect(await page.locator("[data-search-none]").isVisible()).toBe(false);
  await page.locator("#find").fill("xyzzy");
  await searched(page);
  await page.getByText("Nothing found").first().waitFor();
  expect(await results.count()).toBe(0);
});

test("a result says what it is, where it belongs and why it was found, with what was typed marked in it", async () => {
  const shown = async (text: string) => {
    await page.goto(`${sites.example.url("search.html")}?q=${encodeURIComponent(text)}`);
    await searched(page);
    return page.evaluate<string[][]>(
      `[...document.querySelectorAll("[data-search-page] li")].map((item) => [item, ...item.querySelectorAll("mark")].map((part) => part.innerText.replace(/\\s+/g, " ")))`,
    );
  };
  const [field, ...marks] = (await shown("remainingWatt"))[0] ?? [];
  expect(field).toMatch(/^Field remainingWattHours Robot telemetry.* (number|integer)$/);
  expect(marks).toEqual(["remainingWatt"]);
  // The value is what was found: neither the name nor the description has it.
  const byValue = (await shown("pavement")).find(([text = ""]) => text.includes("opensTo")) ?? [];
  expect(byValue.slice(1)).toEqual(["pavement"]);
  const [operation = []] = await shown("commandRobot");
  expect(operation[0]).toMatch(/^Operation commandRobot robots\/\{robotId\}\/commands .*sends$/);
});

test("what is found after the list was closed does not open it again", async () => {
  const other = await browser.newPage();
  let goOn = (): void => undefined;
  const isClosed = new Promise<void>((resolve) => (goOn = resolve));
  await other.route(/\/hits-\d+\.js$/, (route) => isClosed.then(() => route.continue()));
  await other.goto(sites.example.url("index.html"));
  await other.locator("#find").fill("robot");
  await other.keyboard.press("Escape");
  goOn();
  await searched(other);
  expect(await other.locator("#found").isVisible()).toBe(false);
  await other.close();
});

test("by keyboard: slash, a word, arrows, Enter; Escape closes; more results are a page away", async () => {
  await page.goto(sites.example.url("index.html"));
  await page.keyboard.press("/");
  await page.keyboard.type("robot");
  await searched(page);
  const chosen = page.locator("#found [aria-selected=true]");
  await chosen.waitFor();
  expect(await page.locator(".find[data-open]").count()).toBe(1);
  expect(await page.locator("#find").getAttribute("aria-activedescendant")).toBe(await chosen.getAttribute("id"));
  const first = await chosen.innerText();
  await page.keyboard.press("ArrowDown");
  expect(await chosen.innerText()).not.toBe(first);
  await page.keyboard.press("Escape");
  expect(await page.locator("#found").isVisible()).toBe(false);
  await page.keyboard.press("Enter");
  await page.waitForURL(/search\.html\?q=robot$/);
});

test("before anything is typed, what was opened lately is offered, and nothing that another site wrote for it", async () => {
  const context = await browser.newContext();
  const own = await context.newPage();
  await own.goto(sites.example.url("index.html"));
  await own.keyboard.press("/");
  await own.keyboard.type("repair ticket");
  await own.locator(".found [aria-selected=true]").waitFor();
  await Promise.all([own.waitForURL(/operations|messages/), own.keyboard.press("Enter")]);
  const reached = own.url();
  await own.goto(sites.example.url("servers.html"));
  await own.keyboard.press("/");
  await own.locator(".found [aria-selected=true]").waitFor();
  expect(await own.locator(".find-status").textContent()).toBe("Opened lately");
  expect(await own.locator(".found a").evaluateAll((all) => all.map((each) => (each as unknown as { href: string }).href))).toEqual([
    reached,
  ]);
  await own.evaluate(`(() => {
    const key = Object.keys(localStorage).find((each) => each.startsWith("msgdocs-found"));
    const hits = ["javascript:alert(1)", "https://evil.example/", "//evil.example/x", "../../elsewhere.html"].map((href) => ({ kind: "page", title: "x", context: "", about: "", values: "", note: "", href }));
    localStorage.setItem(key, JSON.stringify([...hits, null, 1, { title: 1 }]));
  })()`);
  await own.reload();
  expect(await own.evaluate(`msgdocsSearch.find("", 5)`)).toEqual([]);
  await context.close();
});

test("a field of several messages is one result, which Enter opens; on the search page each stands by itself", async () => {
  const own = await browser.newPage();
  await own.goto(sites.example.url("index.html"));
  await own.keyboard.press("/");
  await own.keyboard.type("parcelId");
  const rows = own.locator(".found [role=option]");
  await expect.poll(() => rows.first().innerText()).toMatch(/parcelId\s+in 2 messages\s+Assignment, Parcel status\s+string/);
  const count = await rows.count();
  await own.keyboard.press("Enter");
  await expect.poll(() => rows.count()).toBe(count + 1);
  expect(await own.locator(".find").getAttribute("data-open")).toBe("");
  expect(await own.locator(".found [aria-selected=true]").innerText()).toMatch(/parcelId\s+Assignment/);
  await own.keyboard.press("ArrowDown");
  await own.keyboard.press("Enter");
  await own.waitForURL(/tellparcelstatus.*parcelId$/);
  await own.goto(`${sites.example.url("search.html")}?q=parcelId`);
  await own.waitForSelector(".found-all a");
  const all = await own.locator(".found-all a").allInnerTexts();
  expect(all.slice(0, 2).map((text) => text.split(/\s+/).slice(1, 3))).toEqual([
    ["parcelId", "Assignment"],
    ["parcelId", "Parcel"],
  ]);
  await own.close();
});

test("one who names the message, too, finds its field before those of others", async () => {
  const own = await browser.newPage();
  await own.goto(sites.example.url("index.html"));
  await own.keyboard.press("/");
  await own.keyboard.type("parcelId assignment");
  await expect.poll(() => own.locator(".found [role=option]").first().innerText()).toMatch(/parcelId\s+Assignment/);
  await own.close();
});

test("signs that fold to nothing find nothing, and are not marked without end", async () => {
  expect(await find("\u2764\ufe0f")).toEqual([]);
  const marked = await page.evaluate<unknown>('msgdocsSearch.marks("a b", "\ufe0f")');
  expect(marked).toEqual([]);
});
