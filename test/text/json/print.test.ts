import { expect, it } from "vitest";
import { excerpt, printJson, printTokens } from "../../../src/text/json/index.ts";
import { Digits, nodeOf } from "../../support/nodes.ts";

it("prints numbers digit for digit and keys in their order", () => {
  const node = nodeOf({ z: new Digits("9223372036854775807"), a: [new Digits("1.10"), new Digits("1e3")], e: {}, l: [] });
  expect(printJson(node)).toBe('{\n  "z": 9223372036854775807,\n  "a": [\n    1.10,\n    1e3\n  ],\n  "e": {},\n  "l": []\n}');
});

it("gives each token its class, and the same text as a whole", () => {
  const node = nodeOf({ k: ["s", 1, true, null] });
  expect(
    printTokens(node)
      .filter((token) => token.type !== "plain")
      .map((token) => [token.type, token.text]),
  ).toEqual([
    ["key", '"k"'],
    ["string", '"s"'],
    ["number", "1"],
    ["keyword", "true"],
    ["keyword", "null"],
  ]);
  expect(
    printTokens(node)
      .map((token) => token.text)
      .join(""),
  ).toBe(printJson(node));
});

it("cuts a text where it is longer than allowed, and never inside a character of two units", () => {
  expect([excerpt("abc", 3), excerpt("abcd", 3), excerpt("ab😀", 3)]).toEqual(["abc", "abc…", "ab…"]);
});

it("indents by 40 spaces at most", () => {
  let deep: unknown = 1;
  for (let level = 0; level < 30; level += 1) deep = { a: deep };
  const indents = printJson(nodeOf(deep))
    .split("\n")
    .map((line) => line.search(/\S/));
  expect(Math.max(...indents)).toBe(40);
});
