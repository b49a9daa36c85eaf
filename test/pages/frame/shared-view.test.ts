import { describe, expect, test } from "vitest";
import { anchorBelow } from "../../../src/model/routes/index.ts";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import type { SchemaTree, SchemaTreeView } from "../../../src/pages/tree/schema-tree-view.ts";
import { schemaTree } from "../../../src/pages/tree/schema-tree-view.ts";
import { MARK, placed } from "../../../src/pages/frame/shared-view.ts";
import { load, withSchemas } from "../../schema/load.ts";
import { pageFor } from "../tree/schema-page.ts";

const DOCUMENT = `
A: { type: object, properties: { b: { $ref: '#/components/schemas/B' }, "x.y": { type: array, items: { oneOf: [{ type: string }, { $ref: '#/components/schemas/B' }] } } } }
B: { type: object, properties: { again: { $ref: '#/components/schemas/B' }, a: { $ref: '#/components/schemas/A' } } }
C: { type: object, properties: { d: { $ref: '#/components/schemas/D' }, more: { type: object, properties: { text: { type: string } } } } }
D: { type: object, properties: { unit: { type: string } } }
`;

/** Pages of one site, each with room of its own. */
async function site(repeatedRows = 1000) {
  const loaded = await load(withSchemas(DOCUMENT));
  const { site: made, ...rest } = pageFor(loaded);
  const limits = { ...made.settings.limits, repeatedRows };
  const shared = { ...made, settings: { ...made.settings, limits } };
  const page = (path: string, rows = 1000): PageContext => ({
    ...rest,
    site: shared,
    path,
    budget: { rows, repeated: 1000, copied: 1000 },
  });
  return { page, schema: (id: string) => loaded.named(id) };
}

/** What a theme that does not share shows, without what is only for one that does. */
function plain({ root, rows, sections, written }: SchemaTreeView): string {
  const view = { root: { ...root, below: undefined }, rows, sections, written };
  return JSON.stringify(view, (key, each: unknown) => (key === "shared" ? undefined : each));
}

const shared = ({ view }: SchemaTree) => view.shared;

describe("a tree that pages share", () => {
  test("is the same on each but for its anchors, rendered once or not", async () => {
    const { page, schema } = await site();
    const one = schemaTree(page("messages/m.html"), schema("A"), { prefix: "payload" });
    const other = schemaTree(page("operations/o.html"), schema("A"), { prefix: "message.m.payload" });
    expect(shared(one)?.key).toBe(shared(other)?.key);
    expect(plain(other.view).replaceAll("message.m.payload", "payload")).toBe(plain(one.view));
    expect([...other.anchors.values()]).toContain(anchorBelow("message.m.payload", "x.y"));
    const once = shared(one)?.view() ?? {};
    expect(placed(once, "payload")).toEqual({ rows: one.view.rows, sections: one.view.sections });
    expect(plain(one.view)).not.toContain(MARK);
  });

  test("is made anew where it would be another: no room, another depth of folders, the page of a schema in it", async () => {
    const { page, schema } = await site();
    const at = (path: string, rows?: number) => shared(schemaTree(page(path, rows), schema("A"), { prefix: "schema" }));
    expect(at("messages/m.html")).toBeDefined();
    expect(at("messages/m.html", 3)).toBeUndefined();
    expect(at("servers.html")).toBeUndefined();
    expect(at("schemas/b.html")).toBeUndefined();
  });

  test("is that of the schema's own page too, but for what the root says, unless rows were left out as repeated", async () => {
    const { page, schema } = await site();
    const message = schemaTree(page("messages/m.html"), schema("C"), { prefix: "payload" });
    const own = schemaTree(page("schemas/c.html"), schema("C"), { prefix: "schema" });
    expect(shared(own)?.key).toBe(shared(message)?.key);
    expect({ rows: own.view.rows, sections: own.view.sections }).toEqual(placed(shared(message)?.view() ?? {}, "schema"));
    expect(message.view.root.type.html).toContain("schemas/c.html");
    expect(own.view.root.type.html).not.toContain("schemas/c.html");
    // With room for three repeated rows in all, each page of messages and schemas has none, but its own schema is no repetition.
    const few = await site(3);
    const [there, here] = [few.page("messages/m.html"), few.page("schemas/c.html")];
    const short = schemaTree(there, few.schema("C"), { prefix: "payload" });
    const whole = schemaTree(here, few.schema("C"), { prefix: "schema" });
    expect(shared(short)).toBeDefined();
    expect(shared(whole)).toBeUndefined();
    expect(plain(short.view)).not.toContain("unit");
    expect(plain(whole.view)).toContain("unit");
  });

  test("takes as much of each page's room as if it were the page's own", async () => {
    const { page, schema } = await site();
    const [first, second] = [page("messages/m.html"), page("messages/n.html")];
    schemaTree(first, schema("A"), { prefix: "payload" });
    schemaTree(second, schema("A"), { prefix: "payload" });
    expect(first.budget.rows).toBeLessThan(1000);
    expect(second.budget.rows).toBe(first.budget.rows);
  });
});
