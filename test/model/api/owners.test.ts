import { describe, expect, it } from "vitest";
import { Owners } from "../../../src/model/api/linking.ts";

describe("Owners", () => {
  it("lists who has a thing, once each and in order", () => {
    const owners = new Owners<string, number>();
    const shared = ["a", "b"];
    owners.add(["b"], 1);
    owners.add(shared, 2);
    owners.add(shared, 3);
    owners.add(["a", "a"], 2);
    expect([owners.of("a"), owners.of("b"), owners.of("c")]).toEqual([[2, 3], [1, 2, 3], []]);
  });

  it("sees what is added after it was asked", () => {
    const owners = new Owners<string, number>();
    owners.add(["a"], 1);
    expect(owners.of("a")).toEqual([1]);
    owners.add(["a"], 2);
    expect(owners.of("a")).toEqual([1, 2]);
  });

  it("keeps one list for all that have the same owners", () => {
    const owners = new Owners<number, number>();
    const things = Array.from({ length: 20_000 }, (_, index) => index);
    for (let owner = 0; owner < 20_000; owner += 1) owners.add(things, owner);
    expect(owners.of(0)).toHaveLength(20_000);
    expect(new Set(things.map((thing) => owners.of(thing))).size).toBe(1);
  });
});
