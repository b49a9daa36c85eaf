import { expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import { compare } from "./compare.ts";

const signs = ["a", "b", "0", "\n"];

/** All texts of up to four signs. */
const texts = [""];
for (const text of texts) if (text.length < 4) texts.push(...signs.map((sign) => text + sign));

const { pattern: patterns } = fc.letrec<{ pattern: string }>((tie) => {
  const part = tie("pattern");
  const pieces = ["a", "b", "0", ".", "[ab]", "[^a]", "\\d", "\\D", "\\s", "\\w", "[^]", "^", "$", "[a-b\\d]", "\\u0061", ""];
  return {
    pattern: fc.oneof(
      { depthSize: "small", withCrossShrink: true },
      fc.constantFrom(...pieces),
      fc.tuple(part, part).map(([one, other]) => one + other),
      fc.tuple(part, part).map(([one, other]) => `(${one}|${other})`),
      fc.tuple(part, fc.constantFrom("*", "+", "?", "{2}", "{1,2}", "{2,}", "*?")).map(([one, times]) => `(?:${one})${times}`),
      part.map((one) => `^${one}$`),
    ),
  };
});

it("tells of every two patterns whether one is within the other, as the engine does", () => {
  const counts = { contained: 0, "not-contained": 0, unknown: 0 };
  fc.assert(
    fc.property(patterns, patterns, (inner, outer) => {
      const verdict = compare({ type: "string", pattern: inner }, { type: "string", pattern: outer });
      counts[verdict.verdict] += 1;
      const [own, other] = [new RegExp(inner, "u"), new RegExp(outer, "u")];
      const between = texts.filter((text) => own.test(text) && !other.test(text));
      if (verdict.verdict === "contained") expect([inner, outer, between]).toEqual([inner, outer, []]);
      else expect([inner, outer, verdict.verdict]).toEqual([inner, outer, "not-contained"]);
    }),
    { numRuns: 400 },
  );
  expect(counts).toMatchObject({ unknown: 0 });
  expect(Math.min(counts.contained, counts["not-contained"])).toBeGreaterThan(40);
});

it.each(["^(?=a)b", "^(a)\\1$", "\\bfoo\\b", "\\p{Lu}", `^${"(a".repeat(101)}${")".repeat(101)}$`, "^([a-z]{1000}){1000}$"])(
  "leaves %s to values that are tried",
  (pattern) => {
    expect(compare({ type: "string", pattern }, { type: "string", pattern: `${pattern}|x` }).verdict).not.toBe("contained");
    expect(compare({ type: "string", pattern }, { type: "string", pattern }).verdict).toBe("contained");
  },
);
