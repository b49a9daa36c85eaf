import { describe, expect, it } from "vitest";
import { printJson } from "../../../src/text/index.ts";
import { compareApis } from "../../../src/changes/compare/index.ts";
import { compared, changesOf, lamps, said, versionOf } from "./versions.ts";

const object = (properties: string, required = ""): string => `{ type: object, required: [${required}], properties: { ${properties} } }`;
const sent = (payload: string): string => lamps({ payload });
const received = (payload: string): string => lamps({ payload, verb: "publish" });

describe("payloads, by direction", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["a sent property is no longer required", sent(object("a: {}", "a")), sent(object("a: {}")), ["breaking change/payload receivers"]],
    [
      "a received property is no longer required",
      received(object("a: {}", "a")),
      received(object("a: {}")),
      ["compatible change/payload nobody"],
    ],
    [
      "a received property becomes required",
      received(object("a: {}")),
      received(object("a: {}", "a")),
      ["breaking change/payload senders"],
    ],
    ["a sent property becomes required", sent(object("a: {}")), sent(object("a: {}", "a")), ["compatible change/payload nobody"]],
    ["a further value is sent", sent("{ enum: [a] }"), sent("{ enum: [a, b] }"), ["breaking change/payload receivers"]],
    ["a further value is received", received("{ enum: [a] }"), received("{ enum: [a, b] }"), ["compatible change/payload nobody"]],
    [
      "an optional property is added",
      received(object("a: {}")),
      received(object("a: {}, b: { type: string }")),
      ["compatible change/payload nobody"],
    ],
    [
      "only words change",
      sent("{ type: string, description: old }"),
      sent("{ type: string, description: new }"),
      ["annotation change/words nobody"],
    ],
    ["the same is said in another way", sent("{ type: integer, minimum: 1 }"), sent("{ allOf: [{ type: integer }, { minimum: 1 }] }"), []],
    [
      "a pattern changes that cannot be compared",
      received("{ type: string, pattern: ^a+$ }"),
      received("{ type: string, pattern: '^a+(?!b)$' }"),
      ["unknown change/payload senders"],
    ],
    [
      "annotations change where nothing can be proved",
      sent("{ type: object, patternProperties: { ^a: { type: string, title: A }, a$: { type: integer, x-by: me } } }"),
      sent("{ type: object, patternProperties: { ^a: { type: string, title: B }, a$: { type: integer, x-by: you } } }"),
      ["annotation change/words nobody"],
    ],
    [
      "only an extension of a schema changes",
      sent("{ type: string, x-by: me }"),
      sent("{ type: string, x-by: you }"),
      ["annotation change/words nobody"],
    ],
    [
      "a property is called like an annotation",
      received("{ oneOf: [{ type: object, properties: { title: { type: string, pattern: ^a+$ } } }] }"),
      received("{ oneOf: [{ type: object, properties: { title: { type: string, pattern: '^a+(?!b)$' } } }] }"),
      ["unknown change/payload senders"],
    ],
    [
      "a number becomes an integer with a format",
      received(object("a: { type: number }")),
      received(object("a: { type: integer, format: int32 }")),
      ["breaking change/payload senders"],
    ],
    [
      "an integer gets a format",
      received(object("a: { type: integer }")),
      received(object("a: { type: integer, format: int32 }")),
      ["breaking change/payload senders"],
    ],
  ])("%s", (_, old, now, expected) => {
    expect(said(old, now)).toEqual(expected);
  });

  it("speaks of headers as of several", () => {
    const sentence =
      'The headers of message "Lit" may no longer be all that the earlier schema accepted: the value must have the property "b".';
    const withHeaders = (required: string): string => lamps({ verb: "publish", message: `headers: ${object("a: {}, b: {}", required)}` });
    expect(changesOf(withHeaders("a"), withHeaders("a, b")).map(({ message }) => message)).toContain(sentence);
  });

  it("names an operation without a name by its channel", () => {
    const [change] = changesOf(lamps(), lamps({ verb: "publish" }));
    expect(change?.message).toBe('The application no longer sends to channel "lamp/lit". It now receives there.');
  });

  it("reads an open object strictly where that is asked for", () => {
    const [old, now] = [received(object("a: {}")), received(object("a: {}, b: { type: string }"))];
    expect(said(old, now, "strict")).toEqual(["breaking change/payload senders"]);
  });

  it("shows a value that was fine and no longer is, and where", () => {
    const [change] = changesOf(
      sent(object("a: { type: integer }, b: { type: string }", "a, b")),
      sent(object("a: { type: integer }, b: { type: string }", "a")),
    );
    expect(change).toMatchObject({ verdict: "breaking", at: "", missing: "b", subject: { kind: "message", id: "Lit" } });
    expect(change?.witness && JSON.parse(printJson(change.witness))).not.toHaveProperty("b");
  });

  it("reports each thing that breaks", () => {
    const old = sent(object("a: { type: integer }, b: { enum: [x] }", "a, b"));
    const now = sent(object("a: { type: number }, b: { enum: [x, y] }", "a, b"));
    expect(changesOf(old, now).map(({ at, verdict }) => `${verdict} ${at}`)).toEqual(
      expect.arrayContaining(["breaking /a", "breaking /b"]),
    );
  });

  it("judges what goes both ways for both sides", () => {
    const both = (payload: string): string => `asyncapi: 2.6.0
info: { title: Lamps, version: 1.0.0 }
channels:
  a:
    publish: { message: { $ref: "#/components/messages/M" } }
    subscribe: { message: { $ref: "#/components/messages/M" } }
components: { messages: { M: { payload: ${payload} } } }
`;
    expect(said(both("{ enum: [a, b] }"), both("{ enum: [b, c] }"))).toEqual([
      "breaking change/payload receivers",
      "breaking change/payload senders",
    ]);
    expect(said(both("{ enum: [a, b] }"), both("{ enum: [a] }"))).toEqual(["breaking change/payload senders"]);
    expect(said(both(object("a: {}")), both(object("a: {}, b: {}")))).toEqual(["compatible change/payload nobody"]);
    expect(said(both("{ description: old }"), both("{ description: new }"))).toEqual(["annotation change/words nobody"]);
  });

  it.each<[string, string, string, string]>([
    ["closed", object("a: {}"), `{ additionalProperties: false, ${object("a: {}").slice(1)}`, "differs only in what is not declared"],
    ["limited", object("a: {}"), `{ not: { required: [z] }, ${object("a: {}").slice(1)}`, "differs only in what is not declared"],
    ["wider", "{ enum: [a] }", "{ enum: [a, b] }", "accepts more than before"],
  ])("says what is so of a received schema that is %s", (_, old, now, expected) => {
    expect(
      changesOf(received(old), received(now)).map(({ verdict, message }) => `${verdict} ${message.split("the schema ")[1] ?? ""}`),
    ).toEqual([`compatible ${expected}.`]);
  });

  it("names a reference that cannot be read, not the keyword that met it", () => {
    const [change] = changesOf(
      sent(object("a: { $ref: https://example.com/a.json }")),
      sent(object("a: { $ref: https://example.com/b.json }")),
    );
    expect(change).toMatchObject({ verdict: "unknown", message: expect.stringContaining("a reference cannot be read") as string });
  });
});

const servers = (url: string, more = "", key = "main"): string => lamps({ servers: `{ ${key}: { url: ${url}, protocol: mqtt${more} } }` });

describe("headers", () => {
  const headers = (more: string, verb = "publish"): string => lamps({ verb, message: more });
  const optional = `headers: ${object("a: { type: string }")}`;
  const required = `headers: ${object("a: { type: string }", "a")}`;

  it.each<[string, string, string, readonly string[]]>([
    ["are received for the first time", headers(""), headers(optional), ["compatible change/headers nobody"]],
    ["are required for the first time", headers(""), headers(required), ["breaking change/headers senders"]],
    ["are required no longer, and not described", headers(required), headers(""), ["compatible change/headers nobody"]],
    ["are sent for the first time", headers("", "subscribe"), headers(required, "subscribe"), ["compatible change/headers nobody"]],
    ["are sent no longer", headers(required, "subscribe"), headers("", "subscribe"), ["breaking change/headers receivers"]],
    ["say nothing", headers(""), headers("headers: { type: object }"), []],
  ])("%s", (_, old, now, expected) => {
    expect(said(old, now)).toEqual(expected);
  });
});

describe("values that others fill in", () => {
  const kafka = (clientId: string): string => lamps({ operation: `bindings: { kafka: { ${clientId} } }` });

  it.each<[string, string, string, readonly string[]]>([
    ["a value becomes a schema of it", "clientId: lamp", "clientId: { type: string, enum: [lamp] }", ["annotation change/words nobody"]],
    ["a value becomes a wider schema", "clientId: lamp", "clientId: { type: string }", ["compatible change/binding nobody"]],
    ["a value becomes another", "clientId: lamp", "clientId: light", ["breaking change/binding receivers"]],
    ["a schema is new", "", "clientId: { type: string, enum: [lamp] }", ["breaking change/binding receivers"]],
    ["a schema goes", "clientId: { type: string, enum: [lamp] }", "", ["compatible change/binding nobody"]],
  ])("%s", (_, old, now, expected) => {
    expect(said(kafka(old), kafka(now))).toEqual(expected);
  });
});

describe("everything else that others rely on", () => {
  it.each<[string, string, string, readonly string[]]>([
    ["a channel is gone", lamps({ address: "a/b" }), lamps(), ["breaking change/channel receivers", "compatible change/channel nobody"]],
    [
      "a parameter has another name",
      lamps({ address: '"a/{b}"', channel: "parameters: { b: {} }" }),
      lamps({ address: '"a/{c}"', channel: "parameters: { c: {} }" }),
      [],
    ],
    [
      "a direction is turned",
      lamps(),
      lamps({ verb: "publish" }),
      ["breaking change/operation receivers", "compatible change/operation nobody"],
    ],
    ["a server has another key", servers("a.example.com"), servers("a.example.com", "", "other"), []],
    ["a server moves", servers("a.example.com"), servers("b.example.com"), ["breaking change/server all"]],
    [
      "a protocol version goes down",
      servers("a", ', protocolVersion: "5.0"'),
      servers("a", ', protocolVersion: "3.1.1"'),
      ["breaking change/server all"],
    ],
    [
      "a protocol version with dashes goes up",
      servers("a", ', protocolVersion: "0-9-1"'),
      servers("a", ', protocolVersion: "1.0"'),
      ["compatible change/server nobody"],
    ],
    [
      "a protocol version goes up",
      servers("a", ', protocolVersion: "3.1.1"'),
      servers("a", ', protocolVersion: "5.0"'),
      ["compatible change/server nobody"],
    ],
    [
      "a content type changes",
      lamps({ message: "contentType: application/json" }),
      lamps({ message: "contentType: application/cbor" }),
      ["breaking change/content-type all"],
    ],
    [
      "a default content type changes",
      lamps(),
      lamps({ root: "defaultContentType: application/cbor\n" }),
      ["breaking change/content-type all"],
    ],
    ["the default content type is written", lamps(), lamps({ message: "contentType: Application/JSON" }), []],
    [
      "a correlation id moves",
      lamps({ message: 'correlationId: { location: "$message.header#/a" }' }),
      lamps({ message: 'correlationId: { location: "$message.header#/b" }' }),
      ["breaking change/correlation-id all"],
    ],
    ["a message has another name", lamps(), lamps().replace("Lit", "Burning"), ["annotation change/words nobody"]],
    ["a summary changes", lamps({ operation: "summary: a" }), lamps({ operation: "summary: b" }), ["annotation change/words nobody"]],
    [
      "qos goes down",
      lamps({ operation: "bindings: { mqtt: { qos: 2 } }" }),
      lamps({ operation: "bindings: { mqtt: { qos: 1 } }" }),
      ["breaking change/binding receivers"],
    ],
    [
      "qos goes up",
      lamps({ operation: "bindings: { mqtt: { qos: 1 } }" }),
      lamps({ operation: "bindings: { mqtt: { qos: 2 } }" }),
      ["compatible change/binding nobody"],
    ],
    [
      "a default of a binding is written",
      lamps({ channel: "bindings: { amqp: { is: routingKey, exchange: { name: e } } }" }),
      lamps({ channel: "bindings: { amqp: { exchange: { name: e, vhost: / } } }" }),
      [],
    ],
    [
      "a message key narrows",
      lamps({ verb: "publish", message: "bindings: { kafka: { key: { type: string } } }" }),
      lamps({ verb: "publish", message: "bindings: { kafka: { key: { type: string, maxLength: 3 } } }" }),
      ["breaking change/binding senders"],
    ],
    [
      "another message is sent too",
      lamps(),
      lamps().replace(
        "message: { name: Lit, payload: { type: string } }",
        "message: { oneOf: [{ name: Lit, payload: { type: string } }, { name: Out, payload: { type: integer } }] }",
      ),
      ["breaking change/message receivers"],
    ],
    [
      "the only message that was sent makes room for another",
      lamps(),
      lamps({ payload: "{ type: integer }" }).replace("Lit", "Out"),
      ["breaking change/message receivers", "breaking change/message receivers"],
    ],
  ])("%s", (_, old, now, expected) => {
    expect(said(old, now)).toEqual(expected);
  });

  it("takes the key of a message for its name where it has none", () => {
    const api = (version: string, channels: string): string => `asyncapi: ${version}\ninfo: { title: T, version: "1" }\n${channels}`;
    const old = api("2.6.0", "channels: { a: { subscribe: { operationId: say, message: { name: Lit, payload: { type: string } } } } }");
    const now = api(
      "3.0.0",
      "channels: { a: { address: a, messages: { Lit: { payload: { type: string } } } } }\noperations: { say: { action: send, channel: { $ref: '#/channels/a' } } }",
    );
    expect(said(old, now)).toEqual([]);
  });

  it("asks of security what it asks for, whatever the schemes are called", () => {
    const api = (security: string, schemes = "p: { type: userPassword }, k: { type: apiKey, in: user }"): string =>
      lamps({
        servers: `{ main: { url: a, protocol: mqtt, security: ${security} } }`,
        root: `components: { securitySchemes: { ${schemes} } }\n`,
      });
    expect(said(api("[{ p: [] }, { k: [] }]"), api("[{ k: [] }, { p: [] }]"))).toEqual([]);
    expect(said(api("[{ p: [] }]"), api("[{ q: [] }]", "q: { type: userPassword }"))).toEqual([]);
    expect(said(api("[{ p: [] }]"), api("[{ p: [], k: [] }]"))).toEqual(["breaking change/security all"]);
    expect(said(api("[{ p: [] }, { k: [] }]"), api("[{ p: [] }]"))).toEqual(["breaking change/security all"]);
    expect(said(api("[{ p: [] }]"), api("[{ p: [] }, { k: [] }]"))).toEqual(["compatible change/security nobody"]);
    const [change] = changesOf(api("[{ p: [] }, { k: [] }]"), api("[{ p: [] }]"));
    expect(change?.message).toBe('Server "main" no longer lets in those who have "k" (apiKey).');
  });

  it("calls a version that only rose no change", () => {
    expect(changesOf(lamps(), lamps().replace("1.0.0", "2.0.0"))).toEqual([]);
  });

  it("says where a version does not announce what breaks", () => {
    const codes = (version: string): readonly string[] =>
      changesOf(sent("{ enum: [a] }"), sent("{ enum: [a, b] }").replace("1.0.0", version)).map(({ code }) => code);
    expect(codes("1.1.0")).toEqual(["change/payload", "change/version"]);
    expect(codes("2.0.0")).toEqual(["change/payload"]);
    const said = changesOf(sent("{ enum: [a] }"), sent("{ enum: [a, b] }")).map(({ message }) => message);
    expect(said).toContain("The version is still 1.0.0, which does not announce a breaking change.");
  });
});

describe("what a comparison says of fields", () => {
  const fieldsOf = (old: string, now: string): readonly string[] =>
    compared(lamps({ payload: old }), lamps({ payload: now })).fields.map(({ what, part, path }) => `${what} ${part}${path}`);

  it.each<[old: string, now: string, fields: readonly string[]]>([
    ["a: { type: string }", "a: { type: string, description: words }", []],
    ["a: { type: string }", "a: { type: integer }", ["changed payload/a"]],
    ["a: { type: string }", "a: { type: string }, b/c: { type: string }", ["added payload/b~1c"]],
    ["a: { items: { properties: { b: {} } } }", "a: { items: { properties: { b: {}, c: {} } } }", ["added payload/a/*/c"]],
    ["a: { properties: { b: { type: string } } }", "a: { properties: { b: { type: integer } } }", ["changed payload/a/b"]],
    ["a: { type: string }, b: {}", "b: {}", []],
  ])("from %s to %s", (old, now, fields) => {
    expect(fieldsOf(`{ properties: { ${old} } }`, `{ properties: { ${now} } }`)).toEqual(fields);
  });

  it("a field that became required was changed", () => {
    expect(fieldsOf("{ properties: { a: {} } }", "{ required: [a], properties: { a: {} } }")).toEqual(["changed payload/a"]);
  });

  it("objects that both versions have are told with their ids in each", () => {
    const { matches } = compared(lamps({ operation: "operationId: lit" }), lamps({ operation: "operationId: shone" }));
    expect(matches).toEqual([
      { kind: "channel", old: "lamp/lit", new: "lamp/lit" },
      { kind: "operation", old: "lit", new: "shone" },
      expect.objectContaining({ kind: "message" }),
    ]);
  });
});

describe("the address that a binding names", () => {
  const kafka = (address: string, topic?: string): string => `asyncapi: 3.0.0
info: { title: Lamps, version: "1" }
servers: { k: { host: "a:9092", protocol: kafka } }
channels: { c: { address: ${address}, ${topic === undefined ? "" : `bindings: { kafka: { topic: ${topic} } }, `}messages: { M: {} } } }
operations: { o: { action: send, channel: { $ref: "#/channels/c" } } }
`;

  it.each<[string, string, string, readonly string[]]>([
    ["stays while the channel's name changes", kafka("x", "t"), kafka("y", "t"), ["compatible change/channel nobody"]],
    ["takes the place of an equal one", kafka("t"), kafka("t", "t"), ["compatible change/binding nobody"]],
    ["was not needed", kafka("t", "t"), kafka("t"), ["compatible change/binding nobody"]],
    ["was the channel's", kafka("x"), kafka("x", "t"), ["breaking change/binding all"]],
    ["is the channel's again", kafka("x", "t"), kafka("x"), ["breaking change/binding all"]],
    ["is another one", kafka("x", "t"), kafka("x", "u"), ["breaking change/binding all"]],
    ["moves into the binding", kafka("t"), kafka("x", "t"), ["compatible change/channel nobody", "compatible change/binding nobody"]],
    ["changes with the name", kafka("x", "t"), kafka("y", "u"), ["breaking change/channel receivers", "compatible change/binding nobody"]],
  ])("%s", (_, old, now, expected) => {
    expect(said(old, now)).toEqual(expected);
  });
});

describe("a new message of a channel", () => {
  const events = (messages: string): string =>
    `asyncapi: 2.6.0\ninfo: { title: T, version: 1.0.0 }\nchannels: { /events: { subscribe: { message: { oneOf: [${messages}] } } } }\n`;
  const lit = "{ name: lit, payload: { type: string } }";
  const [old, now] = [events(lit), events(`${lit}, { name: dimmed, payload: { type: integer } }`)];

  it.each([
    [{}, "breaking receivers"],
    [{ "*": "compatible" }, "compatible nobody"],
    [{ "/events": "compatible" }, "compatible nobody"],
    [{ "/events": "breaking", "*": "compatible" }, "breaking receivers"],
    [{ "/other": "compatible" }, "breaking receivers"],
  ] as const)("is judged as the settings %j say", (newMessages, expected) => {
    const limits = { validationMs: 60_000, patternMs: 1_000 };
    const { changes } = compareApis(versionOf(old), versionOf(now), { reading: "documented", limits, newMessages });
    expect(changes.filter(({ code }) => code === "change/message").map(({ verdict, affects }) => `${verdict} ${affects}`)).toEqual([
      expected,
    ]);
  });
});

it.each(["{ type: object, required: [id], properties: { id: {} } }", "{ type: string }"])(
  "a payload that 2.x does not read, where %s was, cannot be told, once",
  (payload) => {
    const api = (each: string): string => `asyncapi: 2.6.0
info: { title: T, version: 1.0.0 }
channels: { c: { subscribe: { message: { payload: ${each} } } } }
`;
    const unread = api("{ schemaFormat: application/vnd.apache.avro;version=1.9.0, schema: { type: record, name: U, fields: [] } }");
    expect(said(api(payload), unread)).toEqual(["unknown change/payload receivers"]);
    expect(said(unread, api(payload))).toEqual(["unknown change/payload receivers"]);
    expect(said(unread, unread)).toEqual([]);
  },
);
