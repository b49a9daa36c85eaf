import { describe, expect, it } from "vitest";
import { printJson, valueOf } from "../../../src/text/json/index.ts";
import { apiOf } from "../../support/loaded.ts";

const head = "asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\n";
const head3 = "asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\n";
const keys = (named: readonly { readonly key: string }[]): readonly string[] => named.map(({ key }) => key);

describe("identity of messages", () => {
  it("is messageId, else the key in the components, else name, else the operation's", async () => {
    const api = await apiOf(`${head}channels:
  c:
    publish:
      message:
        oneOf:
          - { messageId: id, name: n }
          - $ref: '#/components/messages/key'
          - { name: n }
          - {}
          - { title: Second }
  d: { subscribe: { operationId: o, message: {} } }
components: { messages: { key: { name: n }, unused: {} } }
`);
    expect(api.messages.map(({ id, title, used }) => [id, title, used])).toEqual([
      ["id", "n", true],
      ["key", "n", true],
      ["n", "n", true],
      ["c.publish.message", "publish c: message", true],
      ["c.publish.message.2", "Second", true],
      ["o.message", "o: message", true],
      ["unused", "unused", false],
    ]);
  });

  it("makes way for a better right, and two references to one target are one message", async () => {
    const api = await apiOf(`${head}channels:
  a: { publish: { message: { name: m } } }
  b: { publish: { message: { $ref: '#/components/messages/m' } }, subscribe: { message: { $ref: '#/components/messages/alias' } } }
components: { messages: { m: {}, alias: { $ref: '#/components/messages/m' } } }
`);
    expect(api.messages.map(({ id }) => id)).toEqual(["m.2", "m"]);
    expect(api.messages[1]?.operations.map(({ id }) => id)).toEqual(["b.publish", "b.subscribe"]);
  });

  it("stays the operation's in another file, but goes by what the message is called there", async () => {
    const main = `${head}channels:
  a: { publish: { message: { $ref: 'other.yaml#/messages/LampLit' } } }
  b: { publish: { message: { $ref: 'lamp-off.yaml' } } }
  c: { publish: { message: { $ref: 'other.yaml#/list/0' } } }
`;
    const others = {
      "other.yaml": "messages: { LampLit: { summary: Lit } }\nlist: [{ summary: Dimmed }]\n",
      "lamp-off.yaml": "summary: Off\n",
    };
    const api = await apiOf(main, others);
    expect(api.messages.map(({ id, title, isNamed }) => [id, title, isNamed])).toEqual([
      ["a.publish.message", "LampLit", false],
      ["b.publish.message", "lamp-off", false],
      ["c.publish.message", "publish c: Dimmed", false],
    ]);
  });

  it("is the key in the channel in 3.x, and stays unique over channels", async () => {
    const api = await apiOf(`${head3}channels: { a: { messages: { event: {} } }, b: { messages: { event: {} } } }\n`);
    expect(api.messages.map(({ id }) => id)).toEqual(["event", "event.2"]);
  });

  it("names a message where it is written, even if an earlier operation refers to it", async () => {
    const api = await apiOf(`${head}channels:
  a: { publish: { message: { $ref: '#/channels/b/publish/message' } } }
  b: { publish: { message: {} } }
`);
    expect(api.messages.map(({ id }) => id)).toEqual(["b.publish.message"]);
  });
});

describe("servers, channels and what is available where", () => {
  it("links both ways; no servers are all servers", async () => {
    const api = await apiOf(`${head}servers: { a: { url: u, protocol: p }, b: { url: v, protocol: p } }
channels: { one: { servers: [b] }, all: { servers: [] }, odd: { servers: [a, nope] } }
components: { servers: { spare: { url: w, protocol: p } } }
`);
    expect(api.channels.map(({ availableOn }) => availableOn.map(({ id }) => id))).toEqual([["b"], ["a", "b"], ["a"]]);
    expect(api.servers.map(({ channels }) => channels.map(({ id }) => id))).toEqual([
      ["all", "odd"],
      ["one", "all"],
    ]);
    expect(keys(api.channels[2]!.otherFields)).toEqual(["servers.1"]);
    expect(api.components.map(({ group, key, used }) => [group, key, used])).toEqual([["servers", "spare", false]]);
  });

  it("shows a list of very many that are none as it is written, not one by one", async () => {
    const lost = (count: number): string => `[a, ${Array.from({ length: count }, () => "nope").join(", ")}]`;
    const api = await apiOf(`${head}servers: { a: { url: u, protocol: p } }
channels: { few: { servers: ${lost(100)} }, many: { servers: ${lost(101)} } }
`);
    const [few, many] = api.channels;
    expect([few!.otherFields.length, few!.otherFields.at(-1)?.key]).toEqual([100, "servers.100"]);
    expect(many!.otherFields.map(({ key, value, unread }) => [key, value.kind, unread])).toEqual([["servers", "list", true]]);
    expect(many!.servers.map(({ id }) => id)).toEqual(["a"]);
  });

  it("keeps what stands where an object should", async () => {
    const api = await apiOf(`${head}channels: { empty: null, text: hello, lost: { publish: { message: { $ref: '#/nowhere' } } } }\n`);
    expect(api.channels.map(({ otherFields }) => keys(otherFields))).toEqual([[], ["text"], []]);
    expect(keys(api.operations[0]!.otherFields)).toEqual(["message"]);
  });
});

describe("replies", () => {
  it("are linked with the operation on the other side", async () => {
    const api = await apiOf(`${head3}channels: { q: { address: q, messages: { m: {} } }, r: { address: null, messages: { a: {} } } }
operations:
  ask: { action: send, channel: { $ref: '#/channels/q' }, reply: { channel: { $ref: '#/channels/r' } } }
  answer: { action: receive, channel: { $ref: '#/channels/r' } }
  also: { action: send, channel: { $ref: '#/channels/r' } }
`);
    const [ask, answer, also] = api.operations;
    expect(ask?.reply?.messages.map(({ id }) => id)).toEqual(["a"]);
    expect([answer?.repliesTo, also?.repliesTo, ask?.repliesTo]).toEqual([[ask], [], []]);
    expect(api.messages[1]?.operations).toEqual([ask, answer, also]);
  });
});

describe("tags", () => {
  it("are one tag a name, declared at the root or in info", async () => {
    const api = await apiOf(`${head}tags: [{ name: a, description: declared }]
channels: { c: { publish: { tags: [{ name: a, description: used }, { name: b, description: first }, 5], message: { tags: [{ name: b }, c] } } } }
`);
    expect(api.allTags.map(({ id, declared, description }) => [id, declared, description?.value])).toEqual([
      ["a", true, "declared"],
      ["b", false, "first"],
      ["c", false, undefined],
    ]);
    const [operation] = api.operations;
    expect(api.allTags.map(({ taggedBy }) => taggedBy)).toEqual([["api", operation], [operation, api.messages[0]], [api.messages[0]]]);
    expect(keys(operation!.otherFields)).toEqual(["tags.2"]);
  });

  it("may be references in 3.x", async () => {
    const api = await apiOf(`asyncapi: 3.0.0
info: { title: T, version: '1', tags: [{ $ref: '#/components/tags/x' }], externalDocs: { $ref: '#/components/externalDocs/y' } }
components: { tags: { x: { name: ex } }, externalDocs: { y: { url: 'https://example.org' } } }
`);
    expect(api.tags.map(({ name }) => name)).toEqual(["ex"]);
    expect(api.externalDocs?.url?.value).toBe("https://example.org");
    expect(api.components.map(({ used }) => used)).toEqual([true, true]);
  });
});

describe("security", () => {
  it("links requirements with schemes by name, and says who asks", async () => {
    const api = await apiOf(`${head}servers: { s: { url: u, protocol: p, security: [{ k: [], nope: [] }, {}] } }
channels: { c: { publish: { security: [{ o: [read] }] } } }
components:
  securitySchemes:
    k: { type: apiKey, in: user }
    o: { type: oauth2, flows: { implicit: { authorizationUrl: 'https://a', scopes: { read: Reads } }, x-note: 1 } }
`);
    const [k, o] = api.securitySchemes;
    expect(api.servers[0]?.security?.map(({ schemes }) => schemes.map(({ name, scheme }) => [name, scheme]))).toEqual([
      [
        ["k", k],
        ["nope", undefined],
      ],
      [],
    ]);
    expect([k?.usedBy, o?.usedBy]).toEqual([[api.servers[0]], [api.operations[0]]]);
    expect(o?.flows.map(({ name, scopes }) => [name, scopes.map((scope) => scope.name)])).toEqual([["implicit", ["read"]]]);
    expect(keys(o!.extensions)).toEqual(["flows.x-note"]);
  });
});

describe("schemas", () => {
  it("are those of the components and those that references reach in other files, once each", async () => {
    const api = await apiOf(
      `${head}channels: { c: { publish: { message: { payload: { $ref: 'parts/s.yaml#/definitions/a~1b' } } } } }
components:
  schemas:
    own: { title: Own, deprecated: true }
    alias: { $ref: '#/components/schemas/own' }
    whole: { $ref: 'whole.yaml' }
`,
      {
        "parts/s.yaml":
          "definitions: { a/b: { properties: { c: { $ref: '#/definitions/c' }, w: { $ref: '../whole.yaml' } } }, c: {}, unreached: {} }\n",
        "whole.yaml": "type: string\n",
      },
    );
    expect(api.schemas.map(({ id, title, component, deprecated }) => [id, title, component, deprecated])).toEqual([
      ["own", "Own", true, true],
      ["alias", "Own", true, true],
      ["whole", "whole", true, false],
      ["parts/s.yaml#/definitions/a~1b", "a/b", false, false],
      ["parts/s.yaml#/definitions/c", "c", false, false],
    ]);
    expect(api.entityAt(api.schemas[0]!.node)).toBe(api.schemas[0]);
    expect(api.entityAt(api.messages[0]!.payload!.node)).toBe(api.schemas[3]);
  });
});

describe("components", () => {
  it("are used where anything outside of the components leads to them, in any number of steps", async () => {
    const api = await apiOf(`${head}channels: { c: { parameters: { p: { $ref: '#/components/parameters/p' } } } }
x-note: { $ref: '#/components/correlationIds/a' }
components:
  parameters: { p: { schema: { $ref: '#/components/schemas/s' } }, q: {} }
  schemas: { s: {} }
  correlationIds: { a: { location: '$message.header' } }
  messages: { m: { correlationId: { $ref: '#/components/correlationIds/a' } } }
  unknown: { u: 1 }
  x-own: 2
`);
    expect(api.components.map(({ group, key, object, used }) => [group, key, object, used])).toEqual([
      ["parameters", "p", "Parameter", true],
      ["parameters", "q", "Parameter", false],
      ["correlationIds", "a", "CorrelationId", false],
    ]);
    expect([keys(api.extensions), keys(api.otherFields)]).toEqual([["x-note", "components.x-own"], ["components.unknown"]]);
    expect(api.messages[0]?.correlationId?.name).toBe("a");
  });
});

describe("bindings", () => {
  it("are kept whatever their key, references followed", async () => {
    const api = await apiOf(`${head}channels: { c: { bindings: { wss: { a: 1 }, kafka: { $ref: '#/components/x-k' }, x-own: 2 } } }
components: { channelBindings: {}, x-k: { bindingVersion: '0.1' } }
`);
    expect(api.channels[0]?.bindings.map(({ key, protocol, known, version }) => [key, protocol, known, version?.value])).toEqual([
      ["wss", "ws", false, undefined],
      ["kafka", "kafka", true, "0.1"],
      ["x-own", "x-own", false, undefined],
    ]);
  });
});

describe("messages", () => {
  it("have a content type that counts", async () => {
    const api = await apiOf(`${head}defaultContentType: text/plain
channels: { c: { publish: { message: { oneOf: [{ contentType: a/b }, { contentType: ' ' }, {}] } } } }
`);
    expect(api.messages.map(({ effectiveContentType }) => effectiveContentType)).toEqual(["a/b", "text/plain", "text/plain"]);
    const bare = await apiOf(`${head}channels: { c: { publish: { message: {} } } }\n`);
    expect(bare.messages[0]?.effectiveContentType).toBe("application/json");
  });

  it("show examples that are no example objects as they are", async () => {
    const api = await apiOf(`${head}channels: { c: { publish: { message: { examples: [{ payload: null, odd: 1 }, raw] } } } }\n`);
    const [example, free] = api.messages[0]!.examples;
    expect([example?.payload?.kind, keys(example!.otherFields), free?.free?.kind]).toEqual(["null", ["odd"], "string"]);
  });
});

it("finds the entity of a node as written, merged, or referred to", async () => {
  const api = await apiOf(`${head}channels: { c: { publish: { traits: [{ summary: s }], message: { $ref: '#/components/messages/m' } } } }
components: { messages: { m: { traits: [{ title: t }] } } }
`);
  const [message] = api.messages;
  const [operation] = api.operations;
  expect([api.entityAt(message!.written), api.entityAt(message!.node)]).toEqual([message, message]);
  expect(api.entityAt(valueOf(operation!.written, "message")!)).toBe(message);
  expect(printJson(operation!.node)).not.toContain("traits");
});

it("links bindings and parameters that many things refer to once: there may be thousands of both", async () => {
  const api = await apiOf(`${head3}channels:
  a: { $ref: '#/components/channels/c' }
  b: { $ref: '#/components/channels/c' }
operations:
  o: { action: send, channel: { $ref: '#/channels/a' }, bindings: { $ref: '#/components/operationBindings/x' } }
  p: { action: send, channel: { $ref: '#/channels/a' }, bindings: { $ref: '#/components/operationBindings/x' } }
components:
  channels: { c: { address: 'a/{q}', parameters: { q: { description: d } } } }
  operationBindings: { x: { kafka: {}, mqtt: {} } }
`);
  const [o, p] = api.operations;
  expect([o?.bindings === p?.bindings, o?.bindings.map(({ key }) => key)]).toEqual([true, ["kafka", "mqtt"]]);
  const [a, b] = api.channels;
  expect([a?.parameters === b?.parameters, a?.parameters.map(({ name }) => name)]).toEqual([true, ["q"]]);
});
