import { describe, expect, test } from "vitest";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import type { SchemaTreeView } from "../../../src/pages/tree/schema-tree-view.ts";
import { schemaTree } from "../../../src/pages/tree/schema-tree-view.ts";
import { load, withSchemas } from "../../schema/load.ts";
import { pageFor } from "./schema-page.ts";

const DOCUMENT = `
Far: { type: string, description: Far away. }
Part:
  type: object
  description: "# Heading\\n\\nof a [part](#heading)."
  required: [a]
  properties:
    a: { type: string, minLength: 2, enum: [x, yy] }
    far: { $ref: '#/components/schemas/Far' }
    named: { type: string, title: named }
    list: { type: array, items: { $ref: '#/components/schemas/Far' } }
    choice: { oneOf: [{ type: string, title: Word }, { type: integer, title: Number }] }
    both: { allOf: [{ type: object, properties: { p: { type: integer } } }, { properties: { p: { minimum: 1 } } }] }
    self: { $ref: '#/components/schemas/Part' }
One: { type: object, required: [part], properties: { part: { $ref: '#/components/schemas/Part' }, far: { $ref: '#/components/schemas/Far' } } }
Two: { type: object, properties: { other: { $ref: '#/components/schemas/Part' }, own: { type: string } } }
Three: { type: object, properties: { part: { $ref: '#/components/schemas/Part' }, parts: { type: array, items: { $ref: '#/components/schemas/Part' } } } }
`;

async function site() {
  const loaded = await load(withSchemas(DOCUMENT));
  const { site: shared, ...rest } = pageFor(loaded);
  const page = (path = "messages/m.html"): PageContext => ({
    ...rest,
    site: shared,
    path,
    budget: { rows: 1000, repeated: 1000, copied: 1000 },
  });
  const tree = (id: string, path?: string) => schemaTree(page(path), loaded.named(id), { prefix: "payload" });
  return { tree, left: (id: string) => leftOf(page(), (on) => schemaTree(on, loaded.named(id), { prefix: "payload" })) };
}

function leftOf(page: PageContext, use: (page: PageContext) => unknown): number {
  use(page);
  return page.budget.rows;
}

/** All that a template shows, without how it is shared. */
function plain({ root, rows, sections }: SchemaTreeView): string {
  return JSON.stringify({ root, rows, sections }, (key, value: unknown) => (key === "shared" ? undefined : value));
}

describe("trees that pages share", () => {
  test("say the same whatever was made before", async () => {
    const warm = await site();
    for (const id of ["One", "Two", "Three"]) warm.tree(id);
    for (const id of ["Part", "One", "Two", "Three"]) {
      const cold = await site();
      expect(plain(warm.tree(id).view)).toBe(plain(cold.tree(id).view));
      expect(warm.left(id)).toBe(cold.left(id));
    }
  });

  test("say the same on the page of a schema that they mention, whatever was made before", async () => {
    const paths = ["messages/m.html", "schemas/part.html", "schemas/far.html", "schemas/three.html"];
    for (const order of [paths, paths.toReversed()]) {
      const warm = await site();
      for (const path of [...order, ...order]) for (const id of ["One", "Two", "Three", "Part"]) warm.tree(id, path);
      for (const path of order) {
        for (const id of ["Part", "Three"])
          expect([path, plain(warm.tree(id, path).view)]).toEqual([path, plain((await site()).tree(id, path).view)]);
      }
    }
  });

  test("are not shared with the page of a schema that they link to", async () => {
    const { tree } = await site();
    for (const id of ["One", "Two", "Three"]) tree(id);
    expect(tree("Three").view.shared).toBeDefined();
    expect(tree("Three", "schemas/far.html").view.shared).toBeUndefined();
  });
});
