import { expect, test } from "vitest";
import { contents, folder, msgdocs } from "../../app/cli/shell.ts";

const document = (ref: string): string => `asyncapi: 3.0.0
info: { title: Users, version: 1.0.0 }
channels:
  users:
    address: users
    messages:
      user:
        payload:
          schemaFormat: application/vnd.apache.avro;version=1.9.0
          schema: { $ref: '${ref}' }
operations:
  receiveUser: { action: receive, channel: { $ref: '#/channels/users' } }
`;

const user = `{ "type": "record", "name": "User", "namespace": "com.example", "fields": [
  { "name": "id", "type": "long" },
  { "name": "address", "type": { "type": "record", "name": "Address", "fields": [{ "name": "street", "type": "string" }] } }
] }`;

test.each(["#/User", "#User", "#/com.example.User", "#/com.example.Address", "#/Address"])(
  "%s names a type of an Avro file for check, pages and bundle alike",
  async (name) => {
    const files = {
      "msgapi.yaml": document(`./user.avsc${name}`),
      "user.avsc": `[{ "type": "enum", "name": "Kind", "symbols": ["A"] }, ${user}]`,
    };
    const at = folder(files);
    expect((await msgdocs(at, ["check", "msgapi.yaml"])).exit).toBe(0);
    await msgdocs(at, ["bundle", "msgapi.yaml", "-o", "bundled.yaml"]);
    expect((await msgdocs(at, ["check", "bundled.yaml"])).exit).toBe(0);
    await msgdocs(at, ["build", "msgapi.yaml", "-o", "out"]);
    await msgdocs(at, ["build", "bundled.yaml", "-o", "again"]);
    const rows = ["out", "again"].map((folder) => contents(`${at}/${folder}`)["operations/receiveuser.md"]?.match(/^  +- .*/gm));
    expect(rows[0]?.join("\n")).toContain("street");
    expect(rows[1]).toEqual(rows[0]);
  },
);

test.each([
  ["#/Nobody", `[${user}]`],
  ["#/Twice", `[{ "type": "enum", "name": "a.Twice", "symbols": [] }, { "type": "enum", "name": "b.Twice", "symbols": [] }]`],
])("%s names no type of its file", async (name, avro) => {
  const at = folder({ "msgapi.yaml": document(`./user.avsc${name}`), "user.avsc": avro });
  const { stdout, exit: code } = await msgdocs(at, ["check", "msgapi.yaml"]);
  expect([code, stdout.includes("reference/not-found")]).toEqual([1, true]);
});

test("an Avro file that only refers to another one is followed, for check and bundle alike", async () => {
  const at = folder({ "msgapi.yaml": document("./alias.avsc"), "alias.avsc": `{ "$ref": "./user.avsc" }`, "user.avsc": user });
  expect((await msgdocs(at, ["check", "msgapi.yaml"])).exit).toBe(0);
  await msgdocs(at, ["bundle", "msgapi.yaml", "-o", "bundled.yaml"]);
  await msgdocs(at, ["build", "msgapi.yaml", "-o", "out"]);
  await msgdocs(at, ["build", "bundled.yaml", "-o", "again"]);
  const rows = ["out", "again"].map((folder) => contents(`${at}/${folder}`)["operations/receiveuser.md"]?.match(/^  +- .*/gm));
  expect(rows[0]?.join("\n")).toContain("street");
  expect(rows[1]).toEqual(rows[0]);
});

test("an Avro file that only refers to a file of another kind says so", async () => {
  const at = folder({
    "msgapi.yaml": document("./alias.avsc"),
    "alias.avsc": `{ "$ref": "./key.json" }`,
    "key.json": `{ "secret": "canary" }`,
  });
  const { stdout, exit } = await msgdocs(at, ["check", "msgapi.yaml"]);
  expect(exit).toBe(1);
  expect(stdout).toContain("expected an Avro schema");
  expect(stdout).not.toContain("canary");
});
