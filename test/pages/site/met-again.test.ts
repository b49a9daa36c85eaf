import { expect, test } from "vitest";
import { MetAgain } from "../../../src/pages/site/met-again.ts";
import { createTreeContext } from "../../../src/pages/site/schema-tree-context.ts";
import { shownValue } from "../../../src/pages/site/schema-values.ts";
import { load, withSchemas } from "../../schema/load.ts";
import { pageFor } from "./schema-page.ts";

test("nothing is made for the first time, for the caller makes its own; what is asked for again is made once and kept", () => {
  const again = new MetAgain<object, { readonly number: number }>();
  let made = 0;
  const make = () => ({ number: (made += 1) });
  const [one, other] = [{}, {}];
  const numbers = [one, one, one, other, one, other, other].map((key) => again.of(key, make)?.number);
  expect(numbers).toEqual([undefined, 1, 1, undefined, 1, 2, 2]);
});

test("what cannot be made is asked for again", () => {
  const again = new MetAgain<object, object>();
  const [key, made] = [{}, {}];
  expect([again.of(key, () => made), again.of(key, () => undefined), again.of(key, () => made)]).toEqual([undefined, undefined, made]);
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
