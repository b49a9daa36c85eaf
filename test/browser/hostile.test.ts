import { mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeAll, expect, test } from "vitest";
import type { Dialect } from "../../src/format/index.ts";
import { hostileLeaves } from "../security/hostile-leaves.ts";
import { payloads } from "../security/payloads.ts";
import { built } from "../support/built.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { printPlain } from "../support/plain.ts";
import { pagesOf, search, useEverything, watched } from "./active-content.ts";
import { openBrowser } from "./open-browser.ts";
import { searched } from "./reading.ts";

const { folder, browser } = openBrowser();

/** Writes the site of a document that has hostile texts, from the given one on. */
async function written(name: string, dialect: Dialect, first: number): Promise<string> {
  const site = join(folder, name);
  const { files } = await built({ "api.json": printPlain(formatDocument(dialect, hostileLeaves(payloads, first))) }, { tryIt: true });
  for (const [path, contents] of files) {
    mkdirSync(dirname(join(site, path)), { recursive: true });
    writeFileSync(join(site, path), contents);
  }
  return site;
}

/** Each line of the format begins elsewhere among the texts; MSGDOCS_LONG=1 begins at more of them, by hand. */
const rounds = process.env.MSGDOCS_LONG === undefined ? 1 : 12;
const starts = dialects.flatMap((dialect, nth) =>
  Array.from({ length: rounds }, (_, round) => ({
    dialect,
    line: dialect.line,
    first: Math.floor((payloads.length * (nth + round * dialects.length)) / (rounds * dialects.length)),
  })),
);

test.each(starts)(
  "nothing of a hostile document of line $line, from text $first on, runs, loads or breaks the policy in a browser",
  { timeout: 180_000 },
  async ({ dialect, line, first }) => {
    const site = await written(`${line}-${first}`, dialect, first);
    const { page, reports } = await watched(browser(), site);
    for (const url of pagesOf(site)) {
      await page.goto(url);
      await useEverything(page);
      expect(reports()).toEqual([]);
    }
    await page.close();
    rmSync(site, { recursive: true });
  },
);

/** One site for the tests below. They add pages to it and change none. */
let hostile = "";
beforeAll(async () => {
  const [dialect] = dialects;
  if (!dialect) throw new Error("There is no dialect.");
  hostile = await written("hostile", dialect, 0);
});

test("search shows what it finds as text, whatever was looked for", async () => {
  const { page, reports } = await watched(browser(), hostile);
  await page.goto(pathToFileURL(join(hostile, "index.html")).href);
  let shown = 0;
  for (const text of ["script", "alert", "onerror", "__proto__", ...payloads.slice(0, 12)]) {
    await search(page, text);
    shown += await page.locator("a[role=option]").count();
    expect([text, reports()]).toEqual([text, []]);
  }
  expect(shown).toBeGreaterThan(20);
  for (const text of payloads.slice(0, 12)) {
    await page.goto(`${pathToFileURL(join(hostile, "search.html")).href}?q=${encodeURIComponent(text)}`);
    await searched(page);
    expect([text, reports()]).toEqual([text, []]);
  }
});

test.each([
  { html: "<script>alert(1)</script>", told: "violation of script-src" },
  { html: '<img src="x" onerror="alert(1)">', told: "violation of script-src-attr" },
  { html: '<img src="https://evil.example/x">', told: "violation of img-src" },
  { html: '<p style="color: red">x</p>', told: "violation of style-src-attr" },
  { html: '<iframe src="https://evil.example/"></iframe>', told: "violation of frame-src" },
  { html: '<script src="trap.js"></script>', told: "alert was called" },
  { html: '<script src="sink.js"></script>', told: "violation of require-trusted-types-for" },
])("the trap is set: $html is told of", async ({ html, told }) => {
  writeFileSync(join(hostile, "trap.js"), "alert(1)");
  writeFileSync(join(hostile, "sink.js"), 'document.body.innerHTML = "<b>x</b>"');
  const trap = join(hostile, "trap.html");
  writeFileSync(trap, readFileSync(join(hostile, "index.html"), "utf8").replace("</main>", `${html}</main>`));
  const { page, reports } = await watched(browser(), hostile);
  await page.goto(pathToFileURL(trap).href);
  await expect.poll(() => reports().join("\n"), { timeout: 30_000 }).toContain(told);
  await page.close();
});
