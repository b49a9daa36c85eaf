import { describe, expect, it } from "vitest";
import { patterns } from "../../src/validate/patterns.ts";

function test(source: string, text: string, milliseconds = 100): boolean | undefined | string {
  const pattern = patterns(() => milliseconds).of(source);
  return "invalid" in pattern ? pattern.invalid : pattern.test(text);
}

describe("patterns", () => {
  it("are ECMA-262 with Unicode", () => {
    expect(test("^.$", "😀")).toBe(true);
    expect(test("^\\p{Lu}+$", "ÄÖÜ")).toBe(true);
    expect(test("b", "abc")).toBe(true);
  });

  it("fall back to what Annex B allows", () => {
    expect(test("^[\\w-.]+$", "a-b.c")).toBe(true);
    expect(test("^\\-$", "-")).toBe(true);
  });

  it("say why they are none", () => {
    expect(test("[", "x")).toBe("Unterminated character class");
    expect(test("a++", "x")).toBe("Nothing to repeat");
    expect(test("(?i)abc", "x")).toBe("Invalid group");
  });

  it("that are too large for the engine say nothing, and break nothing", () => {
    expect(test("a?".repeat(9_000), "aaaa")).toBeUndefined();
  });

  it("never run longer than they may", () => {
    const started = performance.now();
    expect(test("^(a+)+$", `${"a".repeat(45)}!`)).toBeUndefined();
    expect(test("(x+x+)+y", "x".repeat(60))).toBeUndefined();
    expect(test("^(.*)*\\1z$", "a".repeat(60))).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(1_500);
  });

  it("are not tried again once they took too long", () => {
    const all = patterns(() => 100);
    const pattern = all.of("^(a+)+$");
    if ("invalid" in pattern) throw new Error(pattern.invalid);
    pattern.test(`${"a".repeat(45)}!`);
    const started = performance.now();
    for (let index = 0; index < 100; index += 1) expect(pattern.test(`${"a".repeat(40)}${index}!`)).toBeUndefined();
    expect(performance.now() - started).toBeLessThan(90);
  });

  it("answer for risky patterns that end", () => {
    expect(test("^(\\d{3}-)+\\d+$", "123-456-789-012-3")).toBe(true);
    expect(test("^(\\d{3}-)+\\d+$", "123-456-789-012-x")).toBe(false);
    expect(test("^a+b+c+d+$", `${"a".repeat(20)}bcd`)).toBe(true);
  });
});
