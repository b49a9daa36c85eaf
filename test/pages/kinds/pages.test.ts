import { beforeAll, describe, expect, test } from "vitest";
import { pageAt, siteOf, textOf } from "./site-of.ts";
import { built } from "../../support/built.ts";

const document = `
asyncapi: 2.4.0
id: urn:example:lamps
info:
  title: Lamps
  version: 1.2.0
  description: Lamps of a **city**.
  x-team: light
  contact: { name: Ann, url: "javascript:alert(1)", email: ann@example.org }
  license: { name: MIT }
defaultContentType: application/cbor
tags: [{ name: street }]
servers:
  main:
    url: wss://{region}.example.org
    protocol: wss
    security: [{ key: [] }]
    variables: { region: { enum: [eu, us], default: eu } }
  bus: { url: "bus:9092", protocol: kafka }
channels:
  lamp/{lampId}/measured:
    parameters: { lampId: { description: Which lamp., schema: { type: string } } }
    bindings: { kafka: { topic: lamps, x-own: 1 }, nosuch: { a: 1 } }
    publish:
      operationId: takeMeasure
      tags: [{ name: street }]
      security: [{ key: [] }, { login: ["lamps:read"] }]
      traits: [{ $ref: "#/components/operationTraits/quick" }]
      message: { $ref: "#/components/messages/Measured" }
    subscribe:
      operationId: tellMeasure
      description: Said again.
      message:
        oneOf: [{ $ref: "#/components/messages/Measured" }, { name: other, payload: { type: integer } }]
components:
  messages:
    Measured:
      name: measured
      correlationId: { location: "$message.header#/trace", description: The trace. }
      headers: { type: object, properties: { trace: { type: string } } }
      payload: { $ref: "#/components/schemas/Measure" }
      examples: [{ name: noon, payload: { lumens: 9007199254740993 } }, { name: bad, payload: { lumens: x } }]
    Unused: { payload: { type: string } }
  schemas: { Measure: { type: object, properties: { lumens: { type: integer, maximum: 9223372036854775807 } } } }
  securitySchemes:
    key: { type: apiKey, in: user }
    login: { type: oauth2, flows: { implicit: { authorizationUrl: "https://example.org/a", scopes: { "lamps:read": Read lamps } } } }
  operationTraits:
    quick: { summary: Quick., bindings: { kafka: { groupId: { type: string } } } }
    never: { summary: NeverUsedTrait }
`;

describe("a site", () => {
  test("has a page for everything, and lists them in its manifest", async () => {
    const files = await siteOf(document);
    const manifest = JSON.parse(files.get("manifest.json") ?? "") as {
      format: string;
      title: string;
      pages: { path: string; kind: string; id: string | null }[];
      things: { kind: string; id: string; path: string; anchor: string; examples?: object }[];
      files: string[];
    };
    expect(manifest).toMatchObject({ format: "2.4.0", title: "Lamps", version: "1.2.0" });
    expect(manifest.pages.filter(({ kind }) => !["list", "source"].includes(kind)).map(({ kind, id }) => `${kind} ${String(id)}`)).toEqual([
      "overview null",
      "servers null",
      "security null",
      "tags null",
      "channel lamp/{lampId}/measured",
      "operation takeMeasure",
      "operation tellMeasure",
      "message Measured",
      "message Unused",
      "components null",
      "search null",
      "not-found null",
    ]);
    expect(manifest.things.map(({ kind, id }) => `${kind} ${id}`)).toEqual([
      "channel lamp/{lampId}/measured",
      "operation takeMeasure",
      "operation tellMeasure",
      "message Measured",
      "message other",
      "message Unused",
      "schema Measure",
    ]);
    expect(manifest.things.find(({ id }) => id === "Measured")?.examples).toEqual({ passed: 1, failed: 1, notChecked: 0 });
    for (const { path, anchor } of manifest.things) expect(files.get(path), path).toContain(anchor === "" ? "<h1" : ` id="${anchor}"`);
    expect(manifest.files).toEqual([...files.keys()].sort());
    for (const { path } of manifest.pages) expect(files.get(path), path).toContain("<!doctype html>");
  });

  test("says what the application is on the overview, and links no unsafe address", async () => {
    const files = await siteOf(document);
    const html = files.get("index.html") ?? "";
    const text = textOf(html);
    for (const said of [
      "Lamps of a city",
      "Ann",
      "ann@example.org",
      "MIT",
      "application/cbor",
      "urn:example:lamps",
      "x-team",
      "light",
      "1 of 2 message examples match",
    ]) {
      expect(text).toContain(said);
    }
    expect(text).toContain("javascript:alert(1)");
    expect(html).not.toMatch(/href="javascript/);
  });

  test("has both operations of a channel on its page, with their directions and the document's own verb", async () => {
    const text = textOf(pageAt(await siteOf(document), "channels/lamp-lampid-measured.html"));
    expect(text).toMatch(/Lamps receives .*takeMeasure/);
    expect(text).toMatch(/Lamps sends .*tellMeasure/);
    expect(text).toContain("Full URL wss:// {region} .example.org/lamp/ {lampId} /measured");
    expect(text).toMatch(/nosuch not a protocol that the format lists/);
    expect(text).toMatch(/topic lamps/);
  });

  test("says of an operation what the application does, and what its reader can do", async () => {
    const application = textOf((await siteOf(document, { reader: "application" })).get("operations/takemeasure.html"));
    expect(application).toContain("↓ Lamps receives others can send");
    expect(application).toContain("The document says publish");
    const client = textOf((await siteOf(document)).get("operations/takemeasure.html"));
    expect(client).toContain("↓ Lamps receives you can send");
    expect(client).toContain("The document says publish");
  });

  test("shows alternatives of security as or, and what the server asks for besides as and", async () => {
    const text = textOf((await siteOf(document)).get("operations/takemeasure.html"));
    expect(text).toContain("Both are needed");
    expect(text).toMatch(/key API key, user or login OAuth 2\.0 lamps:read for the operation/);
    expect(text).toMatch(/key API key, user for the server main/);
  });

  test("says what each trait gave", async () => {
    const text = textOf((await siteOf(document)).get("operations/takemeasure.html"));
    expect(text).toMatch(/quick summary bindings/);
    expect(text).toMatch(/Quick\./);
  });

  test("prints numbers as they are written", async () => {
    const text = textOf(pageAt(await siteOf(document), "messages/measured.html"));
    expect(text).toContain("9007199254740993");
    expect(text).toContain("9223372036854775807");
  });

  test("has a schema that is one message's payload on the page of the message", async () => {
    const html = pageAt(await siteOf(document), "schemas/measure.html");
    expect(html).toMatch(/<h1><bdi>measured<[^]*id="payload"[^]*href="measured.payload.schema.json"/);
  });

  test("shows unused components in full, and used ones not", async () => {
    const text = textOf((await siteOf(document)).get("components.html"));
    expect(text).toContain("NeverUsedTrait");
    expect(text).not.toContain("Quick.");
  });

  test("makes no page that has nothing to show", async () => {
    const files = await siteOf(`{ asyncapi: 2.4.0, info: { title: T, version: "1" }, channels: {} }`);
    for (const path of ["servers.html", "security.html", "tags.html", "components.html", "channels.html"])
      expect(files.has(path), path).toBe(false);
  });

  test("has every line of the document as a target", async () => {
    const files = await siteOf(document);
    const source = files.get("source/main-yaml.html") ?? "";
    const count = document.trimEnd().split("\n").length;
    for (const line of [1, 2, count]) expect(source).toContain(`id="L${line}"`);
  });
});

describe("hostile names", () => {
  const hostile = `
asyncapi: 2.4.0
info: { title: '"><script>alert(1)</script>', version: "<b>" }
channels:
  '"><img src=x onerror=alert(1)>':
    publish:
      operationId: '</title><script>'
      x-<i>: '<u>'
      tags: [{ name: '<svg onload=alert(1)>' }]
      message: { name: "a\\u202Eb", payload: { type: object, properties: { "c\\u202Ed": { type: string, enum: ['</script>'] } } } }
`;

  test("are text wherever they stand", async () => {
    for (const [path, contents] of await siteOf(hostile)) {
      if (!path.endsWith(".html")) continue;
      expect(contents, path).not.toMatch(/<(?:img|u)[ >]|<i>|<svg onload|<script>/);
    }
  });

  test("hide nothing: invisible characters are spelled out", async () => {
    const all = [...(await siteOf(hostile))].flatMap(([path, text]) => (path.endsWith(".html") ? [text] : [])).join("");
    expect(all).toContain("a⟨U+202E⟩b");
    expect(all).not.toContain("\u202e");
  });
});

describe("a large document", () => {
  const channels = Array.from(
    { length: 450 },
    (_, index) => `  area${index % 9}/thing/${index}: { publish: { message: { name: m${index}, payload: { type: string } } } }`,
  );
  const large = `asyncapi: 2.4.0\ninfo: { title: Large, version: "1" }\nchannels:\n${channels.join("\n")}\n`;
  let files: ReadonlyMap<string, string>;
  beforeAll(async () => void (files = await siteOf(large)));

  test("has a bounded sidebar with the current page in it", () => {
    const html = files.get("operations/area3-thing-201-publish.html") ?? "";
    const rail = html.slice(html.indexOf('id="nav"'), html.indexOf("<main"));
    expect(rail.match(/<a /g)?.length).toBeLessThan(80);
    // The channel and its only operation are one row.
    expect(rail).toMatch(/href="area3-thing-201-publish\.html" aria-current="page"/);
    // Its neighbours in its group, and the other groups as links.
    expect(rail.match(/class="chan mono"/g)).toHaveLength(15);
    expect(rail).toContain('<a class="nav-more" href="../channels-2.html#group.area3"><span>35 more</span></a>');
    expect(rail.match(/class="nav-group"><a href="\.\.\/channels[^"]*#group\.area\d"/g)).toHaveLength(8);
  });

  test("continues its lists on numbered pages", () => {
    const pages = [...files.keys()].filter((path) => /^channels(-\d)?\.html$/.test(path));
    expect(pages).toEqual(["channels.html", ...[2, 3, 4, 5].map((number) => `channels-${number}.html`)]);
    const listed = pages.flatMap((page) => [...(files.get(page) ?? "").matchAll(/<th scope="row"><a href="(operations\/[^"]*#channel)"/g)]);
    expect(new Set(listed.map((match) => match[1])).size).toBe(450);
  });

  test("holds no page over 400 KB", () => {
    for (const [path, contents] of files) if (path.endsWith(".html")) expect(contents.length, path).toBeLessThan(400_000);
  });
});

test("a list has pages that is longer than the arguments of a call may be", async () => {
  const values = JSON.stringify(Array.from({ length: 130_000 }, () => 1));
  const parts = JSON.stringify(Array.from({ length: 130_000 }, () => ({})));
  const document = (payload: string, tags: string): string =>
    `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{"c":{"publish":{"message":{"payload":${payload}}}}},"tags":${tags}}`;
  const made = [await built({ "main.yaml": document("{}", values) }), await built({ "main.yaml": document(`{"allOf":${parts}}`, "[]") })];
  expect(made.map(({ files }) => files.has("index.html"))).toEqual([true, true]);
});
