import { describe, expect, it } from "vitest";
import type { PortalJson } from "./organisation.ts";
import { jsonOf, portalOf } from "./organisation.ts";

type Message = Readonly<Record<string, unknown>>;

function document(
  action: "send" | "receive",
  messages: Readonly<Record<string, Message>>,
  more: { schemas?: object; listed?: boolean; root?: object } = {},
): object {
  const { schemas = {}, listed = true, root = {} } = more;
  const refs = Object.keys(messages).map((key) => ({ $ref: `#/channels/c/messages/${key}` }));
  return {
    asyncapi: "3.0.0",
    info: { title: action, version: "1.0.0" },
    ...root,
    servers: { main: { host: "a:9092", protocol: "kafka" } },
    channels: { c: { address: "orders", messages } },
    operations: { [action]: { action, channel: { $ref: "#/channels/c" }, ...(listed ? { messages: refs } : {}) } },
    components: { schemas },
  };
}

function fitOf(sender: object, receiver: object): PortalJson["fit"] {
  return jsonOf(portalOf({ sender, receiver })).fit;
}

const fitOfPayloads = (sent: unknown, received: unknown): PortalJson["fit"] =>
  fitOf(document("send", { M: { payload: sent } }), document("receive", { M: { payload: received } }));

const object = (properties: object, more: object = {}): object => ({ type: "object", properties, ...more });

describe("fit", () => {
  it("cannot tell of two schemas that are too large to compare, unless they are one", () => {
    const large = (letter: string): object => ({ type: "string", maxLength: 3_000_000, pattern: letter.repeat(2_100_000) });
    expect(fitOfPayloads(large("a"), large("b"))).toMatchObject([{ verdict: "unknown" }]);
  });

  it.each<[string, unknown, unknown]>([
    ["the same schema", object({ a: { type: "string" } }), object({ a: { type: "string" } })],
    [
      "keys in another order and other words",
      object({ a: { type: "string", description: "A." } }),
      { properties: { a: { type: "string" } }, type: "object", title: "T" },
    ],
    ["a wider receiver", { type: "integer", minimum: 1 }, { type: "number" }],
    ["a property that the receiver does not know", object({ a: {}, b: {} }, { required: ["a"] }), object({ a: {} }, { required: ["a"] })],
  ])("has %s", (_, sent, received) => {
    expect(fitOfPayloads(sent, received)).toMatchObject([
      { sender: "sender", receiver: "receiver", message: "M", verdict: "fits", why: "", at: "", missing: null },
    ]);
    expect(fitOfPayloads(sent, received)[0]).not.toHaveProperty("witness");
  });

  it("shows a message that the receiver refuses, and where each side says so", () => {
    const sent = object({ state: { enum: ["open", "done"] } }, { required: ["state"] });
    const received = object({ state: { enum: ["open"] } });
    const [row] = fitOfPayloads(sent, received);
    expect(row).toMatchObject({ verdict: "clash", witness: { state: "done" }, at: "/state", missing: null });
    expect(row?.because).toEqual({
      sender: { file: "sender.yaml", pointer: "/channels/c/messages/M/payload" },
      receiver: { file: "receiver.yaml", pointer: "/channels/c/messages/M/payload/properties/state/enum" },
    });
  });

  it("names what is missing, at its object, and the place behind a reference", () => {
    const sent = document("send", { M: { payload: object({ a: object({}) }, { required: ["a"] }) } });
    const received = document(
      "receive",
      { M: { payload: object({ a: { $ref: "#/components/schemas/A" } }) } },
      { schemas: { A: object({ b: {} }, { required: ["b"] }) } },
    );
    const [row] = fitOf(sent, received);
    expect(row).toMatchObject({ verdict: "clash", witness: { a: {} }, at: "/a", missing: "b" });
    expect(row?.because.receiver.pointer).toBe("/components/schemas/A/required");
  });

  it("keeps every digit of a witness", () => {
    const portal = portalOf({
      sender: document("send", { M: { payload: { const: "x" } } }),
      receiver: document("receive", { M: { payload: { type: "integer", maximum: 1 } } }),
    });
    expect(portal.fit).toMatchObject([{ verdict: "clash", witness: '"x"' }]);
    const text =
      '{"asyncapi":"2.6.0","info":{"title":"S","version":"1"},"servers":{"a":{"url":"a","protocol":"kafka"}},"channels":{"orders":{"subscribe":{"message":{"payload":{"const":9223372036854775807}}}}}}';
    const digits = portalOf({ sender: text, receiver: document("receive", { M: { payload: { type: "string" } } }) });
    expect(digits.fit).toMatchObject([{ verdict: "clash", witness: "9223372036854775807" }]);
  });

  it("follows recursive schemas, which end", () => {
    const tree = (type: string): object => ({
      schemas: { T: object({ value: { type }, next: { $ref: "#/components/schemas/T" } }, { required: ["value"] }) },
    });
    const message = { M: { payload: { $ref: "#/components/schemas/T" } } };
    expect(fitOf(document("send", message, tree("integer")), document("receive", message, tree("number")))).toMatchObject([
      { verdict: "fits" },
    ]);
    expect(fitOf(document("send", message, tree("string")), document("receive", message, tree("number")))).toMatchObject([
      { verdict: "clash" },
    ]);
  });

  it("reads what a discriminator chooses by name", () => {
    const schemas = (type: string): object => ({
      Pet: object({ kind: { type: "string" } }, { discriminator: "kind", required: ["kind"] }),
      Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, object({ lives: { type } })] },
    });
    const message = { M: { payload: { $ref: "#/components/schemas/Pet" } } };
    const [row] = fitOf(
      document("send", message, { schemas: schemas("integer") }),
      document("receive", message, { schemas: schemas("string") }),
    );
    expect(row).toMatchObject({ verdict: "unknown" });
  });

  it("takes a free map for one that may have any property, and headers that are not described for none", () => {
    const strings = { type: "object", additionalProperties: { type: "string" } };
    expect(fitOfPayloads({ type: "object" }, strings)).toMatchObject([{ verdict: "clash" }]);
    const headers = object({ trace: { type: "string" } });
    const payload = { type: "string" };
    expect(fitOf(document("send", { M: { payload } }), document("receive", { M: { payload, headers } }))).toMatchObject([
      { verdict: "fits" },
    ]);
  });

  it("compares headers, and takes none for an empty object", () => {
    const headers = object({ trace: { type: "string" } }, { required: ["trace"] });
    const [row] = fitOf(document("send", { M: {} }), document("receive", { M: { headers } }));
    expect(row).toMatchObject({ verdict: "clash", witness: {}, missing: "trace" });
    expect(row?.why).toMatch(/^Headers: /);
    expect(fitOf(document("send", { M: { headers } }), document("receive", { M: {} }))).toMatchObject([{ verdict: "fits" }]);
  });

  it.each<[string, string, string | undefined, string]>([
    ["the same but for parameters", "application/json", "Application/JSON; charset=utf-8", "fits"],
    ["not said by one", "application/json", undefined, "fits"],
    ["of another syntax", "application/json", "application/xml", "clash"],
    ["of the same syntax", "application/json", "application/cloudevents+json", "unknown"],
  ])("with content types that are %s is %s", (_, sent, received, verdict) => {
    const message = (contentType?: string): Record<string, Message> => ({
      M: { payload: { type: "string" }, ...(contentType ? { contentType } : {}) },
    });
    expect(fitOf(document("send", message(sent)), document("receive", message(received)))).toMatchObject([{ verdict }]);
  });

  it("compares where the correlation id stands", () => {
    const message = (location: string): Record<string, Message> => ({
      M: { payload: object({ a: {}, b: {} }), correlationId: { location } },
    });
    const [a, b] = ["$message.payload#/a", "$message.payload#/b"] as const;
    expect(fitOf(document("send", message(a)), document("receive", message(a)))).toMatchObject([{ verdict: "fits" }]);
    expect(fitOf(document("send", message(a)), document("receive", message(b)))).toMatchObject([{ verdict: "clash" }]);
  });

  it("cannot tell what is not described, and says why", () => {
    const received = document("receive", { M: { payload: { type: "string" } } });
    expect(fitOf(document("send", { M: {} }), received)).toMatchObject([
      { verdict: "unknown", why: "The sender does not describe the payload." },
    ]);
    const other = { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: { type: "string" } };
    expect(fitOfPayloads({ type: "string" }, other)).toMatchObject([
      { verdict: "unknown", why: "Schemas of the languages schema-object and avro are not compared." },
    ]);
  });

  describe("of Avro and protobuf is judged as diff judges versions", () => {
    const avro = (type: unknown, more: object = {}, version = "1.9.0"): object => ({
      schemaFormat: `application/vnd.apache.avro;version=${version}`,
      schema: { type: "record", name: "R", namespace: "n", fields: [{ name: "a", type, ...more }] },
    });
    const proto = (text: string): object => ({
      schemaFormat: "application/vnd.google.protobuf;version=3",
      schema: `syntax = "proto3"; message M { ${text} }`,
    });
    const time = (logicalType: string): object => ({ type: "long", logicalType });

    it.each<[string, object, object, object]>([
      ["Avro in another version", avro("int"), avro("int", { doc: "A." }, "1.8.2"), { verdict: "fits" }],
      ["a promoted type", avro("int"), avro("long"), { verdict: "fits" }],
      ["another type", avro("string"), avro("int"), { verdict: "clash", why: "/a must be of the type int.", at: "/a" }],
      ["another logical type", avro(time("timestamp-millis")), avro(time("timestamp-micros")), { verdict: "clash" }],
      [
        "a further field without a default",
        avro("int"),
        { ...avro("int"), schema: { type: "record", name: "n.R", fields: [{ name: "b", type: "int" }] } },
        { verdict: "clash", missing: "b" },
      ],
      ["the same fields of protobuf", proto("int32 a = 1;"), proto("int32 b = 1;"), { verdict: "fits" }],
      ["another type of protobuf", proto("string a = 1;"), proto("int32 a = 1;"), { verdict: "clash" }],
    ])("%s", (_, sent, received, expected) => {
      expect(fitOfPayloads(sent, received)).toMatchObject([expected]);
    });

    it("with the types that other schemas of the document define", () => {
      const definition = { type: "enum", name: "n.State", symbols: ["open", "done"] };
      const messages = (own: object): Record<string, Message> => ({
        M: { payload: avro("n.State") },
        Other: { payload: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", schema: own } },
      });
      const received = document("receive", { M: { payload: avro({ ...definition, symbols: ["open"] }) } });
      const [row] = fitOf(document("send", messages(definition)), received);
      expect(row).toMatchObject({ message: "M", verdict: "clash", witness: { a: "done" }, at: "/a" });
    });
  });
});

describe("several messages", () => {
  const text = { payload: { type: "string" } };
  const number = { payload: { type: "number" } };

  it("are each taken by some message of the receiver", () => {
    const rows = fitOf(document("send", { A: text, B: number }), document("receive", { X: number, Y: text }));
    expect(rows.map(({ message, verdict }) => `${message} ${verdict}`)).toEqual(["A fits", "B fits"]);
  });

  it("that none takes clash where the operation lists its messages, and else are not received", () => {
    const sender = document("send", { A: text, B: number });
    const list = { payload: { type: "array" } };
    expect(fitOf(sender, document("receive", { C: list }))).toMatchObject([
      { message: "A", verdict: "clash" },
      { message: "B", verdict: "clash", witness: expect.any(Number) as number },
    ]);
    const unlisted = fitOf(sender, document("receive", { C: list }, { listed: false }));
    expect(unlisted).toMatchObject([{ verdict: "not-received" }, { verdict: "not-received" }]);
    expect(fitOf(sender, document("receive", { A: text }, { listed: false }))).toMatchObject([
      { verdict: "fits" },
      { message: "B", verdict: "not-received" },
    ]);
  });

  it("of which a receiver takes one need not all be taken, unless the settings say so", () => {
    const apis = { archive: document("receive", { A: text }), sender: document("send", { A: text, B: number }) };
    const reason = 'The receiver documents no message "B".';
    expect(portalOf(apis).fit).toMatchObject([{ verdict: "fits" }, { message: "B", verdict: "not-received", why: reason }]);
    expect(portalOf(apis, { takeAll: ["archive"] }).fit).toMatchObject([{ verdict: "fits" }, { message: "B", verdict: "clash" }]);
    // Another API may send what the receiver takes.
    const two = { ...apis, sender: document("send", { A: text }), other: document("send", { B: number }) };
    expect(portalOf(two).fit).toMatchObject([
      { sender: "other", verdict: "not-received" },
      { sender: "sender", verdict: "fits" },
    ]);
  });

  it("are held against the message of their own name, not against one that takes everything", () => {
    const carriers = (values: readonly string[]): Message => ({
      payload: object({ carrier: { enum: values } }, { required: ["carrier"] }),
    });
    const anything = { payload: object({ at: { type: "string" } }) };
    const received = document("receive", { Delivered: anything, Shipped: carriers(["dhl"]) });
    expect(fitOf(document("send", { Shipped: carriers(["dhl", "fedex"]) }), received)).toMatchObject([
      { verdict: "clash", witness: { carrier: "fedex" } },
    ]);
    expect(fitOf(document("send", { Shipped: carriers(["dhl"]) }), received)).toMatchObject([{ verdict: "fits" }]);
    expect(fitOf(document("send", { Other: carriers(["dhl", "fedex"]) }), received)).toMatchObject([{ verdict: "fits" }]);
  });

  it("of one name clash all the same", () => {
    expect(fitOf(document("send", { A: text }), document("receive", { A: number, B: number }, { listed: false }))).toMatchObject([
      { verdict: "clash" },
    ]);
  });
});

it("never judges an API against itself", () => {
  const both = {
    asyncapi: "2.6.0",
    info: { title: "Both", version: "1" },
    channels: {
      orders: { publish: { message: { payload: { type: "string" } } }, subscribe: { message: { payload: { type: "number" } } } },
    },
  };
  expect(jsonOf(portalOf({ both })).fit).toEqual([]);
});

it("messages that cost more than all may cost take no quick verdict away from others", () => {
  const costly = (from: number): object => ({
    anyOf: Array.from({ length: 120 }, (_, at) =>
      object({ [`k${at}`]: { type: "integer", minimum: at + from }, v: { maxLength: 100 + at } }, { required: [`k${at}`] }),
    ),
  });
  const side = (action: "send" | "receive", type: string, from: number): object => {
    const payloads = [...Array.from({ length: 20 }, (_, at) => costly(from + at)), object({ id: { type } }, { required: ["id"] })];
    const named = payloads.map((payload, at) => [`c${at}`, { address: `c${at}`, messages: { m: { payload } } }] as const);
    return {
      ...document(action, {}),
      channels: Object.fromEntries(named),
      operations: Object.fromEntries(named.map(([name]) => [name, { action, channel: { $ref: `#/channels/${name}` } }])),
    };
  };
  const told = fitOf(side("send", "string", 0), side("receive", "integer", 1)).map(({ why }) => why);
  expect(told).toContain("/id must be an integer.");
  expect(told.filter((why) => why.includes("too many steps")).length).toBeGreaterThan(0);
});
