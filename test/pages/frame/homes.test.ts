import { expect, test } from "vitest";
import { defaultLimits } from "../../../src/config/index.ts";
import { built } from "../../support/built.ts";
import { siteOf } from "../kinds/site-of.ts";

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
    expect(page).toMatch(/On this page: \d+ error/);
    expect(files.get("operations/o.md")?.match(/is already used/g)).toHaveLength(marked.length);
  }
});

const order = (more = "", schemas = ""): string => `asyncapi: 2.6.0
info: { title: Shop, version: "1" }
channels:
  placed: { publish: { operationId: place, message: { payload: { $ref: "#/components/schemas/Order" } } } }
${more}components:
  schemas:
    Order: { type: object, properties: { lines: { type: array, items: { $ref: "#/components/schemas/Line" } }, total: { $ref: "#/components/schemas/Money" } } }
    Line: { type: object, properties: { sku: { type: string }, gift: { $ref: "#/components/schemas/Gift" } } }
    Gift: { title: Wrapped gift, description: A present., x-shelf: 7, externalDocs: { url: "https://gift.example" }, type: object, properties: { paper: { type: string } } }
    Money: { type: object, properties: { amount: { type: number }, currency: { $ref: "#/components/schemas/Currency" } } }
    Currency: { type: string, enum: [EUR, USD] }
${schemas}`;

const refund =
  "  refund: { publish: { operationId: refund, message: { payload: { properties: { sum: { $ref: '#/components/schemas/Money' } } } } } }\n";

test("a schema that one thing uses once lives at its row, with all that it says, and its earlier address leads there", async () => {
  const files = await siteOf(order(refund));
  const at = "operations/place.html#messages.placed-message.payload";
  const homes = homesOf(files);
  const [, message] = Object.entries(homes).find(([id]) => id.startsWith("message ")) ?? [];
  const tree = `${message ?? at}.payload`;
  expect(homes).toMatchObject({
    "schema Order": tree,
    "schema Line": `${tree}.lines`,
    "schema Gift": `${tree}.lines.*.gift`,
    "schema Money": "schemas/money.html",
    "schema Currency": "schemas/money.html#schema.currency",
  });
  const page = files.get("operations/place.html") ?? "";
  const twin = files.get("operations/place.md") ?? "";
  expect(page).toContain(`id="${tree.replace(/^.*#/, "")}.lines.*.gift"`);
  for (const said of ["Wrapped gift", "Gift", "A present.", "x-shelf", "https://gift.example", "paper"]) {
    expect(page).toContain(said);
    expect(twin).toContain(said);
  }
  expect(files.get("schemas/money.html")).toContain('id="schema.currency"');
  expect(movedOf(files)).toMatchObject({ "schemas/line.html": `${tree}.lines#${tree.replace(/^.*#/, "")}.lines.*` });
  expect([...files.keys()].filter((path) => path.startsWith("schemas/"))).toEqual([
    "schemas/money.html",
    "schemas/money.md",
    "schemas/money.schema.json",
  ]);
});

test("a schema that stands twice, in a condition, as a part of another or in a ring keeps its page", async () => {
  const schemas = `    Box: { type: object, properties: { a: { $ref: "#/components/schemas/Twice" }, b: { $ref: "#/components/schemas/Twice" }, c: { $ref: "#/components/schemas/Part" } }, allOf: [{ $ref: "#/components/schemas/Base" }], if: { $ref: "#/components/schemas/If" }, then: { minProperties: 1 } }
    Twice: { type: object, properties: { t: { type: string } } }
    Part: { type: object, allOf: [{ $ref: "#/components/schemas/Base" }] }
    Base: { type: object, properties: { id: { type: string } } }
    If: { properties: { a: { type: object, minProperties: 2 } } }
    Ring: { properties: { other: { $ref: "#/components/schemas/Around" } } }
    Around: { properties: { ring: { $ref: "#/components/schemas/Ring" } } }
`;
  const homes = homesOf(await siteOf(order(refund, schemas)));
  expect(homes).toMatchObject({ "schema Box": "schemas/box.html", "schema Part": "schemas/box.html#schema.c" });
  for (const id of ["Twice", "Base", "If", "Ring", "Around"])
    expect(homes).toMatchObject({ [`schema ${id}`]: `schemas/${id.toLowerCase()}.html` });
});

test("on a page that could go on, or of a tree without room, schemas keep their pages", async () => {
  const homes = homesOf(await siteOf(order(refund), { limits: { ...defaultLimits, schemaRows: 14 } }));
  expect(homes).toMatchObject({ "schema Line": "schemas/line.html", "schema Gift": "schemas/line.html#schema.gift" });
});

test("a schema that lives at a row is found by its name and key, and its fields at the message that carries it", async () => {
  const files = await siteOf(order(refund));
  const search = [...files]
    .filter(([path]) => path.startsWith("search/"))
    .map(([, text]) => text)
    .join("");
  expect(search).toContain("payload.lines.*.gift");
  expect(search).toContain("payload.lines.*.gift.paper");
  expect(files.get("schemas.html")).toMatch(/href="operations\/place\.html#[^"]*payload\.lines\.\*\.gift"/);
});

test("a page links to edit each file in which what lives there is written", async () => {
  const { files } = await built(
    {
      "main.yaml": `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
channels: { c: { address: c, messages: { m: { $ref: "lit.yaml" } } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
`,
      "lit.yaml": "payload: { type: object, properties: { at: { $ref: 'place.yaml' } } }\n",
      "place.yaml": "type: object\n",
    },
    { editUrl: "https://git.example/{path}" },
  );
  const page = files.get("operations/o.html") ?? "";
  const foot = page.slice(page.indexOf('<p class="edit"><a href="https://git.example'));
  expect([...foot.matchAll(/<a href="https:\/\/git\.example\/([^"]*)">([^<]*)</g)].map(([, path, text]) => [path, text])).toEqual([
    ["main.yaml", "Edit this page"],
    ["lit.yaml", "Edit lit.yaml"],
    ["place.yaml", "Edit place.yaml"],
  ]);
});
