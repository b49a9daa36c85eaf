import { expect, test } from "vitest";
import type { Document } from "yaml";
import { isAlias, isNode, isScalar, parseAllDocuments, visit } from "yaml";
import type { TextFile } from "#text";
import fc from "../../support/fast-check.ts";
import { composeYaml } from "../../../src/text/source/compose-yaml.ts";

/** All that a document holds: its nodes with their places, comments and blank lines, and what is wrong with it. */
function told(document: Document.Parsed | undefined): unknown {
  const nodes: unknown[] = [];
  if (!document) return undefined;
  visit(document, (key, node) => {
    if (!isNode(node)) return void nodes.push([key]);
    const { range, comment, commentBefore } = node;
    const { spaceBefore } = node as { spaceBefore?: boolean };
    const value = isScalar(node) ? [node.source, node.type, node.anchor, node.tag] : isAlias(node) ? node.source : node.constructor.name;
    nodes.push([key, range, value, comment, commentBefore, spaceBefore]);
  });
  return [nodes, document.range, document.errors.map(({ code, pos }) => [code, pos]), document.warnings.length];
}

const piece = fc.constantFrom(
  "a",
  "1",
  "'q'",
  '"d"',
  "*x",
  "&x b",
  "!t c",
  "[",
  "]",
  "{",
  "}",
  ",",
  ",",
  ",",
  ": ",
  ":",
  "? ",
  " ",
  "\n ",
  " # c\n ",
  "-",
  "[]",
  "{}",
);

test("a document is what the library makes of the whole text at once, flow lists too", () => {
  let right = 0;
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 16 }), fc.boolean(), (pieces, closed) => {
      const text = `k: [${pieces.join("")}${closed ? "]" : ""}\nl: 1\n`;
      const file: TextFile = { id: "/t", name: "t", text, language: "yaml" };
      const [expected] = parseAllDocuments(text, {
        schema: "failsafe",
        resolveKnownTags: false,
        uniqueKeys: false,
        logLevel: "silent",
      }) as Document.Parsed[];
      expect(told(composeYaml({ file, limit: 200, repeatedMembers: 100, report: () => undefined }))).toEqual(told(expected));
      if (expected?.errors.length === 0) right += 1;
    }),
    { numRuns: 4000 },
  );
  expect(right).toBeGreaterThan(200);
});
