import { describe, expect, test } from "vitest";
import { compareNumbers } from "../../src/text/json/index.ts";
import { mergeSchemas, pathTo } from "../../src/schema/index.ts";
import { load, withPayload, withSchemas } from "./load.ts";

async function merged(payload: string) {
  const { payload: of } = await load(withPayload(payload));
  return mergeSchemas([of()]);
}

describe("allOf as one", () => {
  test("properties of all parts, each with where it is stated, and required of any", async () => {
    const { properties, parts } = await merged(
      "properties: { a: {} }\nallOf: [{ properties: { a: { type: string }, b: {} }, required: [b, ghost] }, { allOf: [{ properties: { c: {} } }] }]",
    );
    expect(properties.map(({ name, required, stated }) => [name, required, stated.map((each) => pathTo(each.part))])).toEqual([
      ["a", false, [[], [0]]],
      ["b", true, [[0]]],
      ["c", false, [[1, 0]]],
      ["ghost", true, []],
    ]);
    expect(parts).toHaveLength(4);
  });

  test("a cycle of allOf and a diamond end", async () => {
    const { named } = await load(
      withSchemas(
        "A: { allOf: [{ $ref: '#/components/schemas/B' }, { $ref: '#/components/schemas/C' }] }\nB: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '#/components/schemas/C' }] }\nC: { properties: { x: {} } }",
      ),
    );
    expect(mergeSchemas([named("A")]).parts.map((part) => part.schema.named?.id)).toEqual(["A", "B", "C"]);
  });

  test.each([
    ["{ type: [integer, string] }, { type: number }", ["integer"]],
    ["{ type: number }, { type: integer }", ["integer"]],
    ["{ type: [string, 'null'] }, { type: [string, object] }", ["string"]],
    ["{}, { type: object }", ["object"]],
  ])("types in common of %s", async (parts, types) => {
    expect((await merged(`allOf: [${parts}]`)).types).toEqual(types);
  });

  test.each([
    ["{ type: string }, { type: integer }", "types"],
    ["{ minimum: 10 }, { maximum: 9.99 }", "range"],
    ["{ minimum: 9223372036854775807 }, { maximum: 9223372036854775806 }", "range"],
    ["{ exclusiveMinimum: 5 }, { maximum: 5.0 }", "range"],
    ["{ minLength: 5 }, { maxLength: 4 }", "range"],
    ["{ const: 1 }, { const: 2 }", "const"],
    ["{ const: a }, { enum: [b] }", "enum"],
    ["{ enum: [a, b] }, { enum: [c] }", "enum"],
    ["{ properties: { a: {} }, additionalProperties: false }, { properties: { b: {} } }", "closed"],
    ["{ properties: { a: {} }, additionalProperties: false }, { required: [b] }", "required"],
    ["{ type: string }, false", "never"],
  ])("%s contradict", async (parts, kind) => {
    expect((await merged(`allOf: [${parts}]`)).contradictions.map((each) => each.kind)).toEqual([kind]);
  });

  test.each([
    "{ minimum: 5 }, { maximum: 5 }",
    "{ const: 1 }, { const: 1.0 }",
    "{ enum: [a, b] }, { enum: [b, c] }",
    "{ type: integer }, { type: number }",
  ])("%s do not", async (parts) => {
    expect((await merged(`allOf: [${parts}]`)).contradictions).toEqual([]);
  });
});

test.each([
  ["1", "1.0", 0],
  ["9223372036854775807", "9223372036854775806", 1],
  ["-0", "0", 0],
  ["1e400", "1e399", 1],
  ["-1e5", "-99999.9", -1],
  ["0.1", "0.10000000000000000001", -1],
  ["12", "0x10", -1],
  [".inf", "1", undefined],
])("%s against %s", (left, right, order) => {
  const found = compareNumbers(left, right);
  expect(found === undefined ? undefined : Math.sign(found)).toBe(order);
});
