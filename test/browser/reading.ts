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

/** What a page without script hides of its text, and what it offers in vain. */
export async function unreadable(page: Page): Promise<string[]> {
  return page.evaluate<string[]>(`(() => {
    const visible = (element) => element.checkVisibility({ visibilityProperty: true });
    const all = (selector) => [...document.querySelectorAll(selector)];
    const hidden = all("main h1, [data-tab], main .body").filter(
      (element) => !visible(element) || element.innerText === "",
    );
    const inVain = all("button, .find, .filter").filter(visible);
    return [...hidden, ...inVain].map((element) => element.outerHTML.slice(0, 120));
  })()`);
}
