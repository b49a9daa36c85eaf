import { expect, test } from "vitest";
import { siteOf, textOf } from "../pages/kinds/site-of.ts";

const document = (protocol: string, message: string, more = "") => `asyncapi: 2.6.0
info: { title: Lamp, version: "1" }
servers: { main: { url: "lamp.example:1", protocol: ${protocol} } }
channels:
  "lamps/{id}":
    parameters: { id: { schema: { type: string } } }
    publish: { operationId: talk, message: { ${message} }${more} }
`;

/** The first command of the operation's page. */
async function commandOf(text: string): Promise<string | undefined> {
  const html = (await siteOf(text)).get("operations/talk.html") ?? "";
  const found = /<div class="panel commands [^]*?<pre[^>]*>([^]*?)<\/pre>/.exec(html)?.[1];
  return found
    ?.replace(/<\/?(?:mark|span)[^>]*>/g, "")
    .replace(/ \\\n {2}/g, " ")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/&#x3D;/g, "=")
    .replace(/&amp;/g, "&");
}

const mqtt = "mosquitto_pub -h lamp.example -p 1 -t 'lamps/{id}'";

test.each([
  ["an example is sent as it is", 'payload: { type: string }, examples: [{ payload: "on" }]', `${mqtt} -m '"on"'`],
  [
    "an object is made from the schema",
    "payload: { type: object, required: [on], properties: { on: { const: true } } }",
    `${mqtt} -m '{"on":true}'`,
  ],
  ["a text that nobody gives is in braces", "payload: { type: string }", `${mqtt} -m '{payload}'`],
  ["a text that the schema gives is not", "payload: { type: string, enum: [on, off] }", `${mqtt} -m '"on"'`],
  ["nor is a payload described", "summary: A message.", `${mqtt} -m '{payload}'`],
  ["sound is no text", "contentType: audio/wav, payload: { type: string, format: binary }", `${mqtt} -f payload.bin`],
  [
    "nor is Avro",
    "schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: R, fields: [] }",
    `${mqtt} -f payload.bin`,
  ],
])("the payload of a command: %s", async (_, message, expected) => {
  expect(await commandOf(document("mqtt", message))).toBe(expected);
});

test.each([
  ["the first written one of it", "{ payload: { kind: b } }, { payload: { kind: a, at: 1 } }", '{"kind":"a","at":1}'],
  ["a made one if none of it is written", "{ payload: { kind: b } }", '{"kind":"a","at":1}'],
])("the payload of a command is of the variant in front: %s", async (_, examples, expected) => {
  const variant = (kind: string) =>
    `{ type: object, required: [kind], properties: { kind: { const: ${kind} }, at: { type: integer, const: 1 } } }`;
  const message = `payload: { oneOf: [${variant("a")}, ${variant("b")}] }, examples: [${examples}]`;
  expect(await commandOf(document("mqtt", message))).toBe(`${mqtt} -m '${expected}'`);
});

test("headers and queries that are required and have no value are in braces, and no value is made up for them", async () => {
  const headers =
    "payload: { type: object }, headers: { type: object, required: [trace, kind], properties: { trace: { type: string }, kind: { const: lamp }, other: { type: string } } }";
  const query =
    ", bindings: { http: { type: request, method: PUT, query: { type: object, required: [at], properties: { at: { type: integer }, more: { type: string } } } } }";
  expect(await commandOf(document("http", headers, query))).toBe(
    "curl --globoff -X PUT -H 'Content-Type: application/json' -H 'trace: {trace}' -H 'kind: lamp' --data-raw '{}' 'http://lamp.example:1/lamps/{id}?at={at}'",
  );
});

test("a value of a header that its schema gives and refuses is not sent", async () => {
  const property = (given: string) =>
    `payload: { type: object }, headers: { type: object, required: [code], properties: { code: { type: string, ${given} } } }`;
  const sent = async (given: string) =>
    /-H 'code: [^']*'/.exec(
      (await commandOf(document("http", property(given), ", bindings: { http: { type: request, method: PUT } }"))) ?? "",
    )?.[0];
  expect(await sent("examples: [1]")).toBe("-H 'code: {code}'");
  expect(await sent("examples: [A1]")).toBe("-H 'code: A1'");
});

test("of several values of a parameter none is chosen for the reader", async () => {
  const of = (allowed: string) =>
    commandOf(
      document("mqtt", "payload: { const: 1 }").replace("schema: { type: string }", `schema: { type: string, enum: [${allowed}] }`),
    );
  expect(await of("hall")).toContain("-t lamps/hall");
  expect(await of("hall, door")).toContain("-t 'lamps/{id}'");
});

test("a relative URL of a server has no command", async () => {
  expect(await commandOf(document("ws", "payload: { type: object }").replace("lamp.example:1", "/api"))).toBeUndefined();
});

const page = async (text: string, settings = {}) => (await siteOf(text, settings)).get("operations/talk.html") ?? "";
const tabsOf = (html: string): string[] =>
  [...html.matchAll(/<input type="radio" name="code-[^>]*data-keep="code"[^>]*>([^<]*)</g)].map(([, name = ""]) => name);
const lamp = document("mqtt", "payload: { type: object }, examples: [{ payload: { on: true } }]");

test("each language has a tab, the first of them chosen, in the order of the settings", async () => {
  expect(tabsOf(await page(lamp))).toEqual(["Command line", "JavaScript", "Python", "Java", "Go"]);
  const some = await page(lamp, { code: ["go", "cli"] });
  expect(tabsOf(some)).toEqual(["Go", "Command line"]);
  expect(some).toMatch(/value="go"[^>]* checked/);
  expect(await page(lamp, { code: [] })).not.toContain('id="commands"');
});

test("the code is that of the reader: of the application, or of who talks to it", async () => {
  const [application, client] = [await page(lamp, { reader: "application" }), await page(lamp, { reader: "client" })];
  expect(application).toContain("subscribeAsync");
  expect(application).not.toContain("publishAsync");
  expect(client).toContain("publishAsync");
  expect(client).not.toContain("subscribeAsync");
});

test("samples of the document come first, and ours for their languages are left out", async () => {
  const own =
    "asyncapi: 2.6.0\ninfo: { title: Lamp, version: '1' }\nservers: { main: { url: 'lamp.example:1', protocol: mqtt } }\nchannels:\n  lamps:\n    publish:\n      operationId: talk\n      message: { payload: { type: object } }\n      x-codeSamples: [{ lang: js, label: Our kit, source: 'kit(\"<b>\")' }, { lang: Rust, source: main() }]\n";
  const site = await siteOf(own);
  const html = site.get("operations/talk.html") ?? "";
  expect(tabsOf(html)).toEqual(["Our kit", "Rust", "Command line", "Python", "Java", "Go"]);
  expect(html).toContain('<span class="f">kit</span>(<span class="s">"&lt;b&gt;"</span>)');
  expect(html).not.toContain("publishAsync");
  expect(site.get("operations/talk.md")).toMatch(/### Our kit[^]*kit\("<b>"\)[^]*mosquitto_pub/);
});

test("servers that differ by their address alone share samples", async () => {
  const two = lamp.replace("protocol: mqtt } }", "protocol: mqtt }, spare: { url: 'spare.example:1', protocol: mqtt } }");
  const html = await page(two);
  expect(html.match(/mosquitto_pub/g)).toHaveLength(1);
  expect(html).toContain("Samples for main also hold for spare, with the address of each.");
});

test("a long payload is read from a file by programs, and still stands in the command", async () => {
  const long = await page(lamp.replace("on: true", `on: "${"x".repeat(2000)}"`));
  expect(long).toMatch(/mosquitto_pub[^]*?-m<[^]*?xxxx/);
  expect(long.replace(/<[^>]*>/g, "")).toContain('readFileSync("payload.bin")');
  expect(textOf(long)).toContain(
    "Fill in: {id} parameter of the address · payload.bin a file of yours that holds the message as it is sent",
  );
});

const withPort = (url: string, port: string) =>
  `asyncapi: 2.6.0\ninfo: { title: Lamp, version: '1' }\nservers: { main: { url: '${url}', protocol: mqtt, variables: { port: { ${port} } } } }\nchannels: { lamps: { publish: { operationId: talk, message: { payload: { const: 1 } } } } }\n`;

test.each([
  ["a port that the address does not name", "lamp.example", "default: '8883'", "-p 8883"],
  ["one without a default", "lamp.example", "enum: ['8883', '9883']", "-p '{port}'"],
  ["a port that the address names", "lamp.example:{port}", "default: '8883'", "-p 8883"],
  ["an address that has its own port", "lamp.example:1883", "default: '8883'", "-p 1883"],
])("the variable port of a server: %s", async (_, url, port, expected) => {
  const site = await siteOf(withPort(url, port));
  expect(await commandOf(withPort(url, port))).toContain(`mosquitto_pub -h lamp.example ${expected} -t lamps`);
  const said = site.get("operations/talk.html")?.includes("not part of the address above");
  expect([said, site.get("index.html")?.includes("not part of the address above")]).toEqual([!url.includes("{"), !url.includes("{")]);
});

test("each name in braces and each secret is explained below the samples, on the page and in its Markdown", async () => {
  const headers = "headers: { type: object, required: [trace], properties: { trace: { type: string } } }";
  const text = document(
    "http",
    `payload: { type: string }, ${headers}`,
    ", bindings: { http: { type: request, method: PUT, query: { type: object, required: [at] } } }, security: [{ key: [] }]",
  )
    .replace("lamp.example:1", "{stage}.lamp.example")
    .replace("protocol: http", "protocol: http, variables: { stage: { enum: [test, live] } }");
  const site = await siteOf(`${text}components: { securitySchemes: { key: { type: http, scheme: bearer } } }\n`);
  const told = [
    "{stage} variable of the server",
    "{id} parameter of the address",
    "{payload} the message, of which the document gives no example",
  ];
  const more = ["{trace} header of the message", "{at} asked for by the bindings", "API_TOKEN from your environment"];
  const line = `Fill in: ${[...told, ...more].join(" · ")}`;
  expect((site.get("operations/talk.html") ?? "").replace(/<[^>]*>/g, "")).toContain(line);
  expect((site.get("operations/talk.md") ?? "").replaceAll("`", "")).toContain(line);
});

test("texts of an example that look like braces or variables are not explained", async () => {
  const example =
    "examples: [{ payload: { note: 'costs $API_TOKEN and {note}' }, headers: { trace: '{x}', more: 'os.Getenv(\"PASSWORD\")' } }]";
  const site = await siteOf(
    document("http", `payload: { type: object }, ${example}`, ", bindings: { http: { type: request, method: PUT } }"),
  );
  const html = site.get("operations/talk.html") ?? "";
  expect(html).toContain("costs $API_TOKEN and {note}");
  expect(html.replace(/<[^>]*>/g, "")).toMatch(/Fill in: \{id\} parameter of the address(?! ·)/);
  expect(html).not.toContain("from your environment");
});

test("a document without a server has code for the protocol that its bindings name, and says what to fill in", async () => {
  const bare = lamp.replace(/servers: .*\n/, "").replace(" } }\n", ", bindings: { kafka: { groupId: { const: g } } } } }\n");
  const html = await page(bare.replace("message: {", "bindings: { mqtt: { qos: 1 } }, message: {"));
  expect(html.replace(/<[^>]*>/g, "")).toContain("mosquitto_pub \\\n  -h '{server}' \\\n  -t 'lamps/{id}' \\\n  -q 1");
  expect(textOf(html)).toContain("{server} address of the server, which the document does not name");
  expect(await page(lamp.replace(/servers: .*\n/, ""))).not.toContain('id="commands"');
});

test("a method that nobody states is to be filled in, one that the binding states is not", async () => {
  const page = async (more: string) =>
    textOf((await siteOf(document("http", "payload: { type: string, const: '{method}' }", more))).get("operations/talk.html"));
  expect(await page("")).toContain("{method} the method of the request");
  expect(await page(", bindings: { http: { type: request, method: POST } }")).not.toContain("the method of the request");
});

test("a parameter's value is one piece of a URL, and as it is in a topic", async () => {
  const text = (protocol: string) =>
    document(protocol, "payload: { type: string }").replace("type: string } } }", 'type: string, const: "a/b c" } } }');
  expect(await commandOf(text("ws"))).toContain("lamps/a%2Fb%20c");
  expect(await commandOf(text("mqtt"))).toContain("'lamps/a/b c'");
});

test("a content type that nobody states is to be filled in", async () => {
  const avro = "schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: Ask, fields: [] }";
  expect(textOf(await page(document("amqp", avro)))).toContain("{contentType} content type");
});

test("code is highlighted, what is to be filled in is marked in it, and each option of a command has a line", async () => {
  const html = await page(lamp);
  expect(html).toContain('mosquitto_pub \\\n  <span class="a">-h</span> lamp.example \\\n');
  expect(html).toContain('<span class="a">-t</span> <span class="s">\'lamps/<mark>{id}</mark>\'</span>');
  expect(html).toContain('<span class="k">import</span> mqtt <span class="k">from</span>');
});
