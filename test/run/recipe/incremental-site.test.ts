import { fileURLToPath } from "node:url";
import { beforeAll, expect, test } from "vitest";
import fc from "../../support/fast-check.ts";
import { examine, filesOf, makeSite, openTheme, TextMemo } from "../../../src/run/recipe/index.ts";
import type { Settings } from "../../../src/config/index.ts";
import { loadSettings } from "../../../src/config/index.ts";
import { settleDiagnostics } from "../../../src/report/problem.ts";
import { hard } from "./hard-document.ts";
import type { Edit } from "./slips.ts";
import { slip } from "./slips.ts";

const path = "/nowhere/msgapi.yaml";

let settings: Settings;
let theme: NonNullable<Awaited<ReturnType<typeof openTheme>>["theme"]>;
beforeAll(async () => {
  const loaded = loadSettings({}, fileURLToPath(new URL("../../..", import.meta.url)));
  settings = { ...loaded.settings!, root: "/nowhere", guides: [] };
  theme = (await openTheme(settings)).theme!;
});

/**
 * The problems of a text as `problems.json`, and every file of its site by its path; no files where there is nothing to document. Two tries a
 * document are enough: a save checks all of it, and only the memo of texts outlives it. `RUNS=100` tries more.
 */
async function site(text: string, texts?: TextMemo): Promise<Map<string, string>> {
  const { subject, diagnostics } = await examine(path, { settings, cwd: "/nowhere", texts, overlay: new Map([[path, Buffer.from(text)]]) });
  const problems = settleDiagnostics(diagnostics, {});
  const files = new Map([["problems.json", JSON.stringify(problems)]]);
  if (!subject) return files;
  const made = await makeSite(subject, { settings, theme, problems });
  for (const { path: name, contents } of await filesOf(made)) files.set(name, Buffer.from(contents).toString("utf8"));
  return files;
}

async function sameAfter(start: string, edits: readonly Edit[]): Promise<void> {
  const texts = new TextMemo();
  let text = start;
  await site(text, texts);
  for (const each of edits) {
    const next = each(text);
    const [warm, cold] = [await site(next, texts), await site(next)];
    const different = [...cold].filter(([name, contents]) => warm.get(name) !== contents).map(([name]) => name);
    expect(different, next).toEqual([]);
    expect([...warm.keys()]).toEqual([...cold.keys()]);
    if (warm.size > 1) text = next;
  }
}

test.each(Object.keys(hard))(
  "%s: after any edits every problem and file of the site is what a build from the start makes, byte for byte",
  async (name) => {
    const document = hard[name] ?? "";
    await fc.assert(
      fc.asyncProperty(fc.array(slip, { minLength: 3, maxLength: 5 }), (edits) => sameAfter(document, edits)),
      { numRuns: Number(process.env.RUNS ?? 2) },
    );
  },
);
