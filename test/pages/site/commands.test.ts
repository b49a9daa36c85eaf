import { expect, test } from "vitest";
import { siteOf } from "./site-of.ts";

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
  const found = /<div class="panel commands"[^]*?<pre[^>]*>([^]*?)<\/pre>/.exec(html)?.[1];
  return found?.replace(/&#x27;/g, "'").replace(/&quot;/g, '"').replace(/&#x3D;/g, "=").replace(/&amp;/g, "&");
}

const mqtt = "mosquitto_pub -h lamp.example -p 1 -t 'lamps/{id}'";

test.each([
  ["an example is sent as it is", 'payload: { type: string }, examples: [{ payload: "on" }]', `${mqtt} -m '"on"'`],
  ["an object is made from the schema", "payload: { type: object, required: [on], properties: { on: { const: true } } }", `${mqtt} -m '{"on":true}'`],
  ["a text that nobody gives is in braces", "payload: { type: string }", `${mqtt} -m '{payload}'`],
  ["a text that the schema gives is not", "payload: { type: string, enum: [on, off] }", `${mqtt} -m '"on"'`],
  ["nor is a payload described", "summary: A message.", `${mqtt} -m '{payload}'`],
  ["sound is no text", "contentType: audio/wav, payload: { type: string, format: binary }", `${mqtt} -f payload`],
  ["nor is Avro", "schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: R, fields: [] }", `${mqtt} -f payload`],
])("the payload of a command: %s", async (_, message, expected) => {
  expect(await commandOf(document("mqtt", message))).toBe(expected);
});

test("headers and queries that are required and have no value are in braces, and no value is made up for them", async () => {
  const headers = "payload: { type: object }, headers: { type: object, required: [trace, kind], properties: { trace: { type: string }, kind: { const: lamp }, other: { type: string } } }";
  const query = ", bindings: { http: { type: request, method: PUT, query: { type: object, required: [at], properties: { at: { type: integer }, more: { type: string } } } } }";
  expect(await commandOf(document("http", headers, query))).toBe(
    "curl --globoff -X PUT -H 'Content-Type: application/json' -H 'trace: {trace}' -H 'kind: lamp' --data-raw '{}' 'http://lamp.example:1/lamps/{id}?at={at}'",
  );
});

test("a relative URL of a server has no command", async () => {
  expect(await commandOf(document("ws", "payload: { type: object }").replace("lamp.example:1", "/api"))).toBeUndefined();
});
