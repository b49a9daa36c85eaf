import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll } from "vitest";
import { launch } from "../browser/launch.ts";

/** The folder of the real documents. */
export const corpus = fileURLToPath(new URL("../../../shared/corpus/real", import.meta.url));

/** A browser and an empty folder for the sites of a test file. Both last until its tests end. */
export function openBrowser(): { readonly folder: string; readonly browser: () => Browser } {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-corpus-"));
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
