import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { examine } from "../../src/run/recipe/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import { corpus, drafts } from "./corpus-index.ts";

const page = readFileSync(new URL("../../docs/evidence/verdicts.md", import.meta.url), "utf8");

async function codesOf(file: string): Promise<string> {
  const { settings } = loadSettings({}, corpus);
  if (!settings) throw new Error("There are no settings.");
  const { diagnostics } = await examine(`${corpus}${file}`, { settings: { ...settings, root: corpus }, cwd: corpus });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => `\`${code}\``);
  return [...new Set(errors)].sort().join(", ") || "no error";
}

it("what is said of documents of the draft is what the page says", async () => {
  const found = new Map<string, [number, number]>();
  for (const { file, accepted: isAccepted } of drafts) {
    const codes = await codesOf(file);
    const [accepted, refused] = found.get(codes) ?? [0, 0];
    found.set(codes, isAccepted ? [accepted + 1, refused] : [accepted, refused + 1]);
  }
  const [, section = ""] = page.split("\n## Documents of the draft\n");
  const told = [...section.matchAll(/^\| (.+?) +\| +(\d+) \| +(\d+) \|$/gm)].map(([, codes, ok, bad]) => [
    codes,
    [Number(ok), Number(bad)],
  ]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told));
});
