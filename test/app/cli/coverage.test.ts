import { join } from "node:path";
import { readFileSync, writeFileSync } from "node:fs";
import { expect, test } from "vitest";
import { check } from "../../../src/app/api/index.ts";
import { fine, folder, msgdocs } from "./shell.ts";

const house = `asyncapi: 3.0.0
info: { title: House, version: 1.0.0, description: All lamps. }
servers: { home: { host: h, protocol: mqtt, summary: At home. } }
channels:
  lit:
    address: "lamp/{room}"
    parameters: { room: { enum: [kitchen] } }
    messages: { lit: { payload: { $ref: "#/components/schemas/Lit" } } }
operations:
  onLit: { action: receive, channel: { $ref: "#/channels/lit" }, description: " " }
components:
  schemas:
    Lit:
      description: A lamp is lit.
      properties:
        lux: { type: integer, description: How bright., examples: [3] }
        on: { type: boolean }
        lamp: { properties: { id: { type: string } } }
        old: { not: { properties: { never: {} } } }
`;

interface Measured {
  readonly percent: number;
  readonly present: number;
  readonly total: number;
  readonly kinds: readonly { readonly kind: string; readonly description: unknown; readonly example: unknown }[];
  readonly missing: readonly { readonly kind: string; readonly name: string; readonly what: string; readonly pointer: string }[];
}

const share = (present: number, total: number) => ({ present, total });

test("check --coverage counts what has a description or an example, and names what has none with its place", async () => {
  const said = await msgdocs(folder({ "asyncapi.yaml": house }), ["check", "--coverage", "-f", "json"]);
  const { coverage } = JSON.parse(said.stdout) as { coverage: Measured };
  expect(coverage.kinds).toEqual([
    { kind: "document", description: share(1, 1), example: null },
    { kind: "server", description: share(1, 1), example: null },
    { kind: "channel", description: share(0, 1), example: null },
    { kind: "operation", description: share(0, 1), example: null },
    { kind: "message", description: share(0, 1), example: share(0, 1) },
    { kind: "parameter", description: share(0, 1), example: share(1, 1) },
    { kind: "schema", description: share(1, 1), example: null },
    { kind: "field", description: share(1, 5), example: share(2, 4) },
  ]);
  expect([coverage.percent, coverage.present, coverage.total]).toEqual([38, 7, 18]);
  expect(coverage.missing.map(({ kind, name, what, pointer }) => `${kind} ${name} ${what} ${pointer}`)).toEqual([
    "channel lit description /channels/lit",
    "operation onLit description /operations/onLit",
    "message lit description /channels/lit/messages/lit",
    "message lit example /channels/lit/messages/lit",
    "parameter room description /channels/lit/parameters/room",
    "field on description /components/schemas/Lit/properties/on",
    "field lamp description /components/schemas/Lit/properties/lamp",
    "field old description /components/schemas/Lit/properties/old",
    "field old example /components/schemas/Lit/properties/old",
    "field id description /components/schemas/Lit/properties/lamp/properties/id",
    "field id example /components/schemas/Lit/properties/lamp/properties/id",
  ]);
  expect(said.exit).toBe(0);
});

test("a threshold is an error that names what is missing first; the flag wins over the setting", async () => {
  const cwd = folder({ "asyncapi.yaml": house, "msgdocs.yaml": "coverage: { threshold: 90 }\n" });
  const said = await msgdocs(cwd, ["check"]);
  expect(said.exit).toBe(1);
  expect(said.stdout).toContain("38% of the document is documented, and at least 90% is required. coverage/threshold");
  expect(said.stdout).toContain('see: The channel "lit" has no description. asyncapi.yaml:5:3');
  expect(said.stdout).toMatch(/^Coverage: 38% is documented\.\n.*\n {2}document +1 of 1 100%\n/m);
  expect((await msgdocs(cwd, ["check", "--coverage-threshold", "38"])).exit).toBe(0);
  expect((await msgdocs(cwd, ["check", "--coverage-threshold", "39"])).exit).toBe(1);
  expect((await msgdocs(cwd, ["check", "--coverage-threshold", "101"])).exit).toBe(2);
  // Each document is held to it, however well others are documented.
  const two = folder({ "a.yaml": house, "b.yaml": "asyncapi: 3.0.0\ninfo: { title: B, version: 1.0.0, description: All. }\n" });
  const both = JSON.parse((await msgdocs(two, ["check", "a.yaml", "b.yaml", "--coverage-threshold", "39", "-f", "json"])).stdout) as {
    diagnostics: { code: string; file: string }[];
    coverage: Measured;
  };
  expect(both.diagnostics.map(({ code, file }) => [code, file])).toEqual([["coverage/threshold", "a.yaml"]]);
  expect([both.coverage.present, both.coverage.total]).toEqual([8, 19]);
});

test("a threshold that a flag asks for holds whatever level the settings give it; one of the settings goes by that", async () => {
  const cwd = folder({ "asyncapi.yaml": house, "msgdocs.yaml": "coverage: { threshold: 90 }\nrules: { coverage/threshold: off }\n" });
  expect((await msgdocs(cwd, ["check"])).exit).toBe(0);
  expect((await msgdocs(cwd, ["check", "--coverage-threshold", "90"])).exit).toBe(1);
});

test("neither a baseline nor a comment accepts less than the threshold", async () => {
  const named = "# msgdocs-disable-next-line coverage/threshold\ninfo:";
  const cwd = folder({ "asyncapi.yaml": house.replace("info:", named) });
  const codesOf = async (...args: readonly string[]) => {
    const said = await msgdocs(cwd, ["check", "--coverage-threshold", "90", "-f", "json", ...args]);
    return [said.exit, ...(JSON.parse(said.stdout) as { diagnostics: { code: string }[] }).diagnostics.map(({ code }) => code)];
  };
  const left = [1, "config/unused-disable", "coverage/threshold"];
  expect(await codesOf()).toEqual(left);
  expect(await codesOf("--write-baseline")).toEqual([0, "coverage/threshold"]);
  expect(await codesOf("--baseline", "msgdocs-baseline.json")).toEqual([1, "coverage/threshold"]);
  const old = { code: "coverage/threshold", file: "asyncapi.yaml", pointer: "/info", count: 1 };
  const problems = [{ ...old, message: "38% of the document is documented, and at least 90% is required." }];
  writeFileSync(join(cwd, "older.json"), JSON.stringify({ version: 1, problems }));
  expect(await codesOf("--baseline", "older.json")).toEqual(left);
});

test("a part that two documents share counts once, and a document that cannot be read counts nothing", async () => {
  const shared = house.replace('{ payload: { $ref: "#/components/schemas/Lit" } }', "{ $ref: lit.yaml }");
  const cwd = folder({ "a.yaml": shared, "b.yaml": shared, "bad.yaml": "[", "lit.yaml": "summary: Lit.\n" });
  const { coverage } = JSON.parse((await msgdocs(cwd, ["check", "a.yaml", "b.yaml", "bad.yaml", "--coverage", "-f", "json"])).stdout) as {
    coverage: Measured;
  };
  const ofMessages = coverage.kinds.find(({ kind }) => kind === "message");
  expect(ofMessages).toEqual({ kind: "message", description: share(1, 1), example: share(0, 1) });
});

test("a badge is a picture, or data for shields.io, beside the report; nothing is measured unless asked", async () => {
  const cwd = folder({ "asyncapi.yaml": house });
  for (const name of ["badge.svg", "badge.json"]) expect((await msgdocs(cwd, ["check", "--coverage-badge", name])).exit).toBe(0);
  expect(readFileSync(join(cwd, "badge.svg"), "utf8")).toMatch(/^<svg [^]*aria-label="documented: 38%"[^]*<\/svg>\n$/);
  expect(JSON.parse(readFileSync(join(cwd, "badge.json"), "utf8"))).toEqual({
    schemaVersion: 1,
    label: "documented",
    message: "38%",
    color: "#b3261e",
  });
  expect((await msgdocs(cwd, ["check", "--coverage-badge", "badge.png"])).exit).toBe(2);
  expect((await msgdocs(cwd, ["check", "--coverage-badge", "asyncapi.json/badge.svg"])).exit).toBe(2);
  const said = await msgdocs(cwd, ["check", "-f", "json"]);
  expect(Object.keys(JSON.parse(said.stdout) as object)).toEqual(["diagnostics", "summary"]);
});

test("a value in an example of the message is an example of its field, in lists and parts too", async () => {
  const parts =
    "allOf: [{ properties: { a: { type: string } } }], properties: { b: { items: { properties: { c: { type: string }, d: { type: string } } } } }";
  const message = `payload: { ${parts} }, examples: [{ payload: { a: x, b: [{ c: y }] } }]`;
  const cwd = folder({
    "asyncapi.yaml": `asyncapi: 2.6.0\ninfo: { title: T, version: "1" }\nchannels: { c: { publish: { message: { ${message} } } } }\n`,
  });
  const said = await msgdocs(cwd, ["check", "--coverage", "-f", "json"]);
  const { coverage } = JSON.parse(said.stdout) as { coverage: Measured };
  expect(coverage.missing.flatMap(({ name, what }) => (what === "example" ? [name] : []))).toEqual(["d"]);
});

test("a program asks for coverage, too", async () => {
  const { report } = await check({ cwd: folder(), documents: [{ text: fine, path: "api.yaml" }], coverage: true });
  expect([report.coverage?.percent, report.coverage?.missing[0]]).toMatchObject([
    28,
    { kind: "document", what: "description", file: "api.yaml" },
  ]);
});

test("a field has what its parts at every depth say", async () => {
  const deep = house.replace("on: { type: boolean }", "on: { allOf: [{ allOf: [{ type: integer, description: Deep., examples: [1] }] }] }");
  const said = await msgdocs(folder({ "asyncapi.yaml": deep }), ["check", "--coverage", "-f", "json"]);
  const { coverage } = JSON.parse(said.stdout) as { coverage: Measured };
  expect(coverage.missing.filter(({ name }) => name === "on")).toEqual([]);
});
