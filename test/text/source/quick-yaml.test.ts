import { describe, expect, it } from "vitest";
import { stringify } from "yaml";
import type { Diagnostic, Node, TextFile } from "#text";
import fc from "../../support/fast-check.ts";
import type { ComposeContext } from "../../../src/text/source/compose-yaml.ts";
import { libraryYaml } from "../../../src/text/source/parse-text.ts";
import { quickYaml } from "../../../src/text/source/quick-yaml.ts";

/** A tree with all places as lines to compare, and what was reported. */
function trace(read: (context: ComposeContext) => Node | undefined, text: string): string[] | undefined {
  const file: TextFile = { id: "/t", name: "t", text, language: "yaml" };
  const problems: Diagnostic[] = [];
  const root = read({ file, limit: 200, repeatedMembers: 1000, report: (each) => problems.push(each) });
  if (!root) return undefined;
  const lines: string[] = [];
  const walk = (node: Node, path: string): void => {
    const value = node.kind === "number" ? node.raw : node.kind === "string" || node.kind === "boolean" ? JSON.stringify(node.value) : "";
    lines.push(`${path} ${node.kind} ${node.start}-${node.end} ${value}`);
    if (node.kind === "list") node.items.forEach((item, index) => walk(item, `${path}/${index}`));
    if (node.kind !== "map") return;
    for (const { key, value: below, start, end } of node.entries) {
      lines.push(`${path} key ${start}-${end} ${JSON.stringify(key)}`);
      walk(below, `${path}/${key}`);
    }
  };
  walk(root, "");
  for (const { code, message, place } of problems) lines.push(`${code} ${place.start}-${place.end} ${message}`);
  return lines;
}

/** Whether the quick reader read a text; if it did, then as the library does. */
function agrees(text: string): boolean {
  const quick = trace(quickYaml, text);
  if (quick) expect(quick).toEqual(trace(libraryYaml, text));
  return quick !== undefined;
}

describe("quickYaml", () => {
  it.each([
    "a: 1\nb:\n  c: [x, 'y', \"z\"]\n  d: {e: f, g: {h: 1}}\n",
    "# c\n---\na:\n- 1\n- b: 2\n  c: 3\n-\n  - d\n- - e\n  - f\n",
    "a: |\n  one\n\n   two\nb: >-\n  folded\n  text\n\n  more\n\n    kept\n  end\n\nc: x\n",
    "a: plain text\n  that goes on\n\n  and on # comment\nb: it's\n",
    "a:\nb: # nothing\nc:\n  # comment\n  d: 1\n",
    "'quoted key': 1\n\"other\\nkey\" : 2\n$ref: '#/a'\nhttp://x: y\n",
    "a: [\n  1,\n  2,\n ]\nb: {\n  c: 1\n  }\n",
    "yes: no\n1: on\na: 1e400\na: again\n",
    "a: -1\nb: ?x\nc: :y\nd: a#b\ne: - \n",
    "- a\n-\n- b: 1\n\n  c: 2\n",
    "a: b # c\n\n\n# end",
    "a: ''\nb: \"\"\nc: 'it''s'\n",
    "key with spaces : value\na:b: c\n",
  ])("reads %j as the library does", (text) => {
    if (!text.includes("e: - ")) expect(agrees(text)).toBe(true);
    else expect(agrees(text)).toBe(false);
  });

  it.each([
    "a: 1\r\nb:\r\n  c: [x, 'y', \"z\"]\r\n  d: {e: f, g: {h: 1}}\r\n",
    "# c\r\n---\r\na:\r\n- 1\r\n- b: 2\r\n  c: 3\r\n-\r\n  - d\r\n- - e\r\n  - f\r\n",
    "a: |\r\n  one\r\n\r\n   two\r\nb: >-\r\n  folded\r\n  text\r\n\r\n  more\r\n\r\n    kept\r\n  end\r\n\r\nc: x\r\n",
    "a: plain text\r\n  that goes on\r\n\r\n  and on # comment\r\nb: it's\r\n",
    "a: [\r\n  1,\r\n  2,\r\n ]\r\nb: {\r\n  c: 1\r\n  }\r\n",
    "a:\r\nb: # nothing\r\nc:\n  # comment\r\n  d: 1\n",
  ])("reads lines that end in CRLF, all or some, as the library does: %j", (text) => {
    expect(agrees(text)).toBe(true);
  });

  it.each([
    "a: &x 1",
    "a: *x",
    "a: !!str 1",
    "a: b: c",
    "a:\n\tb: 1",
    "<<: {a: 1}",
    "? a\n: b",
    "a: 1\n---\nb: 2",
    "a: 1\n...\n",
    "%YAML 1.1\n---\na: 1",
    "a: [b",
    "a: 'b",
    "a: [b,,c]",
    "a: {b}",
    "a: |2\n   b\n",
    "a: |+\n  b\n\n",
    "a: 1\n b: 2",
    "a:\n   b: 1\n  c: 2",
    "a: 1\rb: 2",
    "a: 1\r\nb: 2\rc: 3",
    "a: yes\r\nb: 2\r\n",
    'a: "x\ny"',
    'a: "\\x41"',
    "- a\nb: 1",
    "just text",
    "",
    "a: `x`",
    "a: @x",
    "a: %x",
    "[a, b]",
    "a: [b]c",
    "a: 'b'c",
    "a: 'b'#c",
    "a: |\n  x\n y\n",
    "a: |\n    \n  y\n",
    "- - a\n - b",
    "a: >\n",
  ])("leaves %j to the library", (text) => {
    expect(agrees(text)).toBe(false);
  });

  const text = fc.oneof(
    fc.string({
      unit: fc.constantFrom("a", "b", " ", "\n", ":", "#", "-", "'", '"', ",", "[", "]", "{", "}", "é", "\t", "|", "1"),
      maxLength: 30,
    }),
    fc.lorem({ maxCount: 30 }),
    fc.constantFrom("yes", "0123", "null", "1e3", "x", "#/components/schemas/A"),
  );
  const { node: value } = fc.letrec((tie) => ({
    node: fc.oneof(
      { maxDepth: 4 },
      text,
      fc.boolean(),
      fc.constant(null),
      fc.double(),
      fc.array(tie("node"), { maxLength: 4 }),
      fc.dictionary(text, tie("node"), { maxKeys: 4 }),
    ),
  }));
  const document = fc
    .tuple(
      value,
      fc.boolean(),
      fc.constantFrom("BLOCK_LITERAL", "BLOCK_FOLDED", "PLAIN", "QUOTE_DOUBLE", "QUOTE_SINGLE" as const),
      fc.constantFrom(20, 80),
    )
    .map(([data, indentSeq, blockQuote, lineWidth]) =>
      stringify(
        { root: data },
        {
          indentSeq,
          lineWidth,
          blockQuote: blockQuote === "BLOCK_LITERAL" ? "literal" : true,
          aliasDuplicateObjects: false,
          collectionStyle: lineWidth === 20 ? "any" : "block",
        },
      ),
    );

  /** How lines end: all of them alike, or every other one. */
  const ends = fc.constantFrom<readonly [string, string]>(["\n", "\n"], ["\r\n", "\r\n"], ["\r\n", "\n"]);
  const ended = (source: string, [even, odd]: readonly [string, string]): string =>
    source.split("\n").reduce((text, line, at) => `${text}${at % 2 === 0 ? even : odd}${line}`);

  it("agrees with the library on what it prints, however its lines end", () => {
    const read = { lf: 0, crlf: 0 };
    fc.assert(
      fc.property(document, ends, (source, end) => {
        if (agrees(ended(source, end))) read[end[0] === "\n" ? "lf" : "crlf"] += 1;
      }),
      { numRuns: 2000 },
    );
    expect(read.lf).toBeGreaterThan(100);
    expect(read.crlf).toBeGreaterThan(200);
  });

  it("agrees with the library after any small change, or leaves the text to it", () => {
    const change = fc.record({
      at: fc.nat(10_000),
      drop: fc.nat(3),
      add: fc.constantFrom(
        "",
        " ",
        "  ",
        "\n",
        "\n  ",
        "- ",
        ": ",
        ":",
        "#",
        " #",
        "'",
        '"',
        "[",
        "]",
        "{",
        "}",
        ",",
        "|",
        ">",
        "\t",
        "?",
        "? ",
        "&a ",
        "*a",
        "!t ",
        "---",
        "...",
        "%",
        "\\",
        "\n\n",
        "~-",
      ),
    });
    fc.assert(
      fc.property(document, ends, fc.array(change, { minLength: 1, maxLength: 3 }), (source, end, changes) => {
        let changed = ended(source, end);
        for (const { at, drop, add } of changes) {
          const place = at % (changed.length + 1);
          changed = changed.slice(0, place) + add + changed.slice(place + drop);
        }
        agrees(changed);
      }),
      { numRuns: 4000 },
    );
  });

  it("agrees with the library on any text of indicators", () => {
    const piece = fc.constantFrom(
      "a",
      "b: ",
      "c:",
      "- ",
      "\n",
      "\n  ",
      "\n    ",
      " ",
      "[",
      "]",
      "{",
      "}",
      ", ",
      "'",
      '"',
      "|\n",
      ">-\n",
      "# x",
      "1",
      "\n- ",
      "\n  - ",
      "x y",
      "k: v\n",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 14 }), (pieces) => void agrees(pieces.join(""))),
      { numRuns: 8000 },
    );
  });
});
