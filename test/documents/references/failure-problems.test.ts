import { execFileSync } from "node:child_process";
import { mkdtemp, rm, symlink, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { describe, expect, it } from "vitest";
import { readLimits } from "#text";
import { at, folderOf, load, ref, schemas, title, told, v2 } from "./load-fixture.ts";

describe("what is wrong with a reference", () => {
  it.each([
    ["5", "api.yaml:6:15 reference/syntax This is not a reference: $ref must be a string, and this is a number."],
    ["null", "reference/syntax This is not a reference: $ref must be a string, and this is null."],
    ["{}", "reference/syntax This is not a reference: $ref must be a string, and this is an object."],
    ["'#/a~2'", 'reference/syntax This is not a reference: in "#/a~2" ~ stands before something other than 0 or 1.'],
    ["'#a'", 'reference/syntax This is not a reference: in "#a" "#a" is not a JSON Pointer. A pointer starts with a slash: "#/a".'],
    ["'%zz'", "reference/syntax"],
    ["'#/%zz'", "reference/syntax"],
    [
      "'sub\\x.yaml'",
      'reference/syntax This is not a reference: in "sub\\\\x.yaml" a backslash is not allowed in a URI. Write "sub/x.yaml".',
    ],
    [
      "/etc/passwd",
      'api.yaml:6:15 reference/outside-root "/etc/passwd" (it is an absolute path) leads outside of the folder that documents may read (.). Write the path relative to the file that refers to it.',
    ],
    ["/components/schemas/User", 'Did you mean "#/components/schemas/User"?'],
    [
      "file:///etc/hostname",
      'reference/outside-root "file:///etc/hostname" (it is a file: URL) leads outside of the folder that documents may read (.). Write the path relative to the file that refers to it.',
    ],
    [
      "../secret.yaml",
      'reference/outside-root "../secret.yaml" leads outside of the folder that documents may read (.). Allow a wider folder with --root',
    ],
    ["'%2e%2e/secret.yaml'", "reference/outside-root"],
    ["'..%2fsecret.yaml'", "reference/outside-root"],
    ["'..%5csecret.yaml'", "reference/outside-root"],
    ["'..\\secret'", "reference/outside-root"],
    ["'C:\\x'", "reference/outside-root"],
    ["'C:/x'", "reference/outside-root"],
    ["'\\\\srv\\x'", "reference/outside-root"],
    ["'//srv/x'", "reference/outside-root"],
    ["'%2fetc/passwd'", "reference/outside-root"],
    ["'sub/../../x.yaml'", "reference/outside-root"],
    ["http://169.254.169.254/latest", "is on the network, which is off. Only https is read: download the file and use the copy."],
    [
      "HTTPS://example.com/a/x",
      "is on the network, which is off. Allow it with --allow-remote https://example.com/a/ or download the file",
    ],
    ["urn:x", 'reference/not-found "urn:x" leads nowhere: nothing can be read from urn:.'],
    [".", 'reference/not-found "." leads nowhere: it is a folder.'],
    ["sub", 'reference/not-found "sub" leads nowhere: it is a folder.'],
    ["./othr.yaml#/x", 'Did you mean "./other.yaml#/x"?'],
    ["othr.yaml", 'reference/not-found "othr.yaml" leads nowhere: there is no such file. Did you mean "other.yaml"?'],
    [
      "'#/components/schemas/Usr'",
      'reference/not-found "#/components/schemas/Usr" leads nowhere: "#/components/schemas" has no "Usr". Did you mean "#/components/schemas/User"?',
    ],
    ["'#/componets/schemas/User'", 'the root has no "componets". Did you mean "#/components/schemas/User"?'],
    ["'#/components/schemas/a/b'", 'Did you mean "#/components/schemas/a~1b"? A / inside of a key is written ~1.'],
    ["'#/components/messages/User'", 'Did you mean "#/components/schemas/User"? It has this name.'],
    ["'#/definitions/a/b'", 'Did you mean "#/components/schemas/a~1b"? It has this name.'],
    ["'#/components/schemas/toString'", "reference/not-found"],
    ["'#/components/schemas/User/required/01'", "is a list and has no"],
    ["''", 'reference/wrong-target "" is the document itself, expected a Schema Object.'],
    ["'#'", 'reference/wrong-target "#" is the document itself, expected a Schema Object.'],
    ["'#/components/servers/s'", 'reference/wrong-target "#/components/servers/s" is a Server Object, expected a Schema Object.'],
    ["'#/components/schemas'", "is a map of Schema Objects, expected a Schema Object."],
    ["'#/info/title'", "is a string, expected a Schema Object."],
    ["notes.txt", 'reference/wrong-target "notes.txt" is a string, expected a Schema Object.'],
    [
      "'#/components/schemas/A'",
      'reference/loop These references only lead to one another: "#/components/schemas/A" → "#/components/schemas/A".',
    ],
    ["'#/components/schemas/A/x'", "reference/loop"],
  ])("%s", async (value, expected) => {
    const loaded = await load({
      "api.yaml": `${ref(value)}    User: {required: [a]}\n    a/b: {}\n  servers: {s: {}}\n`,
      "other.yaml": "a: 1",
      "notes.txt": "just a text\n",
      "sub/x.yaml": "title: x",
    });
    const problems = told(loaded).filter((line) => !line.includes("key-read-as-text"));
    expect(problems).toHaveLength(1);
    expect(problems[0]).toContain(expected);
    expect(problems[0]).toMatch(/^api\.yaml:6:15 /);
    const node = at(loaded, "/components/schemas/A");
    expect(node && loaded.documents?.follow(node)).toBeUndefined();
  });

  it.each(["/etc/passwd", "file:///etc/hostname", "'C:/x'", "'//srv/x'", "'..\\secret'"])(
    "offers no wider folder for %s: none is wide enough",
    async (value) => {
      const loaded = await load({ "api.yaml": ref(value) });
      expect(told(loaded)[0]).toMatch(/reference\/outside-root .* Write (?:the path relative|it with slashes)/);
      expect(told(loaded)[0]).not.toContain("--root");
    },
  );

  it("never opens what a link outside leads to, and names both", async () => {
    const outside = await mkdtemp(join(tmpdir(), "msgdocs-out-"));
    await writeFile(join(outside, "secret.yaml"), "title: secret");
    const folder = await folderOf({ "api.yaml": ref("link.yaml") });
    await symlink(join(outside, "secret.yaml"), join(folder.path, "link.yaml"));
    const loaded = await folder.load();
    expect(told(loaded)).toHaveLength(1);
    expect(told(loaded)[0]).toMatch(/reference\/outside-root "link\.yaml", a link to ".*secret\.yaml",/);
    expect(loaded.files).toHaveLength(1);
    await rm(outside, { recursive: true });
    await folder.remove();
  });

  it("knows references that are relative to the working folder", async () => {
    const folder = await folderOf({ "docs/api.yaml": ref("docs/parts/a.yaml#/x"), "docs/parts/a.yaml": "x: {}" });
    expect(told(await folder.load("docs/api.yaml"))[0]).toContain('Did you mean "parts/a.yaml#/x"?');
    await folder.remove();
  });

  it("reads a wider folder when it may", async () => {
    const folder = await folderOf({ "docs/api.yaml": ref("../shared.yaml"), "shared.yaml": "title: shared" });
    expect(told(await folder.load("docs/api.yaml"))[0]).toContain("reference/outside-root");
    const loaded = await folder.load("docs/api.yaml", { root: folder.path });
    expect(told(loaded)).toEqual([]);
    expect(title(loaded, "/components/schemas/A")).toBe("shared");
    await folder.remove();
  });

  it.runIf(process.platform !== "win32")("does not hang on a pipe", async () => {
    const folder = await folderOf({ "api.yaml": ref("pipe") });
    execFileSync("mkfifo", [join(folder.path, "pipe")]);
    expect(told(await folder.load())[0]).toContain("it is a named pipe, not a regular file");
    await folder.remove();
  });

  it("lists ignored siblings at the first of them", async () => {
    const loaded = await load({ "api.yaml": schemas("    A: {$ref: '#/components/schemas/B', title: t, x-y: 1}\n    B: {}") });
    expect(told(loaded)).toEqual([
      'api.yaml:6:41 reference/siblings-ignored Fields beside $ref are ignored: "title", "x-y". Move them to what $ref leads to, or remove them.',
    ]);
    expect(loaded.problems[0]?.related).toHaveLength(1);
  });

  it("reports a loop once, with all places", async () => {
    const loaded = await load({
      "api.yaml": schemas("    A: {$ref: 'b.yaml'}\n    C: {$ref: '#/components/schemas/A'}"),
      "b.yaml": "$ref: 'api.yaml#/components/schemas/C'",
    });
    expect(told(loaded)).toEqual([
      'api.yaml:6:15 reference/loop These references only lead to one another: "b.yaml" → "api.yaml#/components/schemas/C" → "#/components/schemas/A" → "b.yaml". One of them must be the thing itself.',
    ]);
    expect(loaded.problems[0]?.related.map(({ place }) => place.file.name)).toEqual(["b.yaml", "api.yaml"]);
    expect(loaded.documents?.edges.map(({ target }) => target)).toEqual([undefined, undefined, undefined]);
  });

  it("reports a broken reference in a referenced file there, once for all that lead to it", async () => {
    const loaded = await load({
      "api.yaml": schemas("    A: {$ref: 'b.yaml'}\n    B: {$ref: 'b.yaml'}"),
      "b.yaml": "properties: {x: {$ref: 'missing.yaml'}}",
    });
    expect(told(loaded)).toEqual([
      'b.yaml:1:24 reference/not-found "missing.yaml" leads nowhere: there is no such file. A path is relative to the file that the reference stands in.',
    ]);
  });

  it("tells no names of a folder that a link leads out to, also where the documents are an earlier version's", async () => {
    const [folder, outside] = [await folderOf({ ".hidden/b.yaml": "{}", "b.yaml": "{}" }), await folderOf({ "secret.yaml": "{}" })];
    await symlink(outside.path, join(folder.path, "out"));
    await symlink(".hidden", join(folder.path, "hid"));
    const text = Buffer.from(schemas("    A: {$ref: 'out/secrets.yaml'}\n    B: {$ref: 'hid/c.yaml'}\n    C: {$ref: 'c.yaml'}"));
    const missing = { problem: "missing", reason: "there is no such file" } as const;
    const open = (path: string) => (path.endsWith("api.yaml") ? { size: text.length, read: () => text } : missing);
    const loaded = await folder.load("api.yaml", { snapshot: { open, nameOf: (path) => relative(folder.path, path) } });
    expect(told(loaded).map((each) => /Did you mean.*/.exec(each)?.[0])).toEqual([undefined, undefined, 'Did you mean "b.yaml"?']);
    for (const each of [folder, outside]) await each.remove();
  });

  it("reports a file that cannot be parsed in that file and at the first reference", async () => {
    const loaded = await load({ "api.yaml": schemas("    A: {$ref: 'b.json'}\n    B: {$ref: 'b.json'}"), "b.json": '{"a": 1,}' });
    expect(told(loaded)).toEqual([
      "b.json:1:8 document/syntax It cannot be read, and is not what a reference wants: its text is not shown.",
      'api.yaml:6:15 reference/not-json-or-yaml "b.json" is neither JSON nor YAML: it cannot be parsed. Correct the file, or refer to another; one that ends in .json must be JSON.',
    ]);
  });

  it("follows nothing that leads to a wrong target", async () => {
    const loaded = await load({
      "api.yaml": `${schemas("    A: {$ref: '#/components/schemas/B'}\n    B: {$ref: '#/components/servers/s'}")}\n  servers: {s: {}}\n`,
    });
    expect(told(loaded)).toHaveLength(1);
    expect(told(loaded)[0]).toContain("api.yaml:7:15 reference/wrong-target");
    expect(loaded.documents?.edges.map(({ target }) => target)).toEqual([undefined, undefined]);
  });

  it("stops at the number of files that may be read", async () => {
    const files = Object.fromEntries(Array.from({ length: 5 }, (_, index) => [`f${index}.yaml`, `$ref: f${index + 1}.yaml`]));
    const folder = await folderOf({ "api.yaml": ref("f0.yaml"), ...files });
    const loaded = await folder.load("api.yaml", { limits: { ...readLimits, files: 3 } });
    expect(told(loaded)).toEqual([
      "f1.yaml:1:7 document/too-large The number of files is over the limit: one more, at most 3. Raise limits.files in the settings.",
    ]);
    await folder.remove();
  });

  it("counts files that are not there too: to look for one costs as much as to read it", async () => {
    const folder = await folderOf({
      "api.yaml": schemas(Array.from({ length: 30 }, (_, index) => `    S${index}: { $ref: f${index}.yaml }\n`).join("")),
    });
    const loaded = await folder.load("api.yaml", { limits: { ...readLimits, files: 9 } });
    const codes = told(loaded).map((each) => each.split(" ")[1]);
    expect(codes.filter((code) => code === "reference/not-found")).toHaveLength(8);
    expect(codes.filter((code) => code === "document/too-large")).toHaveLength(1);
    await folder.remove();
  });
});

it("tells once of the flag that helps many references, and of all that it does not help", async () => {
  const many = Array.from(
    { length: 30 },
    (_, at) => `    A${at}: { $ref: ../common/a${at}.yaml }\n    B${at}: { $ref: https://b.example/x/b${at} }\n`,
  );
  const { problems } = await load({ "api/api.yaml": schemas(`${many.join("")}    C: { $ref: ../../c.yaml }\n`) });
  expect(problems.map(({ code, hint, related }) => `${code} ${hint ?? ""} ${related.length}`).sort()).toEqual([
    "reference/outside-root Allow a wider folder with --root ., or in the settings. It helps 29 more references, too. 20",
    "reference/outside-root Allow a wider folder with --root .., or in the settings. 0",
    "reference/remote-disabled Allow it with --allow-remote https://b.example/x/ or download the file and use the copy. It helps 29 more references, too. 20",
  ]);
});

it("tells of every reference that fails, in every file, not of the first", async () => {
  const files = {
    "api.yaml": schemas("    A: {$ref: nowhere.yaml}\n    B: {$ref: '#/nowhere'}\n    C: {$ref: part.yaml}\n    D: {$ref: /etc/passwd}\n"),
    "part.yaml": "properties: {a: {$ref: elsewhere.yaml}, b: {$ref: '#/no'}}\n",
  };
  const { problems } = await load(files);
  expect(problems.map(({ code, place }) => `${place.file.name} ${code}`).sort()).toEqual([
    "api.yaml reference/not-found",
    "api.yaml reference/not-found",
    "api.yaml reference/outside-root",
    "part.yaml reference/not-found",
    "part.yaml reference/not-found",
  ]);
});

describe("a file of another kind", () => {
  const payload = (format: string, file: string): string => v2(`  messages: {m: {schemaFormat: ${format}, payload: {$ref: ${file}}}}\n`);
  const proto = "application/vnd.google.protobuf;version=3";
  const avro = "application/vnd.apache.avro;version=1.9.0";
  const raml = "application/raml+yaml;version=1.0";
  it.each([
    [proto, "a.proto", "KEY=canary\n", '"a.proto" is a string, expected a protobuf schema.'],
    [proto, "a.yaml", "{key: canary}\n", '"a.yaml" is an object with other fields, expected a protobuf schema.'],
    [avro, "a.avsc", "canary\n", '"a.avsc" is a string, expected an Avro schema.'],
    [avro, "a.json", '{"type": "service_account", "key": "canary"}', '"a.json" is an object with other fields, expected an Avro schema.'],
    [raml, "a.raml", "{type: service_account, key: canary}", '"a.raml" is an object with other fields, expected a RAML type.'],
    ["application/x-own", "a.json", '{"key": "canary"}', '"a.json" is an object with other fields, expected a schema.'],
    ["application/x-own", "a.txt", "canary", '"a.txt" is a string, expected a schema.'],
  ])("is no schema in %s: %s", async (format, file, text, message) => {
    const loaded = await load({ "api.yaml": payload(format, file), [file]: text });
    expect(loaded.problems.map((each) => each.message)).toEqual([message]);
    expect(loaded.files.map(({ name }) => name)).toEqual(["api.yaml"]);
  });

  it.each([
    [proto, "a.proto", 'syntax = "proto3";\n// A lamp: bright\nmessage A { string b = 1; } // end\n'],
    [avro, "a.avsc", '{"type": "record", "name": "A", "fields": [], "x": 1}'],
    [avro, "a.json", '["null", "com.example.A"]'],
    [raml, "a.raml", "{type: Person, properties: {a: string}, (note): 1}"],
    ["application/x-own", "a.json", '{"type": "object"}'],
  ])("is a schema in %s: %s", async (format, file, text) => {
    const loaded = await load({ "api.yaml": payload(format, file), [file]: text });
    expect(told(loaded)).toEqual([]);
    const [, other] = loaded.files;
    expect(other?.text).toBe(text);
    const root = other && loaded.documents?.rootOf(other);
    if (file.endsWith(".proto")) expect(root).toMatchObject({ kind: "string", value: text });
  });

  it("is not named by hints: neither its keys nor hidden files", async () => {
    const secrets = '{"database": {"url": "x"}, "Lamps": {"type": "object"}, "token": "x"}';
    const hint = async (value: string): Promise<unknown> =>
      (await load({ "api.yaml": ref(value), "secrets.json": secrets, ".envs": "" })).problems.map((each) => each.hint);
    expect(await hint("secrets.json#/databse")).toEqual(["Define it there, or correct the reference."]);
    expect(await hint("secrets.json#/Lamp")).toEqual(['Did you mean "secrets.json#/Lamps"?']);
    expect(await hint(".env")).toEqual([expect.not.stringContaining("envs")]);
    expect(await hint(".envs")).toEqual(["Give it a name without the leading dot, or name its hidden folder with --root."]);
  });
});
