import type { Browser } from "playwright-core";

/**
 * In the page, before anything of it: keeps what moves once the page is there.
 * A page is there when it is parsed and drawn: a table settles its columns while its rows arrive, and that is not counted.
 */
const watch = `
  let since = Infinity;
  window.isThere = new Promise((resolve) => {
    const drawn = () => requestAnimationFrame(() => requestAnimationFrame(() => {
      since = performance.now();
      resolve();
    }));
    document.addEventListener("readystatechange", drawn, { once: true });
  });
  const moved = [];
  const note = (list) => moved.push(...list.filter(({ startTime }) => startTime >= since).flatMap(({ sources }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? "gone")));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.allMoved = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    note(observer.takeRecords());
    resolve(moved);
  })));
`;

/** What moves on each page where its scripts come after it is there: pages with nothing are not listed. The window is as high as the page. */
export async function movement(browser: Browser, urls: readonly string[], width: number): Promise<[string, string[]][]> {
  const context = await browser.newContext({ viewport: { width, height: 8000 } });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await context.route(/assets\/site-\w+\.js$/, async (route) => {
    await page.evaluate("isThere");
    await route.continue();
  });
  const found: [string, string[]][] = [];
  for (const url of urls) {
    await page.goto(url);
    const moved = await page.evaluate<string[]>("allMoved()");
    if (moved.length > 0) found.push([url, moved]);
  }
  await context.close();
  return found;
}
