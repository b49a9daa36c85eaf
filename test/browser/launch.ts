import type { Browser } from "playwright-core";
import { chromium } from "playwright-core";
import { findBrowser } from "./find-browser.ts";

/** A headless browser that keeps to itself. */
export function launch(): Promise<Browser> {
  const args = [
    "--no-sandbox",
    "--disable-gpu",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
  ];
  // The end of what hangs, and no measure: a busy machine takes its time to start it.
  return chromium.launch({ executablePath: findBrowser(), args, timeout: 100_000 });
}
