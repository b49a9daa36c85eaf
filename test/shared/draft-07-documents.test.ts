import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { folder, msgdocs, report } from "../app/cli/shell.ts";

const suite = fileURLToPath(new URL("../../../shared/corpus/suites/json-schema-test-suite/tests/draft7", import.meta.url));

interface Group {
  readonly description: string;
  readonly schema: unknown;
  readonly tests: readonly { readonly data: unknown; readonly valid: boolean }[];
}

/** A document whose message has a group's schema as payload and its values as examples; `#` is the schema, as in the suite. */
function filesOf({ schema, tests }: Group): Readonly<Record<string, string>> {
  const examples = tests.map(({ data }) => ({ payload: data }));
  const message = { schemaFormat: "application/schema+json;version=draft-07", payload: { $ref: "schema.json" }, examples };
  const document = { asyncapi: "2.6.0", info: { title: "T", version: "1" }, channels: { a: { publish: { message } } } };
  return { "api.json": JSON.stringify(document), "schema.json": JSON.stringify(schema) };
}

/** Which values are refused, by their index. */
async function refused(group: Group): Promise<readonly number[]> {
  const said = await msgdocs(folder(filesOf(group)), ["check", "api.json", "--format", "json"]);
  const { diagnostics } = report(said) as { diagnostics: readonly { code: string; pointer?: string }[] };
  const found = diagnostics
    .filter(({ code }) => code === "example/payload")
    .map(({ pointer = "" }) => /\/examples\/(\d+)\//.exec(`${pointer}/`)?.[1]);
  return [...new Set(found.map(Number))].sort((a, b) => a - b);
}

/** Other hosts are not asked, which is all that refRemote.json is about; the validator's own test has them at hand. */
const isOwn = ({ schema }: Group): boolean => !/"\$ref":"https?:/.test(JSON.stringify(schema));
const names = readdirSync(suite).filter((name) => name.endsWith(".json") && name !== "refRemote.json");
const files = names.sort().map((name) => {
  const groups = JSON.parse(readFileSync(join(suite, name), "utf8")) as Group[];
  return { name, groups: groups.filter(isOwn) };
});

test("nearly all of the suite's values are judged", () => {
  expect(files.flatMap(({ groups }) => groups.flatMap(({ tests }) => tests)).length).toBeGreaterThan(850);
});

test.each(files)("$name says the same in whole documents", async ({ groups }) => {
  const differ: unknown[] = [];
  for (const group of groups) {
    const expected = group.tests.flatMap(({ valid }, at) => (valid ? [] : [at]));
    const found = await refused(group);
    if (found.join() !== expected.join()) differ.push({ group: group.description, found, expected });
  }
  expect(differ).toEqual([]);
});
