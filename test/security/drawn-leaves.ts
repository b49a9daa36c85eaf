import fc from "../support/fast-check.ts";
import type { Leaves } from "../support/format-document.ts";
import type { Plain } from "../support/plain.ts";
import { keys, payloads } from "./payloads.ts";

const word = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" });
export const text = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...payloads) },
  { weight: 3, arbitrary: word },
  fc.constantFrom(
    "",
    " ",
    "\n",
    "#/x",
    "../../etc/passwd",
    "https://fine.example/a?b#c",
    "{a}/{b",
    "$message.payload#/a",
    "application/json",
    "\ud800",
    "日本語",
    "عربى",
    "é",
    "👩‍👩‍👧",
    "\u202Eabc",
    "a\u0000b",
  ),
  fc.string({ maxLength: 40, unit: "binary-ascii" }),
);
export const key = fc.oneof(
  fc.constantFrom(...keys, "a", "B", "b", "é", "e\u0301", "a/b", "a-b", "~1", "%2F", "NUL", "x".repeat(300)),
  word,
  fc.constantFrom(...payloads),
);
const number = fc.oneof(fc.integer(), fc.bigInt(-(2n ** 70n), 2n ** 70n), fc.nat(9));
export const scalar: fc.Arbitrary<Plain> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

/** Takes a value of a run. */
export type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** Leaves that a run draws one by one. Now and then a value is of quite another kind than its field's. */
export function drawnLeaves(draw: Draw): Leaves {
  const nat = (most: number): number => draw(fc.nat(most));
  let left = 260;
  return {
    text: (name, { oneOf }) => {
      // A format of a schema without a type is not said everywhere yet.
      if (name === "format") return undefined;
      return oneOf && nat(9) > 0 ? oneOf[nat(oneOf.length - 1)] : draw(text);
    },
    key: () => draw(key),
    number: () => draw(number),
    boolean: () => draw(fc.boolean()),
    any: () => (nat(2) === 0 ? new Map([[draw(key), draw(scalar)]]) : draw(scalar)),
    choose: (count) => nat(count - 1),
    count: () => nat(2),
    includes: () => (left -= 1) > 0 && nat(2) === 0,
  };
}
