import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, msgdocs } from "../app/cli/shell.ts";
import { foundIn } from "../support/found-in.ts";

/** Promise 13: what a file holds that is not what a reference wants is neither published nor quoted. */

const files: Readonly<Record<string, string>> = {
  ".env": "DB_PASSWORD=canary\ncanary: canary\n",
  ".git/config": '[remote "origin"]\n\turl = https://canary:canary@example.com/a.git\n',
  ".docker/config.json": '{ "auths": { "canary": { "auth": "canary" } } }',
  "plain.env": "DB_PASSWORD=canary\nTOKEN=canary\n",
  "key.pem": "-----BEGIN PRIVATE KEY-----\ncanary/CANARY+canary==\n-----END PRIVATE KEY-----\n",
  "key.proto": "-----BEGIN PRIVATE KEY-----\ncanary/CANARY+canary==\n-----END PRIVATE KEY-----\n",
  "env.proto": "DB_PASSWORD=canary;\nTOKEN=canary;\n",
  "notes.txt": "canary of the house\n",
  "word.txt": "canary\n",
  "list.json": '["canary"]',
  "secrets.json":
    '{ "database": { "url": "canary", "user": "canary" }, "debug": true, "none": {}, "title": "canary", "token": "canary", "canary": 1 }',
  "package.json":
    '{ "name": "canary", "version": "1.0.0", "private": true, "description": "canary", "type": "module", "dependencies": { "canary": "1" } }',
  "key.json": '{ "type": "service_account", "project_id": "canary", "private_key": "canary" }',
  "user.json": '{ "name": "canary", "password": "canary" }',
  "config.json": '{ "auths": { "canary": { "auth": "canary" } } }',
  "settings.yaml": "- canary: 1\n  canary: 2\n",
  "broken.yaml": "canary: [\n",
};

const foreign = (schemaFormat: string, $ref: string) => ({ name: "M", payload: { schemaFormat, schema: { $ref } } });

/** A document that names a file wherever a reference, a link or an image may. */
function document(file: string): string {
  const $ref = file;
  const inside = ["database", "databas", "debug", "none", "titl", "auths/x", "0"].map((name) => `${file}#/${name}`);
  const all = [file, ...inside];
  const each = (make: (ref: string) => unknown) => Object.fromEntries(all.map((ref, at) => [`a${at}`, make(ref)]));
  const refs = each((ref) => ({ $ref: ref }));
  const formats = ["vnd.apache.avro;version=1.9.0", "vnd.google.protobuf;version=3", "raml+yaml;version=1.0", "x-own", "vnd.oai.openapi;version=3.0.0", "schema+json;version=draft-07"]; // prettier-ignore
  return JSON.stringify({
    asyncapi: "3.0.0",
    info: {
      title: "t",
      version: "1",
      description: `[a](${file}) ![b](${file}) <img src="${file}">`,
      tags: [{ $ref }],
      externalDocs: { $ref },
    },
    servers: refs,
    channels: {
      a: { address: "a", messages: refs, parameters: refs, tags: [{ $ref }], externalDocs: { $ref }, bindings: { $ref } },
      ...refs,
    },
    operations: { a: { action: "send", channel: { $ref: "#/channels/a" }, traits: [{ $ref }], bindings: { kafka: { $ref } } }, ...refs },
    components: {
      ...Object.fromEntries(
        ["schemas", "channels", "messages", "servers", "serverVariables", "parameters", "correlationIds", "securitySchemes"].map((name) => [name, refs]), // prettier-ignore
      ),
      ...Object.fromEntries(
        ["operationTraits", "messageTraits", "replies", "replyAddresses", "tags", "externalDocs", "messageBindings", "serverBindings"].map((name) => [name, refs]), // prettier-ignore
      ),
      messages: {
        ...refs,
        own: {
          payload: { type: "object", properties: refs, default: { $ref } },
          headers: { $ref },
          traits: [{ $ref }],
          examples: [{ payload: { $ref }, "x-externalValue": file, externalValue: file }],
        },
        ...Object.fromEntries(formats.map((format, at) => [`f${at}`, foreign(`application/${format}`, file)])),
        ...Object.fromEntries(formats.map((format, at) => [`g${at}`, foreign(`application/${format}`, `${file}#/database`)])),
      },
    },
  });
}

/** All that is said of a folder's document, and all that is written. */
async function told(cwd: string, args: readonly (readonly string[])[]): Promise<string> {
  const said: unknown[] = [];
  for (const each of args) said.push(await msgdocs(cwd, each));
  return JSON.stringify([said, Object.entries(contents(cwd)).filter(([path]) => path.startsWith("site/"))]);
}

function placed(name: string, others: Readonly<Record<string, string>>): string {
  const cwd = folder(others);
  mkdirSync(dirname(join(cwd, name)), { recursive: true });
  writeFileSync(join(cwd, name), files[name] ?? "");
  return cwd;
}

const leaks = (text: string): string[] => foundIn(text, /canary/gi);
const build = ["build", "-o", "site", "--allow-errors"];
const json = ["check", "-f", "json"];

test.each(Object.keys(files))("%s is not published, and nothing of it is quoted, wherever it is named", async (name) => {
  const cwd = placed(name, { "msgapi.json": document(name) });
  const all = await told(cwd, [build, json, ["check", "-f", "sarif"], ["bundle", "--allow-errors"]]);
  expect(Object.keys(contents(join(cwd, "site"))).length).toBeGreaterThan(20);
  expect(leaks(all)).toEqual([]);
});

test.each(Object.keys(files))("%s is not published, and nothing of it is quoted, where settings and guides name it", async (name) => {
  const guide = `# Guide\n\n[a](${name}) ![b](${name}) <img src="${name}">\n\n[c]: ${name}\n\n[c] ![c]\n`;
  const cwd = placed(name, { "msgapi.yaml": fine, "guide.md": guide });
  for (const setting of [{ guides: ["*", name] }, { logo: name }, { favicon: name }, { words: name }]) {
    writeFileSync(join(cwd, "msgdocs.yaml"), JSON.stringify(setting));
    // A picture is no matter of `check`.
    const commands = "logo" in setting || "favicon" in setting ? [build] : [build, json];
    expect([setting, leaks(await told(cwd, commands))]).toEqual([setting, []]);
  }
});

const others = ["key.pem", "key.json", "user.json", "broken.yaml", "list.json"];

/** Ways to pass files off as something that they are not: each prepares a folder, and says what a run is asked to do. */
const guises: Readonly<Record<string, (cwd: string) => readonly (readonly string[])[]>> = {
  "the document of the settings": (cwd) =>
    others.map((name, at) => {
      writeFileSync(join(cwd, `${at}.yaml`), JSON.stringify({ document: name, allowErrors: true }));
      return [at === 0 ? "bundle" : "check", "--config", `${at}.yaml`];
    }),
  "a document of a portal": (cwd) => {
    writeFileSync(join(cwd, "msgdocs.yaml"), JSON.stringify({ documents: [...others, "msgapi.yaml"], allowErrors: true }));
    return [["check"], ["build", "-o", "site"]];
  },
  "a document by a link": (cwd) =>
    others.map((name, at) => {
      symlinkSync(name, join(cwd, `${at}.yaml`));
      return ["check", `${at}.yaml`];
    }),
  "a guide by a link": (cwd) => {
    for (const [at, name] of others.entries()) symlinkSync(name, join(cwd, `${at}.md`));
    writeFileSync(join(cwd, "msgdocs.yaml"), JSON.stringify({ guides: ["*.md"] }));
    return [["build", "-o", "site", "--allow-errors"]];
  },
  "settings by a link": (cwd) =>
    others.map((name, at) => {
      symlinkSync(name, join(cwd, `${at}.yaml`));
      return ["check", "msgapi.yaml", "--config", `${at}.yaml`];
    }),
  "settings of one API by a link": (cwd) => {
    for (const [at, name] of others.entries()) {
      mkdirSync(join(cwd, `${at}`));
      writeFileSync(join(cwd, `${at}/api.yaml`), fine);
      symlinkSync(`../${name}`, join(cwd, `${at}/msgdocs.yaml`));
    }
    writeFileSync(join(cwd, "msgdocs.yaml"), JSON.stringify({ documents: ["msgapi.yaml", "*/api.yaml"] }));
    return [["check"], ["build", "-o", "site", "--allow-errors"]];
  },
};

test.each(Object.keys(guises))("no file is quoted or published as %s", async (guise) => {
  const cwd = folder({ "msgapi.yaml": fine, ...Object.fromEntries(others.map((name) => [name, files[name] ?? ""])) });
  const all = await told(cwd, guises[guise]?.(cwd) ?? []);
  expect(all.length).toBeGreaterThan(300);
  expect(leaks(all)).toEqual([]);
});

test("a document, a guide and settings by a link are what they are, and a document is quoted", async () => {
  const cwd = folder({ "v2/msgapi.yaml": fine, "v2/start.md": "# Begin\n", "v2/settings.yaml": "guides: [guide.md]\n" });
  symlinkSync("v2/msgapi.yaml", join(cwd, "orders.yaml"));
  symlinkSync("v2/start.md", join(cwd, "guide.md"));
  symlinkSync("v2/settings.yaml", join(cwd, "msgdocs.yaml"));
  expect(await msgdocs(cwd, ["build", "orders.yaml", "-o", "site"])).toMatchObject({ exit: 0 });
  expect(contents(cwd)["site/guides/guide.html"]).toContain("Begin");
  writeFileSync(join(cwd, "v2/msgapi.yaml"), "msgapi: 2.6.0\ninfo: [\n");
  expect((await msgdocs(cwd, ["check", "orders.yaml"])).stdout).toContain("info: [");
  writeFileSync(join(cwd, "v2/settings.yaml"), "guide: [guide.md]\n");
  expect((await msgdocs(cwd, ["check", "orders.yaml"])).stderr).toContain("msgdocs.yaml: it is a link to a file of another name");
  expect((await msgdocs(cwd, ["check", "orders.yaml", "--config", "v2/settings.yaml"])).stderr).toContain("guide: [guide.md]");
});

test.each(["theme", "templates"])("of a folder that settings name as %s, only the files of a theme are looked at", async (key) => {
  const strange = { ".env": "canary", ".git/HEAD": "canary", "key.pem": "canary", "assets/.env": "canary", "node_modules/a/assets/b": "" };
  const cwd = folder({ "api/msgapi.yaml": fine, "css/brand.css": "p { color: red }\n", "assets/a.txt": "a", ...strange });
  writeFileSync(join(cwd, "msgdocs.yaml"), JSON.stringify({ [key]: "." }));
  expect(await msgdocs(cwd, ["build", "api/msgapi.yaml", "-o", "site", "--inputs", "inputs.json"])).toMatchObject({ exit: 0 });
  const { "inputs.json": inputs = "", ...written } = contents(cwd);
  const { inputs: read } = JSON.parse(inputs) as { readonly inputs: readonly { readonly path: string }[] };
  const names = read.map(({ path }) => path);
  expect(names).toEqual(expect.arrayContaining(["api/msgapi.yaml", "assets/a.txt", "css/brand.css"]));
  expect(names.filter((path) => path in strange)).toEqual([]);
  expect(written["site/assets/a.txt"]).toBe("a");
});
