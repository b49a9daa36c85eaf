import { expect, it } from "vitest";
import { didYouMean, nearest, withSearchBudget } from "../../../src/text/diagnostics/index.ts";

it.each([
  ["desciption", ["description", "summary"], "description"],
  ["Summary", ["summary"], "summary"],
  ["opreationId", ["operationId", "id"], "operationId"],
  ["color", ["payload", "headers"], undefined],
  ["a", ["b"], undefined],
  ["A", ["b", "a"], "a"],
  ["ab", ["ac"], "ac"],
  // An opposite is no slip: who follows the hint makes the example lie.
  ["unsubscribe", ["subscribe"], undefined],
  ["Enabled", ["disenabled", "enable"], "enable"],
])("%s → %s", (name, known, expected) => {
  expect(nearest(name, known)).toBe(expected);
});

it("prefers the nearer of two", () => {
  expect(nearest("serverr", ["serves", "server"])).toBe("server");
});

it("asks in words, or not at all", () => {
  expect(didYouMean("chanels", ["channels"])).toBe('Did you mean "channels"?');
  expect(didYouMean("x".repeat(301), ["x".repeat(300)])).toBeUndefined();
});

it("spends the budget of its own run, whatever runs meanwhile", async () => {
  const search = async (): Promise<string | undefined> => {
    await Promise.resolve();
    nearest("channel", ["chanels"]);
    await Promise.resolve();
    return nearest("serverr", ["server"]);
  };
  const found = await Promise.all([withSearchBudget(search, { left: 3 }), withSearchBudget(search, { left: 1000 }), search()]);
  expect(found).toEqual([undefined, "server", "server"]);
});

it("spends on names that it only looks at, too", async () => {
  const budget = { left: 1000 };
  await withSearchBudget(async () => Promise.resolve(nearest("a", Array<string>(200).fill("far-longer"))), budget);
  expect(budget.left).toBeLessThan(0);
});
