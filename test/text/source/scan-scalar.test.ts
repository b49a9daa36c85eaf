import { describe, expect, it } from "vitest";
import type { Node, StringNode, TextFile } from "#text";
import { parseText, placeWithin, readLimits } from "#text";
import fc from "../../support/fast-check.ts";

function parse(text: string, language: TextFile["language"] = "yaml"): Node | undefined {
  const file: TextFile = { id: "/t", name: "t", text, language };
  return parseText(file, { limits: readLimits, report: () => undefined });
}

function first(node: Node | undefined): StringNode {
  if (node?.kind === "string") return node;
  if (node?.kind === "map") return first(node.entries[0]?.value);
  if (node?.kind === "list") return first(node.items[0]);
  throw new Error(`no string: ${node?.kind ?? "nothing"}`);
}

/** The source text behind the first occurrence of a word of the value. */
function behind(text: string, word: string, language: TextFile["language"] = "yaml"): string {
  const node = first(parse(text, language));
  const at = node.value.indexOf(word);
  expect(at, JSON.stringify(node.value)).toBeGreaterThanOrEqual(0);
  const place = placeWithin(node, at, at + word.length);
  return text.slice(place.start, place.end);
}

describe("placeWithin", () => {
  it.each([
    ["a: some plain text", "plain", "plain"],
    ["a: some\n  folded text", "folded", "folded"],
    ["a: some\n  folded text", "some folded", "some\n  folded"],
    ["a: one\n\n  two", "\ntwo", "\n  two"],
    ["a: 'it''s'", "'s", "''s"],
    ['a: "x\\u00e9y"', "é", "\\u00e9"],
    ['a: "x\\U0001f600y"', "y", "y"],
    ['a: "tab\\tend"', "\tend", "\\tend"],
    ['a: "one \\\n   two"', "two", "two"],
    ['a: "one\n   two"', "e t", "e\n   t"],
    ["a: |\n  one\n   two\n", " two", " two"],
    ["a: |\n  one\n  two\n", "one\ntwo", "one\n  two"],
    ["a: |\r\n  one\r\n  two\r\n", "two\n", "two\r\n"],
    ["a: |2\n    one\n", "  one", "  one"],
    ["a: >\n  one\n  two\n\n  three\n", "one two", "one\n  two"],
    ["a: >-\n  one\n\n  two\n", "two", "two"],
    ["a: >\n  one\n    more\n  two\n", "  more", "  more"],
    ["a: |+\n  one\n\n", "one\n\n", "one\n\n"],
    ["- - |\n    deep", "deep", "deep"],
  ])("finds a word of %j", (text, word, source) => {
    expect(behind(text, word)).toBe(source);
  });

  it.each([
    ['{"a":"x\\u00e9\\ny"}', "é\n", "\\u00e9\\n"],
    ['"\\"quoted\\""', '"quoted', '\\"quoted'],
  ])("finds a word of the JSON text %s", (text, word, source) => {
    expect(behind(text, word, "json")).toBe(source);
  });

  it("gives the whole string where the range is not in the value", () => {
    const node = first(parse("a: word"));
    expect(placeWithin(node, 2, 9)).toMatchObject({ start: 3, end: 7 });
  });

  it("gives an empty place at the end of the value", () => {
    expect(placeWithin(first(parse("a: word")), 4, 4)).toMatchObject({ start: 7, end: 7 });
  });

  /** Texts in every style; what the reader makes of them decides, and each letter of it must be behind its place. */
  const line = fc.string({ unit: fc.constantFrom("a", "b", " ", "  ", "\t", "é", "😀", "#", "-"), maxLength: 8 });
  const lineBreak = fc.constantFrom("\n", "\r\n", "\r");
  const block = fc
    .tuple(fc.constantFrom("|", ">"), fc.constantFrom("", "-", "+"), fc.array(line, { maxLength: 6 }), lineBreak, fc.boolean())
    .map(([style, chomp, lines, gap, closed]) => {
      const body = lines.map((each) => (each === "" ? "" : `  ${each}`)).join(gap);
      return `k: ${style}${chomp}${gap}${body}${closed ? gap : ""}`;
    });
  const quotes = fc
    .tuple(fc.constantFrom('"', "'", ""), fc.array(line, { maxLength: 5 }), lineBreak)
    .map(([quote, lines, gap]) => `k: ${quote}a${lines.join(`${gap}  `)}b${quote}`);
  const escaped = fc
    .array(
      fc.oneof(fc.constantFrom("\\n", "\\x41", "\\u00e9", "\\U0001f600", "\\\n ", "\\ ", "\n ", "\\\\", '\\"'), fc.constantFrom("a", " ")),
      { maxLength: 12 },
    )
    .map((parts) => `k: "${parts.join("")}"`);

  it("knows every letter of every scalar that YAML reads", () => {
    fc.assert(
      fc.property(fc.oneof(block, quotes, escaped), (text) => {
        const root = parse(text);
        if (root?.kind !== "map" || root.entries[0]?.value.kind !== "string") return;
        const node = root.entries[0].value;
        const whole = placeWithin(node, 0, node.value.length);
        for (let at = 0; at < node.value.length; at += 1) {
          const place = placeWithin(node, at, at + 1);
          const letter = node.value.charAt(at);
          expect(place.start).toBeGreaterThanOrEqual(whole.start);
          expect(place.end).toBeLessThanOrEqual(whole.end);
          if (/[ab#é-]/.test(letter)) expect([letter, "\\x41", "\\u00e9"]).toContain(text.slice(place.start, place.end));
          // One letter never stands for the whole of a longer text: that is what is answered when the value was not found.
          if (node.value.length > 4) expect(place.end - place.start).toBeLessThan(node.end - node.start);
        }
      }),
      { numRuns: 3000 },
    );
  });
});
