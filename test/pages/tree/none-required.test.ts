import { expect, test } from "vitest";
import { load, withPayload } from "../../schema/load.ts";
import { textOf, treePage } from "./schema-page.ts";

async function said(payload: string): Promise<readonly string[]> {
  const loaded = await load(withPayload(payload));
  return textOf(treePage(loaded, loaded.payload()).html).match(/none of its fields is required|its only field is not required/g) ?? [];
}

test("an object says once, at its head, that none of its fields is required", async () => {
  expect(await said("{ type: object, properties: { a: {}, b: { type: object, properties: { c: {}, d: {} } } } }")).toEqual([
    "none of its fields is required",
  ]);
  expect(await said("{ properties: { a: {} } }")).toEqual(["its only field is not required"]);
  expect(await said("{ allOf: [{ properties: { a: {} } }, { properties: { b: {} } }] }")).toEqual(["none of its fields is required"]);
});

test.each([
  ["a field is required", "{ type: object, required: [b], properties: { a: {}, b: {} } }"],
  ["a field without a property is required", "{ type: object, required: [z], properties: { a: {}, b: {} } }"],
  ["a part requires one", "{ properties: { a: {} }, allOf: [{ required: [a] }] }"],
  ["a variant may require one", "{ properties: { a: {}, b: {} }, oneOf: [{ required: [a] }, { required: [b] }] }"],
  ["a condition may require one", "{ properties: { a: {}, b: {} }, if: { properties: { a: { const: 1 } } }, then: { required: [b] } }"],
  ["there are no fields", "{ type: object }"],
  ["it is a list", "{ type: array, items: { properties: { a: {}, b: {} } } }"],
])("nothing is said where %s", async (_, payload) => {
  expect(await said(payload)).toEqual([]);
});
