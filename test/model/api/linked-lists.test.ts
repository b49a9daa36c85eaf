import { expect, it } from "vitest";
import { LinkedLists } from "../../../src/model/api/linking.ts";

it("makes one list of one list, without what was not made", () => {
  const lists = new LinkedLists(new Map([["a", 1]]));
  const parts = ["a", "gone"];
  expect(lists.of(parts)).toEqual([1]);
  expect(lists.of(parts)).toBe(lists.of(parts));
});
