import { describe, expect, it } from "vitest";
import { printJson, valueOf } from "#text";
import fc from "../../support/fast-check.ts";
import { plain, read } from "./marked-text.ts";

const json = (text: string): ReturnType<typeof read> => read(text, "json");

describe("reading JSON", () => {
  it("places every key and value and keeps digits", () => {
    const text = '{ "a": [1.10, -0, 1E+2],\r\n "b" : {"c": "\\u00e9"} }';
    const { node, problems } = json(text);
    const list = valueOf(node, "a");
    const inner = valueOf(valueOf(node, "b"), "c");
    expect(problems).toEqual([]);
    expect(plain(list)).toEqual(["#1.10", "#-0", "#1E+2"]);
    expect(text.slice(list?.start, list?.end)).toBe("[1.10, -0, 1E+2]");
    expect(text.slice(inner?.start, inner?.end)).toBe('"\\u00e9"');
    expect(plain(inner)).toBe("é");
  });

  it.each([
    ["[1,]", 2, "no comma may stand before ]"],
    ['{"a":1,}', 6, "no comma may stand before }"],
    ["[1 2]", 3, "a comma or ] is expected"],
    ['{"a" 1}', 5, "a colon is expected"],
    ["{a:1}", 1, "a key in double quotes"],
    ["{'a':1}", 1, "a key in double quotes"],
    ["['a']", 1, "double quotes"],
    ["[1] // c", 4, "nothing may follow"],
    ["[ // c\n1]", 2, "comments are not allowed"],
    ["[1, /* c */ 2]", 4, "comments are not allowed"],
    ["# c\n[1]", 0, "comments are not allowed"],
    ["[NaN]", 1, "not a value"],
    ["[Infinity]", 1, "not a value"],
    ["[-Infinity]", 1, "is not a number"],
    ["[01]", 1, "is not a number"],
    ["[1.]", 1, "is not a number"],
    ["[.5]", 1, "is not a number"],
    ["[+1]", 1, "is not a number"],
    ["[1e]", 1, "is not a number"],
    ["[0x1]", 1, "is not a number"],
    ["[-]", 1, "is not a number"],
    ["[1_000]", 1, "is not a number"],
    ["[tru]", 1, "not a value"],
    ["[True]", 1, "not a value"],
    ["[nulll]", 1, "not a value"],
    ['["a', 1, "is not closed"],
    ['["a\nb"]', 1, "line break"],
    ['["a\tb"]', 3, "U+0009"],
    ['["a\0b"]', 3, "U+0000"],
    ['["\\x41"]', 2, "not an escape sequence"],
    ['["\\u00g0"]', 2, "four hexadecimal digits"],
    ['["\\', 2, "not an escape sequence"],
    ["[", 0, "this [ is not closed; add ] where it ends"],
    ["[1", 0, "this [ is not closed; add ] where it ends"],
    ["{", 0, "this { is not closed; add } where it ends"],
    ['{"a"', 0, "this { is not closed; add } where it ends"],
    ['{"a":', 0, "this { is not closed; add } where it ends"],
    ['{"a":1', 0, "this { is not closed; add } where it ends"],
    ['{"a":1,', 0, "this { is not closed; add } where it ends"],
    ['{"a":[1,{"b":2}\n\n', 5, "this [ is not closed; add ] where it ends"],
    ['{"a":[1,2}', 5, "this [ is not closed; } stands where ] is expected"],
    ['[{"a":1]', 1, "this { is not closed; ] stands where } is expected"],
    ['{"a": }', 6, "a value is expected before }"],
    ["]", 0, "a value is expected before ]"],
    ["[1]]", 3, "nothing may follow"],
    ['{"a":1}{"b":2}', 7, "nothing may follow"],
    ["[\u00a01]", 1, "not a value"],
    ["[\u20281]", 1, "not a value"],
    ["[1]\f", 3, "nothing may follow"],
    ["a: 1", 0, "not a value"],
    ["--- {}", 0, "is not a number"],
    ["[,1]", 1, "not a value"],
    ["{,}", 1, "a key in double quotes"],
    ['{"a":1,,"b":2}', 7, "a key in double quotes"],
    ['{1:"a"}', 1, "a key in double quotes"],
    ["[*]", 1, "not a value"],
  ])("refuses %j at %i", (text, start, reason) => {
    const { node, diagnostics } = json(text);
    expect(node).toBeUndefined();
    expect(diagnostics.map(({ code, place }) => [code, place.start])).toEqual([["document/syntax", start]]);
    expect(diagnostics[0]?.message).toContain(reason);
    expect(diagnostics[0]?.message).toContain("Not valid JSON");
  });

  it.each(["", " \n\t"])("reports that there is nothing in %j", (text) => {
    expect(json(text).diagnostics.map(({ code }) => code)).toEqual(["document/empty"]);
  });

  it("reads on after a duplicate key, and keeps the last", () => {
    const { node, problems, diagnostics } = json('{"a":1,"a":2}');
    expect(problems).toEqual(['document/duplicate-key @7 "\\"a\\""']);
    expect(diagnostics[0]?.related[0]?.place.start).toBe(1);
    expect(plain(node)).toEqual(new Map([["a", "#2"]]));
  });

  it.each(["json", "yaml"] as const)("keeps the last of many equal keys in %s, in text order, and names the first", (language) => {
    const others = Array.from({ length: 20 }, (_, index) => `"k${index}": ${index}`).join(", ");
    const text = `{"a": 1, "b": 2, "a": 3, ${others}, "a": 4}`;
    const { node, diagnostics } = read(text, language);
    expect(node?.kind === "map" && node.entries.map(({ key }) => key).filter((key) => !key.startsWith("k"))).toEqual(["b", "a"]);
    expect((plain(node) as Map<string, unknown>).get("a")).toBe("#4");
    expect(diagnostics.map(({ related }) => related[0]?.place.start)).toEqual([1, 1]);
  });

  it("warns of a number that is too large for others", () => {
    expect(json("[1e400]").problems).toEqual(['document/not-json @1 "1e400"']);
  });

  it("refuses 100,000 levels with a place", () => {
    expect(json("[".repeat(100_000)).problems).toEqual(['document/too-deep @200 "["']);
    expect(json('{"a":'.repeat(100_000)).problems).toEqual(['document/too-deep @1000 "{"']);
    expect(json(`${"[".repeat(200)}${"]".repeat(200)}`).problems).toEqual([]);
  });

  it("reads what JSON.stringify writes", () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2), (value, space) => {
        const { node, problems } = json(JSON.stringify(value, undefined, space));
        expect(problems).toEqual([]);
        expect(node && JSON.stringify(JSON.parse(printJson(node)))).toBe(JSON.stringify(value));
      }),
    );
  });

  it("accepts exactly the texts that JSON.parse accepts", () => {
    const parts = fc.constantFrom(
      "[",
      "]",
      "{",
      "}",
      ",",
      ":",
      '"',
      "a",
      "1",
      "-",
      ".",
      "e",
      "0",
      " ",
      "\n",
      "\\",
      "u",
      "null",
      "true",
      '"k":',
    );
    fc.assert(
      fc.property(fc.array(parts, { maxLength: 10 }), (pieces) => {
        const text = pieces.join("");
        let accepted = true;
        try {
          JSON.parse(text);
        } catch {
          accepted = false;
        }
        expect([text, json(text).node !== undefined]).toEqual([text, accepted]);
      }),
      { numRuns: 5000 },
    );
  });
});
