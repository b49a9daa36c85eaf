import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { contents, folder, msgdocs, report } from "./shell.ts";

const broken = `# Lamps of the house\r
msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0, "desciption": "All lamps" } # on one line
servers:
  main: { url: lamps.example.com, protocol: mqtt, security: [{ 'pasword': [] }] }
channels:
  lamp/lit:
    servers:
      - mian   # the only one
    publish:
      opertionId: onLit
      message: { $ref: '#/components/messages/lamp/lit' }
  lamp/out:
    subscribe:
      bindings: { mqtt: { retian: true } }
      message:
        $ref: part.yaml#/lightOot
components:
  securitySchemes: { password: { type: userPassword } }
  messages:
    lamp/lit: { payload: { type: string } }
`;
const nothing = "Nothing was fixed: no problem has one safe answer.\n";
const part = "lightOut: { payloed: { type: string } }\n";

test("--fix changes what has one safe answer, and nothing else: comments, quotes and line breaks stay", async () => {
  const cwd = folder({ "msgapi.yaml": `\ufeff${broken}`, "part.yaml": part });
  const said = await msgdocs(cwd, ["check", "--fix", "-f", "json"]);
  const fixed = broken
    .replace('"desciption"', '"description"')
    .replace("'pasword'", "'password'")
    .replace("- mian", "- main")
    .replace("opertionId", "operationId")
    .replace("messages/lamp/lit", "messages/lamp~1lit")
    .replace("retian", "retain")
    .replace("#/lightOot", "#/lightOut");
  expect(readFileSync(join(cwd, "msgapi.yaml"), "utf8")).toBe(`\ufeff${fixed}`);
  expect(said.stderr.split("\n").filter(Boolean)).toHaveLength(8);
  expect(said.stderr).toContain('fixed msgapi.yaml:3:39 "desciption" → "description"\n');
  // What a wrong reference hid is found and corrected in the second look.
  expect(contents(cwd)["part.yaml"]).toBe(part.replace("payloed", "payload"));
  expect(report(said).diagnostics.map(({ code }) => code)).not.toContain("structure/unknown-field");
  const again = await msgdocs(cwd, ["check", "--fix"]);
  expect(again.stderr).toBe(nothing);
});

test("--dry-run says what --fix would change, and changes nothing", async () => {
  const cwd = folder({ "msgapi.yaml": broken, "part.yaml": part });
  const said = await msgdocs(cwd, ["check", "--fix", "--dry-run", "-f", "json"]);
  expect(contents(cwd)).toEqual({ "msgapi.yaml": broken, "part.yaml": part });
  expect(said.stderr).toContain('would fix msgapi.yaml:3:39 "desciption" → "description"\n');
  expect(report(said).summary.errors).toBeGreaterThan(0);
});

test("JSON stays JSON", async () => {
  const cwd = folder({
    "msgapi.json": '{ "msgapi": "2.4.0", "info": { "title": "L", "version": "1", "desciption": "x" }, "channels": {} }',
  });
  expect((await msgdocs(cwd, ["check", "--fix", "--strict"])).exit).toBe(0);
  expect(contents(cwd)["msgapi.json"]).toContain('"description": "x"');
});

test.each([
  ["two names are as near", "components: { schemas: { Lamps: {}, Lampe: {}, X: { allOf: [{ $ref: '#/components/schemas/Lampa' }] } } }"],
  ["the right name stands there already", "components: { schemas: { X: { description: a, desciption: b } } }"],
  ["the name is an extension's own", "x-desciption: fine"],
])("nothing is changed where %s", async (_, line) => {
  const text = `msgapi: 2.4.0\ninfo: { title: L, version: 1.0.0 }\nchannels: {}\n${line}\n`;
  const cwd = folder({ "msgapi.yaml": text });
  const said = await msgdocs(cwd, ["check", "--fix"]);
  expect([contents(cwd)["msgapi.yaml"], said.stderr]).toEqual([text, said.stdout.startsWith("No problems") ? "" : nothing]);
});

test("what a comment or the baseline has put off is left alone, and so is standard input", async () => {
  const text =
    "msgapi: 2.4.0\n# msgdocs-disable-next-line structure/unknown-field\ninfo: { title: L, version: 1.0.0, desciption: b }\nchannels: {}\n";
  const cwd = folder({ "msgapi.yaml": text });
  await msgdocs(cwd, ["check", "--fix"]);
  expect(contents(cwd)["msgapi.yaml"]).toBe(text);
  const old = text.replace(/#.*\n/, "");
  const known = folder({ "msgapi.yaml": old });
  await msgdocs(known, ["check", "--write-baseline"]);
  await msgdocs(known, ["check", "--fix", "--baseline", "msgdocs-baseline.json"]);
  expect(contents(known)["msgapi.yaml"]).toBe(old);
  await msgdocs(known, ["check", "-", "--stdin-filename", "msgapi.yaml", "--fix"], old);
  expect(contents(known)["msgapi.yaml"]).toBe(old);
});

test("--fix indents what other programs read, and the site is built over it", async () => {
  const text = 'msgapi: 2.4.0\ninfo: { title: Lamps, version: 1.0.0 }\nchannels: {\nlamps: { description: "One\nlamp" },# all\n}\n';
  const cwd = folder({ "msgapi.yaml": text });
  const built = await msgdocs(cwd, ["build", "-o", "site", "--allow-errors"]);
  expect(built.exit).toBe(0);
  expect(Object.keys(contents(join(cwd, "site")))).toContain("index.html");
  const said = await msgdocs(cwd, ["check", "--fix"]);
  expect(said.exit).toBe(0);
  expect(said.stderr).toBe('fixed msgapi.yaml:4:1 lamps: →  lamps:\nfixed msgapi.yaml:5:1 lamp" →  lamp"\nfixed msgapi.yaml:5:9 # →  #\n');
  expect(contents(cwd)["msgapi.yaml"]).toBe(text.replace("\nlamps", "\n lamps").replace('\nlamp"', '\n lamp"').replace(",#", ", #"));
});
