import { expect, test } from "vitest";
import { dataKeywords, keywordsHolding, schemaVocabulary } from "#format";

const own = (kind: Parameters<typeof keywordsHolding>[0][number]) => [...keywordsHolding([kind], "schema-object")].sort();

test("the Schema Object holds schemas as draft 07 does, and definitions under $defs too", () => {
  expect(own("schema")).toEqual(
    ["additionalItems", "additionalProperties", "contains", "else", "if", "items", "not", "propertyNames", "then"].sort(),
  );
  expect(own("list of schemas")).toEqual(["allOf", "anyOf", "items", "oneOf"]);
  expect(own("map of schemas")).toEqual(["$defs", "definitions", "patternProperties", "properties"]);
});

test("what holds data in one dialect holds no schema in any", () => {
  const schemas = keywordsHolding(["schema", "list of schemas", "map of schemas", "map of schemas or names", "reference"]);
  expect([...dataKeywords].filter((keyword) => schemas.has(keyword))).toEqual([]);
  expect([...dataKeywords].sort()).toEqual(["const", "default", "enum", "example", "examples"]);
});

test("2020-12 has lists by prefixItems and none by items", () => {
  expect(schemaVocabulary["2020-12"].get("items")).toEqual(["schema"]);
  expect(keywordsHolding(["list of schemas"], "2020-12")).toContain("prefixItems");
});
