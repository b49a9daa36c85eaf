import { readdirSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { built, builtFrom } from "../support/built.ts";
import { dialects, formatDocument } from "../support/format-document.ts";
import { lostIn, printings } from "../support/nothing-lost.ts";
import { printPlain } from "../support/plain.ts";
import { markerLeaves } from "./marker-leaves.ts";

const examples = fileURLToPath(new URL("../../example-docs/", import.meta.url));

test("nothing of the examples is lost", async () => {
  const documents = readdirSync(examples, { recursive: true, encoding: "utf8" }).filter((path) =>
    /(?:msg|async)api\.(?:ya?ml|json)$/.test(path),
  );
  expect(documents.length).toBeGreaterThan(0);
  for (const path of documents) {
    const site = await builtFrom(join(examples, path));
    for (const printed of printings) expect([path, printed, lostIn(site, printed)]).toEqual([path, printed, []]);
  }
});

test.each(dialects)(
  "of a document of line $line with every field of the format, each with a text of its own, nothing is lost",
  async (dialect) => {
    const site = await built({ "api.json": printPlain(formatDocument(dialect, markerLeaves())) });
    expect(site.files.size).toBeGreaterThan(30);
    for (const printed of printings) expect([printed, lostIn(site, printed)]).toEqual([printed, []]);
  },
);

test.each([
  ["a text", "Lamps of the street", "#/info/description: Lamps of the street"],
  ["a number", "77001", "#/components/schemas/Lux/maximum: 77001"],
  ["an author's key", "x-owner", "#/info/x-owner (key): x-owner"],
])("the harness finds %s that is missing", async (_, missing, told) => {
  const text = `msgapi: 2.4.0
info: { title: Lamps, version: 1.0.0, description: Lamps of the street, x-owner: Ann }
channels: {}
components: { schemas: { Lux: { type: integer, maximum: 77001 } } }
`;
  const site = await built({ "api.yaml": text });
  expect(lostIn(site)).toEqual([]);
  const files = new Map([...site.files].map(([path, text]) => [path, text.replaceAll(missing, "0")]));
  for (const printed of printings) expect([printed, lostIn({ ...site, files }, printed)]).toEqual([printed, [told]]);
});

/** Each kind of component used by reference, under a key that is said nowhere else. */
const shared = `asyncapi: 3.0.0
info: { title: Shared, version: '1', tags: [{ $ref: '#/components/tags/keyOfTag' }], externalDocs: { $ref: '#/components/externalDocs/keyOfDocs' } }
servers: { prod: { $ref: '#/components/servers/keyOfServer' } }
channels:
  lamps: { $ref: '#/components/channels/keyOfChannel' }
operations:
  dim: { $ref: '#/components/operations/keyOfOperation' }
components:
  tags: { keyOfTag: { name: lights } }
  externalDocs: { keyOfDocs: { url: 'https://example.com/docs' } }
  servers:
    keyOfServer:
      host: 'example.com:{port}'
      protocol: kafka
      variables: { port: { $ref: '#/components/serverVariables/keyOfVariable' } }
      security: [{ $ref: '#/components/securitySchemes/keyOfScheme' }]
      bindings: { $ref: '#/components/serverBindings/keyOfServerBindings' }
  serverVariables: { keyOfVariable: { default: '9092' } }
  serverBindings: { keyOfServerBindings: { kafka: { schemaRegistryUrl: 'https://registry.example.com' } } }
  securitySchemes: { keyOfScheme: { type: userPassword } }
  channels:
    keyOfChannel:
      address: 'lamps/{lamp}'
      parameters: { lamp: { $ref: '#/components/parameters/keyOfParameter' } }
      messages: { dimmed: { $ref: '#/components/messages/keyOfMessage' } }
      bindings: { $ref: '#/components/channelBindings/keyOfChannelBindings' }
  parameters: { keyOfParameter: { description: Which lamp. } }
  channelBindings: { keyOfChannelBindings: { kafka: { topic: lamps } } }
  messages:
    keyOfMessage:
      payload: { $ref: '#/components/schemas/keyOfSchema' }
      correlationId: { $ref: '#/components/correlationIds/keyOfCorrelation' }
      traits: [{ $ref: '#/components/messageTraits/keyOfMessageTrait' }]
      bindings: { $ref: '#/components/messageBindings/keyOfMessageBindings' }
  schemas: { keyOfSchema: { type: object } }
  correlationIds: { keyOfCorrelation: { location: '$message.header#/id' } }
  messageTraits: { keyOfMessageTrait: { contentType: application/json } }
  messageBindings: { keyOfMessageBindings: { kafka: { key: { type: string } } } }
  operations:
    keyOfOperation:
      action: receive
      channel: { $ref: '#/channels/lamps' }
      traits: [{ $ref: '#/components/operationTraits/keyOfOperationTrait' }]
      reply: { $ref: '#/components/replies/keyOfReply' }
      bindings: { $ref: '#/components/operationBindings/keyOfOperationBindings' }
  operationTraits: { keyOfOperationTrait: { description: Dims a lamp. } }
  operationBindings: { keyOfOperationBindings: { kafka: { groupId: { type: string } } } }
  replies: { keyOfReply: { address: { $ref: '#/components/replyAddresses/keyOfReplyAddress' } } }
  replyAddresses: { keyOfReplyAddress: { location: '$message.header#/replyTo' } }
`;

test("the key of a component is shown where what it holds is, whatever its name there", async () => {
  const site = await built({ "api.yaml": shared });
  expect(site.diagnostics.filter(({ severity }) => severity !== "off")).toEqual([]);
  for (const printed of printings) expect([printed, lostIn(site, printed)]).toEqual([printed, []]);
});

test("the key of a message that goes by another name in another file is shown", async () => {
  const text =
    "asyncapi: 2.6.0\ninfo: { title: t, version: '1' }\nchannels: {}\ncomponents: { messages: { keyOfMessage: { $ref: 'two.yaml' } } }\n";
  expect(lostIn(await built({ "api.yaml": text, "two.yaml": "{ messageId: another, payload: {} }" }))).toEqual([]);
});

test.each([
  ["the main document's", "components: { messages: { keyOfMessage: { $ref: '#/info/title' } } }"],
  ["a channel's", "channels: { c: { address: c, messages: { keyOfMessage: { $ref: '#/nowhere' }, fine: { payload: {} } } } }"],
])("the key of a message of %s that leads to none is shown", async (_, text) => {
  const site = await built({ "api.yaml": `asyncapi: 3.0.0\ninfo: { title: t, version: '1' }\n${text}\n` });
  expect(lostIn(site)).toEqual([]);
  const pages = [...site.files].filter(([path]) => path.endsWith(".html") && !path.startsWith("source/"));
  expect(pages.filter(([, html]) => html.includes("keyOfMessage")).length).toBeGreaterThan(0);
});
