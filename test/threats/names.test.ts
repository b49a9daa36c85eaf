import { expect, test } from "vitest";
import { head, buildSite, messageOf, pagesIn, schemasOf } from "./site.ts";

/** Rows of the threat model that concern names: what they may be called on the disk, and where else they stand. */

const pageName = /^[a-z0-9-]+(?:\/[a-z0-9-]+)?\.html$/;

test("row 16: keys .. and . are pages inside of the site, with their content", async () => {
  const built = await buildSite(schemasOf('"..": { description: two dots }, ".": { description: one dot }'));
  const pages = pagesIn(built, "schemas");
  expect([built.exit, built.codes, pages.length]).toEqual([0, [], 2]);
  for (const path of pages) expect(path).toMatch(/^schemas\/x-[0-9a-f]{8}\.html$/);
  expect(built.textOf(/^schemas\//)).toMatch(/two dots[^]*one dot|one dot[^]*two dots/);
});

test("row 17: names that a system keeps for itself are safe on each", async () => {
  const keys = ["con", "NUL", "aux", "com1", "a."];
  const built = await buildSite(schemasOf(keys.map((key) => `"${key}": {}`).join(", ")));
  const pages = pagesIn(built, "schemas");
  expect(pages).toHaveLength(keys.length);
  for (const path of pages) expect(path).not.toMatch(/\/(?:con|prn|nul|aux|com\d|lpt\d)\.html$|\.\.html$/i);
});

test("row 18: names that only case tells apart are three pages, and that is told", async () => {
  const built = await buildSite(schemasOf("Order: { description: one }, order: { description: two }, ORDER: { description: three }"));
  const pages = pagesIn(built, "schemas");
  expect(new Set(pages.map((path) => path.toLowerCase())).size).toBe(3);
  for (const word of ["one", "two", "three"]) expect(built.textOf(/^schemas\//)).toContain(word);
  expect(built.codes).toContain("name/confusable");
});

test("row 19: the two Unicode forms of a channel are two pages", async () => {
  const built = await buildSite(`${head}channels: { "\\u00e9": {}, "e\\u0301": {} }\n`);
  expect([pagesIn(built, "channels").length, built.codes, built.exit]).toEqual([2, ["name/confusable"], 0]);
});

test("row 20: long names and those of other scripts have short paths and stand whole on their page", async () => {
  const keys = [`long/${"x".repeat(5000)}`, "漢字".repeat(150), "🙂🙂"];
  const built = await buildSite(`${head}channels: { ${keys.map((key) => `"${key}": {}`).join(", ")} }\n`);
  const pages = pagesIn(built, "channels");
  expect(pages).toHaveLength(3);
  for (const path of pages) expect(path.slice("channels/".length).length).toBeLessThanOrEqual(100);
  for (const key of keys) expect(built.textOf(/^channels\//)).toContain(key);
});

test("row 21: separators alone keep names apart", async () => {
  const built = await buildSite(`${head}channels: { a/b: {}, a-b: {}, "a b": {}, a%2Fb: {} }\n`);
  expect([built.exit, pagesIn(built, "channels").length]).toEqual([0, 4]);
});

test("row 22: no key takes the place of a file of ours", async () => {
  const keys = ["index", "assets", "search", "manifest", "404", "model", "print"];
  const built = await buildSite(
    `${head}channels: { ${keys.map((key) => `"${key}": { description: "the channel ${key}" }`).join(", ")} }\n`,
  );
  const plain = await buildSite(`${head}channels: { other: {} }\n`);
  const ours = Object.keys(plain.files).filter((path) => !path.includes("other"));
  expect(Object.keys(built.files)).toEqual(expect.arrayContaining(ours));
  for (const key of keys) expect(built.textOf(/^channels\//)).toContain(`the channel ${key}`);
});

const hostile = '"><script>alert(1)</script>';
const q = JSON.stringify(hostile);
const everywhere = `msgapi: 2.4.0
info: { title: ${q}, version: ${q} }
servers: { a: { url: "{v}", protocol: ${q}, variables: { v: { enum: [${q}], default: ${q}, description: ${q} } } } }
tags: [{ name: ${q}, description: ${q} }]
channels:
  ${q}:
    publish:
      operationId: ${q}
      tags: [{ name: ${q} }]
      message: { name: ${q}, headers: { type: object, properties: { ${q}: { enum: [${q}] } } }, payload: { type: string, const: ${q} }, examples: [{ name: ${q}, payload: ${q} }] }
`;

test("row 27: markup in a name is text in every file of the site, whatever reads it", async () => {
  const { exit, files } = await buildSite(everywhere);
  expect(exit).toBe(0);
  for (const [path, text] of Object.entries(files)) {
    if (path.endsWith(".html") || path.endsWith(".svg") || path.startsWith("search/")) expect(text, path).not.toContain("<script>alert");
    expect(path).toMatch(/^[A-Za-z0-9._/-]+$/);
    if (path.endsWith(".html")) expect(path).toMatch(pageName);
  }
  expect(files["index.html"]).toContain("&quot;&gt;&lt;script&gt;alert(1)&lt;/script&gt;");
});

const odd = ["</script>", "]]>", "<!--", "\u2028", "-->"];

test("row 28: what ends an element or a line elsewhere is shown exactly, and the search's files are JSON inside of JavaScript", async () => {
  const examples = odd.map((text) => `{ payload: ${JSON.stringify(`begin ${text} end`)} }`).join(", ");
  const built = await buildSite(messageOf(`{ payload: { type: string }, examples: [${examples}], description: "${odd[0]}" }`));
  expect(built.exit).toBe(0);
  for (const text of odd)
    expect(built.textOf(/^(?:messages|operations)\//)).toContain(text === "\u2028" ? "begin \\u2028 end" : `begin ${text} end`);
  const search = Object.entries(built.files).filter(([path]) => path.startsWith("search/"));
  expect(search.length).toBeGreaterThan(0);
  for (const [path, text] of search) expect(text, path).not.toMatch(/<\/script|<!--|\u2028/i);
});
