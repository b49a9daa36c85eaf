import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { contents, fine, folder, msgdocs } from "../app/cli/shell.ts";

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

const leak = (text: string): string | undefined => /.{0,200}canary.{0,100}/i.exec(text)?.[0];
const build = ["build", "-o", "site", "--allow-errors"];
const json = ["check", "-f", "json"];

test.each(Object.keys(files))("%s is not published, and nothing of it is quoted, wherever it is named", async (name) => {
  const cwd = placed(name, { "msgapi.json": document(name) });
  const all = await told(cwd, [build, json, ["check", "-f", "sarif"], ["bundle", "--allow-errors"]]);
  expect(Object.keys(contents(join(cwd, "site"))).length).toBeGreaterThan(20);
  expect(leak(all)).toBeUndefined();
});

test.each(Object.keys(files))("%s is not published, and nothing of it is quoted, where settings and guides name it", async (name) => {
  const guide = `# Guide\n\n[a](${name}) ![b](${name}) <img src="${name}">\n\n[c]: ${name}\n\n[c] ![c]\n`;
  const cwd = placed(name, { "msgapi.yaml": fine, "guide.md": guide });
  for (const setting of [{ guides: ["*", name] }, { logo: name }, { favicon: name }, { words: name }]) {
    writeFileSync(join(cwd, "msgdocs.yaml"), JSON.stringify(setting));
    // A picture is no matter of `check`.
    const commands = "logo" in setting || "favicon" in setting ? [build] : [build, json];
    expect([setting, leak(await told(cwd, commands))]).toEqual([setting, undefined]);
  }
});
