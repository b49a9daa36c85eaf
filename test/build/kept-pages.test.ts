import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { root } from "../cli/spawned.ts";
import fc from "../support/fast-check.ts";
import { hard } from "./hard-document.ts";
import type { Edit } from "./made-state.ts";
import { countTelling, retold, stale, stateOf, tellAgain } from "./made-state.ts";
import { slip } from "./slips.ts";
import { telling } from "./telling-document.ts";

const RUNS = Number(process.env.RUNS ?? 2);

const documents: readonly (readonly [name: string, path: string, text: string])[] = [
  ...Object.entries(hard).map(([name, text]) => [name, "/nowhere/msgapi.yaml", text] as const),
  ...["chargers/asyncapi.yaml", "robots/msgapi.yaml", "robots-3.0/msgapi.yaml"].map((name) => {
    const path = join(root, "example-docs", name);
    return [name, path, readFileSync(path, "utf8")] as const;
  }),
];

describe.each(documents)("%s: what a build keeps of the one before is what it would make", (_, path, text) => {
  const holds = async (edit: Edit): Promise<number> => {
    const before = (await stateOf(path, text))!;
    const after = await stateOf(path, edit(text, before.root));
    const found = after && (await stale(before, after));
    expect(found?.wrong ?? []).toEqual([]);
    return found?.kept ?? 0;
  };

  test("where something is told in other words", async () => {
    const kept: number[] = [];
    await fc.assert(
      fc.asyncProperty(retold, async (edit) => void kept.push(await holds(edit))),
      { numRuns: RUNS },
    );
    expect(kept).toHaveLength(RUNS);
  });

  test("after any slip of an author", async () => {
    await fc.assert(
      fc.asyncProperty(slip, async (edit) => {
        await holds(edit);
      }),
      { numRuns: RUNS },
    );
  });
});

const cases = Object.entries(telling).flatMap(([name, text]) => [
  { name, text, rows: 200 },
  { name, text, rows: 2 },
]);

test.each(cases)("$name, $rows rows a list: so it is for every single thing that is told", async ({ text, rows }) => {
  const path = "/nowhere/msgapi.yaml";
  const before = (await stateOf(path, text, rows))!;
  const found: unknown[] = [];
  for (let at = 0; at < countTelling(before.root); at += 1) {
    const next = tellAgain(at, 1)(text, before.root);
    const kept = await stale(before, (await stateOf(path, next, rows))!);
    if (kept?.wrong.length) found.push([next.split("\n").find((line, index) => line !== text.split("\n")[index]), kept.wrong]);
  }
  expect(found).toEqual([]);
});
