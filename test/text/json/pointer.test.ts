import { expect, it } from "vitest";
import { childAt, escapeToken, evaluatePointer, formatPointer, parsePointer } from "../../../src/text/json/index.ts";
import { nodeOf } from "../../support/nodes.ts";

it("escapes ~ before /, so that ~1 of a key is not read as a slash", () => {
  expect(escapeToken("a/b~1")).toBe("a~1b~01");
  expect(parsePointer(formatPointer(["a/b~1", ""]))).toEqual(["a/b~1", ""]);
});

it("refuses what is not a pointer", () => {
  for (const wrong of ["a", "#/a", "/a~2", "/a~"]) expect(parsePointer(wrong)).toBeUndefined();
  expect(parsePointer("")).toEqual([]);
});

it("finds own keys only", () => {
  const node = nodeOf({ a: 1 });
  for (const key of ["__proto__", "constructor", "toString"]) expect(childAt(node, key)).toBeUndefined();
});

it("reads indexes without leading zeros and knows no member after the last", () => {
  const list = nodeOf(["x", "y"]);
  expect(evaluatePointer(list, ["1"])).toMatchObject({ value: "y" });
  for (const token of ["01", "2", "-", "1e0"]) expect(evaluatePointer(list, [token])).toBeUndefined();
});
