import { expect, test } from "vitest";
import { sharedStart } from "../../../src/pages/site/shared-start.ts";

test("names share what they begin with, up to a separator", () => {
  expect(sharedStart(["company.orders.created", "company.orders.paid"])).toBe("company.orders.".length);
  expect(sharedStart(["a.b", "a.c"])).toBe(0);
  expect(sharedStart(["company.orders.created"])).toBe(0);
});

test("names of thousands of characters are compared as far as any column could show them", () => {
  const long = "part.".repeat(10_000);
  expect(sharedStart([`${long}a`, `${long}b`])).toBe(1000);
});
