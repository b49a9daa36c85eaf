import { describe, expect, it } from "vitest";
import { stringOf } from "../../../src/text/json/index.ts";
import { normalized } from "../../support/loaded.ts";

const head = "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n";

describe("released 3.x", () => {
  it("makes an address of protocol, host and pathname", async () => {
    const { description } = await normalized(`${head}servers:
  a: { host: 'h.example:1', protocol: mqtt, pathname: /p }
  b: { host: h }
  c: { host: 'ws://h', protocol: ws }
`);
    expect(description.servers.map(({ address }) => address)).toEqual(["mqtt://h.example:1/p", "h", "ws://h"]);
  });

  it("looks into Multi Format Schemas, also behind references", async () => {
    const { description } = await normalized(`${head}channels:
  c:
    messages:
      inline: { payload: { schemaFormat: f, schema: { a: 1 } }, headers: { schemaFormat: g, schema: { type: object } } }
      named: { payload: { $ref: '#/components/schemas/s' } }
      plain: { payload: { $ref: '#/components/schemas/p' } }
components: { schemas: { s: { schemaFormat: f, schema: { b: 1 } }, p: { type: object } } }
`);
    const [inline, named, plain] = description.messages;
    expect([inline!.payload!.format?.value, inline!.headers!.format?.value]).toEqual(["f", "g"]);
    expect(named!.payload!.node).toBe(description.schemas[0]!.schema.node);
    expect(plain!.payload!.format).toBeUndefined();
    expect(stringOf(plain!.payload!.node, "$ref")).toBe("#/components/schemas/p");
  });

  it("finds one message behind any number of references", async () => {
    const { description } = await normalized(`${head}channels:
  c: { messages: { here: { $ref: '#/components/messages/m' }, other: {} } }
  d: { messages: { there: { $ref: '#/components/messages/m' } } }
operations:
  listed: { action: send, channel: { $ref: '#/channels/c' }, messages: [{ $ref: '#/channels/c/messages/here' }] }
  all: { action: send, channel: { $ref: '#/channels/c' } }
  none: { action: send, channel: { $ref: '#/channels/c' }, messages: [] }
components: { messages: { m: {} } }
`);
    expect(description.messages.map(({ id }) => id)).toEqual(["m", "other"]);
    expect(description.operations.map(({ messages }) => messages.map(({ id }) => id))).toEqual([["m"], ["m", "other"], []]);
    expect(description.channels.map(({ messages }) => messages[0])).toEqual([description.messages[0], description.messages[0]]);
  });

  it("tells two channels that refer to one object apart by the key that an operation names", async () => {
    const { description } = await normalized(`${head}channels:
  a/b: { $ref: '#/components/channels/x' }
  c: { $ref: '#/components/channels/x' }
operations:
  o: { action: receive, channel: { $ref: '#/channels/c' } }
  p: { action: receive, channel: { $ref: '#/channels/a~1b' } }
components: { channels: { x: { address: x } } }
`);
    expect(description.operations.map(({ channel }) => channel?.key)).toEqual(["c", "a/b"]);
  });

  it("adds channels that only operations lead to", async () => {
    const { description } = await normalized(`${head}operations:
  o: { action: receive, channel: { $ref: '#/components/channels/x' } }
  p: { action: receive, channel: { address: inline } }
components: { channels: { x: { address: x }, y: { address: y } } }
`);
    expect(description.channels.map(({ key, declared }) => [key, declared])).toEqual([
      ["x", false],
      ["p.channel", false],
    ]);
  });

  it("reads security as schemes, references, and by the habit of 2.x", async () => {
    const { description } = await normalized(`${head}servers:
  s:
    host: h
    protocol: p
    security: [{ $ref: '#/components/securitySchemes/k' }, { type: plain, scopes: [a] }, { k: [] }, { $ref: '#/gone' }]
components: { securitySchemes: { k: { type: apiKey, in: user } } }
`);
    const schemes = description.servers[0]?.security?.map((each) =>
      each.schemes.map(({ name, scheme, scopes }) => [name, scheme?.id, scopes.length]),
    );
    expect(schemes).toEqual([[["k", "k", 0]], [["s.security", "s.security", 1]], [["k", "k", 0]], [["#/gone", undefined, 0]]]);
  });

  it("reads replies", async () => {
    const { description } = await normalized(`${head}channels:
  q: { messages: { m: {} } }
  r: { address: null, messages: { a: {}, b: {} } }
operations:
  o:
    action: send
    channel: { $ref: '#/channels/q' }
    reply: { $ref: '#/components/replies/x' }
components:
  replies: { x: { address: { $ref: '#/components/replyAddresses/y' }, channel: { $ref: '#/channels/r' }, messages: [{ $ref: '#/channels/r/messages/b' }] } }
  replyAddresses: { y: { location: '$message.header#/replyTo' } }
`);
    const reply = description.operations[0]?.reply;
    expect(reply?.channel?.key).toBe("r");
    expect(reply?.messages.map(({ id }) => id)).toEqual(["b"]);
    expect(stringOf(reply?.address?.node, "location")).toBe("$message.header#/replyTo");
  });
});

describe("the draft of 3.0.0", () => {
  it("has messageId, schemaFormat and url as 2.x, and messages of its channel only", async () => {
    const { description } = await normalized(`msgapi: 3.0.0
info: { title: T, version: '1' }
servers: { s: { url: 'mqtt://h', protocol: mqtt } }
channels: { c: { address: a, messages: { key: { messageId: id, schemaFormat: f, payload: {} } } } }
operations: { o: { action: receive, channel: { $ref: '#/channels/c' } } }
`);
    expect(description.servers[0]?.address).toBe("mqtt://h");
    expect(description.messages.map(({ id, payload }) => [id, payload?.format?.value])).toEqual([["id", "f"]]);
    expect(description.operations[0]?.messages).toEqual(description.messages);
  });
});
