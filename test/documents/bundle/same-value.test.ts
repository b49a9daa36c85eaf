import { expect, test } from "vitest";
import { sameValue } from "../../../src/documents/bundle/bundle.ts";
import { parseText, readLimits } from "../../../src/text/source/index.ts";

const read = (text: string) => {
  const node = parseText({ id: "/a.yaml", name: "a.yaml", text, language: "yaml" }, { limits: readLimits, report: () => undefined });
  if (!node) throw new Error("Nothing was read.");
  return node;
};

test.each([
  ["9007199254740993", "9007199254740992"],
  ["1.0", "1"],
  ["{ a: [9007199254740993] }", "{ a: [9007199254740992] }"],
  ['"1"', "1"],
  ["true", "false"],
  ["null", "0"],
  ["{ a: 1, b: 2 }", "{ b: 2, a: 1 }"],
  ["[1]", "[1, 1]"],
])("%s and %s are not the same value", (one, other) => {
  expect([sameValue(read(one), read(other)), sameValue(read(one), read(one))]).toEqual([false, true]);
});
