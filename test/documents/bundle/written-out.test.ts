import { expect, test } from "vitest";
import type { ListNode } from "../../../src/text/json/index.ts";
import { expandedSize } from "../../../src/documents/bundle/bundle.ts";

const at = { file: { id: "a", name: "a", text: "", language: "yaml" as const }, start: 0, end: 0 };

test("what a thousand aliases repeat is counted as often as it stands, and looked into once", () => {
  let looks = 0;
  const inner = { ...at, kind: "null" } as const;
  const shared = {
    ...at,
    kind: "list",
    get items() {
      looks += 1;
      return [inner];
    },
  } as unknown as ListNode;
  const root = (count: number): ListNode => ({ ...at, kind: "list", items: Array<ListNode>(count).fill(shared) }) as unknown as ListNode;
  const one = expandedSize(root(2)) - expandedSize(root(1));
  looks = 0;
  expect(expandedSize(root(1000)) - expandedSize(root(999))).toBe(one);
  expect(looks).toBeLessThan(10);
});
