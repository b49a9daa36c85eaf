import { expect, test } from "vitest";
import { built } from "../../support/built.ts";
import { siteOf } from "./site-of.ts";

const message = '{ $ref: "#/components/messages/Lit" }';

const document = (more = ""): string => `asyncapi: 2.6.0
info: { title: Lamps, version: "1" }
channels:
  lamp/lit: { description: Where lamps say that they are lit., publish: { operationId: lit, message: ${message} } }
${more}components:
  messages: { Lit: { payload: { $ref: "#/components/schemas/Light" }, headers: { $ref: "#/components/schemas/Trace" } } }
  schemas:
    Light: { title: How bright, type: object, properties: { lumens: { type: integer } } }
    Trace: { type: object, properties: { id: { type: string } } }
`;

/** The homes of a site's things, `page#anchor` by kind and id. */
function homesOf(files: ReadonlyMap<string, string>): Record<string, string> {
  const { things } = JSON.parse(files.get("manifest.json") ?? "") as {
    things: { kind: string; id: string; path: string; anchor: string }[];
  };
  return Object.fromEntries(things.map(({ kind, id, path, anchor }) => [`${kind} ${id}`, anchor === "" ? path : `${path}#${anchor}`]));
}

/** What the script of the page for addresses that do not exist reads. */
function movedOf(files: ReadonlyMap<string, string>): unknown {
  return JSON.parse(/^window\.msgdocsHomes\?\.\((.*)\);\n$/.exec(files.get("homes.js") ?? "")?.[1] ?? "null");
}

test("what is used once lives where it is used, and says there all that it says", async () => {
  const files = await siteOf(document());
  expect(homesOf(files)).toEqual({
    "channel lamp/lit": "operations/lit.html#channel",
    "operation lit": "operations/lit.html",
    "message Lit": "operations/lit.html#messages.Lit",
    "schema Light": "operations/lit.html#messages.Lit.payload",
    "schema Trace": "operations/lit.html#messages.Lit.headers",
  });
  const page = files.get("operations/lit.html") ?? "";
  for (const said of ["Where lamps say that they are lit.", "How bright", "<code>Light</code>", ">Trace<"]) expect(page).toContain(said);
  const twin = files.get("operations/lit.md") ?? "";
  for (const said of ["Where lamps say that they are lit.", "How bright", "`Light`", "`Trace`"]) expect(twin).toContain(said);
  expect([...files.keys()].filter((path) => /^(?:channels|messages|schemas)\/.*\.(?:html|md)$/.test(path))).toEqual([]);
  expect([...files.keys()].filter((path) => path.endsWith(".schema.json"))).toEqual([
    "messages/lit.payload.schema.json",
    "messages/lit.headers.schema.json",
  ]);
});

test("what several use has a page of its own, and a payload lives on that of its message", async () => {
  const files = await siteOf(document(`  lamp/again: { publish: { operationId: again, message: ${message} } }\n`));
  expect(homesOf(files)).toMatchObject({
    "channel lamp/again": "operations/again.html#channel",
    "message Lit": "messages/lit.html",
    "schema Light": "messages/lit.html#payload",
    "schema Trace": "messages/lit.html#headers",
  });
  expect(movedOf(files)).toMatchObject({ "schemas/light.html": "messages/lit.html#payload" });
  expect(movedOf(files)).not.toHaveProperty("messages/lit.html");
});

test("a schema that recurs, or that something else uses too, has a page of its own", async () => {
  const recurs = document().replace("lumens: { type: integer }", 'lumens: { type: integer }, next: { $ref: "#/components/schemas/Light" }');
  expect(homesOf(await siteOf(recurs))).toMatchObject({ "schema Light": "schemas/light.html" });
  const both = document().replace("id: { type: string }", 'light: { $ref: "#/components/schemas/Light" }');
  expect(homesOf(await siteOf(both))).toMatchObject({ "schema Light": "schemas/light.html" });
});

test("a channel with an operation more, or with a message that its operation does not use, has a page of its own", async () => {
  const more = document().replace(`message: ${message} } }`, `message: ${message} }, subscribe: { operationId: tell } }`);
  expect(homesOf(await siteOf(more))).toMatchObject({ "channel lamp/lit": "channels/lamp-lit.html" });
  const unused = `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
channels: { c: { address: c, messages: { a: { payload: { type: string } }, b: { payload: { type: string } } } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" }, messages: [{ $ref: "#/channels/c/messages/a" }] } }
`;
  expect(homesOf(await siteOf(unused))).toMatchObject({ "channel c": "channels/c.html", "message a": "operations/o.html#messages.a" });
});

test("where the settings ask for it, a small page stands at the address that a page of its own would have", async () => {
  const files = await siteOf(document(), { redirectPages: true, siteUrl: "https://docs.example.com/lamps/" });
  for (const [path, home] of Object.entries(movedOf(files) as Record<string, string>)) {
    const page = files.get(path) ?? "";
    expect(page).toContain(`content="0; url=../${home}"`);
    expect(page).toContain(`<link rel=canonical href="https://docs.example.com/lamps/operations/lit.html">`);
    expect(page).toContain(`<a href="../${home}">`);
    expect(page.length).toBeLessThan(400);
  }
  expect((await siteOf(document())).has("channels/lamp-lit.html")).toBe(false);
});

test("a field of a channel that stands twice is marked where the channel lives, and listed there", async () => {
  for (const twice of [
    "address: a, address: b, title: A, title: B, summary: a, summary: b, description: a, description: b",
    "address: a, address: b",
  ]) {
    const { files } = await built({
      "main.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
channels: { c: { ${twice}, messages: { m: { payload: { type: string } } } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
`,
    });
    const page = files.get("operations/o.html") ?? "";
    const marked = [...page.matchAll(/class="field-problem bad"[^]*?&quot;([a-z]+)&quot; is already used/g)].map(([, key]) => key);
    expect(marked.sort()).toEqual([...new Set(twice.match(/\w+(?=:)/g))].sort());
    expect(page).toMatch(/touch(?:es)? this page/);
    expect(files.get("operations/o.md")?.match(/is already used/g)).toHaveLength(marked.length);
  }
});
