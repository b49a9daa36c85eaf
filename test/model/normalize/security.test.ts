import { expect, test } from "vitest";
import type { MapNode, Node } from "../../../src/text/json/index.ts";
import { Memo } from "../../../src/text/json/index.ts";
import type { NormalizeContext } from "../../../src/model/normalize/reading.ts";
import { securityOf } from "../../../src/model/normalize/scheme-book.ts";

const at = { file: { id: "a", name: "a", text: "", language: "yaml" as const }, start: 0, end: 0 };

function secured(count: number): MapNode {
  const security: Node = { ...at, kind: "list", items: Array<Node>(count).fill({ ...at, kind: "null" }) };
  return { ...at, kind: "map", entries: [{ ...at, key: "security", value: security }] } as unknown as MapNode;
}

test("300,000 alternatives are read; a list beyond that is nothing that was understood, and so shown as it is written", () => {
  const reading = { line: { alternative: () => ({ part: {}, strays: [] }) }, memo: new Memo() } as unknown as NormalizeContext;
  expect(securityOf(secured(299_999), "o", reading)?.part).toHaveLength(299_999);
  expect(securityOf(secured(1), "o", reading)).toEqual({ part: [{}], strays: [] });
  expect(securityOf(secured(1), "o", reading)).toBeUndefined();
});
