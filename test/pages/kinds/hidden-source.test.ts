import { describe, expect, test } from "vitest";
import { siteOf, textOf } from "./site-of.ts";

const numbers = (count: number): string => Array.from({ length: count }, (_, at) => at).join(", ");

/** More of everything than a page shows: the rest is in the source, where that is shown. */
const document = `asyncapi: 2.6.0
info:
  title: Lamp
  version: "1"
  x-large: [${numbers(3000)}]
tags: [{ name: all }]
servers:
  s: { url: a.example, protocol: mqtt, tags: [{ name: all }] }
channels:
  tree:
    publish:
      operationId: grow
      tags: [{ name: all }]
      message:
        name: Grown
        tags: [${Array.from({ length: 600 }, (_, at) => `{ name: t${at} }`).join(", ")}, { name: all }]
        payload: { $ref: "#/components/schemas/Tree" }
        examples:
${Array.from({ length: 120 }, (_, at) => `          - { name: e${at}, payload: { name: ${at} } }`).join("\n")}
components:
  schemas:
    Tree:
      type: object
      properties:
        name: { type: string, default: ${"long ".repeat(4000)} }
        list: { default: [${numbers(3000)}] }
        choice: { enum: [${numbers(2000)}] }
        again: { $ref: "#/components/schemas/Tree" }
        deep: ${"{ properties: { a: ".repeat(40)}{ type: string }${" } }".repeat(40)}
  messages:
    Unused: { payload: { enum: [${numbers(3000)}] } }
`;

describe.each([
  ["hideInternal", { hideInternal: true }],
  ["onlyTags", { onlyTags: ["all"] }],
] as const)("a site for others by %s", (_, settings) => {
  test("has no empty row, heading or link for the source, and no words that lead to it", { timeout: 120_000 }, async () => {
    const files = await siteOf(document, settings);
    const all = [...files].filter(([path]) => /\.(?:html|md)$/.test(path));
    expect(all.length).toBeGreaterThan(5);
    for (const [path, text] of all) {
      const source = path.endsWith(".md") ? text : textOf(text);
      expect([path, /(?:in|see) the source\b|whole value in|source document/i.exec(source)?.[0]]).toEqual([path, undefined]);
      if (path.endsWith(".md")) continue;
      expect([path, /<(?:dt|th|h\d)[^>]*>\s*(?:<a[^>]*>)?\s*Source\b/.exec(text)?.[0]]).toEqual([path, undefined]);
      expect([path, /<[^<]*href=""[^>]*>|href="[^"]*source\/|>View source/.exec(text)?.[0]]).toEqual([path, undefined]);
      expect([path, /<dd>\s*<\/dd>|<dt>\s*<\/dt>|<th[^>]*>\s*<\/th>/.exec(text)?.[0]]).toEqual([path, undefined]);
    }
  });
});

test("with its source shown the same site leads there", { timeout: 120_000 }, async () => {
  const pages = [...(await siteOf(document))].filter(([path]) => path.endsWith(".html"));
  const text = pages.map(([, page]) => textOf(page)).join(" ");
  expect(text).toMatch(/The rest is in the source\./);
  expect(text).toMatch(/more examples are in the source\./);
  expect(text).toMatch(/the whole value in the source/);
});
