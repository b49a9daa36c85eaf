import { existsSync } from "node:fs";
import { expect, test } from "vitest";
import { catalog } from "#text";
import { folder, msgdocs, report } from "../../app/cli/shell.ts";
import type { Files, RulePage } from "../../support/rule-page.ts";
import { codes, pagePath, readRulePage, withGenerated } from "../../support/rule-page.ts";
import { asJson, splitApart } from "../../support/variants.ts";

test("every code has a page", () => {
  expect(codes.filter((code) => !existsSync(pagePath(code)))).toEqual([]);
});

const shown = codes.map(readRulePage);

const isComparison = ({ args }: RulePage): boolean => args[0] === "diff";

/** Rules that are off are switched on for their own page. */
function filesOf({ code }: RulePage, files: Files): Files {
  return catalog[code].level === "off" ? { "msgdocs.yaml": `rules: { ${code}: warning }\n`, ...files } : { ...files };
}

async function outputOf(page: RulePage): Promise<string> {
  const said = await msgdocs(folder(filesOf(page, page.wrong)), page.args);
  // Templates are named from where the test runs, and their versions come and go.
  if (page.args.includes("json")) return said.stdout.trimEnd().replaceAll(/"[^"]*msgdocs-cli-\w+\/([^"\\]*)\\"/g, '"$1\\"');
  const text = `${said.stdout}${said.stderr}`.replaceAll(/\S*msgdocs-cli-\w+\//g, "").replace(/(is now at) \w{8}/, "$1 89abcdef");
  const blocks = text.split("\n\n").map((block) => block.replace(/^\S.*\n/, "").trimEnd());
  return blocks.filter((block) => (block.split("\n")[0] ?? "").endsWith(` ${page.code}`)).join("\n");
}

async function codesOf(page: RulePage, files: Files): Promise<readonly string[]> {
  const said = await msgdocs(folder(filesOf(page, files)), [...page.args, "--format", "json"]);
  // A change that breaks nobody is listed, and breaks no rule.
  if (isComparison(page)) {
    const { changes } = JSON.parse(said.stdout) as { changes: { code: string; verdict: string }[] };
    return changes.flatMap(({ code, verdict }) => (verdict === "compatible" ? [] : [code]));
  }
  return report(said).diagnostics.map(({ code }) => code);
}

test.each(shown)("$code: the page shows what breaks the rule, with what is said of it at its place", async (page) => {
  const output = await outputOf(page);
  expect(output).toContain(page.code);
  await expect(withGenerated(page, output)).toMatchFileSnapshot(page.path);
});

const withRight = shown.filter(({ right }) => Object.keys(right).length > 0);

test.each(withRight)("$code: the page shows what only looks as if it broke the rule", async (page) => {
  expect(await codesOf(page, page.right)).not.toContain(page.code);
});

/** What is found, as `code file pointer`. */
async function problemsOf(page: RulePage, files: Files): Promise<readonly string[]> {
  const said = await msgdocs(folder(filesOf(page, files)), [...page.args, "--format", "json"]);
  const { diagnostics } = JSON.parse(said.stdout) as { diagnostics: { code: string; file: string; pointer: string }[] };
  return diagnostics.map(({ code, file, pointer }) => `${code} ${file} ${pointer}`).sort();
}

/** Rules about YAML itself, settings, rulesets and themes have no twin in JSON; a comparison has a report of its own, and a portal sees no text. */
const inJson = shown.filter(
  (page) =>
    !/^(?:document|config|run|ruleset|theme)\//.test(page.code) &&
    page.args[0] !== "build" &&
    page.code !== "reference/not-json-or-yaml" &&
    !isComparison(page),
);

test.each(inJson)("$code: the same document in JSON has the same problems at the same pointers", async (page) => {
  const yaml = await problemsOf(page, page.wrong);
  expect(await problemsOf(page, asJson(page.wrong))).toEqual(yaml.map((each) => each.replace(".yaml ", ".json ")));
});

test("problems inside of what may stand behind a reference are found in its own file", async () => {
  const found: Record<string, readonly string[]> = {};
  const expected: Record<string, readonly string[]> = {};
  for (const page of inJson) {
    const own = (await problemsOf(page, page.wrong)).filter((each) => each.startsWith(`${page.code} msgapi.yaml /`));
    const split = splitApart(page.wrong, own[0]?.split(" ")[2] ?? "");
    if (!split) continue;
    expected[page.code] = own.map((each) => each.replace(`msgapi.yaml ${split.above}`, "part.yaml "));
    found[page.code] = (await problemsOf(page, split.files)).filter((each) => each.startsWith(`${page.code} `));
  }
  expect(found).toEqual(expected);
  expect(Object.keys(expected).length).toBeGreaterThan(25);
});
