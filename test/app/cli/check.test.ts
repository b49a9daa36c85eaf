import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { fine, folder, msgdocs, refused, report, withError, withWarning } from "./shell.ts";

test("a fine document is exit 0, and the report on standard output counts", async () => {
  const said = await msgdocs(folder({ "msgapi.yaml": fine }), ["check"]);
  expect(said).toEqual({ exit: 0, stdout: "No problems in 1 document; 1 of 1 example matches.\n", stderr: "" });
});

const codes = [
  { text: withError, args: [], exit: 1 },
  { text: withWarning, args: [], exit: 0 },
  { text: withWarning, args: ["--strict"], exit: 1 },
  { text: fine, args: ["--strict"], exit: 0 },
  { text: refused, args: [], exit: 1 },
];

test.each(codes)("exit $exit with $args", async ({ text, args, exit }) => {
  for (const command of ["check", "lint", "validate"]) {
    expect((await msgdocs(folder({ "asyncapi.yml": text }), [command, ...args])).exit).toBe(exit);
  }
});

test("the JSON report counts arguments, refused ones too, and examples of all documents", async () => {
  const cwd = folder({ "a.yaml": withError, "b/c.yaml": fine, "d.yaml": refused });
  const said = await msgdocs(cwd, ["check", "a.yaml", "b/c.yaml", "d.yaml", "missing.yaml", "--format", "json"]);
  const { diagnostics, summary } = report(said);
  expect([said.exit, said.stderr]).toEqual([1, ""]);
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ["example/payload", "a.yaml"],
    ["version/unsupported", "d.yaml"],
    ["document/not-found", "missing.yaml"],
  ]);
  expect(summary).toMatchObject({ errors: 3, documents: 4, examples: { checked: 2, passed: 1, failed: 1, notChecked: 0 } });
});

test("a part that two documents share is reported once", async () => {
  const shared = fine.replace(/message:[^]*/, "message: { $ref: part.yaml }\n");
  const part = "messageId: lit\npayload: { type: integer }\nexamples: [{ payload: nope }]\n";
  const cwd = folder({ "a.yaml": shared, "b.yaml": shared, "part.yaml": part });
  const { diagnostics, summary } = report(await msgdocs(cwd, ["check", "a.yaml", "b.yaml", "-f", "json"]));
  expect(diagnostics.map(({ code, file }) => [code, file])).toEqual([["example/payload", "part.yaml"]]);
  expect(summary.examples).toMatchObject({ checked: 1, failed: 1 });
});

test("junit has one suite a document, by the name that its problems have", async () => {
  const cwd = folder({ "a.yaml": fine, "sub/b.yaml": withError });
  const { stdout } = await msgdocs(cwd, ["check", "a.yaml", "sub/*.yaml", "-f", "junit"]);
  const suites = [...stdout.matchAll(/<testsuite name="([^"]*)" tests="(\d+)" failures="(\d+)"/g)].map((match) => match.slice(1));
  expect(suites).toEqual([
    ["a.yaml", "1", "0"],
    ["sub/b.yaml", "1", "1"],
  ]);
});

test("globs name files in order, and one that matches nothing is exit 2", async () => {
  const cwd = folder({ "specs/b.yaml": fine, "specs/deep/a.yaml": fine, "specs/x.txt": "", "specs/.hidden.yaml": "[", "[odd].yaml": fine });
  expect(report(await msgdocs(cwd, ["check", "specs/**/*.yaml", "--format=json"])).summary.documents).toBe(2);
  expect(report(await msgdocs(cwd, ["check", "[odd].yaml", "--format=json"])).summary.documents).toBe(1);
  const said = await msgdocs(cwd, ["check", "nothing/*.yaml", "--format=json"]);
  expect([said.exit, report(said).summary.documents]).toEqual([2, 0]);
  expect(said.stderr).toContain('No file matches "nothing/*.yaml"');
});

test("standard input is read under the name it is given, with its references", async () => {
  const cwd = folder({
    "specs/part.yaml": "messageId: lit\npayload: { type: integer }\nexamples: [{ payload: nope }]\n",
    "specs/api.yaml": "[",
  });
  const text = fine.replace(/message:[^]*/, "message: { $ref: part.yaml }\n").replace("title: Lamps", "tilte: Lamps, title: Lamps");
  const said = await msgdocs(cwd, ["check", "-", "--stdin-filename", "specs/api.yaml", "--format", "json"], text);
  expect(report(said).diagnostics.map(({ code, file }) => [code, file])).toEqual([
    ["structure/unknown-field", "specs/api.yaml"],
    ["example/payload", "specs/part.yaml"],
  ]);
  const missing = await msgdocs(cwd, ["check", "-", "--stdin-filename", "specs/new.json"], text);
  expect([missing.exit, missing.stdout.includes("specs/new.json:1:1")]).toEqual([1, true]);
});

test("without a document, and with none to be found, it is exit 2 and says what was looked for", async () => {
  const said = await msgdocs(folder(), ["check"]);
  expect([said.exit, said.stdout]).toEqual([2, ""]);
  expect(said.stderr).toContain("msgapi.yaml, msgapi.yml, msgapi.json, asyncapi.yaml");
});

test("settings change levels; wrong settings are exit 2, at their place, in the report", async () => {
  const off = folder({ "msgdocs.yaml": "rules: { example/payload: off }\n", "msgapi.json": "{}", "msgapi.yaml": withError });
  expect((await msgdocs(off, ["check"])).exit).toBe(0);
  const wrong = await msgdocs(folder({ "msgdocs.yaml": "rules: { exampel/payload: off }\n", "msgapi.yaml": fine }), [
    "check",
    "--format",
    "json",
  ]);
  expect([wrong.exit, wrong.stderr]).toEqual([2, ""]);
  expect(report(wrong).diagnostics).toMatchObject([
    { code: "config/unknown-key", file: "msgdocs.yaml", pointer: "/rules/exampel~1payload", start: { line: 1, column: 10 } },
  ]);
});

test("a baseline lets a team start today: only new problems count", async () => {
  const cwd = folder({ "msgapi.yaml": withError });
  const written = await msgdocs(cwd, ["check", "--write-baseline"]);
  expect([written.exit, written.stderr]).toEqual([0, expect.stringContaining("1 known problem") as string]);
  const again = await msgdocs(cwd, ["check", "--baseline", "msgdocs-baseline.json"]);
  expect([again.exit, again.stdout]).toEqual([0, "No problems in 1 document (1 known from the baseline); 0 of 1 example matches.\n"]);
  expect((await msgdocs(cwd, ["check", "--baseline", "missing.json"])).exit).toBe(2);
  writeFileSync(join(cwd, "latin.json"), readFileSync(join(cwd, "msgdocs-baseline.json"), "utf8").replace("msgapi", "msg\xe9"), "latin1");
  expect((await msgdocs(cwd, ["check", "--baseline", "latin.json"])).stderr).toContain('latin.json" is not a baseline file.');
  expect((await msgdocs(cwd, ["check", "--baseline", "msgapi.yaml"])).exit).toBe(2);
});

test("--max-problems shortens the list, --quiet leaves errors only", async () => {
  const cwd = folder({ "msgapi.yaml": withError.replace("info: {", "info: { flavour: sour,") });
  expect((await msgdocs(cwd, ["check", "--max-problems", "1"])).stdout).toContain("(1 not listed)");
  const quiet = await msgdocs(cwd, ["check", "-q"]);
  expect([quiet.exit, quiet.stdout.includes("structure/unknown-field")]).toEqual([1, false]);
  expect((await msgdocs(folder({ "msgapi.yaml": fine }), ["check", "-q"])).stdout).toBe("");
});

test("without a document it says who finds one", async () => {
  const said = await msgdocs(folder({ "docs/asyncapi.yaml": fine }), ["check"]);
  expect([said.exit, said.stderr]).toEqual([2, expect.stringContaining("let msgdocs init look below this folder")]);
});
