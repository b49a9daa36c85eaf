import { describe, expect, it } from "vitest";
import type { Node } from "#text";
import { valueOf } from "#text";
import { plain, read } from "./marked-text.ts";

/** What a text holds that reads the same in js-yaml 4 and PyYAML 6, and where it is not YAML 1.2. */
const loose: readonly (readonly [string, unknown, readonly string[]])[] = [
  ["a:\n  b: [1,\n2,\n3]\nc: x\n", { a: { b: ["#1", "#2", "#3"] }, c: "x" }, ["@12 2,"]],
  ["a:\n  b: {\n  x: y,\n z: w\n}\nc: x\n", { a: { b: { x: "y", z: "w" } }, c: "x" }, ["@12 x:"]],
  [
    "a:\n- [x,\ny]\n- [z,\nw]\n",
    {
      a: [
        ["x", "y"],
        ["z", "w"],
      ],
    },
    ["@9 y]", "@18 w]"],
  ],
  ['a: "one\ntwo"\nc: x\n', { a: "one two", c: "x" }, ['@8 two"']],
  ["a: 'one\n\n  two\nthree'\n", { a: "one\ntwo three" }, ["@15 three'"]],
  ['a: "one\\\ntwo"\n', { a: "onetwo" }, ['@9 two"']],
  ['a: ["one\ntwo", x]\n', { a: ["one two", "x"] }, ['@9 two",']],
  ["a: [x,\n\ty]\nc: z\n", { a: ["x", "y"], c: "z" }, ["@8 y]"]],
  ['a: "b"#c\nd: e\n', { a: "b", d: "e" }, ["@6 #c"]],
  ["a: [b,#c\n  d]#e\nf: g\n", { a: ["b", "d"], f: "g" }, ["@6 #c", "@13 #e"]],
  ["a: [b,\nc]#d\r\ne: &x [f,\r\ng]\r\nh: *x\r\n", { a: ["b", "c"], e: ["f", "g"], h: ["f", "g"] }, ["@7 c]#d", "@9 #d", "@24 g]"]],
];

function maps(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(maps);
  return value !== null && typeof value === "object" ? new Map(Object.entries(value).map(([key, each]) => [key, maps(each)])) : value;
}

describe("YAML that other programs read though it is not valid", () => {
  it.each(loose)("%j is read on, and each place is an error", (text, value, places) => {
    const { node, diagnostics } = read(text);
    expect(plain(node)).toEqual(maps(value));
    const found = diagnostics.map(({ place: { start, end } }) => `@${start} ${text.slice(start, end)}`);
    expect(found.sort()).toEqual([...places].sort());
    expect(new Set(diagnostics.map(({ code }) => code))).toEqual(new Set(["document/loose-syntax"]));
  });

  it.each(loose)("%j is mended by what is to be put in, and keeps its values", (text, value) => {
    const inserts = read(text).diagnostics.flatMap((each) => each.inserts ?? []);
    const mended = inserts
      .toSorted((one, other) => other.at - one.at)
      .reduce((before, { at, text: written }) => before.slice(0, at) + written + before.slice(at), text);
    const { node, problems } = read(mended);
    expect(problems).toEqual([]);
    expect(plain(node)).toEqual(maps(value));
  });

  it("places what is read in the text as it was written", () => {
    const text = "a: {\nx: [y,\nz]}\nb: yes\nb: w\n";
    const { node, problems } = read(text);
    const at = (value: Node | undefined): string => text.slice(value?.start, value?.end);
    expect(at(valueOf(valueOf(node, "a"), "x"))).toBe("[y,\nz]");
    expect(problems).toContain('document/ambiguous-scalar @19 "yes"');
    expect(problems).toContain('document/duplicate-key @23 "b"');
  });

  // Other programs refuse these, or read them in different ways.
  it.each([
    ["an open bracket", "a: [b, c\nd: e\n"],
    ["an open quote", 'a: "b\nc: d\n'],
    ["a tab as indentation", "a:\n\tb: c\n"],
    ["text after a quoted text", 'a: "b" c\n'],
    ["a reserved character", "a: @b\n"],
    ["two keys on a line", "a: b: c\n"],
    ["no space after a key", "a:b\nc: d\n"],
    ["a key over two lines", "a\n b: c\n"],
    ["a block scalar that is not indented", "a: |\nb\nc: d\n"],
    ["an unknown escape", 'a: "\\d"\n'],
    ["a block collection after ---", "--- a: b\n"],
    ["a comment within a text", "a: b\n  # c\n  d\n"],
  ])("%s is refused", (_, text) => {
    const { node, diagnostics } = read(text);
    expect(node).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["document/syntax"]);
  });

  it("what goes before an error that is not to be read on is not told, and the error that is left is", () => {
    const { node, problems } = read("a: [b,\nc]\nd: e: f\n");
    expect(node).toBeUndefined();
    expect(problems).toEqual([expect.stringMatching(/^document\/syntax @13 /)]);
  });

  it("a document in which that would cost too much is refused", () => {
    const { node, diagnostics } = read(`a: [b,\nc]\nd: >\n${" e\n".repeat(10_000)}`);
    expect(node).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["document/syntax"]);
  });
});
