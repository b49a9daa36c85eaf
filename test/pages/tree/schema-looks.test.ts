import { describe, expect, test } from "vitest";
import type { PageContext } from "../../../src/pages/frame/index.ts";
import { schemaTree } from "../../../src/pages/tree/schema-tree-view.ts";
import { ownSchemaTree, continuedParts, entityPage, treePaths } from "../../../src/pages/kinds/continued-trees.ts";
import { SiteBudget, SiteTooLargeError } from "../../../src/pages/frame/context.ts";
import { load, withSchemas } from "../../schema/load.ts";
import { pageFor } from "./schema-page.ts";

const many = (count: number, piece: (at: number) => string): string => Array.from({ length: count }, (_, at) => piece(at)).join(", ");

/** What a schema may have thousands of. */
const large = {
  types: (count: number) => `type: [${many(count, (at) => `t${at}`)}]`,
  "parts of allOf": (count: number) => `allOf: [${many(count, (at) => `{ title: t${at} }`)}]`,
  "branches of oneOf": (count: number) => `oneOf: [${many(count, (at) => `{ title: t${at} }`)}]`,
  "branches of anyOf": (count: number) => `anyOf: [${many(count, (at) => `{ title: t${at} }`)}]`,
  properties: (count: number) => `properties: { ${many(count, (at) => `p${at}: {}`)} }`,
  "required names": (count: number) => `required: [${many(count, (at) => `r${at}`)}]`,
  dependencies: (count: number) => `dependencies: { ${many(count, (at) => `r${at}: [a]`)} }`,
  "patterns of names": (count: number) => `patternProperties: { ${many(count, (at) => `"^p${at}": {}`)} }`,
  "places of a tuple": (count: number) => `items: [${many(count, (at) => `{ title: t${at} }`)}]`,
  definitions: (count: number) => `definitions: { ${many(count, (at) => `d${at}: {}`)} }`,
  "unknown keywords": (count: number) => many(count, (at) => `unknown${at}: 1`),
} as const;

const USERS = 10;

class CountingBudget extends SiteBudget {
  looks = 0;

  override look(count: number): void {
    this.looks += count;
    super.look(count);
  }
}

/** How many names, branches and rows are gone through for pages of schemas that each take a large one over, and state something of their own. */
async function looksFor(schema: string, most?: number): Promise<number> {
  const loaded = await load(
    withSchemas(
      `S: { ${schema} }\n${Array.from({ length: USERS }, (_, at) => `T${at}: { allOf: [{ $ref: "#/components/schemas/S" }, { properties: { z: {} } }] }`).join("\n")}\n`,
    ),
  );
  const room = new CountingBudget(most);
  const page = pageFor(loaded);
  const site = { ...page.site, room };
  for (let at = 0; at < USERS; at += 1) {
    const on: PageContext = { ...page, site, path: `schemas/t${at}.html`, budget: { rows: 1000, repeated: 0, copied: 0 } };
    schemaTree(on, loaded.named(`T${at}`), { prefix: "schema" });
  }
  return room.looks;
}

describe("one large thing that many use", () => {
  test.each(Object.entries(large))("is counted for each of them: %s", async (_, make) => {
    const [some, twice] = [await looksFor(make(100)), await looksFor(make(200))];
    expect(twice - some).toBeGreaterThanOrEqual(USERS * 100);
    // A row shows no more of it than there is room for, so twice as much is no more than twice the cost.
    expect(twice).toBeLessThan(some * 2.5);
  });

  test.each(["patterns of names", "places of a tuple", "definitions"] as const)(
    "is counted beyond the rows that there is room for: %s",
    async (kind) => {
      const [some, twice] = [await looksFor(large[kind](1200)), await looksFor(large[kind](2400))];
      expect(twice - some).toBeGreaterThanOrEqual(USERS * 1200);
    },
  );

  test("that many show as it is, each on its own page, is gone through as far as the page has room", async () => {
    const looksOf = async (rows: number): Promise<number> => {
      const loaded = await load(withSchemas(`S: { properties: { ${many(rows, (at) => `p${at}: { type: string }`)} } }`));
      const room = new CountingBudget();
      const page = pageFor(loaded);
      for (let at = 0; at < USERS; at += 1) {
        const budget = { rows: 500, repeated: 0, copied: 5000 };
        schemaTree({ ...page, site: { ...page.site, room }, path: `messages/m${at}.html`, budget }, loaded.named("S"), {
          prefix: "payload",
        });
      }
      return room.looks;
    };
    const [some, twice] = [await looksOf(1000), await looksOf(2000)];
    // Rows that the page has room for cost ten looks each and more, names without a row about two.
    expect(twice - some).toBeLessThan(USERS * 1000 * 3);
  });

  test("is counted for all pages that it takes before the first of them is made", async () => {
    const loaded = await load(withSchemas(`S: { properties: { ${many(4000, (at) => `p${at}: { type: string }`)} } }`));
    const room = new CountingBudget();
    const page = pageFor(loaded);
    const site = { ...page.site, room, sources: { ...page.site.sources, locate: () => undefined } };
    const [schema] = loaded.api.schemas;
    if (!schema) throw new Error("There is no schema.");
    entityPage(site, schema, ownSchemaTree).view();
    const first = room.looks;
    const further = treePaths(site, schema).slice(1);
    const parts = further.flatMap((path, index) => continuedParts(site, schema, { path, index }).parts);
    expect([further.length > 2, parts.length]).toEqual([true, further.length]);
    expect(room.looks).toBe(first);
    // Each of the rows is made twice.
    expect(first).toBeGreaterThan(2 * 3000 * 10);
  });

  test("takes more where it is deep, because anchors are long there", async () => {
    const nested = (name: string): string =>
      Array.from({ length: 40 }).reduce<string>((below) => `properties: { ${name}: { ${below} } }`, "type: string");
    const [short, long] = [await looksFor(nested("a")), await looksFor(nested("a".repeat(100)))];
    expect(long).toBeGreaterThan(short + 20);
  });

  test("ends the site where it is far more than there is to say", async () => {
    await expect(looksFor(large["required names"](200), 50 * USERS * 100)).rejects.toThrow(SiteTooLargeError);
    await expect(looksFor(large["required names"](5), 50 * USERS * 1000)).resolves.toBeGreaterThan(0);
  });
});
