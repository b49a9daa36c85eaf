import { readFileSync } from "node:fs";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { anchorBelow, anchorFor, anchorStep, relativeUrl } from "#model";
import fc from "../../support/fast-check.ts";

describe("anchorFor", () => {
  it("is the path, readable", () => {
    expect(anchorFor("payload", "lines", "sku")).toBe("payload.lines.sku");
    expect(anchorFor("payload", "a.b", "[]")).toBe("payload.a:b.~005b~005d");
    expect(anchorFor("message", "io.github.Order", "examples", "Bestellung geändert")).toBe(
      "message.io:github:Order.examples.Bestellung+geändert",
    );
    expect(anchorFor("payload", "$ref", "@id", "user/signedup", "{*}")).toBe("payload.$ref.@id.user/signedup.(*)");
  });

  it("stays escaped where a sign is none of a name, or would hide something", () => {
    for (const sign of ["~", ":", "+", "*", "(", "{x}", "#", "?", "%", "\u200b", "\u0301", "\ud800", "\n", "\u00a0"]) {
      expect(anchorFor("a", sign)).toMatch(/^a\.[~\da-fx]+$/);
    }
    const cut = anchorFor("a", "0.beef ".repeat(40));
    expect(cut).toMatch(/^a\.(?:0:beef\+)+.*~~[\da-f]{16}$/);
  });

  it("is bounded, and safe as an id and in a URL", () => {
    fc.assert(
      fc.property(fc.array(fc.string({ unit: "binary" }), { minLength: 1 }), (path) => {
        const anchor = anchorFor("row", ...path);
        expect(anchor).toMatch(/^[A-Za-z][\p{L}\p{N}_.~:+/@$()*-]*$/u);
        expect(anchor.length).toBeLessThanOrEqual(120);
        const fragment = relativeUrl("a.html", "a.html", anchor).slice(1);
        // RFC 3986 § 3.5; a browser looks for what it decodes.
        expect(fragment).toMatch(/^(?:[\w.~!$&'()*+,;=:@/?-]|%[\dA-F]{2})*$/);
        expect(decodeURIComponent(fragment)).toBe(anchor);
      }),
    );
  });

  it("is different for different paths", () => {
    const step = fc.oneof(
      fc.string({ maxLength: 3 }),
      fc.constantFrom("a", "A", "a.b", "a:b", "~", "", "~002e", "{*}", "~{*}", " ", "+", "~~0123456789abcdef", "é"),
    );
    fc.assert(
      fc.property(fc.array(step, { maxLength: 4 }), fc.array(step, { maxLength: 4 }), (one, other) => {
        expect(anchorFor("r", ...one) === anchorFor("r", ...other)).toBe(JSON.stringify(one) === JSON.stringify(other));
      }),
    );
    expect(anchorFor("r", "x".repeat(300))).not.toBe(anchorFor("r", "x".repeat(301)));
    // Anchors are kept for good: a step of up to 4,000 characters is never cut by itself.
    expect(anchorStep("x".repeat(4_000))).toBe("x".repeat(4_000));
    expect(anchorStep("x".repeat(4_001))).toMatch(/^x{120}~~[0-9a-f]{16}$/);
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

/** Where the script of pages leads from a fragment on a page with one anchor. */
function ledTo(fragment: string, anchor: string): string {
  const location = {
    hash: `#${fragment}`,
    replace(hash: string): void {
      location.hash = hash;
    },
  };
  const getElementById = (id: string): object | null => (id === anchor ? {} : null);
  const window = {};
  const script = readFileSync(new URL("../../../themes/default/js/address.js", import.meta.url), "utf8");
  runInNewContext(script, { window, location, document: { getElementById }, addEventListener: () => undefined });
  return location.hash.slice(1);
}

describe("an anchor as it was before", () => {
  it.each([
    ["payload.lines.~005b~005d.sku", "payload.lines.*.sku"],
    ["payload.~003dCard~0020paid.x", "payload.(Card+paid).x"],
    ["payload.~003fCard.x", "payload.(any.Card).x"],
    ["bindings.~007e~002ekafka.key.~", "bindings.kafka.key.~"],
    ["bindings.message~002eio~007e002egithub~002ekafka.key", "bindings.message:io:github:kafka.key"],
    ["payload.~00e9~002eat~~e02e456789abcdef.x", "payload.é:at~~e02e456789abcdef.x"],
    ["payload.as~002eis", "payload.as~002eis"],
    ["examples..2", "examples-2"],
    ["message.m.examples..generated.2", "message.m.examples-generated.2"],
    ["message.m.examples..2.at.payload./a", "message.m.examples-2.at.payload./a"],
    ["payload.~007b~005ea~003f~0024~007d.x", "payload.~007b~005ea~003f$~007d.x"],
  ])("%s leads to %s", (before, now) => {
    expect(ledTo(before, now)).toBe(now);
  });

  it("leads to the one of now, whatever letters and signs its names have", () => {
    const character = fc.constantFrom(...Array.from("aZ09_-.. //$@{}*[]^?=#()&:+~;é中жßआ"));
    const step = fc.oneof(fc.string({ unit: character, maxLength: 5 }), fc.constant("{*}"));
    fc.assert(
      fc.property(fc.array(step, { minLength: 1, maxLength: 4 }), (steps) => {
        // What was never spelled so of a name: a sign that was escaped twice, an item or a choice. Longer anchors have a hash.
        fc.pre(!steps.some((each) => /~\w{4}|^[=?]|\[\]/.test(each)));
        const before = `r.${steps.map(anchorStep).join(".")}`;
        expect(ledTo(before, anchorFor("r", ...steps))).toBe(anchorFor("r", ...steps));
      }),
    );
  });
});
