import type { Page } from "playwright-core";

/**
 * All that goes wrong on a page from now on: errors, what the policy refuses, and requests that fail. A request that is
 * given up because the page was left before its end is no failure: the icon of a tab is often still on its way then.
 */
export function whatGoesWrong(page: Page): string[] {
  const wrong: string[] = [];
  page.on("pageerror", (error) => wrong.push(error.message));
  page.on("console", (message) => {
    if (message.type() === "error" || message.text().includes("Content Security Policy")) wrong.push(message.text());
  });
  page.on("requestfailed", (request) => {
    const why = request.failure()?.errorText ?? "";
    if (why !== "net::ERR_ABORTED") wrong.push(`${request.url()} failed: ${why}`);
  });
  return wrong;
}
