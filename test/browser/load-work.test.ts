import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser, Page } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { build, ofEachKind, type BuiltSite } from "./sites.ts";

/**
 * What keeps a page from being busy for over 50 ms is that our script does little, however long the page is: it asks for the
 * layout after a change a few times at most, and looks at and makes a number of elements that hardly grows with the rows.
 */
const folder = mkdtempSync(join(tmpdir(), "msgdocs-load-"));
let browser: Browser;
let [small, large]: BuiltSite[] = [];

/** A document with so many channels, and a payload with so many fields in objects of ten. */
function documentOf(count: number): string {
  const channels = Array.from({ length: count }, (_, at) => {
    const message = `{ name: message${String(at)}, payload: { $ref: "#/components/schemas/Payload" } }`;
    return `  orders/{id}/event-${String(at)}: { subscribe: { operationId: on${String(at)}, tags: [{ name: all }], message: ${message} } }`;
  });
  const fields = Array.from({ length: count }, (_, at) => {
    const below = Array.from({ length: 10 }, (__, field) => `field${String(field)}: { type: string, enum: [a, b] }`);
    return `        object${String(at)}: { type: object, properties: {\n          ${below.join(",\n          ")} } }`;
  });
  const head = `asyncapi: 2.6.0\ninfo: { title: Shop, version: "1" }\nchannels:\n${channels.join("\n")}\n`;
  return `${head}components:\n  schemas:\n    Payload:\n      type: object\n      properties:\n${fields.join("\n")}\n`;
}

function siteOf(name: string, count: number): BuiltSite {
  const file = join(folder, `${name}.yaml`);
  writeFileSync(file, documentOf(count));
  return build(name, folder, [file]);
}

beforeAll(async () => {
  [small, large] = [siteOf("small", 12), siteOf("large", 72)];
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

/** In the page, before anything of it: counts layouts that are asked for after a change, elements looked up, and elements made. */
const counting = `(() => {
  const work = (globalThis.work = { layouts: 0, found: 0, made: 0, moved: [] });
  const place = ({ node, previousRect, currentRect }) => [node?.outerHTML?.slice(0, 80) ?? node?.nodeName, JSON.stringify(previousRect), JSON.stringify(currentRect)];
  // While a page is parsed, columns of tables settle.
  const isParsed = ({ startTime }) => ((parsed) => parsed > 0 && startTime > parsed)(performance.getEntriesByType("navigation")[0].domInteractive);
  new PerformanceObserver((list) => list.getEntries().filter(isParsed).forEach(({ sources }) => work.moved.push(sources.map(place)))).observe({ type: "layout-shift", buffered: true });
  let changed = true;
  const wrap = (owner, name, before) => {
    const own = Object.getOwnPropertyDescriptor(owner, name);
    const around = (call) => function (...given) { return before(call.apply(this, given)); };
    if (own.value) Object.defineProperty(owner, name, { ...own, value: around(own.value) });
    else Object.defineProperty(owner, name, { ...own, ...(own.get && before !== write ? { get: around(own.get) } : {}), ...(own.set && before === write ? { set: around(own.set) } : {}) });
  };
  const read = (value) => { if (changed) work.layouts += 1; changed = false; return value; };
  const write = (value) => { changed = true; return value; };
  const find = (value) => { work.found += value.length; return value; };
  const make = (value) => { work.made += 1; return value; };
  for (const name of ["getBoundingClientRect", "getClientRects", "scrollIntoView", "clientWidth", "clientHeight", "scrollWidth", "scrollHeight", "scrollTop", "scrollLeft", "checkVisibility"]) wrap(Element.prototype, name, read);
  for (const name of ["offsetTop", "offsetLeft", "offsetWidth", "offsetHeight", "innerText", "focus"]) wrap(HTMLElement.prototype, name, read);
  for (const name of ["getComputedStyle", "scrollTo", "scrollBy"]) wrap(globalThis, name, read);
  for (const name of ["scrollY", "scrollX", "innerHeight", "innerWidth"]) wrap(globalThis, name, read);
  for (const name of ["append", "prepend", "before", "after", "replaceWith", "replaceChildren", "remove", "setAttribute", "removeAttribute", "toggleAttribute", "className", "scrollTop", "scrollLeft"]) wrap(Element.prototype, name, write);
  for (const name of ["hidden", "tabIndex", "title"]) wrap(HTMLElement.prototype, name, write);
  for (const name of ["textContent", "appendChild", "insertBefore"]) wrap(Node.prototype, name, write);
  for (const owner of [Document.prototype, Element.prototype]) wrap(owner, "querySelectorAll", find);
  for (const name of ["createElement", "createElementNS"]) wrap(Document.prototype, name, make);
})()`;

interface Work {
  readonly layouts: number;
  readonly found: number;
  readonly made: number;
  /** Of each layout shift of the parsed page the elements that moved, with their places before and after. */
  readonly moved: readonly unknown[];
}

async function workOf(site: BuiltSite | undefined): Promise<Map<string, Work>> {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await page.addInitScript(counting);
  const all = new Map<string, Work>();
  for (const { path, kind } of site ? ofEachKind(site, 1) : []) {
    await page.goto(site?.url(path) ?? "");
    expect([path, await page.evaluate("document.documentElement.dataset.ready")]).toEqual([path, ""]);
    all.set(kind, await page.evaluate<Work>("new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => resolve(work), 60)))"));
  }
  await page.close();
  return all;
}

test("what the script does while a page loads is little, and does not grow with what the page holds", async () => {
  const [few, many] = [await workOf(small), await workOf(large)];
  expect([...many.keys()].sort()).toEqual([...few.keys()].sort());
  for (const [kind, { layouts, found, made, moved }] of many) {
    const less = few.get(kind) ?? { found: 0, made: 0 };
    // Six times as many rows: those that open are looked at once, for the button that opens all; the sidebar has an end.
    expect([kind, layouts < 4, found <= less.found + 60, made <= less.made + 2]).toEqual([kind, true, true, true]);
    expect([kind, moved]).toEqual([kind, []]);
  }
});

test("a first letter that begins thousands of words is answered without a part of the hits; with the second the rest is read", async () => {
  const page = await browser.newPage();
  await page.goto(large?.url("index.html") ?? "");
  const typed = async (text: string) => {
    const hits = await page.evaluate<{ title: string }[]>(`msgdocsSearch.find(${JSON.stringify(text)}, 10)`);
    const parts = await page.evaluate<string[]>(`[...document.scripts].map(({ src }) => src.split("/search/")[1] ?? "")`);
    return { titles: hits.map(({ title }) => title), parts: parts.filter((part) => part.startsWith("hits")) };
  };
  const letter = await typed("f");
  expect(letter.parts).toEqual([]);
  expect(letter.titles).toHaveLength(10);
  expect(letter.titles.every((title) => title.startsWith("field"))).toBe(true);
  const more = await typed("fi");
  expect(more.parts.length).toBeGreaterThan(0);
  expect(more.titles).toEqual(letter.titles);
  await page.close();
});

const waiting =
  "[...document.querySelectorAll('.item li, .source > div')].filter((part) => getComputedStyle(part).contentVisibility === 'auto')";

/** The first page of a kind, opened in the large site. */
async function openLarge(page: Page, kind: string, hash = ""): Promise<void> {
  await page.goto("about:blank");
  await page.goto((large?.url(large.pages.find((each) => each.kind === kind)?.path ?? "") ?? "") + hash);
}

test("lines far down are laid out when they come near, and are there to be found and on paper", async () => {
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 } });
  await openLarge(page, "source");
  const isLaidOut = "document.querySelector('.source > div:nth-last-of-type(3) li').checkVisibility({ contentVisibilityAuto: true })";
  expect(await page.evaluate(isLaidOut)).toBe(false);
  expect(await page.evaluate("find('object60:', true)")).toBe(true);
  await page.emulateMedia({ media: "print" });
  await expect.poll(() => page.evaluate(isLaidOut), { timeout: 10_000 }).toBe(true);
  await page.close();
});

test("what is not laid out yet is taken to be as high as it is, so that a link to what is below leads there, without script too", async () => {
  for (const javaScriptEnabled of [true, false]) {
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, javaScriptEnabled });
    const page = await context.newPage();
    for (const kind of ["tags", "source"]) {
      await openLarge(page, kind);
      const [parts, before] = await page.evaluate<number[]>(`[${waiting}.length, document.documentElement.scrollHeight]`);
      await page.evaluate(`${waiting}.forEach((part) => (part.style.contentVisibility = "visible"))`);
      const after = await page.evaluate<number>("document.documentElement.scrollHeight");
      expect([kind, (parts ?? 0) > 5, Math.abs(after - (before ?? 0)) < 20]).toEqual([kind, true, true]);
    }
    await openLarge(page, "source", "#L612");
    const top = "document.getElementById('L612').getBoundingClientRect().top";
    const landing = "parseFloat(getComputedStyle(document.documentElement).scrollPaddingTop)";
    await expect.poll(() => page.evaluate(`Math.abs(${top} - ${landing}) < 6`), { timeout: 10_000 }).toBe(true);
    await context.close();
  }
});

test("the lines of a source are numbered through all of its lists", async () => {
  const page = await browser.newPage();
  await openLarge(page, "source");
  const lists = await page.evaluate<string[][]>(
    "[...document.querySelectorAll('.source ol')].map((list) => [`L${list.start}`, list.firstElementChild.id])",
  );
  expect(lists.length).toBeGreaterThan(3);
  expect(lists.filter(([start, first]) => start !== first)).toEqual([]);
  const lines = await page.evaluate<string[]>("[...document.querySelectorAll('.source li')].map(({ id }) => id)");
  expect(lines).toEqual(lines.map((_, at) => `L${String(at + 1)}`));
  const session = await page.context().newCDPSession(page);
  const numberOf = async (line: number) => {
    const expression = `document.getElementById("L${String(line)}").scrollIntoView(), document.getElementById("L${String(line)}")`;
    const { result } = await session.send("Runtime.evaluate", { expression });
    const { nodes } = await session.send("Accessibility.queryAXTree", { objectId: result.objectId ?? "", role: "StaticText" });
    return nodes.map(({ name }): unknown => name?.value)[0];
  };
  for (const line of [1, 101, 250]) await expect.poll(() => numberOf(line), { timeout: 10_000 }).toBe(String(line));
  await page.close();
});
