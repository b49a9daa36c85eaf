import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { serveFolder, type Served } from "./serve.ts";
import { openSites } from "./sites.ts";

let browser: Browser;
const sites = openSites();
let server: Served;

beforeAll(async () => {
  browser = await launch();
  server = await serveFolder(sites.example.folder);
});

afterAll(async () => {
  await browser.close();
  server.close();
});

/** In the page, before anything of it: the reader's choice, and then the colours of every frame that is drawn. */
function watchFrames(chosen: string): string {
  return `(() => {
    if (${JSON.stringify(chosen)} !== "nothing") localStorage.setItem("msgdocs-theme", ${JSON.stringify(chosen)});
    window.drawn = [];
    const brightness = (colour) => colour.match(/\\d+/g).slice(0, 3).reduce((sum, each) => sum + Number(each), 0);
    const look = () => {
      if (document.body) {
        const { color, backgroundColor } = getComputedStyle(document.body);
        const isStyled = backgroundColor !== "rgba(0, 0, 0, 0)";
        window.drawn.push(isStyled ? (brightness(backgroundColor) > brightness(color) ? "light" : "dark") : "without style");
      }
      requestAnimationFrame(look);
    };
    requestAnimationFrame(look);
  })()`;
}

const cases = [
  ["dark", "nothing", "dark"],
  ["light", "nothing", "light"],
  ["light", "dark", "dark"],
  ["dark", "light", "light"],
] as const;

test.each(cases)("where the system is %s and %s is chosen every frame is %s, from the first on", async (system, chosen, expected) => {
  for (const url of [`${server.origin}/index.html`, sites.example.url("index.html")]) {
    const context = await browser.newContext({ colorScheme: system });
    await context.addInitScript(watchFrames(chosen));
    const page = await context.newPage();
    const frames = () => page.evaluate<string[]>("window.drawn");
    // What is asked for in the head comes late; all that may wait is held until something was drawn without it.
    let goOn = (): void => undefined;
    const isDrawn = new Promise<void>((resolve) => (goOn = resolve));
    await context.route(/assets\/(?:head|site)-\w+\.\w+$/, async (route) => {
      if (/site-\w+\.js$/.test(route.request().url())) await isDrawn;
      else await new Promise((resolve) => setTimeout(resolve, 100));
      await route.continue();
    });
    await page.goto(url, { waitUntil: "commit" });
    await expect.poll(async () => (await frames()).length, { timeout: 30_000 }).toBeGreaterThan(1);
    goOn();
    await expect.poll(() => page.evaluate("document.documentElement.dataset.ready"), { timeout: 30_000 }).toBe("");
    await page.screenshot();
    expect([url, new Set(await frames())]).toEqual([url, new Set([expected])]);
    await context.close();
  }
});
