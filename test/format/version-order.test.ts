import { expect, it } from "vitest";
import { orderOfVersions } from "#format";

it.each([
  ["1.2", "1.2.1"],
  ["1.9", "1.10"],
  ["2.0.0-rc.2", "2.0.0-rc.10"],
  ["2.0.0-rc.10", "2.0.0"],
  ["v1", "2"],
  ["0-9", "0-9-1"],
  ["2024-01-15", "2024-02-01"],
  ["1.2.3.4", "1.2.3.5"],
])("%s is lower than %s", (lower, higher) => {
  expect(orderOfVersions(lower, higher)).toBeLessThan(0);
  expect(orderOfVersions(higher, lower)).toBeGreaterThan(0);
});

it.each([
  ["1.2", "1.2.0"],
  ["1.0.0+a", "v1.0.0+b"],
])("%s is the version %s", (one, other) => {
  expect(orderOfVersions(one, other)).toBe(0);
});

it("orders no names", () => {
  expect(orderOfVersions("spring", "1.0.0")).toBeUndefined();
});
