import { describe, expect, test } from "vitest";
import type { StringNode } from "../../../src/text/json/index.ts";
import { nodeOf } from "../../support/nodes.ts";
import { siteOf } from "../kinds/site-of.ts";

const document = `
asyncapi: 2.4.0
info: { title: "Lamps & more", version: 1.2.0, description: Lamps of a city. }
channels:
  lamp/measured:
    publish: { operationId: takeMeasure, message: { name: measured, payload: { type: integer, maximum: 9223372036854775807 } } }
`;

const target = (text: string): StringNode => nodeOf(text) as StringNode;

const head = (html: string | undefined): string => (html ?? "").replace(/<\/head>[^]*/, "");

describe("a site with a URL", () => {
  const settings = { siteUrl: "https://docs.example.org/lamps?x=1#y" };

  test("names each page's own address, for search engines and link previews", async () => {
    const files = await siteOf(document, settings);
    expect(head(files.get("index.html"))).toContain('<link rel="canonical" href="https://docs.example.org/lamps/">');
    const operation = head(files.get("operations/takemeasure.html"));
    expect(operation).toContain('<link rel="canonical" href="https://docs.example.org/lamps/operations/takemeasure.html">');
    expect(operation).toContain('<meta property="og:site_name" content="Lamps &amp; more">');
    expect(files.get("sitemap.xml")?.match(/<loc>/g)).toHaveLength([...files.keys()].filter((path) => path.endsWith(".html")).length - 3);
    expect(files.has("robots.txt")).toBe(false);
  });

  test("has a page for missing addresses that works wherever it is shown", async () => {
    const missing = (await siteOf(document, settings)).get("404.html") ?? "";
    const links = [...missing.matchAll(/ (?:href|src|action)="([^"]*)"/g)].map(([, target = ""]) => target);
    expect(links.length).toBeGreaterThan(10);
    expect(links.filter((link) => !/^(?:\/lamps\/|#)/.test(link))).toEqual([]);
    // Search loads its parts from the host that shows the page, which may be a preview of another name.
    expect(missing).toContain('data-root="/lamps/"');
    // The policy holds the form to that host as well.
    expect(missing).toContain('action="/lamps/search.html"');
  });

  test("asks to be left out where the settings say so", async () => {
    const files = await siteOf(document, { ...settings, noindex: true });
    expect(head(files.get("index.html"))).toContain('<meta name="robots" content="noindex">');
    expect(files.get("_headers")).toContain("X-Robots-Tag: noindex");
    expect(files.has("sitemap.xml")).toBe(false);
  });
});

test("the footer of the settings is Markdown, on every page", async () => {
  const files = await siteOf(document, { footer: "Owned by [us](https://example.com/). <script>" });
  const foot = '<footer class="foot prose" dir="auto"><p>Owned by <a href="https://example.com/">us</a>. &#x3C;script&#x3E;</p></footer>';
  for (const [path, html] of files)
    if (path.endsWith(".html") && path !== "print.html") expect([path, html.includes(foot)]).toEqual([path, true]);
});

test("pages that are embedded have no header, sidebar, search or footer, and all else", async () => {
  const files = await siteOf(document, { embed: true, footer: "Owned by us." });
  const page = files.get("operations/takemeasure.html") ?? "";
  expect(page).not.toMatch(/class="top"|class="rail"|<form|class="foot"|search\.html/);
  expect(page).toMatch(/<html lang="en" class="embed"[^]*<main[^]*<h1/);
  expect([...files.keys()].filter((path) => ["search.html", "404.html"].includes(path))).toEqual([]);
  expect(JSON.parse(files.get("manifest.json") ?? "{}")).toMatchObject({ format: "2.4.0" });
});

test("a script that counts visits stands on every page, with a hash and data as they are given, and not on the one for printing", async () => {
  const analytics = { script: "https://stats.example.com/a.js?x=1&y", integrity: "sha384-abc", data: { domain: 'a"b' } };
  const files = await siteOf(document, { analytics });
  const tag =
    '<script defer src="https://stats.example.com/a.js?x=1&amp;y" integrity="sha384-abc" crossorigin="anonymous" data-domain="a&quot;b"></script>';
  const pages = [...files].filter(([path]) => path.endsWith(".html"));
  expect(pages.filter(([, html]) => !head(html).includes(tag)).map(([path]) => path)).toEqual(["print.html"]);
  expect(files.get("operations/takemeasure.md")).not.toContain("stats.example.com");
});

describe("a site without a URL", () => {
  test("says nothing that it does not know, and has the same policy in its headers", async () => {
    const files = await siteOf(document);
    expect(head(files.get("index.html"))).not.toMatch(/canonical|og:|robots/);
    // Those of a host are for every page, also for the one that leads to where things live.
    const policy = /Content-Security-Policy" content="([^"]*)"/.exec(head(files.get("404.html")))?.[1]?.replaceAll("&#x27;", "'");
    expect(policy).toContain("trusted-types msgdocs-search msgdocs-homes");
    expect(head(files.get("index.html"))).not.toContain("msgdocs-homes");
    expect(files.get("_headers")).toContain(`Content-Security-Policy: ${policy ?? "?"}\n`);
    expect(files.get(".nojekyll")).toBe("");
    expect([...files.keys()].filter((path) => path.startsWith("sitemap"))).toEqual([]);
  });
});

describe("redirects", () => {
  test("lead from an earlier path to a page, and are no pages of the manifest", async () => {
    const files = await siteOf(document, {
      redirects: { "old/lamp.html": target("operations/takemeasure.html#x"), "gone/": target("index.html") },
    });
    expect(files.get("old/lamp.html")).toContain('content="0; url=../operations/takemeasure.html#x"');
    expect(files.get("gone/index.html")).toContain('<a href="../index.html">');
    const manifest = JSON.parse(files.get("manifest.json") ?? "") as { pages: { path: string }[]; files: string[] };
    expect(manifest.files).toContain("old/lamp.html");
    expect(manifest.pages.map(({ path }) => path)).not.toContain("old/lamp.html");
  });
});

describe("links to the repository", () => {
  test("stand beside the source links, by line, and at the foot of a page", async () => {
    const files = await siteOf(document, { sourceUrl: "https://git.example.org/{path}#L{line}", editUrl: "javascript:{path}" });
    const page = files.get("operations/takemeasure.html") ?? "";
    expect(page).toMatch(/href="https:\/\/git\.example\.org\/[\w.]+#L6"/);
    expect(page).not.toContain('href="javascript:');
  });

  test("ask for what readers think of a page, by its path and title", async () => {
    const feedbackUrl = "https://ask.example.org/?at={path}&of={title}";
    const files = await siteOf(document, { feedbackUrl });
    const page = files.get("operations/takemeasure.html") ?? "";
    expect(page).toMatch(
      /<a href="https:\/\/ask\.example\.org\/\?at\S+operations%2Ftakemeasure\.html&amp;of\S+takeMeasure%20%C2%B7%20Lamps%20%26%20more">Feedback on this page<\/a>/,
    );
    // The page for printing is made of others.
    expect(files.get("print.html")).not.toContain("Feedback");
    expect((await siteOf(document)).get("operations/takemeasure.html")).not.toContain("Feedback");
  });
});
