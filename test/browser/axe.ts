import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Found {
  readonly violations: readonly {
    readonly id: string;
    readonly nodes: readonly { readonly html: string; readonly failureSummary?: string }[];
  }[];
}

/** Of what is fine nothing is told: to name each element that passes took a third of the time. */
const TOLD = { resultTypes: ["violations"], selectors: false, preload: { assets: ["media"] } };

async function run(page: Page, options: object): Promise<string[]> {
  const found = await page.evaluate<Found>(`axe.run(document, ${JSON.stringify({ ...options, ...TOLD })})`);
  return found.violations.flatMap(({ id, nodes }) =>
    nodes.slice(0, 3).map(({ html, failureSummary }) => `${id}: ${html} ${failureSummary ?? ""}`),
  );
}

/** What axe finds on the page as it stands, as lines to read. */
export async function violations(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return run(page, {});
}

/** What axe finds too small or too close for a finger. */
export async function smallTargets(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  return run(page, { runOnly: ["target-size"] });
}

const COLOURS = { runOnly: ["color-contrast"] };

/** What axe finds of colours, in the light and in the dark. */
export async function contrastsInBothThemes(page: Page): Promise<string[]> {
  await page.evaluate(axe);
  await page.emulateMedia({ colorScheme: "light" });
  const light = await run(page, COLOURS);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...light, ...(await run(page, COLOURS))];
}

/** What axe finds in the light and in the dark, where only colours can differ. */
export async function violationsInBothThemes(page: Page): Promise<string[]> {
  await page.emulateMedia({ colorScheme: "light" });
  const light = await violations(page);
  await page.emulateMedia({ colorScheme: "dark" });
  return [...light, ...(await run(page, COLOURS))];
}
