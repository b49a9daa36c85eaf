import { readdirSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import type { Browser, Page } from "playwright-core";
import { searched } from "./reading.ts";

/** Runs in each page before anything else: tells of violations of the policy, and of what only a stranger's script does. */
const TRAP = `
  addEventListener("securitypolicyviolation", (event) => {
    told("violation of " + event.violatedDirective + ": " + event.blockedURI + " " + event.sample);
  }, true);
  for (const name of ["alert", "confirm", "prompt", "print", "open"]) {
    Object.defineProperty(window, name, { value: () => told(name + " was called"), writable: false });
  }
  Object.defineProperty(Object.prototype, "polluted", { set: () => told("the prototype of all objects was written to"), configurable: true });
`;

/** Opens what is closed, presses what is a button and points at what is a link: our scripts may only then do something with a text. */
const USE = `
  for (const each of document.querySelectorAll('[value="try"]')) each.click();
  for (const each of document.querySelectorAll("details")) each.open = true;
  for (const each of document.querySelectorAll("button")) each.click();
  for (const each of document.querySelectorAll("a[href]")) {
    each.dispatchEvent(new MouseEvent("mouseover", { bubbles: true }));
    each.focus();
  }
`;

/** Opens pages and listens. */
export interface Watched {
  readonly page: Page;
  /** What was told since the last time it was asked for, each with the page it happened on. */
  readonly reports: () => string[];
}

/** A page in which nothing of a document may happen: no violation, no dialog, no error, no request but for files of the site. */
export async function watched(browser: Browser, site: string): Promise<Watched> {
  const page = await browser.newPage();
  const found: string[] = [];
  const add = (what: string): void => void found.push(`${decodeURI(page.url()).slice(-80)}: ${what}`);
  const inside = pathToFileURL(site).href;
  await page.exposeFunction("told", add);
  await page.addInitScript({ content: TRAP });
  page.on("dialog", (dialog) => {
    add(`dialog ${dialog.message()}`);
    void dialog.dismiss();
  });
  page.on("console", (message) => {
    if (message.type() === "error") add(`console: ${message.text()}`);
  });
  page.on("pageerror", (error) => add(`error: ${error.message}`));
  page.on("request", (request) => {
    if (!request.url().startsWith(`${inside}/`)) add(`request for ${request.url().slice(0, 100)}`);
  });
  page.on("popup", () => add("another window"));
  return { page, reports: () => found.splice(0) };
}

/** All pages of a site, sorted. */
export function pagesOf(site: string): string[] {
  return readdirSync(site, { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".html"))
    .map((path) => pathToFileURL(join(site, path)).href)
    .sort();
}

/** Does with a page what a reader can. */
export async function useEverything(page: Page): Promise<void> {
  await page.evaluate(USE);
  if ((await page.locator('[value="try"]').count()) > 0) await page.locator(".try textarea").waitFor();
}

/** Searches for a text on the page that is open, as a person types it. */
export async function search(page: Page, text: string): Promise<void> {
  const field = page.locator('form[role="search"] input').first();
  await field.fill(text.replaceAll("\n", " "));
  await searched(page);
}
