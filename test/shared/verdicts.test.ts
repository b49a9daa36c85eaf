import { readFileSync, realpathSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { beforeAll, expect, it } from "vitest";
import { examine } from "../../src/run/recipe/index.ts";
import { loadSettings } from "../../src/config/index.ts";

const corpus = `${realpathSync(fileURLToPath(new URL("../../../shared/corpus/", import.meta.url)))}/`;
const page = readFileSync(new URL("../../docs/evidence/verdicts.md", import.meta.url), "utf8");

interface Verdict {
  readonly file: string;
  readonly peer: string;
  readonly errors: readonly string[];
}

const verdicts: Verdict[] = [];

async function verdictOf(file: string, peer: string): Promise<Verdict> {
  const { settings } = loadSettings({}, corpus);
  const root = `${corpus}${file.split("/").slice(0, 3).join("/")}`;
  const { diagnostics } = await examine(`${corpus}${file}`, { settings: { ...settings!, root }, cwd: corpus });
  const errors = diagnostics.filter(({ severity }) => severity === "error").map(({ code }) => `\`${code}\``);
  return { file, peer, errors: [...new Set(errors)].sort() };
}

beforeAll(async () => {
  const [, ...lines] = readFileSync(`${corpus}index.tsv`, "utf8").trim().split("\n");
  for (const line of lines) {
    const [file = "", , , peer = ""] = line.split("\t");
    verdicts.push(await verdictOf(file, peer));
  }
});

/** The rows of the page's tables: document and what we say of it. */
const explained = new Map(
  [...page.matchAll(/^\| `([^`]+)` +\|[^|]*\|[^|]*\| ([^|]*?) +\|$/gm)].map(([, file = "", here = ""]) => [file, here]),
);

it("every difference from the peer's verdict is on the page, with the codes that it names", () => {
  const differ = verdicts.filter(({ peer, errors }) => (peer === "valid" ? errors.length > 0 : errors.length === 0));
  const found = differ.map(({ file, errors }) => [file.replace(/^real\//, ""), errors.join(", ") || "no error"]);
  expect(Object.fromEntries(found)).toEqual(Object.fromEntries(explained));
});

it("the counts of the page are those of the run", () => {
  const count = (peer: string, wrong: boolean): number =>
    verdicts.filter((each) => each.peer === peer && each.errors.length > 0 === wrong).length;
  const rows = [...page.matchAll(/\| +(\d+) \| +(\d+) \| +(\d*) \|$/gm)].map((row) => row.slice(1).map(Number));
  expect(rows).toEqual([
    [215, count("valid", false), count("valid", true)],
    [103, count("invalid", true), count("invalid", false)],
    [13, count("invalid+network", true), count("invalid+network", false)],
    [3, count("network", true), count("network", false)],
    [8, count("missing-file", true), count("missing-file", false)],
  ]);
});
