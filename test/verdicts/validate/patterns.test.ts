import { describe, expect, it, vi } from "vitest";
import { patterns } from "../../../src/verdicts/validate/patterns.ts";

/** Time that no pattern needs that ends. */
const ENOUGH = 60_000;

function test(source: string, text: string, milliseconds = ENOUGH): boolean | undefined | string {
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

  it("of groups nested deeper than any real one are not tried: compiling them takes the cube of their depth", () => {
    const nested = (depth: number): string => `^${"(".repeat(depth)}a${")?".repeat(depth)}$`;
    expect([test(nested(99), "a"), test(nested(101), "a")]).toEqual([true, undefined]);
    expect(test(`^${"\\(".repeat(101)}[${"(".repeat(101)}]$`, "(".repeat(102))).toBe(true);
  });

  it("never run longer than they may", () => {
    expect(test("^(a+)+$", `${"a".repeat(45)}!`, 100)).toBeUndefined();
    expect(test("(x+x+)+y", "x".repeat(60), 100)).toBeUndefined();
    expect(test("^(.*)*\\1z$", "a".repeat(60), 100)).toBeUndefined();
  });

  it("are not tried again once they took too long", () => {
    let left = ENOUGH;
    const pattern = patterns(() => left).of("^(a+)+$");
    if ("invalid" in pattern) throw new Error(pattern.invalid);
    const long = "a".repeat(45);
    expect(pattern.test(long)).toBe(true);
    left = 100;
    expect(pattern.test(`${long}!`)).toBeUndefined();
    left = ENOUGH;
    expect(pattern.test(long)).toBeUndefined();
  });

  it("are tried once more where a busy machine did not let them run", () => {
    const pattern = patterns(() => 100).of("^(a+)+$");
    if ("invalid" in pattern) throw new Error(pattern.invalid);
    const spy = vi.spyOn(RegExp.prototype, "test").mockImplementationOnce(() => {
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 60_000);
      return false;
    });
    const said = pattern.test("a".repeat(45));
    spy.mockRestore();
    expect(said).toBe(true);
  });

  it("answer for risky patterns that end", () => {
    expect(test("^(\\d{3}-)+\\d+$", "123-456-789-012-3")).toBe(true);
    expect(test("^(\\d{3}-)+\\d+$", "123-456-789-012-x")).toBe(false);
    expect(test("^a+b+c+d+$", `${"a".repeat(20)}bcd`)).toBe(true);
  });
});
