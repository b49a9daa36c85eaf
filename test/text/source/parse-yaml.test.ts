import { describe, expect, it } from "vitest";
import type { Node } from "#text";
import { valueOf } from "#text";
import { plain, read } from "./marked-text.ts";
import { processorSeconds } from "../../support/processor.ts";

function deep(depth: number, open: string): string {
  return open.repeat(depth);
}

describe("reading YAML", () => {
  it("places every key and value", () => {
    const text = "info:\n  title: 'A b'\n  tags: [x, 12]\n";
    const { node, problems } = read(text);
    const at = (value: Node | undefined): string => (value ? text.slice(value.start, value.end) : "");
    const info = valueOf(node, "info");
    expect(problems).toEqual([]);
    expect(at(info)).toBe("title: 'A b'\n  tags: [x, 12]");
    expect(at(valueOf(info, "title"))).toBe("'A b'");
    expect(at(valueOf(info, "tags"))).toBe("[x, 12]");
    const entry = info?.kind === "map" ? info.entries[1] : undefined;
    expect(text.slice(entry?.start, entry?.end)).toBe("tags");
  });

  it.each([
    ["9223372036854775807", "#9223372036854775807"],
    ["-9223372036854775808", "#-9223372036854775808"],
    ["18446744073709551615", "#18446744073709551615"],
    ["1.10", "#1.10"],
    ["1.0", "#1.0"],
    ["1e3", "#1e3"],
    ["-0", "#-0"],
    ["0.1000000000000000055", "#0.1000000000000000055"],
    ["+5", "#5"],
    [".5", "#0.5"],
    ["5.", "#5"],
    ["0x1F", "#31"],
    ["0o17", "#15"],
    ["0xFFFFFFFFFFFFFFFF", "#18446744073709551615"],
    ["2001-12-14", "2001-12-14"],
    ["~", null],
    ["True", true],
    ["'true'", "true"],
    ["!!str 12", "12"],
    ["! 12", "12"],
    ["!!float 1", "#1"],
  ])("reads %s", (text, value) => {
    expect(plain(read(`a: ${text}`).node)).toEqual(new Map([["a", value]]));
    expect(read(`a: ${text}`).problems).toEqual([]);
  });

  it.each([
    ["a: 1e400", 'document/not-json @3 "1e400"'],
    ["a: -.inf", 'document/not-json @3 "-.inf"'],
    ["a: .nan", 'document/not-json @3 ".nan"'],
    ["a: no", 'document/ambiguous-scalar @3 "no"'],
    ["a: [on]", 'document/ambiguous-scalar @4 "on"'],
    ["a: 0123", 'document/ambiguous-scalar @3 "0123"'],
    ["a: 12:30:45", 'document/ambiguous-scalar @3 "12:30:45"'],
    ["a: 1\nb: 2\na: 3", 'document/duplicate-key @10 "a"'],
    ["1: x", 'document/key-read-as-text @0 "1"'],
    ["true: x", 'document/key-read-as-text @0 "true"'],
    ["null: x", 'document/key-read-as-text @0 "null"'],
    ["? [a]\n: x\nb: 1", 'document/key-not-a-string @2 "[a]"'],
    ["{a: b}: x", 'document/key-not-a-string @0 "{a: b}"'],
    ["a: !!python/object x", 'document/tag @3 "!!python/object"'],
    ["a: !foo {b: 1}", 'document/tag @3 "!foo"'],
    ["a: !!binary aGk=", 'document/tag @3 "!!binary"'],
    ["a: !!set {b: }", 'document/tag @3 "!!set"'],
    ["a: !!int x", 'document/tag @3 "!!int"'],
    ["a: !!str [b]", 'document/tag @3 "!!str"'],
    ["b: &b {x: 1}\na:\n  <<: *b", 'document/merge-key @18 "<<"'],
    ["%YAML 1.1\n---\na: 1", 'document/yaml-version @0 "%YAML 1.1"'],
  ])("reports and reads on: %j", (text, problem) => {
    const { node, problems } = read(text);
    expect(problems).toEqual([problem]);
    expect(node?.kind).toBe("map");
  });

  it.each([
    ["", 'document/empty @0 ""'],
    ["# only\n\n# comments\n", 'document/empty @0 ""'],
    ["---\n", 'document/empty @0 ""'],
    ["a: 1\n---\nb: 2\n", 'document/multiple @5 "---"'],
    ["a: *b", 'document/syntax @3 "*b"'],
    ["a: &a {b: *a}", 'document/alias-cycle @10 "*a"'],
    ["a: &a\n  <<: *a", 'document/alias-cycle @12 "*a"'],
    ["a: [b", 'document/syntax @3 "["'],
    ["a: 'b", 'document/syntax @3 "\'"'],
    ["a:\n\tb: 1", 'document/syntax @3 "\\tb"'],
    ["a: b: c", 'document/syntax @3 "b: c"'],
    ["a:\n    b:\n   c: {}\n", 'document/syntax @13 "c: {}"'],
    ["a:\n   - 1\n   b: 2\n", 'document/syntax @13 "b: 2"'],
    ["a:\n  b: 1 # x\n\n  # y\n c: 2\n", 'document/syntax @22 "c: 2"'],
    ["a: x\0y", 'document/syntax @4 "\\u0000"'],
    ["a: x\u0007", 'document/syntax @4 "\\u0007"'],
  ])("refuses %j", (text, problem) => {
    const { node, problems } = read(text);
    expect(node).toBeUndefined();
    expect(problems).toHaveLength(1);
    expect(problems[0]?.replace(/ ".*$/, "")).toBe(problem.replace(/ ".*$/, ""));
  });

  const head = "msgapi: 3.0.0\n";

  it.each([
    ["tags: ⟦[⟧a, b\n\n", "this [ is not closed; add ] where it ends"],
    ["tags: ⟦[⟧a, b\r\rchannels: {}\r", "this [ is not closed; add ] where it ends"],
    ["tags: ⟦[⟧a, b\nchannels: {}\n", "this [ is not closed; add ] where it ends"],
    ["a:\n  b:\n    tags: ⟦[⟧{ name: a }\n    summary: s\n  c: {}\n", "this [ is not closed; add ] where it ends"],
    ["a: ⟦{⟧ b: c\n", "this { is not closed; add } where it ends"],
    ["a: ⟦{⟧ b: { c: d }\ne: {}\n", "this { is not closed; add } where it ends"],
    ["a: { b: { c: ⟦[⟧{ d: e } } }\n", "this [ is not closed; } stands where ] is expected"],
    ["a: [⟦{⟧ b: c ]\n", "this { is not closed; ] stands where } is expected"],
    ['a: { }\nid: ⟦"⟧urn:x\nb: c\n', 'this " is not closed; add " where it ends'],
    ["id: ⟦'⟧it''s\nb: []\n", "this ' is not closed; add ' where it ends"],
    ["a: ⟦[⟧ 'x [', [ \"]\" ]\nb: c\n", "this [ is not closed; add ] where it ends"],
    ["a:\n⟦\t⟧b: {}\n", "tabs must not be used"],
    ["a:\n  b:\n  ⟦\t⟧c: x\n", "tabs must not be used"],
    ["a:\n  b:\n    c: |\n      text\n   ⟦more⟧ text\n    d: x\n", "does not begin at the column"],
    ["a: |⟦x⟧\n  text\n", "block scalar header"],
    ["a:\n  b:\n    ⟦c⟧ x\n    d: s\n", "a colon may be missing"],
    ["a: ⟦this⟧ : that: x\n", "needs quotes"],
    ["a: ⟦`⟧0` is automatic\n", "needs quotes"],
    ["a: { b: ⟦1⟧ c: 2 }\n", "a comma may be missing"],
    ["a: {}\n⟦- b⟧\n", "needs quotes"],
    ["tags: [\na, b\n]\nc:\n  a: ⟦b⟧: c\n", "needs quotes"],
  ])("places the error of %j where a person would look for it", (marked, reason) => {
    const [before = "", inside = "", after = ""] = marked.split(/[⟦⟧]/);
    const { diagnostics } = read(head + before + inside + after);
    expect(diagnostics.map(({ code, place }) => [code, place.start])).toEqual([["document/syntax", (head + before).length]]);
    expect(diagnostics[0]?.message).toContain(reason);
  });

  it.each([
    ["flow lists", deep(100_000, "["), 200],
    ["flow maps", deep(100_000, "{a: "), 800],
    ["block lists", deep(5000, "- "), 400],
    ["explicit keys", deep(5000, "? "), 400],
    ["indented maps", Array.from({ length: 2000 }, (_, level) => `${" ".repeat(level)}k:`).join("\n"), 20900 - 200],
  ])("refuses %s nested too deep, at the first that is", (_, text, start) => {
    const { node, diagnostics } = read(text);
    expect(node).toBeUndefined();
    expect(diagnostics.map(({ code }) => code)).toEqual(["document/too-deep"]);
    expect(Math.abs((diagnostics[0]?.place.start ?? 0) - start)).toBeLessThan(start * 0.2 + 2);
  });

  it("allows exactly the depth of the limit", () => {
    expect(read("[[[x]]]", "yaml", 3).problems).toEqual([]);
    expect(read("[[[x]]]", "yaml", 2).problems).toEqual(['document/too-deep @2 "["']);
    expect(read("a:\n  b:\n    c: x", "yaml", 3).problems).toEqual([]);
    expect(read("a:\n  b:\n    c: x", "yaml", 2).problems).toEqual(['document/too-deep @12 "c"']);
  });

  it("counts what aliases stand for as depth", () => {
    const lines = Array.from({ length: 500 }, (_, index) => `- &a${index} [${index === 0 ? "x" : `*a${index - 1}`}]`);
    expect(read(lines.join("\n")).diagnostics.map(({ code }) => code)).toEqual(["document/too-deep"]);
  });

  it("shares what an alias names, so that a billion laughs cost nothing", () => {
    const lines = ["a0: &a0 [x]"];
    for (let index = 1; index < 100; index += 1)
      lines.push(
        `a${index}: &a${index} [${Array(9)
          .fill(`*a${index - 1}`)
          .join(", ")}]`,
      );
    const { node, problems } = read(lines.join("\n"));
    const last = valueOf(node, "a99");
    expect(problems).toEqual([]);
    expect(last?.kind === "list" && last.items[0] === last.items[8]).toBe(true);
  });

  it("honours merge keys: own keys win, then the earlier source, in place", () => {
    const { node } = read("x: &x {a: 1, b: 1}\ny: &y {b: 2, c: 2}\nz:\n  k: 0\n  <<: [*x, *y]\n  c: 3");
    expect(plain(valueOf(node, "z"))).toEqual(
      new Map([
        ["k", "#0"],
        ["a", "#1"],
        ["b", "#1"],
        ["c", "#3"],
      ]),
    );
  });

  it("stops merge keys that copy millions of entries", () => {
    const keys = Array.from({ length: 2000 }, (_, index) => `  k${index}: 1`).join("\n");
    const uses = Array.from({ length: 2000 }, (_, index) => `- {<<: *b, x: ${index}}`).join("\n");
    const { node, diagnostics } = read(`- &b\n${keys}\n${uses}`);
    expect(node).toBeUndefined();
    expect(diagnostics.at(-1)?.code).toBe("document/too-large");
  });

  it("stops aliases that repeat a long list in many maps, and no others", () => {
    const list = `- &b [${"1, ".repeat(2000)}]`;
    const many = (use: string): string => `${list}\n${Array.from({ length: 2000 }, (_, index) => use.replace("#", `${index}`)).join("\n")}`;
    const { node, diagnostics } = read(many("- {enum: *b}"));
    expect(node).toBeUndefined();
    expect(diagnostics.at(-1)?.code).toBe("document/too-large");
    // What one map or list uses many times is one value to it.
    expect(read(many("- *b")).problems).toEqual([]);
    expect(read(many("- {$ref: '#/b'}")).problems).toEqual([]);
    expect(read(`${list}\n${"- {enum: *b}\n".repeat(50)}`).problems).toEqual([]);
  });

  it("keeps keys that are dangerous elsewhere", () => {
    const { node } = read("__proto__: {polluted: 1}\nconstructor: 2\n");
    expect(node?.kind === "map" && node.entries.map(({ key }) => key)).toEqual(["__proto__", "constructor"]);
    expect("polluted" in {}).toBe(false);
  });

  it("names both places of a duplicate key", () => {
    const [problem] = read("a: 1\na: 2").diagnostics;
    expect(problem?.place.start).toBe(5);
    expect(problem?.related[0]?.place.start).toBe(0);
  });

  it("checks 100,000 keys in linear time", async () => {
    const text = Array.from({ length: 100_000 }, (_, index) => `k${index}: v`).join("\n");
    const seconds = await processorSeconds(() => {
      expect(read(`${text}\nk0: again`).problems).toHaveLength(1);
    });
    expect(seconds).toBeLessThan(20);
  });

  it("takes a lone CR, CRLF and LF as line breaks", () => {
    const { node, problems } = read("a: 1\rb: |\r  x\r  y\r\nc: 3\n");
    expect(problems).toEqual([]);
    expect(plain(node)).toEqual(
      new Map([
        ["a", "#1"],
        ["b", "x\ny\n"],
        ["c", "#3"],
      ]),
    );
  });

  it("reads keys of any length", () => {
    expect(read(`${"k".repeat(5000)}: 1`).problems).toEqual([]);
  });

  it("ignores a byte order mark", () => {
    expect(plain(read("\ufeffa: 1").node)).toEqual(new Map([["a", "#1"]]));
  });
});
