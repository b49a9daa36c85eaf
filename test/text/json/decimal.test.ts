import { describe, expect, it } from "vitest";
import fc from "../../support/fast-check.ts";
import { compareDecimals, decimalOf, isInteger } from "../../../src/text/json/index.ts";

const decimal = (raw: string) => decimalOf(raw)!;

describe("decimalOf", () => {
  it("keeps every digit", () => {
    expect(decimal("9223372036854775808")).not.toEqual(decimal("9223372036854775807"));
    expect(decimal("0.1000000000000000055").digits).toBe("1000000000000000055");
  });

  it("reads one number in many spellings as one", () => {
    for (const raw of ["1000", "1e3", "1.0E+3", "+1000.", "0x3E8", "0o1750", "1000.000"])
      expect(decimal(raw), raw).toEqual(decimal("1000"));
    expect(decimal("-0")).toEqual(decimal("0.00"));
  });

  it("knows what is no number", () => {
    for (const raw of [".inf", "-.Inf", ".nan", "", ".", "abc"]) expect(decimalOf(raw), raw).toBeUndefined();
  });
});

describe("compareDecimals", () => {
  it("orders as numbers are ordered", () => {
    const sorted = [
      "-1e400",
      "-10",
      "-9.99",
      "-0.1",
      "0",
      "1e-9",
      "0.1",
      "9",
      "9.99",
      "10",
      "9223372036854775807",
      "9223372036854775808",
      "1e400",
    ];
    for (const [index, raw] of sorted.entries()) {
      for (const [other, against] of sorted.entries()) {
        expect(Math.sign(compareDecimals(decimal(raw), decimal(against))), `${raw} ${against}`).toBe(Math.sign(index - other));
      }
    }
  });

  it("agrees with doubles where these are exact", () => {
    const integers = fc.integer({ min: -1e9, max: 1e9 });
    fc.assert(
      fc.property(integers, integers, (a, b) => {
        expect(Math.sign(compareDecimals(decimal(String(a)), decimal(String(b))))).toBe(Math.sign(a - b));
      }),
    );
  });
});

describe("isInteger", () => {
  it("asks for digits behind the point, not for a point", () => {
    expect(["1.0", "1e3", "1.50e1", "0"].map((raw) => isInteger(decimal(raw)))).toEqual([true, true, true, true]);
    expect(["1.5", "1e-1", "0.0001"].map((raw) => isInteger(decimal(raw)))).toEqual([false, false, false]);
  });
});
