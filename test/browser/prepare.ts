import { findBrowser } from "./find-browser.ts";

/**
 * Runs once before all tests of a project: where a browser has to be installed, two test files that begin at once would be in each
 * other's way.
 */
export default function prepare(): void {
  try {
    findBrowser();
  } catch {
    // Each test that needs one says so.
  }
}
