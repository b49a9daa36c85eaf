import fc from "fast-check";
import { expect, test } from "vitest";
import type { Leaves } from "../support/format-document.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { built } from "../support/built.ts";
import { lostIn } from "../support/nothing-lost.ts";
import type { Plain } from "../support/plain.ts";
import { printPlain } from "../support/plain.ts";
import { outsideOfSite } from "./closed-site.ts";
import { keys, payloads } from "./payloads.ts";

/** Runs of the whole recipe over generated documents; MSGDOCS_FUZZ=10000 for a long one, by hand. */
const RUNS = Number(process.env.MSGDOCS_FUZZ ?? 300);
const BATCH = 50;

const word = fc.string({ minLength: 1, maxLength: 12, unit: "grapheme-ascii" });
const text = fc.oneof(
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
const key = fc.oneof(
  fc.constantFrom(...keys, "a", "B", "b", "é", "e\u0301", "a/b", "a-b", "~1", "%2F", "NUL", "x".repeat(300)),
  word,
  fc.constantFrom(...payloads),
);
const number = fc.oneof(fc.integer(), fc.bigInt(-(2n ** 70n), 2n ** 70n), fc.nat(9));
const scalar: fc.Arbitrary<Plain> = fc.oneof(text, number, fc.boolean(), fc.constant(null));

type Draw = <T>(arbitrary: fc.Arbitrary<T>) => T;

/** Leaves that a run draws one by one. Now and then a value is of quite another kind than its field's. */
function drawn(draw: Draw): Leaves {
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

async function judge(source: string): Promise<void> {
  const first = await built({ "api.json": source });
  expect(outsideOfSite(first.files)).toEqual([]);
  expect(lostIn(first)).toEqual([]);
  expect(first.files.size > 0 || first.diagnostics.some(({ severity }) => severity === "error")).toBe(true);
  const second = await built({ "api.json": source });
  expect(second.files).toEqual(first.files);
}

test.each(Array.from({ length: Math.ceil(RUNS / BATCH) }, (_, at) => at))(
  "a generated document breaks nothing: no throw, the same bytes twice, nothing lost, nothing active (batch %i)",
  { timeout: 600_000 },
  async (batch) => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...dialects), fc.gen(), async (dialect, gen) => {
        const draw: Draw = (arbitrary) => gen(() => arbitrary);
        await judge(printPlain(formatDocument(dialect, drawn(draw))));
        expect(Object.prototype).not.toHaveProperty("polluted");
      }),
      { numRuns: BATCH, seed: 20_260 + batch, endOnFailure: true },
    );
  },
);
