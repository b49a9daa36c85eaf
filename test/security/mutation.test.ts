import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import fc from "../support/fast-check.ts";
import { printBlock, printPlain } from "../support/plain.ts";
import { BATCH, batches, SEED, TIMEOUT } from "./fuzzing.ts";
import { judge } from "./judge.ts";
import { mutateBytes, mutateNodes, parsePlain } from "./mutate.ts";

const examples = fileURLToPath(new URL("../../example-docs/", import.meta.url));
const paths = readdirSync(examples, { recursive: true, encoding: "utf8" });
const documents = paths.filter((path) => /(?:msg|async)api\.yaml$/.test(path)).sort();

/** The files of an example, the document first. */
function filesOf(document: string): Record<string, Buffer> {
  const folder = join(examples, dirname(document));
  const all = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const names = all.map((entry) => relative(folder, join(entry.parentPath, entry.name))).sort();
  const main = relative(folder, join(examples, document));
  return Object.fromEntries([main, ...names.filter((name) => name !== main)].map((name) => [name, readFileSync(join(folder, name))]));
}

const sources = documents.map(filesOf);

test("the examples themselves are fine", async () => {
  expect(sources.length).toBeGreaterThan(3);
  for (const files of sources) await judge(files);
});

test.each(batches(20))(
  "an example with parts dropped, doubled, moved or of another type breaks nothing (batch %i)",
  { timeout: TIMEOUT },
  async (batch) => {
    const property = fc.asyncProperty(fc.constantFrom(...sources), fc.gen(), async (files, gen) => {
      const readable = Object.keys(files).filter((name) => name.endsWith(".yaml"));
      const name = gen(() => fc.constantFrom(...readable));
      const changed = mutateNodes(parsePlain(files[name]?.toString() ?? ""), (arbitrary) => gen(() => arbitrary));
      await judge({ ...files, [name]: gen(() => fc.boolean()) ? printPlain(changed) : printBlock(changed) });
    });
    await fc.assert(property, { numRuns: BATCH, seed: SEED + batch, endOnFailure: true });
  },
);

test.each(batches(40))("an example with bytes changed breaks nothing (batch %i)", { timeout: TIMEOUT }, async (batch) => {
  const property = fc.asyncProperty(fc.constantFrom(...sources), fc.gen(), async (files, gen) => {
    const name = gen(() => fc.constantFrom(...Object.keys(files)));
    await judge({ ...files, [name]: mutateBytes(files[name] ?? Buffer.alloc(0), (arbitrary) => gen(() => arbitrary)) });
  });
  await fc.assert(property, { numRuns: BATCH, seed: SEED + batch, endOnFailure: true });
});
