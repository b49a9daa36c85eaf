import { expect, it } from "vitest";
import { didYouMean, nearest } from "../../../src/text/diagnostics/index.ts";

it.each([
  ["desciption", ["description", "summary"], "description"],
  ["Summary", ["summary"], "summary"],
  ["opreationId", ["operationId", "id"], "operationId"],
  ["color", ["payload", "headers"], undefined],
  ["a", ["b"], undefined],
  ["A", ["b", "a"], "a"],
  ["ab", ["ac"], "ac"],
])("%s → %s", (name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});

it("prefers the nearer of two", () => {
  expect(nearest("serverr", ["serves", "server"])).toBe("server");
});

it("asks in words, or not at all", () => {
  expect(didYouMean("chanels", ["channels"])).toBe('Did you mean "channels"?');
  expect(didYouMean("x".repeat(300), ["x".repeat(299)])).toBeUndefined();
});
