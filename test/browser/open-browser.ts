import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "./launch.ts";

/** A browser and an empty folder for the sites of a test file. Both last until its tests end. */
export function openBrowser(): { readonly folder: string; readonly browser: () => Browser } {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-browser-"));
  let browser: Browser;
  beforeAll(async () => {
    browser = await launch();
  });
  afterAll(async () => {
    await browser.close();
    rmSync(folder, { recursive: true });
  });
  return { folder, browser: () => browser };
}
