import { expect, test } from "vitest";
import { commonPrefixLength } from "../../../src/pages/frame/common-prefix.ts";

test("names share what they begin with, up to a separator", () => {
  expect(commonPrefixLength(["company.orders.created", "company.orders.paid"])).toBe("company.orders.".length);
  expect(commonPrefixLength(["a.b", "a.c"])).toBe(0);
  expect(commonPrefixLength(["company.orders.created"])).toBe(0);
});

test("names of thousands of characters are compared as far as any column could show them", () => {
  const long = "part.".repeat(10_000);
  expect(commonPrefixLength([`${long}a`, `${long}b`])).toBe(1000);
});
