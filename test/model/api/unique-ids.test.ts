import { expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import { uniqueIds } from "../../../src/model/api/linking.ts";

const ids = (...names: readonly (readonly [string, number])[]): readonly (string | undefined)[] => {
  const named = names.map(([id, rank]) => ({ id, rank }));
  const unique = uniqueIds(named);
  return named.map((name) => unique.get(name));
};

it("gives a name to whoever has the better right, then to the first", () => {
  expect(ids(["a", 3], ["a", 1], ["a", 1])).toEqual(["a.3", "a", "a.2"]);
});

it("never takes a name that somebody has", () => {
  expect(ids(["a", 0], ["a", 0], ["a.2", 0])).toEqual(["a", "a.3", "a.2"]);
});

it("takes ten thousand of one name in no time", () => {
  expect(new Set(ids(...Array.from({ length: 10_000 }, () => ["a", 0] as const))).size).toBe(10_000);
});

it("adds to the beginning of a name of thousands of characters, which engines do not tell apart by its end", () => {
  const name = "n".repeat(500_000);
  const [first, second, third] = ids([name, 0], [name, 0], [`${name}x`, 0], [name, 0]);
  expect([first, second, third]).toEqual([name, `${name.slice(0, 300)}.2`, `${name}x`]);
  const all = ids(...Array.from({ length: 3_000 }, () => [name, 0] as const));
  expect(new Set(all).size).toBe(3_000);
  expect(all.slice(1).every((id) => (id?.length ?? 0) < 310)).toBe(true);
});

it("is unique for any names", () => {
  const name = fc.tuple(fc.constantFrom("a", "a.2", "a.3", "__proto__"), fc.nat(2));
  fc.assert(fc.property(fc.array(name), (names) => new Set(ids(...names)).size === names.length));
});
