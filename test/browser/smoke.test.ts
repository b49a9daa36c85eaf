import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { whatGoesWrong } from "./what-goes-wrong.ts";

const root = fileURLToPath(new URL("../..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "msgdocs-smoke-"));
let browser: Browser;

beforeAll(async () => {
  const args = [join(root, "dist/cli.js"), "build", "--config", join(root, "example-docs/msgdocs.yaml"), "-o", join(folder, "site")];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: "utf8" });
  expect([status, status === 0 ? "" : stderr]).toEqual([0, ""]);
  browser = await launch();
});

afterAll(async () => {
  await browser.close();
  rmSync(folder, { recursive: true });
});

test("every page of the example opens from disk, has its title and one main heading, and breaks nothing", async () => {
  const manifest = JSON.parse(readFileSync(join(folder, "site/manifest.json"), "utf8")) as { pages: { path: string; title: string }[] };
  expect(manifest.pages.length).toBeGreaterThan(20);
  const page = await browser.newPage();
  const wrong = whatGoesWrong(page);
  for (const { path, title } of manifest.pages) {
    await page.goto(pathToFileURL(join(folder, "site", path)).href);
    expect([path, await page.title()]).toEqual([path, expect.stringContaining(title) as string]);
    expect([path, await page.locator("h1").count()]).toEqual([path, 1]);
    expect([path, wrong]).toEqual([path, []]);
  }
});
