import { describe, expect, it } from "vitest";
import { anchorBelow, anchorFor } from "#model";
import fc from "../../support/fast-check.ts";

describe("anchorFor", () => {
  it("is the path, readable", () => {
    expect(anchorFor("payload", "lines", "sku")).toBe("payload.lines.sku");
    expect(anchorFor("payload", "a.b", "[]")).toBe("payload.a~002eb.~005b~005d");
  });

  it("is bounded, and safe as an id and in a URL", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (path) => {
        const anchor = anchorFor("row", ...path);
        expect(anchor).toMatch(/^[A-Za-z][A-Za-z0-9_.~-]*$/);
        expect(anchor.length).toBeLessThanOrEqual(120);
        expect(encodeURIComponent(anchor)).toBe(anchor);
      }),
    );
  });

  it("is different for different paths", () => {
    const step = fc.oneof(fc.string({ maxLength: 3 }), fc.constantFrom("a", "A", "a.b", "~", "", "~002e"));
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 4 }), (one, other) => {
        expect(anchorFor("r", ...one) === anchorFor("r", ...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
    expect(anchorFor("r", "x".repeat(300))).not.toBe(anchorFor("r", "x".repeat(301)));
    // A step that is longer than any name is told by a hash, halves of surrogate pairs too.
    const long = ["x".repeat(5_000), `${"x".repeat(5_000)}\ud800`, `${"x".repeat(5_000)}\ud801`].map((each) => anchorFor("r", each));
    expect(new Set(long).size).toBe(3);
  });
});

describe("anchorBelow", () => {
  it("is the anchor of the whole path", () => {
    expect(anchorBelow("payload", "a.b", "[]")).toBe(anchorFor("payload", "a.b", "[]"));
  });

  it("adds what the steps alone decide, bounded and different for different steps", () => {
    const long = ["x".repeat(90), "y".repeat(90)];
    const added = anchorBelow("a", ...long).slice(1);
    expect(anchorBelow("message.m.payload", ...long)).toBe(`message.m.payload${added}`);
    expect(added.length).toBeLessThanOrEqual(101);
    expect(anchorBelow("a", ...long, "z")).not.toBe(anchorBelow("a", ...long));
  });
});
