import { expect, test } from "vitest";
import fc from "../support/fast-check.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import type { Plain } from "../support/plain.ts";
import { printBlock, printPlain } from "../support/plain.ts";
import { splitUp } from "../support/split-up.ts";
import type { Draw } from "./drawn-leaves.ts";
import { drawnLeaves } from "./drawn-leaves.ts";
import { BATCH, batches, SEED } from "./fuzzing.ts";
import { judge } from "./judge.ts";

type Print = (value: Plain) => string;

/** How a document is written: each way has a reader of its own. */
const forms: readonly { readonly extension: string; readonly print: Print }[] = [
  { extension: "json", print: printPlain },
  { extension: "yaml", print: printPlain },
  { extension: "yaml", print: printBlock },
];

/** The files of a drawn document: in one file or in several that refer to one another, as JSON, as YAML of either style. */
function filesOf(draw: Draw): Record<string, string> {
  const dialect = draw(fc.constantFrom(...dialects));
  const whole = formatDocument(dialect, drawnLeaves(draw));
  const parts = draw(fc.boolean()) ? splitUp(whole, (most) => draw(fc.nat(most))) : new Map([["api", whole]]);
  const { extension, print } = draw(fc.constantFrom(...forms));
  return Object.fromEntries([...parts].map(([name, part]) => [`${name}.${extension}`, print(part).replaceAll("{EXT}", extension)]));
}

test.each(batches(300))(
  "a generated document breaks nothing: no throw, the same bytes twice, nothing lost, nothing active (batch %i)",
  { timeout: 600_000 },
  async (batch) => {
    await fc.assert(
      fc.asyncProperty(fc.gen(), async (gen) => {
        await judge(filesOf((arbitrary) => gen(() => arbitrary)));
        expect(Object.prototype).not.toHaveProperty("polluted");
      }),
      { numRuns: BATCH, seed: SEED + batch, endOnFailure: true },
    );
  },
);
