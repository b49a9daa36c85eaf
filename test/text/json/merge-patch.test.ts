import type { Node } from "../../../src/text/json/index.ts";
import { expect, it } from "vitest";
import { entryOf, mergePatch, printJson } from "../../../src/text/json/index.ts";
import { nodeOf } from "../../support/nodes.ts";

const merged = (target: unknown, patch: unknown) => JSON.parse(printJson(mergePatch(nodeOf(target), nodeOf(patch)))) as unknown;

it.each([
  [{ a: "b" }, { a: "c" }, { a: "c" }],
  [{ a: "b", b: "c" }, { a: null }, { b: "c" }],
  [{ a: ["b"] }, { a: "c" }, { a: "c" }],
  [{ a: { b: "c" } }, { a: { b: "d", c: null } }, { a: { b: "d" } }],
  [{ a: [{ b: "c" }] }, { a: [1] }, { a: [1] }],
  [{ e: null }, { a: 1 }, { e: null, a: 1 }],
  [[1, 2], { a: "b", c: null }, { a: "b" }],
  [{}, { a: { bb: { ccc: null } } }, { a: { bb: {} } }],
])("%j + %j", (target, patch, result) => {
  expect(merged(target, patch)).toEqual(result);
});

it("keeps the place of each entry where it was written", () => {
  const target = nodeOf({ a: { x: 1 }, b: 2 });
  const patch = nodeOf({ a: { y: 3 } }, { id: "/p", name: "p.yaml", text: "", language: "yaml" });
  const result = mergePatch(target, patch);
  expect(entryOf(result, "b")?.file.name).toBe("nowhere.json");
  expect(entryOf(entryOf(result, "a")?.value, "y")?.file.name).toBe("p.yaml");
  expect(entryOf(entryOf(result, "a")?.value, "x")?.file.name).toBe("nowhere.json");
});

it("takes __proto__ as a key like any other", () => {
  const patch = nodeOf(JSON.parse('{"__proto__":{"polluted":1}}'));
  const result = mergePatch(nodeOf({}), patch);
  expect(entryOf(result, "__proto__")?.value.kind).toBe("map");
  expect(({} as Record<string, unknown>).polluted).toBeUndefined();
});

it("leaves what has no null to take away as it is: the very same node", () => {
  const patch = nodeOf({ a: { b: [1, null] }, c: "d" });
  expect(mergePatch(undefined, patch)).toBe(patch);
  expect(entryOf(mergePatch(nodeOf({ x: 1 }), patch), "a")?.value).toBe(entryOf(patch, "a")?.value);
});

it("walks what aliases repeat once, and keeps it shared", () => {
  let patch: Node = nodeOf({ left: null, kept: 1 });
  for (let level = 0; level < 12; level += 1) {
    const inner = patch;
    const outer = nodeOf({ a: 0, b: 0 });
    patch = outer.kind === "map" ? { ...outer, entries: outer.entries.map((entry) => ({ ...entry, value: inner })) } : outer;
  }
  const result = mergePatch(undefined, patch);
  expect(entryOf(result, "a")?.value).toBe(entryOf(result, "b")?.value);
});
