import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folder, msgdocs } from "../app/cli/shell.ts";
import { processorSeconds } from "../support/processor.ts";
import { notJson } from "./not-json.ts";

/** Rows of the threat model that concern reading: what a document may say, and what it gets. */

const head = "msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\n";
const payload = (ref: string): string => `${head}channels: { lit: { publish: { message: { payload: { $ref: ${ref} } } } } }\n`;

interface Found {
  readonly code: string;
  readonly severity: string;
  readonly message: string;
  readonly hint: string | null;
  readonly start: { readonly line: number; readonly column: number };
  readonly related: readonly unknown[];
}

async function check(text: string | Uint8Array, more: Readonly<Record<string, string>> = {}, name = "msgapi.yaml") {
  const cwd = folder(more);
  writeFileSync(join(cwd, name), text);
  const said = await msgdocs(cwd, ["check", name, "-f", "json"]);
  const { diagnostics } = JSON.parse(said.stdout) as { diagnostics: Found[] };
  return { exit: said.exit, found: diagnostics.filter(({ severity }) => severity !== "info"), cwd };
}

const codesOf = async (...given: Parameters<typeof check>): Promise<readonly string[]> =>
  (await check(...given)).found.map(({ code }) => code);

test.each([
  "/etc/passwd",
  "file:///etc/hostname",
  "../secret.yaml",
  '"%2e%2e/secret.yaml"',
  "..%2fsecret.yaml",
  "'..\\secret'",
  "'C:\\x'",
  "'\\\\srv\\x'",
])("rows 1 to 4: %s leads outside of the root, and its content is not said", async (ref) => {
  const { exit, found } = await check(payload(ref));
  expect([exit, found.map(({ code }) => code)]).toEqual([1, ["reference/outside-root"]]);
  expect(JSON.stringify(found)).not.toContain("root:x:");
});

test("row 3: inside of the root .. is fine", async () => {
  const cwd = folder({ "docs/msgapi.yaml": payload("../part.yaml"), "part.yaml": "type: object" });
  expect((await msgdocs(cwd, ["check", "docs/msgapi.yaml", "--root", "."])).exit).toBe(0);
});

test("row 5: a symbolic link to outside is outside, and both are named", async () => {
  const cwd = folder({ "docs/msgapi.yaml": payload("link.yaml"), "secret.yaml": "type: object" });
  symlinkSync(join(cwd, "secret.yaml"), join(cwd, "docs/link.yaml"));
  const said = await msgdocs(cwd, ["check", "docs/msgapi.yaml"]);
  expect(said.exit).toBe(1);
  expect(said.stdout).toContain("reference/outside-root");
  for (const name of ["link.yaml", "secret.yaml"]) expect(said.stdout).toContain(name);
});

test("row 5: whether a link outside leads to something is not said", async () => {
  const cwd = folder({ "docs/msgapi.yaml": payload("link.yaml"), "secret.yaml": "type: object", "docs/in.yaml": "type: object" });
  const codes = async (target: string): Promise<readonly string[]> => {
    rmSync(join(cwd, "docs/link.yaml"), { force: true });
    symlinkSync(target, join(cwd, "docs/link.yaml"));
    const said = await msgdocs(cwd, ["check", "docs/msgapi.yaml", "-f", "json"]);
    return (JSON.parse(said.stdout) as { diagnostics: Found[] }).diagnostics
      .map(({ code }) => code)
      .filter((code) => code !== "message/no-example");
  };
  for (const target of ["../secret.yaml", "../nothing.yaml", "/nowhere/at/all.yaml"])
    expect([target, await codes(target)]).toEqual([target, ["reference/outside-root"]]);
  for (const target of ["nothing.yaml", "link.yaml"]) expect([target, await codes(target)]).toEqual([target, ["reference/not-found"]]);
  expect(await codes("in.yaml")).toEqual([]);
});

test("row 6: plain text is no schema, and is not quoted; what parses as neither says so", async () => {
  const { found } = await check(payload("notes.txt"), { "notes.txt": "the secret of the house" });
  expect(found.map(({ code }) => code)).toEqual(["reference/wrong-target"]);
  expect(JSON.stringify(found)).not.toContain("secret of the house");
  expect(await codesOf(payload("notes.txt"), { "notes.txt": "a: [" })).toEqual(["reference/not-json-or-yaml", "document/syntax"]);
});

test.each([
  [".", "reference/not-found"],
  ['"#"', "reference/wrong-target"],
  ['""', "reference/wrong-target"],
  ["5", "reference/syntax"],
  ["null", "reference/syntax"],
  ["{}", "reference/syntax"],
])("row 7: $ref: %s", async (ref, code) => {
  const text = `${head}channels: { lit: { publish: { message: { $ref: ${ref} } } } }\n`;
  expect((await codesOf(text)).filter((each) => each.startsWith("reference/"))).toEqual([code]);
});

test("row 8: a missing file has the nearest name, a folder and a pipe are named, and nothing hangs", async () => {
  const { found } = await check(payload("pert.yaml"), { "part.yaml": "type: object" });
  expect(found).toMatchObject([{ code: "reference/not-found", hint: 'Did you mean "part.yaml"?' }]);
  const cwd = folder({ "msgapi.yaml": payload("pipe.yaml") });
  execFileSync("mkfifo", [join(cwd, "pipe.yaml")]);
  mkdirSync(join(cwd, "folder.yaml"));
  expect((await msgdocs(cwd, ["check"])).stdout).toMatch(/reference\/not-found/);
  writeFileSync(join(cwd, "msgapi.yaml"), payload("folder.yaml"));
  expect((await msgdocs(cwd, ["check"])).stdout).toMatch(/folder.*reference\/not-found/);
});

test("row 9: the network is off", async () => {
  expect(await codesOf(payload("http://169.254.169.254/latest"))).toEqual(["reference/remote-disabled"]);
});

test("rows 13 to 15: data is no reference, a property may be called $ref, fields beside one are named", async () => {
  const data = `${head}channels: { lit: { publish: { message: { payload: {}, examples: [{ payload: { $ref: "http://x/" } }] } } } }\n`;
  expect(await codesOf(data)).toEqual([]);
  const named = `${head}channels: {}\ncomponents: { schemas: { A: { type: object, properties: { $ref: { type: string } } } } }\n`;
  expect(await codesOf(named)).toEqual([]);
  const beside = `${head}channels: {}\ncomponents: { schemas: { A: {}, B: { $ref: "#/components/schemas/A", title: b } } }\n`;
  expect((await check(beside)).found).toMatchObject([
    { code: "reference/siblings-ignored", message: expect.stringContaining('"title"') as string },
  ]);
});

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const utf16 = (text: string): Uint8Array => Uint8Array.from([0xff, 0xfe, ...Buffer.from(text, "utf16le")]);

test.each([
  ["34 a duplicate key, both places", `${head}channels: {}\nchannels: {}\n`, ["document/duplicate-key"]],
  ["34 in a flow map", `${head}channels: {}\nx-a: { b: 1, b: 2 }\n`, ["document/duplicate-key"]],
  ["37 infinity", `${head}channels: {}\nx-a: .inf\n`, ["document/not-json"]],
  ["36 1e400", `${head}channels: {}\nx-a: 1e400\n`, ["document/not-json"]],
  ["36 digits that are fine", `${head}channels: {}\nx-a: [1.10, 1e3, -0, 0.1000000000000000055]\n`, []],
  ["39 %YAML 1.1", `%YAML 1.1\n---\n${head}channels: {}\n`, ["document/yaml-version"]],
  ["40 a merge key", `${head}channels: {}\nx-b: &b { a: 1 }\nx-c: { <<: *b }\n`, ["document/merge-key"]],
  ["41 tags", `${head}channels: {}\nx-b: [!!python/object x, !foo y, !!binary eA==, !!set {}]\n`, Array(4).fill("document/tag")],
  ["42 keys that are no text", `${head}channels: {}\nx-b: { 1: a, true: b, null: c }\n`, Array(3).fill("document/key-read-as-text")],
  ["42 keys that are no scalar", `${head}channels: {}\nx-b: { [a]: 1 }\n`, ["document/key-not-a-string"]],
  ["43 several documents", `${head}channels: {}\n---\n${head}`, ["document/multiple"]],
  ["43 only a comment", "# nothing\n", ["document/empty"]],
  ["43 a list", "- 1\n", ["document/not-an-object"]],
  ["48 honest aliases", `${head}channels: {}\nx-a: &a [1]\nx-b: [${Array(5000).fill("*a").join(", ")}]\n`, []],
  ["49 an alias inside itself", `${head}channels: {}\nx-a: &a { b: *a }\n`, ["document/alias-cycle"]],
  ["50 100,000 brackets", "[".repeat(100_000), ["document/too-deep"]],
  ["50 block depth 2,000", Array.from({ length: 2000 }, (_, depth) => `${" ".repeat(depth)}a:`).join("\n"), ["document/too-deep"]],
  [
    "51 a reference to itself",
    `${head}channels: {}\ncomponents: { schemas: { A: { $ref: "#/components/schemas/A" } } }\n`,
    ["reference/loop"],
  ],
  [
    "53 allOf itself",
    `${head}channels: {}\ncomponents: { schemas: { A: { allOf: [{ $ref: "#/components/schemas/A" }] } } }\n`,
    ["schema/cycle"],
  ],
  ["52 a tree", `${head}channels: {}\ncomponents: { schemas: { A: { properties: { b: { $ref: "#/components/schemas/A" } } } } }\n`, []],
  ["59 UTF-16", utf16(`${head}channels: {}\n`), ["document/encoding"]],
  ["59 a broken byte", Uint8Array.from([...bytes(head), 0xff]), ["document/encoding"]],
  ["59 a byte order mark", bytes(`\ufeff${head}channels: {}\n`), []],
  ["59 NUL", `${head}channels: {}\nx-a: "\u0000"\n`, ["document/syntax"]],
  ["59 a lone CR", `${head}channels: {}\n`.replaceAll("\n", "\r"), []],
] as const)("row %s", async (_, text, codes) => {
  expect(await codesOf(text)).toEqual(codes);
});

test("row 59: the place of a broken byte, and of what follows mixed line breaks", async () => {
  const { found } = await check(Uint8Array.from([...bytes("a: 1\nb: "), 0xc3, 0x28]));
  expect(found).toMatchObject([{ code: "document/encoding", start: { line: 2, column: 4 } }]);
  const mixed = await check("msgapi: 2.4.0\r\ninfo: { title: a, version: b }\rchannels: {}\n\tx: 1\n");
  expect(mixed.found).toMatchObject([{ code: "document/syntax", start: { line: 4 } }]);
});

test.each([
  '{"msgapi": "2.4.0", // no\n}',
  '{"msgapi": "2.4.0",}',
  '{"a": NaN}',
  "{'a': 1}",
  "msgapi: 2.4.0",
  '{"a": 01}',
  "[1,]",
  '{"a" "b"}',
])("row 60: %s in a .json file is never read as YAML", async (text) => {
  expect(await codesOf(text, {}, "msgapi.json")).toEqual(["document/syntax"]);
});

test("row 60: nothing that is nearly JSON is read in a .json file, alone or inside of a document", { timeout: 180_000 }, async () => {
  expect(notJson.length).toBeGreaterThan(200);
  const wrong: string[] = [];
  for (const text of notJson) {
    const codes = await codesOf(text, {}, "msgapi.json");
    if (codes.join() !== "document/syntax") wrong.push(`${text}: ${codes.join()}`);
  }
  expect(wrong).toEqual([]);
});

test("row 59: one byte order mark is dropped, a second is none", async () => {
  const json = '{"msgapi":"2.4.0","info":{"title":"a","version":"1"},"channels":{}}';
  expect(await codesOf(bytes(`\ufeff${json}`), {}, "msgapi.json")).toEqual([]);
  expect(await codesOf(bytes(`\ufeff\ufeff${json}`), {}, "msgapi.json")).toEqual(["document/syntax"]);
});

test("row 50: JSON of depth 100,000", async () => {
  expect(await codesOf(`{"a":${"[".repeat(100_000)}`, {}, "msgapi.json")).toEqual(["document/too-deep"]);
});

test("rows 47 and 58: bombs of aliases and 100,000 keys take time in proportion", async () => {
  const levels = Array.from(
    { length: 10 },
    (_, at) =>
      `x-${at}: &l${at} [${Array(10)
        .fill(at === 0 ? "1" : `*l${at - 1}`)
        .join(", ")}]`,
  );
  const bombs = await processorSeconds(async () => {
    expect(await codesOf(`${head}channels: {}\n${levels.join("\n")}\n`)).toEqual([]);
  });
  const keys = Array.from({ length: 100_000 }, (_, at) => `  key${at}: ${at}`).join("\n");
  const many = await processorSeconds(async () => {
    expect(await codesOf(`${head}channels: {}\nx-keys:\n${keys}\n`)).toEqual([]);
  });
  expect([bombs < 10, many < 10]).toEqual([true, true]);
});
