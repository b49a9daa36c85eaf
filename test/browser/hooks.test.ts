import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Browser } from "playwright-core";
import { afterAll, beforeAll, expect, test } from "vitest";
import { launch } from "./launch.ts";
import { serveFolder, serveScripts, type Served } from "./serve.ts";
import { build } from "./sites.ts";

const folder = mkdtempSync(join(tmpdir(), "msgdocs-hooks-"));
let browser: Browser;
let analytics: Served;

beforeAll(async () => {
  browser = await launch();
  // As analytics do: one script counts the visit and loads a second one, which counts, too.
  analytics = await serveScripts({
    "/a.js": (origin) => `
      fetch("${origin}/hit?page=" + encodeURIComponent(location.pathname), { mode: "no-cors" });
      const next = document.createElement("script");
      next.src = "${origin}/b.js";
      document.head.append(next);`,
    "/b.js": (origin) => `new Image().src = "${origin}/pixel.gif";`,
  });
  writeFileSync(join(folder, "api.yaml"), "asyncapi: 2.6.0\ninfo: { title: Hooked, version: '1' }\nchannels: {}\n");
  mkdirSync(join(folder, "own/partials"), { recursive: true });
  writeFileSync(join(folder, "own/partials/head-end.hbs"), `<script src="${analytics.origin}/a.js" defer></script>\n`);
  writeFileSync(join(folder, "own/partials/content-start.hbs"), '<p id="banner">Version two is coming: {{title}}</p>\n');
  writeFileSync(join(folder, "own/partials/content-end.hbs"), '<p id="end">The end of {{site.name}}</p>\n');
});

afterAll(async () => {
  await browser.close();
  analytics.close();
  rmSync(folder, { recursive: true });
});

/** What analytics hear of a visit, and what the page complains of. */
interface Visit {
  readonly heard: readonly string[];
  readonly wrong: readonly string[];
}

/**
 * A visit to the first page of a site with these settings, until what is expected of it has been: a network that is idle may only be a
 * browser that is slow. What would be heard besides has been asked for by then, too.
 */
async function visit(
  name: string,
  csp: Readonly<Record<string, readonly string[]>>,
  isOver: (seen: Visit) => boolean = () => true,
): Promise<Visit & { text: string }> {
  const settings = join(folder, `${name}.yaml`);
  writeFileSync(settings, JSON.stringify({ document: "api.yaml", templates: "own", csp }));
  const site = await serveFolder(build(name, folder, ["--config", settings]).folder);
  const page = await browser.newPage();
  const wrong: string[] = [];
  page.on("console", (message) => {
    // Every browser asks for this of a site that names no icon.
    if (!message.location().url.endsWith("/favicon.ico")) wrong.push(message.text());
  });
  page.on("pageerror", (error) => wrong.push(error.message));
  const before = analytics.asked.length;
  const heard = (): string[] => analytics.asked.slice(before).sort();
  await page.goto(`${site.origin}/`, { waitUntil: "networkidle" });
  await expect.poll(() => isOver({ heard: heard(), wrong }), { timeout: 30_000 }).toBe(true);
  const text = (await page.locator("main").textContent()) ?? "";
  await page.close();
  site.close();
  return { heard: heard(), wrong, text };
}

test("what hooks put onto pages is there", async () => {
  const { text } = await visit("banner", {});
  expect(text).toContain("Version two is coming: Hooked");
  expect(text).toContain("The end of Hooked");
});

test("without the setting nothing of another origin is loaded", async () => {
  const { heard, wrong } = await visit("closed", {}, (seen) => seen.wrong.join(" ").includes("Content Security Policy"));
  expect(heard).toEqual([]);
  expect(wrong.join(" ")).toContain("Content Security Policy");
});

test("each source is allowed for what the setting says, and nothing else", async () => {
  const { heard, wrong } = await visit(
    "half",
    { "script-src": [analytics.origin] },
    (seen) => seen.heard.length > 0 && /connect-src|default-src/.test(seen.wrong.join(" ")),
  );
  expect(heard).toEqual(["/a.js"]);
  expect(wrong.join(" ")).toMatch(/connect-src|default-src/);
});

test("with its sources, and Trusted Types taken back, a script works as its makers meant it to", async () => {
  const { origin } = analytics;
  const sources = { "script-src": [origin], "connect-src": [origin], "img-src": [origin] };
  const kept = await visit("trusted", sources, ({ heard }) => heard.length >= 2);
  expect(kept.heard).toEqual(["/a.js", "/hit?page=%2F"]);
  const { heard, wrong } = await visit("open", { ...sources, "require-trusted-types-for": ["'none'"] }, (seen) => seen.heard.length >= 4);
  expect(heard).toEqual(["/a.js", "/b.js", "/hit?page=%2F", "/pixel.gif"]);
  expect(wrong).toEqual([]);
});
