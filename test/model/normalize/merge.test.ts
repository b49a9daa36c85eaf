import { describe, expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import type { Node } from "../../../src/text/json/index.ts";
import { mergePatch, printJson, stringOf, valueOf } from "../../../src/text/json/index.ts";
import { merge, merging } from "../../../src/model/normalize/reading.ts";
import { nodeOf } from "../../support/nodes.ts";

const itself = (node: Node): Node => node;

/** Follows `$ref: name` into a table of named values. */
function following(named: Readonly<Record<string, Node>>): (node: Node) => Node | undefined {
  return (node) => {
    const ref = stringOf(node, "$ref");
    return ref === undefined ? node : named[ref];
  };
}

function plain(node: Node): unknown {
  return JSON.parse(printJson(node));
}

describe("merge where the trait wins", () => {
  it("is RFC 7396 where there are no references", () => {
    const object = fc.dictionary(fc.constantFrom("a", "b", "__proto__"), fc.jsonValue({ maxDepth: 3 }));
    fc.assert(
      fc.property(object, object, (target, patch) => {
        const [below, above] = [nodeOf(target), nodeOf(patch)];
        expect(printJson(merge(below, above, merging("trait", itself)))).toBe(printJson(mergePatch(below, above)));
      }),
    );
  });

  it("follows both sides before it merges, so that no reference gets siblings", () => {
    const named = { T: nodeOf({ type: "object", properties: { a: 1 } }), P: nodeOf({ properties: { b: 2 } }) };
    const merged = merge(nodeOf({ headers: { $ref: "T" } }), nodeOf({ headers: { $ref: "P" } }), merging("trait", following(named)));
    expect(plain(merged)).toEqual({ headers: { type: "object", properties: { a: 1, b: 2 } } });
  });

  it("leaves a reference that only one side has as the very node it was", () => {
    const patch = nodeOf({ headers: { $ref: "P" } });
    const merged = merge(nodeOf({ name: "m" }), patch, merging("trait", following({ P: nodeOf({}) })));
    expect(valueOf(merged, "headers")).toBe(valueOf(patch, "headers"));
  });

  it("lets an unresolved reference replace what it meets, and be replaced", () => {
    const how = merging("trait", following({}));
    expect(plain(merge(nodeOf({ a: { b: 1 } }), nodeOf({ a: { $ref: "gone" } }), how))).toEqual({ a: { $ref: "gone" } });
    expect(plain(merge(nodeOf({ a: { $ref: "gone" } }), nodeOf({ a: { b: 1 } }), how))).toEqual({ a: { b: 1 } });
  });

  it("replaces lists whole and deletes by null", () => {
    const merged = merge(nodeOf({ tags: [1, 2], summary: "s" }), nodeOf({ tags: [3], summary: null }), merging("trait", itself));
    expect(plain(merged)).toEqual({ tags: [3] });
  });

  it("does not pollute by __proto__", () => {
    const merged = merge(nodeOf({}), nodeOf(JSON.parse('{"__proto__":{"polluted":1}}')), merging("trait", itself));
    expect(printJson(merged)).toContain("__proto__");
    expect("polluted" in {}).toBe(false);
  });
});

describe("merge where the object wins", () => {
  it("only fills gaps, at any depth", () => {
    const target = nodeOf({ summary: "own", bindings: { kafka: { key: "own" } }, tags: [1] });
    const patch = nodeOf({ summary: "trait", title: "trait", bindings: { kafka: { key: "t", groupId: "t" } }, tags: [2] });
    expect(plain(merge(target, patch, merging("object", itself)))).toEqual({
      summary: "own",
      title: "trait",
      bindings: { kafka: { key: "own", groupId: "t" } },
      tags: [1],
    });
  });

  it("keeps the object's nulls and is not emptied by the trait's", () => {
    const target = nodeOf({ a: null, b: 1 });
    expect(plain(merge(target, nodeOf({ a: 2, b: null }), merging("object", itself)))).toEqual({ a: null, b: 1 });
  });

  it("is the same node where the trait adds nothing", () => {
    const target = nodeOf({ a: { b: 1 } });
    expect(merge(target, nodeOf({ a: { b: 2 } }), merging("object", itself))).toBe(target);
  });
});

describe("merge of what has no end", () => {
  it("stops at recursive schemas that meet each other", () => {
    const named: Record<string, Node> = {
      T: nodeOf({ properties: { t: { $ref: "T" } } }),
      P: nodeOf({ properties: { t: { $ref: "P" } } }),
    };
    const merged = merge(nodeOf({ h: { $ref: "T" } }), nodeOf({ h: { $ref: "P" } }), merging("trait", following(named)));
    expect(plain(merged)).toEqual({ h: { properties: { t: { $ref: "P" } } } });
  });

  it("merges what aliases repeat once", () => {
    let [left, right] = [nodeOf({ a: 1 }), nodeOf({ b: 1 })];
    for (let depth = 0; depth < 60; depth += 1) {
      const [below, above] = [left, right];
      const place = { file: below.file, start: 0, end: 0 };
      left = { ...place, kind: "map", entries: ["x", "y"].map((key) => ({ ...place, key, value: below })) };
      right = { ...place, kind: "map", entries: ["x", "y"].map((key) => ({ ...place, key, value: above })) };
    }
    const merged = merge(left, right, merging("trait", itself));
    expect(valueOf(merged, "x")).toBe(valueOf(merged, "y"));
  });

  it("leaves the winner alone when the budget is spent", () => {
    const how = { ...merging("trait", itself), entriesLeft: 3 };
    expect(plain(merge(nodeOf({ a: 1, b: 2 }), nodeOf({ c: 3, d: 4 }), how))).toEqual({ c: 3, d: 4 });
  });

  it("goes down a chain of references only so far", () => {
    const chain = (name: string): [string, Node][] =>
      Array.from({ length: 20_000 }, (_, at) => [`${name}${at}`, nodeOf({ [name]: at, next: { $ref: `${name}${at + 1}` } })]);
    const named = Object.fromEntries([...chain("T"), ...chain("P")]);
    const merged = merge(nodeOf({ h: { $ref: "T0" } }), nodeOf({ h: { $ref: "P0" } }), merging("trait", following(named)));
    expect(printJson(merged)).toContain('"P": 199');
    expect(printJson(merged)).not.toContain('"P": 300');
  });
});
