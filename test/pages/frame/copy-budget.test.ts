import { expect, test } from "vitest";
import { Memo } from "#text";
import { defaultLimits } from "../../../src/config/index.ts";
import type { SiteContext } from "../../../src/pages/frame/index.ts";
import { copyBudgetOf } from "../../../src/pages/frame/context.ts";
import { schemaTree } from "../../../src/pages/tree/schema-tree-view.ts";
import { load, withSchemas } from "../../schema/load.ts";
import { pageFor, treePage } from "../tree/schema-page.ts";

test("what other pages show too ends in a link to the one that has all of it, on none but that", async () => {
  const loaded = await load(
    withSchemas(
      "A: { properties: { a: {}, b: { properties: { c: {}, d: {} } }, e: {} } }\nB: { properties: { own: {}, a: { $ref: '#/components/schemas/A' } } }",
    ),
  );
  const shown = (id: string, path: string, copied: number) =>
    treePage(loaded, loaded.named(id), { ...pageFor(loaded, path), budget: { rows: 1000, repeated: 1000, copied } }).html;
  const rows = (html: string) => [...html.matchAll(/ id="payload\.([\w.]+)"/g)].map(([, path]) => path);
  expect(rows(shown("A", "messages/m.html", 5))).toEqual(["a", "b", "b.c", "b.d", "e"]);
  // Breadth first: what stands deep inside gives way before its neighbours.
  expect(rows(shown("A", "messages/m.html", 3))).toEqual(["a", "b", "e"]);
  expect(shown("A", "messages/m.html", 3)).toMatch(/href="\.\.\/schemas\/a\.html">Open A: 2 properties</);
  expect(rows(shown("A", "messages/m.html", 2))).toEqual(["a", "b"]);
  expect(shown("A", "messages/m.html", 2)).toMatch(/href="\.\.\/schemas\/a\.html">Open A: 1 property</);
  expect(rows(shown("A", "schemas/a.html", 0))).toEqual(["a", "b", "b.c", "b.d", "e"]);
  // What is the page's own is not counted.
  expect(rows(shown("B", "schemas/b.html", 1))).toEqual(["own", "a", "a.a"]);
  // A tree that has a page for all of it is such a copy too, though nothing in it has a name.
  const [, unnamed] = loaded.named("A").properties;
  const tree = (more?: string) =>
    unnamed &&
    schemaTree({ ...pageFor(loaded), budget: { rows: 1000, repeated: 1000, copied: 1 } }, unnamed.schema, { prefix: "payload", more }).view;
  expect(tree("m.html")?.rows.map(({ id }) => id)).toEqual(["payload.c"]);
  expect(tree("m.html")?.root.links).toEqual([{ href: "m.html", text: "1 property, on its own page" }]);
  expect(tree()?.rows.map(({ id }) => id)).toEqual(["payload.c", "payload.d"]);
});

test("what other pages repeat is counted by row: where the share is used up, what has a page of its own is linked", async () => {
  const loaded = await load(
    withSchemas(
      "A: { properties: { x: { $ref: '#/components/schemas/B' }, y: { $ref: '#/components/schemas/C' } } }\nB: { properties: { p: {}, q: {} } }\nC: { properties: { r: {} } }",
    ),
  );
  const page = pageFor(loaded);
  const subjects = loaded.api.messages.length + loaded.api.schemas.length;
  const rows = (repeated: number): unknown[] => {
    const settings = { limits: { ...defaultLimits, repeatedRows: repeated * subjects } } as SiteContext["settings"];
    const site = { ...page.site, settings };
    const { html } = treePage(loaded, loaded.named("A"), { ...page, site, budget: { rows: 1000, ...copyBudgetOf(site) } });
    return [...html.matchAll(/ id="payload\.([\w.]+)"/g)].map(([, path]) => path);
  };
  expect([2, 3, 4, 5].map(rows)).toEqual([
    ["x", "y"],
    ["x", "x.p", "x.q", "y"],
    ["x", "x.p", "x.q", "y"],
    ["x", "x.p", "x.q", "y", "y.r"],
  ]);
});

test("a schema opens three times in a tree; further on it is a link: to its page, or to where it is above", async () => {
  const each = (value: string): string => ["p", "q", "r", "s", "t"].map((name) => `${name}: ${value}`).join(", ");
  const loaded = await load(
    withSchemas(
      `A: { properties: { ${each("{ $ref: '#/components/schemas/B' }")} } }\nB: { properties: { x: {} } }\nC: { properties: { o: &o { properties: { x: {} } }, ${each("*o")} } }`,
    ),
  );
  const tree = (id: string) => treePage(loaded, loaded.named(id), pageFor(loaded)).html;
  const opened = (html: string) => [...html.matchAll(/ id="payload\.(\w)\.x"/g)].map(([, name]) => name);
  expect([opened(tree("A")), opened(tree("C"))]).toEqual([
    ["p", "q", "r"],
    ["o", "p", "q"],
  ]);
  expect(tree("A").match(/href="\.\.\/schemas\/b\.html">Open B/g)).toHaveLength(2);
  // The row itself, and the three that are not opened.
  expect(tree("C").match(/href="#payload\.o"/g)).toHaveLength(4);
});

test("each page has an equal part of what all may repeat, and enough to begin with", () => {
  const site = ({
    subjects,
    operations,
    megabytes = 1,
    repeatedRows = 40_000,
  }: {
    subjects: number;
    operations: number;
    megabytes?: number;
    repeatedRows?: number;
  }) =>
    ({
      api: { messages: { length: subjects / 2 }, schemas: { length: subjects / 2 }, operations: { length: operations } },
      documents: { files: [{ text: { length: megabytes * 2 ** 20 } }] },
      memo: new Memo(),
      settings: { limits: { repeatedRows } },
    }) as unknown as SiteContext;
  expect(copyBudgetOf(site({ subjects: 100, operations: 10 }))).toEqual({ repeated: 400, copied: 600 });
  // Operations show their messages, few as those may be.
  expect(copyBudgetOf(site({ subjects: 2, operations: 100 }))).toEqual({ repeated: 20_000, copied: 600 });
  expect(copyBudgetOf(site({ subjects: 100, operations: 10, megabytes: 3 }))).toEqual({ repeated: 1200, copied: 1800 });
  expect(copyBudgetOf(site({ subjects: 4000, operations: 10 }))).toEqual({ repeated: 10, copied: 50 });
  expect(copyBudgetOf(site({ subjects: 4000, operations: 10, repeatedRows: 7 }))).toEqual({ repeated: 0, copied: 7 });
  expect(copyBudgetOf(site({ subjects: 0, operations: 0 }))).toEqual({ repeated: 40_000, copied: 60_000 });
});
