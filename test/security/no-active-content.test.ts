import { expect, test } from "vitest";
import { built } from "../support/built.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { printPlain } from "../support/plain.ts";
import { outsideOfPage, outsideOfSite } from "./closed-site.ts";
import { hostileLeaves } from "./hostile-leaves.ts";
import { kinds, payloads } from "./payloads.ts";

/** Each field meets every `step`th text, each text many fields; MSGDOCS_LONG=1 lets each meet all, by hand. */
const step = process.env.MSGDOCS_LONG === undefined ? 101 : 1;

test("there are many payloads, of every kind", () => {
  expect(payloads.length).toBeGreaterThan(700);
  for (const [kind, texts] of Object.entries(kinds)) expect(texts.length, kind).toBeGreaterThan(20);
});

test.each(dialects)(
  "row 23: no text of a document of line $line is more than text, whichever field it stands in",
  { timeout: 1_200_000 },
  async (dialect) => {
    for (let first = 0; first < payloads.length; first += step) {
      const { files, diagnostics } = await built({ "api.json": printPlain(formatDocument(dialect, hostileLeaves(payloads, first))) });
      expect(files.size).toBeGreaterThan(25);
      expect(outsideOfSite(files)).toEqual([]);
      expect(diagnostics.length).toBeGreaterThan(100);
    }
    expect(({} as Record<string, unknown>).polluted).toBeUndefined();
  },
);

test("what scripts and search read is JSON in which no text ends an element or a line", async () => {
  for (const dialect of dialects) {
    const { files } = await built({ "api.json": printPlain(formatDocument(dialect, hostileLeaves(payloads, 0))) });
    for (const [path, contents] of files) {
      if (path.endsWith(".json")) expect(() => JSON.parse(contents) as unknown, path).not.toThrow();
      if (!path.startsWith("search/") || path === "search/find.js") continue;
      expect(contents, path).not.toMatch(/<\/?script|<!--|\u2028|\u2029/i);
      const [, data = ""] = /^msgdocsSearch\.take\("[a-z]+",\d+,(.*)\);?\n?$/.exec(contents) ?? [];
      expect(() => JSON.parse(data) as unknown, path).not.toThrow();
    }
  }
});

test.each([
  [`<p onclick="x">`],
  [`<p style="x">`],
  [`<iframe></iframe>`],
  [`<a href="javascript:x">x</a>`],
  [`<a href=" javascript:x">x</a>`],
  [`<a href="//evil.example">x</a>`],
  [`<img src="https://evil.example/x">`],
  [`<script>x</script>`],
  [`<script src="data:,x"></script>`],
  [`<p class="of-a-stranger">`],
  [`<template shadowrootmode="open"></template>`],
  [`<meta http-equiv="refresh" content="0">`],
  [`<svg><use href="#x"/></svg>`],
  [`<svg><script src="assets/site.js"></script></svg>`],
  [`<svg><p>x</p></svg><g></g>`],
  [`<svg><a href="javascript:x"></a></svg>`],
  [`<svg><image href="x"/></svg>`],
  [`<svg><path fill="url(https://evil.example/x)"/></svg>`],
  [`<svg onload="x"></svg>`],
  [`<math></math>`],
  [`<!-- x -->`],
])("the set is closed: %s is found", async (html) => {
  const { files } = await built({ "api.yaml": "msgapi: 2.4.0\ninfo: {title: t, version: '1'}\nchannels: {}\n" });
  const page = files.get("index.html") ?? "";
  expect(outsideOfPage(page)).toEqual([]);
  expect(outsideOfPage(page.replace("</main>", `${html}</main>`))).not.toEqual([]);
});
