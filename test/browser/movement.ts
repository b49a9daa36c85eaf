import type { Browser } from "playwright-core";

/** In the page, before anything of it: keeps what moves. */
const watch = `
  window.moved = [];
  const parsed = () => performance.getEntriesByType("navigation")[0].domInteractive;
  // A table settles its columns while its rows arrive; what counts is a page that is there and moves.
  const note = (list) => window.moved.push(...list.filter(({ startTime }) => parsed() > 0 && startTime > parsed()).flatMap(({ sources }) => sources.map(({ node }) => node?.outerHTML?.slice(0, 100) ?? "gone")));
  const observer = new PerformanceObserver((list) => note(list.getEntries()));
  observer.observe({ type: "layout-shift", buffered: true });
  window.allMoved = () => new Promise((resolve) => requestAnimationFrame(() => setTimeout(() => {
    note(observer.takeRecords());
    resolve(window.moved);
  })));
`;

/** What moves on each page where its scripts come after it is drawn: pages with nothing are not listed. The window is as high as the page. */
export async function movement(browser: Browser, urls: readonly string[], width: number): Promise<[string, string[]][]> {
  const context = await browser.newContext({ viewport: { width, height: 8000 } });
  await context.addInitScript(watch);
  const page = await context.newPage();
  await context.route(/assets\/site-\w+\.js$/, async (route) => {
    await page.evaluate("new Promise((resolve) => new PerformanceObserver(() => resolve()).observe({ type: 'paint', buffered: true }))");
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
