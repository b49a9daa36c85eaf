import { expect, test } from "vitest";
import { pageAt, siteOf, textOf } from "./site-of.ts";

const document = `asyncapi: 2.6.0
x-root: 1
info:
  title: Lamp
  version: ""
  contact: { name: Ada, x-room: 2 }
  license: { name: MIT, x-kind: 3 }
servers:
  open: { url: a.example, protocol: mqtt }
  free: { url: b.example, protocol: mqtt, security: [] }
channels:
  tree:
    publish:
      operationId: grow
      message:
        name: Grown
        payload:
          $ref: "#/components/schemas/Tree"
components:
  schemas:
    Tree:
      type: object
      examples: [{ name: Oak }]
      properties:
        name: { type: string }
        branches:
          type: array
          items:
            $ref: "#/components/schemas/Branch"
    Branch:
      type: object
      properties:
        twigs:
          type: array
          items:
            $ref: "#/components/schemas/Branch"
`;

test("what the document does not declare is not said to be nothing", async () => {
  const files = await siteOf(document);
  expect(textOf(files.get("index.html"))).toMatch(
    /open a\.example Protocol MQTT Authorize not declared free b\.example Protocol MQTT Authorize nothing/,
  );
  const servers = textOf(files.get("servers.html"));
  expect(servers).toMatch(/Authorize with not declared .*Authorize with nothing/);
});

test("security that is not declared is said so wherever it stands, and is not nothing", async () => {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
servers:
  open: { url: a.example, protocol: mqtt }
  free: { url: b.example, protocol: mqtt, security: [] }
  shut: { url: c.example, protocol: mqtt, security: [{ login: [] }] }
channels:
  unsaid: { servers: [open], publish: { operationId: unsaid, message: { payload: {} } } }
  free: { servers: [free], publish: { operationId: free, message: { payload: {} } } }
  mixed: { publish: { operationId: mixed, message: { payload: {} } } }
  own: { servers: [open, free], publish: { operationId: own, security: [{ login: [] }], message: { payload: {} } } }
components: { securitySchemes: { login: { type: userPassword } } }
`);
  const told = (name: string) => [
    textOf(/<dt>Authorize<\/dt><dd>([^]*?)<\/dd>/.exec(files.get(`operations/${name}.html`) ?? "")?.[1]).trim(),
    /Authorize with: (.*)/.exec(files.get(`operations/${name}.md`) ?? "")?.[1]?.replace(/\]\([^)]*\)|\[/g, ""),
    textOf(files.get(`operations/${name}.html`)).includes("does not declare how to authorize"),
  ];
  expect(files.get("index.md")).toMatch(/- \[open\]\(servers\.md\): .* — Authorize with: not declared\n/);
  expect(told("unsaid")).toEqual(["not declared", "not declared", true]);
  expect(told("free")).toEqual(["nothing", "nothing", false]);
  expect(told("mixed")).toEqual([
    "not declared for the server open nothing for the server free login User name and password for the server shut",
    "not declared (for the server open); nothing (for the server free); login (for the server shut)",
    false,
  ]);
  expect(told("own")).toEqual(["login User name and password", "login", false]);
  expect(files.get("servers.md")).toMatch(/Authorize with: not declared[^]*Authorize with: nothing[^]*Authorize with: \[login\]/);
});

test("an example that is of the schema says so", async () => {
  expect(textOf(pageAt(await siteOf(document), "messages/grown.html"))).toMatch(/matches its schema\s+From the schema's own examples\./);
});

test("extensions of the root, the contact and the licence say whose they are", async () => {
  const text = textOf((await siteOf(document)).get("index.html"));
  expect(text).toMatch(/Document: Extensions .*x-root 1 .*Contact: Extensions .*x-room 2 .*Licence: Extensions .*x-kind 3/);
});

test("one of a thing is not several", async () => {
  const files = await siteOf(document);
  expect(files.get("index.md")).toMatch(/\[1 channel\].*\n.*\[1 operation\].*\n.*\[1 message\]/);
  for (const [path, text] of files) {
    if (/\.(?:html|md)$/.test(path))
      expect([
        path,
        /\b1 (?:channels|operations|messages|schemas|servers|parts|properties|items|values|problems|examples)\b/.exec(textOf(text)),
      ]).toEqual([path, null]);
  }
});

test("an empty version has no pill", async () => {
  expect((await siteOf(document)).get("index.html")).not.toContain('class="ver"');
  expect((await siteOf(document.replace('""', '"1"'))).get("index.html")).toContain('class="ver"');
});

test("a source link leads to the line of the key", async () => {
  const files = await siteOf(document);
  const lines = document.split("\n");
  for (const [path, key] of [
    ["schemas/branch.html", "    Branch:"],
    ["operations/grow.html", "    publish:"],
    ["operations/grow.html", "  tree:"],
    ["index.html", "info:"],
  ] as const) {
    const found = (files.get(path) ?? "").replaceAll("&#x3D;", "=").matchAll(/class="source-link" href="[^"]*#L(\d+)"/g);
    expect([path, ...Array.from(found, ([, line]) => lines[Number(line) - 1])]).toContain(key);
  }
});

test("a schema that its own list of items holds is linked to its page, not to the list", async () => {
  const html = pageAt(await siteOf(document), "messages/grown.html");
  const links = [...html.matchAll(/<a href="([^"]*)">↻ Branch<\/a>/g)].map(([, href]) => href);
  expect(links.length).toBeGreaterThan(0);
  for (const href of links) expect(href).toBe("../schemas/branch.html");
});

test("an operation without a message does not speak of messages that it has", async () => {
  const bare =
    'asyncapi: 3.0.0\ninfo: { title: T, version: "1" }\nchannels: { c: { address: c } }\noperations: { ping: { action: send, channel: { $ref: "#/channels/c" }, messages: [] } }\n';
  const text = textOf((await siteOf(bare)).get("operations/ping.html"));
  expect(text).toContain("↑ T sends you can receive");
  expect(text).not.toContain("these messages");
});

test("the note on commands says where a payload comes from that is not in the line", async () => {
  const sent = document
    .replace("protocol: mqtt }", "protocol: kafka }")
    .replace("grow\n      message:", 'grow\n      message:\n        contentType: text/plain\n        examples: [{ payload: "a\\nb" }]');
  const text = textOf((await siteOf(sent)).get("operations/grow.html"));
  expect(text).toMatch(/kcat [^]* payload /);
  expect(text).toContain("payload.bin a file of yours that holds the message as it is sent");
  expect(text).toContain("The payload is the first example, or the generated one");
});

test("code that reads a certificate says which files of the reader's these are", async () => {
  const secured = document
    .replace("protocol: mqtt }", "protocol: mqtt, security: [{ card: [] }] }")
    .replace("components:", "components:\n  securitySchemes: { card: { type: X509 } }");
  const text = textOf((await siteOf(secured)).get("operations/grow.html"));
  expect(text).toMatch(/--cert client\.crt/);
  expect(text).toContain("client.crt , client.key files of your certificate and its key");
});

test("a message's summary that the operation gave already is not said again", async () => {
  const document = (own: string): string => `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
channels: { lit: { publish: { operationId: light, summary: Say how bright it is., message: { name: lux, summary: ${own}, payload: { type: string } } } } }
`;
  const same = await siteOf(document("Say how bright it is."));
  expect(textOf(same.get("operations/light.html")).split("Say how bright it is.")).toHaveLength(2);
  expect(textOf((await siteOf(document("Brightness."))).get("operations/light.html"))).toContain("Brightness.");
});

test("lists say of a schema or message that nobody uses it, and no number", async () => {
  const files = await siteOf(`asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
components:
  messages:
    Lit: { payload: { $ref: "#/components/schemas/Light" } }
  schemas:
    Light: { type: object }
    Dark: { type: object }
`);
  expect(textOf(files.get("schemas.html"))).toContain("Uses Light object 1 Dark object not used");
  expect(textOf(files.get("messages.html"))).toContain("not used Lit");
});

test("a schema in another language is fenced by what it is written in", async () => {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: T, version: "" }
channels:
  a:
    publish:
      operationId: one
      message:
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        payload: { type: record, name: A, fields: [] }
  b:
    publish:
      operationId: two
      message:
        schemaFormat: application/vnd.google.protobuf;version=3
        payload: 'message B { string id = 1; }'
`);
  expect(pageAt(files, "operations/one.md")).toContain('```json\n{\n  "type": "record"');
  expect(pageAt(files, "operations/two.md")).toContain("```\nmessage B {");
});

test("a made example says which fields it lacks because their schemas could not be read", async () => {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
channels:
  c:
    publish:
      operationId: take
      message: { name: m, payload: { type: object, properties: { kind: { const: stop }, doc: { $ref: "#/components/schemas/Gone" } } } }
`);
  expect(pageAt(files, "operations/take.html")).toContain("It lacks <code>doc</code>, whose schema could not be read.");
  expect(pageAt(files, "operations/take.md")).toContain("It lacks `doc`, whose schema could not be read.");
  expect(textOf(pageAt(files, "operations/take.html"))).toContain("matches what could be read of its schema Made from the schema.");
  expect(pageAt(files, "operations/take.html")).not.toContain("matches its schema");
});

test("the overview gives the URL of the only channel at a server, and the server's own where there are more", async () => {
  const open = async (channels: string, address = "ws://a.example/v1") => {
    const files = await siteOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
servers: { s: { url: "${address}", protocol: ${address.split(":")[0]} } }
channels: { ${channels} }
`);
    return /class="server-url"[^>]*><code>(.*?)<\/code>/.exec(files.get("index.html") ?? "")?.[1]?.replaceAll("<wbr>", "");
  };
  expect(await open("/chat: {}")).toBe("ws://a.example/v1/chat");
  expect(await open("/chat: {}, /news: {}")).toBe("ws://a.example/v1");
  expect(await open("'/{room}': { parameters: { room: {} } }")).toBe("ws://a.example/v1");
  expect(await open("chat: {}", "mqtt://a.example")).toBe("mqtt://a.example");
});

test("where no security is declared, schemes that the document describes and nothing uses are named", async () => {
  const files = await siteOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
servers: { s: { url: a.example, protocol: mqtt } }
channels: { c: { publish: { operationId: take, message: { name: m } } } }
components: { securitySchemes: { sigv4: { type: apiKey, in: user } } }
`);
  for (const page of ["index.html", "operations/take.html", "servers.html"])
    expect(textOf(files.get(page))).toMatch(/Authorize(?: with)? not declared , but the document describes sigv4/);
  expect(files.get("index.html")).toMatch(/<a href="security\.html#[^"]*sigv4">sigv4<\/a>/);
  expect(files.get("operations/take.md")).toContain("not declared, but the document describes [sigv4](../security.md)");
});
