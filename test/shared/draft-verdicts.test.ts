import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { examine } from "#build";
import { loadSettings } from "#config";

const corpus = fileURLToPath(new URL("../../../shared/corpus/", import.meta.url));
const page = readFileSync(new URL("../../docs/verdicts.md", import.meta.url), "utf8");

async function codesOf(file: string): Promise<string> {
  const { settings } = await loadSettings({}, corpus);
  if (!settings) throw new Error("There are no settings.");
  const { diagnostics } = await examine(`${corpus}${file}`, { settings: { ...settings, root: corpus }, cwd: corpus });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => `\`${code}\``);
  return [...new Set(errors)].sort().join(", ") || "no error";
}

it("what is said of documents of the draft is what the page says", async () => {
  const [, ...lines] = readFileSync(`${corpus}draft-3.0.tsv`, "utf8").trim().split("\n");
  const found = new Map<string, [number, number]>();
  for (const line of lines) {
    const [file = "", , note = ""] = line.split("\t");
    const codes = await codesOf(file);
    const [accepted, refused] = found.get(codes) ?? [0, 0];
    found.set(codes, note.startsWith("draft-schema-ok") ? [accepted + 1, refused] : [accepted, refused + 1]);
  }
  const [, section = ""] = page.split("\n## Documents of the draft\n");
  const told = [...section.matchAll(/^\| (.+?) +\| +(\d+) \| +(\d+) \|$/gm)].map(([, codes, ok, bad]) => [codes, [Number(ok), Number(bad)]]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(told));
});
