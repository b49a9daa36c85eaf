import { expect, test } from "vitest";
import type { Making } from "../../src/sample/making.ts";
import { makeObject } from "../../src/sample/make-object.ts";
import { load, withPayload } from "../schema/load.ts";

/** How many values are made for an object that must have so many properties, with room for 500 values. */
async function madeFor(required: number): Promise<{ made: number; value: unknown }> {
  const names = Array.from({ length: required }, (_, at) => `r${at}`);
  const properties = names.map((name) => `${name}: { type: string }`).join(", ");
  const loaded = await load(withPayload(`{ type: object, required: [${names.join(", ")}], properties: { ${properties} } }`));
  let made = 0;
  const making = {
    plan: { optional: true, given: true, condition: "then", branch: 0 },
    open: new Set(),
    left: 500,
    looks: 10_000,
    matches: () => false,
    make: () => {
      made += 1;
      return { kind: "null" };
    },
  } as unknown as Making;
  return { value: makeObject({ parts: [loaded.payload()], fixed: new Map() }, { name: "", depth: 0, variant: 0 }, making), made };
}

test("nothing is made of an object that must have more than there is room for: thousands of schemas may take the names over", async () => {
  expect(await madeFor(501)).toEqual({ made: 0, value: undefined });
  expect((await madeFor(500)).made).toBe(500);
});
