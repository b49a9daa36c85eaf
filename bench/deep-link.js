/**
 * How long a reader waits who opens a link to one operation, nothing cached: from the navigation's start to the text of its payload
 * being laid out in Chromium. Both sites come from one server, gzipped, over the same line.
 */
import { chromium } from "playwright-core";
import { median } from "./measure.js";
import { serving } from "./serving.js";

const chromiumFlags = ["--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking", "--disable-component-update"];

/** Lines that a reader may have: bytes a second and milliseconds. */
export const lines = {
  "this machine": undefined,
  "10 Mbit/s, 40 ms": { offline: false, latency: 40, downloadThroughput: 1_250_000, uploadThroughput: 250_000 },
};

/** In the page: notes when a text is first laid out. */
function watchFor(wanted) {
  const { document, NodeFilter, requestAnimationFrame } = globalThis;
  const isShown = () => {
    const texts = document.body && document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (texts?.nextNode()) {
      const { parentElement, data } = texts.currentNode;
      if (data.includes(wanted) && !["SCRIPT", "STYLE"].includes(parentElement.tagName) && parentElement.checkVisibility()) return true;
    }
    return false;
  };
  const look = () => {
    if (isShown()) globalThis.shownAfter = performance.now();
    else requestAnimationFrame(look);
  };
  requestAnimationFrame(look);
}

async function once(browser, { url, text, line }) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
  try {
    const page = await context.newPage();
    if (line) {
      const session = await context.newCDPSession(page);
      await session.send("Network.enable");
      await session.send("Network.emulateNetworkConditions", line);
    }
    await page.addInitScript(watchFor, text);
    // What the page before left to be cleared away, and what the browser does for a new window, is neither site's.
    await page.waitForTimeout(500);
    await page.goto(url, { waitUntil: "commit" });
    return await (await page.waitForFunction(() => globalThis.shownAfter, undefined, { timeout: 60_000 })).jsonValue();
  } finally {
    await context.close();
  }
}

/**
 * Milliseconds to a readable payload, a median for each link, in turns. A link is `{ path, text }`: an address below the folder,
 * and what is to be read there.
 */
export async function deepLinks(folder, links, { runs, line }) {
  const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: chromiumFlags });
  try {
    return await serving(folder, async (address) => {
      const times = links.map(() => []);
      for (let run = 0; run < runs; run += 1) {
        for (const [at, { path, text }] of links.entries()) times[at].push(await once(browser, { url: address + path, text, line }));
      }
      return times.map(median);
    });
  } finally {
    await browser.close();
  }
}
