/**
 * What a reader of a built site waits for and downloads: the first view of each page kind, whether it moves, how long the page is
 * busy at a stretch, and the search, key by key. `npm run bench:reader -- <folder of a site> [words to search]`
 */
import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { pathToFileURL } from "node:url";
import { gzipSync } from "node:zlib";
import { chromium } from "playwright-core";
import { serving } from "./serving.js";

const chromiumFlags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"];

const kilobytes = (bytes) => (bytes / 1000).toFixed(1);
const gzipped = (path) => gzipSync(readFileSync(path), { level: 6 }).length;

function assetsOf(folder, extension) {
  const names = readdirSync(join(folder, "assets")).filter((name) => name.endsWith(extension));
  return names.reduce((sum, name) => sum + gzipped(join(folder, "assets", name)), 0);
}

/** Of each kind: how many pages, the heaviest first view and the largest page, in bytes. */
function weights(folder, pages) {
  const [script, style] = [assetsOf(folder, ".js"), assetsOf(folder, ".css")];
  const kinds = new Map();
  for (const { path, kind } of pages) {
    const known = kinds.get(kind) ?? { count: 0, view: 0, size: 0, path };
    const size = readFileSync(join(folder, path)).length;
    const view = gzipped(join(folder, path)) + script + style;
    if (size > known.size) Object.assign(known, { size, path });
    kinds.set(kind, { ...known, count: known.count + 1, view: Math.max(known.view, view) });
  }
  return { script, style, kinds };
}

/** In the page, before anything of it: notes what moves, and when the page is busy for over 50 ms. */
function watchLoading() {
  globalThis.seen = { moved: 0, busy: [] };
  const watch = (type, note) =>
    new globalThis.PerformanceObserver((list) => list.getEntries().forEach(note)).observe({ type, buffered: true });
  watch("layout-shift", ({ value }) => (globalThis.seen.moved += value));
  watch("longtask", ({ duration }) => globalThis.seen.busy.push(Math.round(duration)));
}

async function loadingOnce(browser, url) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  const page = await context.newPage();
  await page.addInitScript(watchLoading);
  await page.goto(url);
  await page.waitForTimeout(250);
  const seen = await page.evaluate(() => globalThis.seen);
  await context.close();
  return seen;
}

/** In the page: milliseconds from each key to its results, in `keys`. */
function watchKeys() {
  globalThis.keys = [];
  const { document } = globalThis;
  let since = 0;
  document.addEventListener("input", () => (since = performance.now()), true);
  document.addEventListener("DOMContentLoaded", () => {
    const note = () => {
      if (since) globalThis.keys.push(performance.now() - since);
      since = 0;
    };
    const find = () => document.querySelector("#found");
    const watch = (list) => new globalThis.MutationObserver(note).observe(list, { childList: true });
    globalThis.addEventListener("load", () => watch(find()));
  });
}

/** The quietest of three: the machine's other work is no matter of the page. */
async function loading(browser, url) {
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push(await loadingOnce(browser, url));
  const total = ({ busy }) => busy.reduce((sum, each) => sum + each, 0);
  return { moved: Math.max(...runs.map(({ moved }) => moved)), busy: runs.sort((a, b) => total(a) - total(b))[0].busy };
}

/** Types words key by key into the search of a page that has loaded nothing of the index yet. */
async function searchingOnce(browser, url, text) {
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.addInitScript(watchKeys);
  const session = await context.newCDPSession(page);
  await session.send("Network.enable");
  await session.send("Performance.enable");
  const busy = async () => (await session.send("Performance.getMetrics")).metrics.find(({ name }) => name === "TaskDuration").value * 1000;
  let bytes = 0;
  await page.goto(url);
  session.on("Network.loadingFinished", ({ encodedDataLength }) => (bytes += encodedDataLength));
  const before = await busy();
  await page.keyboard.press("/");
  let first = 0;
  for (const [at, letter] of [...text].entries()) {
    await page.keyboard.type(letter);
    await page.waitForFunction((count) => globalThis.keys.length >= count, at + 1, { timeout: 20_000 });
    first ||= (await page.locator("#found [aria-selected]").count()) > 0 ? bytes : 0;
  }
  const times = await page.evaluate(() => globalThis.keys);
  const work = ((await busy()) - before) / text.length;
  await context.close();
  return { first, bytes, slowest: Math.max(...times), cold: times[0], work };
}

/** The quickest of three. */
async function searching(browser, url, text) {
  const runs = [];
  for (let run = 0; run < 3; run += 1) runs.push(await searchingOnce(browser, url, text));
  return runs.sort((a, b) => a.slowest - b.slowest)[0];
}

function table(head, rows) {
  const line = (cells) => `| ${cells.join(" | ")} |\n`;
  return line(head) + line(head.map(() => "---")) + rows.map(line).join("");
}

async function main([folder, ...texts]) {
  const root = resolve(folder);
  const { pages } = JSON.parse(readFileSync(join(root, "manifest.json"), "utf8"));
  const { script, style, kinds } = weights(root, pages);
  process.stdout.write(`Script ${kilobytes(script)} KB, style ${kilobytes(style)} KB compressed; ${pages.length} pages.\n\n`);
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: chromiumFlags });
  await serving(root, async (address) => {
    const rows = [];
    for (const [kind, { count, view, size, path }] of kinds) {
      const { moved, busy } = await loading(browser, address + path);
      rows.push([kind, count, kilobytes(view), kilobytes(size), moved.toFixed(4), busy.join(", ") || "none"]);
    }
    const head = ["kind", "pages", "heaviest first view KB", "largest page KB", "shift of the largest", "tasks over 50 ms"];
    process.stdout.write(`${table(head, rows)}\n`);
    const found = [];
    for (const text of texts) {
      for (const [way, start] of Object.entries({ http: address, disk: `${pathToFileURL(root).href}/` })) {
        const { first, bytes, slowest, cold, work } = await searching(browser, `${start}index.html`, text);
        found.push([text, way, kilobytes(first), kilobytes(bytes), cold.toFixed(0), slowest.toFixed(0), work.toFixed(0)]);
      }
    }
    if (texts.length > 0)
      process.stdout.write(
        table(
          ["typed", "from", "KB to the first result", "KB in all", "first key ms", "slowest key ms", "work of the page a key ms"],
          found,
        ),
      );
  });
  await browser.close();
}

await main(process.argv.slice(2));
