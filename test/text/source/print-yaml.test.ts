import { describe, expect, it } from "vitest";
import { printYaml } from "#text";
import fc from "../../support/fast-check.ts";
import { plain, read } from "./marked-text.ts";

function printed(text: string): string {
  const { node } = read(text, "json");
  return node ? printYaml(node) : "";
}

describe("printYaml", () => {
  it("prints maps, lists and scalars as one would write them", () => {
    expect(printed('{"a":{"b":[1.10,"x",{"c":null,"d":true}],"e":[],"f":{}},"g":[["h"]]}')).toBe(
      "a:\n  b:\n    - 1.10\n    - x\n    - c: null\n      d: true\n  e: []\n  f: {}\ng:\n  - - h\n",
    );
  });

  it.each([
    "yes",
    "NO",
    "on",
    "y",
    "null",
    "~",
    "true",
    "012",
    "1.5",
    "12:30:45",
    "2001-12-14",
    "0x1F",
    ".inf",
    "-",
    "- a",
    "a: b",
    "a #b",
    "#a",
    "&a",
    "*a",
    "",
    " a",
    "a ",
    "a:",
    "[a",
    "@a",
    "<<",
    "=",
    "1_000",
  ])("quotes %j", (text) => {
    expect(printed(JSON.stringify([text]))).toBe(`- ${JSON.stringify(text)}\n`);
  });

  it.each(["a b", "a:b", "a#b", "https://example.com/a?b#c", "$ref", "x-y", "a, b", "O'Neil", 'say "hi"'])("leaves %j plain", (text) => {
    expect(printed(JSON.stringify([text]))).toBe(`- ${text}\n`);
  });

  it("prints texts of several lines as block literals", () => {
    expect(printed('{"a":"one\\n  two\\n","b":"x\\ny","c":"z\\n\\n","d":" i\\nj\\n"}')).toBe(
      "a: |\n  one\n    two\nb: |-\n  x\n  y\nc: |+\n  z\n\nd: |2\n   i\n  j\n",
    );
  });

  it("stops at the limit with a remark", () => {
    const { node } = read(JSON.stringify(Array.from({ length: 100 }, () => "0123456789ab")), "json");
    const text = node ? printYaml(node, { most: 200 }) : "";
    expect(text.length).toBeLessThan(300);
    expect(text).toContain("left out");
    expect(read(text).problems).toEqual([]);
  });

  it("is read back as what it was, by YAML 1.2", () => {
    const text = fc.oneof(
      fc.string({ unit: "binary", maxLength: 12 }),
      fc.string({ unit: fc.constantFrom("a", " ", "\n", "\t", ":", "#", "-", "'", '"', "\r", "|", "1", "é", "\ufeff"), maxLength: 8 }),
      fc.constantFrom("yes", "0123", "null", "1e3", "...", "---", "? a", "%a"),
    );
    const value = fc.letrec((tie) => ({
      node: fc.oneof(
        { maxDepth: 4 },
        text,
        fc.boolean(),
        fc.constant(null),
        fc.integer(),
        fc.array(tie("node"), { maxLength: 4 }),
        fc.dictionary(text, tie("node"), { maxKeys: 4 }),
      ),
    })).node;
    fc.assert(
      fc.property(value, (data) => {
        const { node } = read(JSON.stringify(data), "json");
        const back = node && read(printYaml(node));
        // Names that nobody sees are told, and read.
        expect(back?.problems.filter((each) => !each.startsWith("name/"))).toEqual([]);
        expect(plain(back?.node)).toEqual(plain(node));
      }),
      { numRuns: 2000 },
    );
  });
});
