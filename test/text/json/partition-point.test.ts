import { expect, test } from "vitest";
import { hasAtMost, partitionPoint } from "#text";
import fc from "../../support/fast-check.ts";
import { tree } from "../../verdicts/validate/tree.ts";

test("as many come before a point as it is said of, asked of few", () => {
  fc.assert(
    fc.property(fc.nat(3000), fc.nat(3000), (length, wanted) => {
      const before = Math.min(length, wanted);
      let asked = 0;
      const found = partitionPoint(length, (index) => {
        asked += 1;
        return index < before;
      });
      expect(found).toBe(before);
      expect(asked).toBeLessThanOrEqual(12);
    }),
  );
});

test("a value fits where it has no more values than there may be, each counted for what it weighs", () => {
  const value = tree("- [a, bb]\n- c: ddd\n");
  expect([hasAtMost(value, 6), hasAtMost(value, 5)]).toEqual([true, false]);
  const weigh = (node: typeof value): number => (node.kind === "string" ? node.value.length : 1);
  expect([hasAtMost(value, 9, weigh), hasAtMost(value, 8, weigh)]).toEqual([true, false]);
});
