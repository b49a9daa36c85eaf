import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, it } from "vitest";
import { examine } from "../../src/run/recipe/index.ts";
import { loadSettings } from "../../src/config/index.ts";
import { legacyRules } from "../../src/text/index.ts";

const cwd = fileURLToPath(new URL("./", import.meta.url));
const page = readFileSync(new URL("../../docs/evidence/validation-rules.md", import.meta.url), "utf8");

interface Case {
  readonly rule: string;
  readonly name: string;
  readonly valid_for_rule: boolean;
  readonly document: Readonly<Record<string, unknown>>;
}

const cases = JSON.parse(
  readFileSync(new URL("../../../shared/corpus/suites/validation-rules.json", import.meta.url), "utf8"),
) as readonly Case[];

/** The codes that a document gets: those of the peer's rule. */
async function found({ rule, document }: Case): Promise<readonly string[]> {
  // Rules that are off are not run; the peer has them on.
  const { settings } = loadSettings({ settings: { extends: "strict" } }, cwd);
  const path = `${cwd}case.json`;
  const overlay = new Map([[path, new TextEncoder().encode(JSON.stringify(document))]]);
  const { diagnostics } = await examine(path, { settings: settings!, cwd, overlay });
  const codes: readonly string[] =
    rule === "asyncapi-is-asyncapi" ? ["version/missing", "version/unsupported"] : (legacyRules.get(rule) ?? []);
  return diagnostics.map(({ code }) => code).filter((code) => codes.includes(code));
}

const explained = new Map(
  [...page.matchAll(/^\| (\d+) \| `([^`]+)` \| (.*?) \| (finds|passes) \|/gm)].map(([, at, rule, name]) => [Number(at), [rule, name]]),
);

it("every case of a peer's rule tests is judged alike, or the difference is on the page", async () => {
  const differ: [number, string[]][] = [];
  for (const [at, each] of cases.entries()) {
    const codes = await found(each);
    if (codes.length > 0 === each.valid_for_rule) differ.push([at, [each.rule, each.name.replaceAll("|", "/")]]);
  }
  expect(Object.fromEntries(differ)).toEqual(Object.fromEntries(explained));
});
