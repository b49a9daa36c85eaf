import { expect, test } from "vitest";
import type { MapNode, Node } from "../../../src/text/json/index.ts";
import { Memo } from "../../../src/text/json/index.ts";
import { examplesOf } from "../../../src/model/normalize/message-book.ts";
import type { NormalizeContext } from "../../../src/model/normalize/reading.ts";

const at = { file: { id: "a", name: "a", text: "", language: "yaml" as const }, start: 0, end: 0 };

function listOf(count: number): Node {
  return { ...at, kind: "list", items: Array.from({ length: count }, (): Node => ({ ...at, kind: "null" })) };
}

const withExamples = (examples: Node): MapNode =>
  ({ ...at, kind: "map", entries: [{ ...at, key: "examples", value: examples }] }) as unknown as MapNode;

test("examples that messages take over from one trait are read 50,000 times besides; a list beyond that is one example, as written", () => {
  const reading = { line: { freeExamples: false }, memo: new Memo() } as unknown as NormalizeContext;
  const shared = listOf(25_000);
  for (const message of ["own", "second", "third"]) expect(examplesOf(withExamples(shared), reading), message).toHaveLength(25_000);
  expect(examplesOf(withExamples(shared), reading)).toEqual([{ node: shared, free: true }]);
  // A message's own ones are as many as are written.
  expect(examplesOf(withExamples(listOf(60_000)), reading)).toHaveLength(60_000);
  expect(examplesOf(withExamples(listOf(0)), reading)).toEqual([]);
});
