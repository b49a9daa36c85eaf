import { expect, test } from "vitest";
import { MetAgain } from "../../src/site/met-again.ts";
import { createTreeContext } from "../../src/site/schema-tree-context.ts";
import { shownValue } from "../../src/site/schema-values.ts";
import { load, withSchemas } from "../schema/load.ts";
import { pageFor } from "./schema-page.ts";

test("what is asked for once is made and let go of; what is asked for again is made once more and kept", () => {
  const again = new MetAgain<object, { readonly number: number }>();
  let made = 0;
  const make = () => ({ number: (made += 1) });
  const [one, other] = [{}, {}];
  const numbers = [one, one, one, other, one, other, other].map((key) => again.of(key, make).number);
  expect(numbers).toEqual([1, 2, 2, 3, 2, 4, 4]);
});

test("values are printed once for pages of folders, whose links are alike, and for each other page", async () => {
  const values = Array.from({ length: 40 }, (_, at) => `v${at}`).join(", ");
  const loaded = await load(withSchemas(`S: { enum: [${values}] }`));
  const { site, ...page } = pageFor(loaded);
  const schema = loaded.named("S").enum ?? [];
  const shown = (path: string) => {
    const context = createTreeContext({ ...page, site, path });
    return context.once(schema, () => ({ items: schema.map(({ value }) => shownValue(context, value)) }));
  };
  const [first, second, third, elsewhere] = ["messages/a.html", "schemas/b.html", "messages/c.html", "servers.html"].map(shown);
  expect([second === first, third === second, elsewhere === second]).toEqual([false, true, false]);
  expect(third).toEqual(first);
  expect(third?.items).toHaveLength(40);
});
