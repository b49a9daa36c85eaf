import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import type { Edit } from "../build/made-state.ts";
import { retold, stale, stateOf } from "../build/made-state.ts";
import fc from "../support/fast-check.ts";

const corpus = fileURLToPath(new URL("../../../shared/corpus/real", import.meta.url));

/** Documents that are large enough to have something to keep, and small enough to be built often. */
const documents = readdirSync(corpus, { recursive: true, withFileTypes: true })
  .filter((entry) => entry.isFile() && /\.(?:ya?ml|json)$/.test(entry.name))
  .map((entry) => join(entry.parentPath, entry.name))
  .filter((path) => statSync(path).size > 3000 && statSync(path).size < 60_000)
  .sort();

/** Every so manieth document; by hand with more runs all of them. */
const RUNS = Number(process.env.RUNS ?? 0);
const some = documents.filter((_, index) => RUNS > 0 || index % 16 === 5);

test("of real documents nothing is kept that is not as it was, whatever is told in other words", async () => {
  let kept = 0;
  for (const path of some) {
    const text = readFileSync(path, "utf8");
    const before = await stateOf(path, text);
    if (!before) continue;
    const holds = async (edit: Edit): Promise<void> => {
      const next = edit(text, before.root);
      const after = await stateOf(path, next);
      const found = after && (await stale(before, after));
      expect([path, found?.wrong ?? []]).toEqual([path, []]);
      kept += found?.kept ?? 0;
    };
    await fc.assert(fc.asyncProperty(retold, holds), { numRuns: RUNS || 2 });
  }
  expect([some.length > 5, kept > 100]).toEqual([true, true]);
});
