import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, test } from "vitest";
import fc from "../support/fast-check.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import type { Plain } from "../support/plain.ts";
import { printBlock, printPlain } from "../support/plain.ts";
import { splitUp } from "../support/split-up.ts";
import type { Draw } from "./drawn-leaves.ts";
import { drawnLeaves } from "./drawn-leaves.ts";
import { BATCH, batches, SEED, TIMEOUT } from "./fuzzing.ts";
import { bundle } from "../../src/documents/index.ts";
import { compareApis } from "../../src/changes/compare/index.ts";
import { readVersion } from "../../src/run/recipe/index.ts";
import { builtFrom } from "../support/built.ts";
import { loadSettings } from "../../src/config/index.ts";
import { folder } from "../app/cli/shell.ts";
import { drawnDocument } from "./drawn-documents.ts";
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

test.each(batches(160))(
  "a generated document breaks nothing: no throw, the same bytes twice, nothing lost, nothing active (batch %i)",
  { timeout: TIMEOUT },
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

const settings = loadSettings({ config: undefined }, tmpdir()).settings;

/** Checks, builds, bundles and compares. Whatever a document is, nothing throws, and we fail on no page and no pair of messages. */
async function survives(files: Readonly<Record<string, string | Uint8Array>>): Promise<void> {
  const cwd = folder(files);
  const { subject } = await builtFrom(join(cwd, "api.json"));
  const { version } = settings ? await readVersion(join(cwd, "mutant.json"), { settings, cwd }) : {};
  if (subject) bundle(subject.documents, { format: "yaml" });
  if (!subject || !version || !settings) return;
  for (const reading of ["documented", "strict"] as const) compareApis(subject, version, { reading, limits: settings.limits });
  compareApis(version, subject, { reading: "documented", limits: settings.limits });
}

test.each(batches(240))(
  "what the tables allow and slips make of it, in each language of schemas, ends in no throw (batch %i)",
  {
    timeout: TIMEOUT,
  },
  async (batch) => {
    const property = fc.asyncProperty(fc.gen(), async (gen) => {
      const { document, mutant } = drawnDocument((arbitrary) => gen(() => arbitrary));
      await judge({ "api.json": printPlain(document), "mutant.json": printPlain(mutant) }, survives);
    });
    await fc.assert(property, { numRuns: BATCH, seed: SEED + batch, endOnFailure: true });
  },
);
