import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, msgdocs, report } from "./shell.ts";
import { root } from "./spawned.ts";

/** What check says of a document in the manner of a tool. */
async function said(name: string): Promise<readonly string[]> {
  const cwd = folder({ [name]: readFileSync(join(root, "test/fixtures/tools", name), "utf8") });
  const { diagnostics } = report(await msgdocs(cwd, ["check", name, "--format", "json"]));
  return diagnostics.map(({ severity, code }) => `${severity} ${code}`);
}

test.each(["springwolf.json", "lego.yaml", "typespec.yaml"])("a document in the manner of %s has no problem", async (name) => {
  expect(await said(name)).toEqual([]);
});

test("a document in the manner of nestjs-asyncapi has the one error that the guide names", async () => {
  expect(await said("nest.yaml")).toEqual(["error structure/not-one-of", "warning security/foreign-field"]);
});

test("a document in the manner of kotlin-asyncapi has its binding versions read as the latest, and nothing else", async () => {
  expect(await said("kotlin-asyncapi.json")).toEqual(["warning binding/version", "warning binding/version"]);
});

test("a document in the manner of Quarkus loses its texts beside references, and is told so", async () => {
  expect(await said("quarkus.yaml")).toEqual(["warning reference/siblings-ignored"]);
});
