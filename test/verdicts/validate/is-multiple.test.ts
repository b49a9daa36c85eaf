import { describe, expect, it } from "vitest";
import { decimalOf } from "../../../src/text/json/index.ts";
import { isMultiple } from "../../../src/verdicts/validate/index.ts";
import fc from "../../support/fast-check.ts";

const decimal = (raw: string) => decimalOf(raw)!;

describe("isMultiple", () => {
  it("is exact where a remainder of doubles is not", () => {
    expect(isMultiple(decimal("0.3"), decimal("0.1"))).toBe(true);
    expect(isMultiple(decimal("4.35"), decimal("0.01"))).toBe(true);
    expect(isMultiple(decimal("9007199254740993"), decimal("2"))).toBe(false);
    expect(isMultiple(decimal("0.35"), decimal("0.1"))).toBe(false);
    expect(isMultiple(decimal("5"), decimal("10"))).toBe(false);
  });

  it("takes any exponent", () => {
    expect(isMultiple(decimal("1e1000000000"), decimal("3"))).toBe(false);
    expect(isMultiple(decimal("1e1000000000"), decimal("5"))).toBe(true);
    expect(isMultiple(decimal("1e-1000000000"), decimal("1"))).toBe(false);
  });

  it("ends, however many digits an exponent has", () => {
    const far = "9".repeat(400);
    expect(isMultiple(decimal(`1e${far}`), decimal("3"))).toBe(false);
    expect(isMultiple(decimal("3"), decimal(`1e-${far}`))).toBe(true);
    expect(isMultiple(decimal(`1e-${far}`), decimal("1"))).toBe(false);
    expect(isMultiple(decimal(`6e${far}`), decimal(`2e${far}`))).toBe(true);
  });

  it("agrees with integers", () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 1e6 }), fc.integer({ min: 1, max: 1e3 }), (value, by) => {
        expect(isMultiple(decimal(String(value)), decimal(String(by)))).toBe(value % by === 0);
      }),
    );
  });

  it("does not work on what nobody writes", () => {
    expect(isMultiple(decimal("1".repeat(10_000)), decimal("7"))).toBeUndefined();
  });
});
