import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TestProject } from "vitest/node";
import { findBrowser } from "./find-browser.ts";
import { buildSites } from "./sites.ts";

/**
 * Runs once before all tests of a project. Two test files that install a browser at the same time would be in each other's way, and
 * sites that each file builds for itself take longer than the tests.
 */
export default function prepare(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), "msgdocs-sites-"));
  try {
    findBrowser();
  } catch {
    // Each test that needs one says so.
  }
  if (project.name === "browser") {
    try {
      buildSites(folder);
      project.provide("sites", { folder });
    } catch (error) {
      // Each test that opens them says so.
      project.provide("sites", { error: String(error) });
    }
  }
  return () => {
    rmSync(folder, { recursive: true });
  };
}
