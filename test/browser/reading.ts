import type { Page } from "playwright-core";

/** How far the page can be scrolled sideways, in CSS px, and what reaches furthest. */
export async function overflow(page: Page): Promise<string> {
  return page.evaluate<string>(`(() => {
    const wide = document.documentElement.scrollWidth - document.documentElement.clientWidth;
    if (wide <= 0) return "";
    const all = [...document.querySelectorAll("main *")];
    const [furthest] = all.sort((a, b) => b.getBoundingClientRect().right - a.getBoundingClientRect().right);
    return wide + "px: " + furthest?.outerHTML.slice(0, 120);
  })()`);
}

/**
 * Waits until a page shows what it found for the whole of what stands in its search box: for the first letters of it there is a list
 * sooner, which another one takes the place of. The page asked before us, and needs nothing that we do not wait for, too.
 */
export async function searched(page: Page): Promise<void> {
  const drawn = "new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve)))";
  await page.evaluate(`msgdocsSearch.find(document.querySelector('form[role="search"] input').value, 100).then(() => ${drawn})`);
}

/** What a page without script hides of its text, and what it offers in vain. */
export async function unreadable(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const visible = (element) => element.checkVisibility({ visibilityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)];
    // What is folded, or of another variant or tab, is a click away.
    const offered = "details:not([open]), .variants [data-v], .duo > .bar ~ .examples";
    const hidden = all("main h1, [data-tab], main .body").filter(
      (element) => !element.closest(offered) && (!visible(element) || element.innerText === ""),
    );
    const inVain = all("button, .find, .filter").filter(visible);
    return [...hidden, ...inVain].map((element) => element.outerHTML.slice(0, 120));
  })()`);
}
