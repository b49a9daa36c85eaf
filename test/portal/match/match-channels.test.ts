import { describe, expect, it } from "vitest";
import type { PortalJson } from "./organisation.ts";
import { jsonOf, portalOf } from "./organisation.ts";

/** A document that sends to one channel, or receives from it. */
function document(
  action: "send" | "receive",
  {
    address = "orders",
    parameters,
    bindings,
    servers = { main: { host: "a:9092", protocol: "kafka" } },
  }: { address?: string | null; parameters?: object; bindings?: object; servers?: object | null },
): object {
  return {
    asyncapi: "3.0.0",
    info: { title: action, version: "1.0.0" },
    ...(servers ? { servers } : {}),
    channels: {
      c: {
        address,
        ...(parameters ? { parameters } : {}),
        ...(bindings ? { bindings } : {}),
        messages: { M: { payload: { type: "string" } } },
      },
    },
    operations: { [action]: { action, channel: { $ref: "#/channels/c" } } },
  };
}

type Setup = Parameters<typeof document>[1];

/** Each entry as `senders > receivers`. */
function entriesOf({ channels }: PortalJson): string[] {
  const names = (parties: readonly { readonly api: string }[]): string => parties.map(({ api }) => api).join();
  return channels.map(({ senders, receivers }) => `${names(senders)} > ${names(receivers)}`).sort();
}

function pair(a: Setup, b: Setup, brokers: Readonly<Record<string, readonly string[]>> = {}): PortalJson {
  return jsonOf(portalOf({ a: document("send", a), b: document("receive", b) }, { brokers }));
}

const server = (host: string, protocol = "kafka", more: object = {}): object => ({ main: { host, protocol, ...more } });
const named = (name: string, host = "{cluster}.a:9092", more: object = {}): object => ({ [name]: { host, protocol: "kafka", ...more } });
const region = (values: readonly string[], usual?: string): object => ({
  variables: { region: { enum: values, ...(usual ? { default: usual } : {}) } },
});

const TOGETHER = ["a > b"];
const APART = [" > b", "a > "];

describe("a broker", () => {
  it.each<[string, object, object]>([
    ["host in another case", server("A:9092"), server("a:9092")],
    ["the default port", server("a"), server("a:9092")],
    ["the default port with TLS", server("a", "mqtts"), server("a:8883", "secure-mqtt")],
    ["a trailing slash", server("a:1/p", "ws"), server("a:1/p/", "ws")],
    ["TLS", server("a:1", "kafka"), server("a:1", "kafka-secure")],
    ["names of MQTT with TLS", server("a:1", "mqtts"), server("a:1", "secure-mqtt")],
    ["AMQP with TLS", server("a:1", "amqp"), server("a:1", "amqps")],
    ["WebSocket with TLS", server("a:1", "ws"), server("a:1", "wss")],
    ["the version of MQTT", server("a", "mqtt"), server("a", "mqtt5")],
    ["a port that the template makes", server("a:{port}", "kafka", { variables: { port: { enum: ["1", "2"] } } }), server("a:2")],
    ["one of the bootstrap servers", server("a:1,b:1"), server("b:1")],
    ["a literal that the enum makes", server("{region}.a", "kafka", region(["eu", "us"])), server("us.a")],
    ["a literal that the default makes", server("{region}.a", "kafka", { variables: { region: { default: "eu" } } }), server("eu.a")],
    [
      "a template with a host in common",
      server("{region}.a", "kafka", region(["eu", "us"])),
      server("{r}.a", "kafka", { variables: { r: { enum: ["us", "ap"] } } }),
    ],
    ["a template without values of the same form", server("{x}.a"), server("{y}.a")],
  ])("is one in spite of %s", (_, a, b) => {
    expect(entriesOf(pair({ servers: a }, { servers: b }))).toEqual(TOGETHER);
  });

  it.each<[string, object, object]>([
    ["host", server("a:1"), server("b:1")],
    ["port", server("a:1"), server("a:2")],
    ["default port", server("a", "mqtt"), server("a", "mqtts")],
    ["path", server("a:1/p", "ws"), server("a:1/q", "ws")],
    ["path in another case", server("a:1/p", "ws"), server("a:1/P", "ws")],
    ["protocol", server("a:1", "kafka"), server("a:1", "mqtt")],
    ["protocol that only begins alike", server("a:1", "kafka"), server("a:1", "kafka-rest")],
    ["host that only begins alike", server("a.example"), server("a.example.org")],
    ["a literal that no variable makes", server("{region}.a", "kafka", region(["eu"])), server("us.a")],
    ["a literal that a variable without values might be", server("{region}.a"), server("us.a")],
    ["templates without a host in common", server("{region}.a", "kafka", region(["eu"])), server("{region}.a", "kafka", region(["us"]))],
  ])("is another with another %s", (_, a, b) => {
    expect(entriesOf(pair({ servers: a }, { servers: b }))).toEqual(APART);
  });

  it("is what the settings say, which is nothing about others", () => {
    const servers = [server("a:1"), server("b:1"), server("c:1")] as const;
    const brokers = { events: ["kafka://a:1", "kafka://B:1"] };
    expect(entriesOf(pair({ servers: servers[0] }, { servers: servers[1] }, brokers))).toEqual(TOGETHER);
    expect(entriesOf(pair({ servers: servers[0] }, { servers: servers[2] }, brokers))).toEqual(APART);
  });

  it.each([
    "localhost:9092",
    "kafka.localhost:1",
    "127.0.0.1:9092",
    "[::1]:9092",
    "10.1.2.3:1",
    "192.168.0.7:1",
    "172.20.0.2:1",
    "kafka.internal:9092",
    "kafka.local",
    "host.docker.internal:1",
  ])("that is %s is another to each, unless the settings name it", (host) => {
    const portal = pair({ servers: server(host) }, { servers: server(host) });
    expect(entriesOf(portal)).toEqual(APART);
    expect(portal.fit).toEqual([]);
    expect(new Set(portal.channels.map(({ path }) => path)).size).toBe(2);
    expect(entriesOf(pair({ servers: server(host) }, { servers: server(host) }, { dev: [`kafka://${host}`] }))).toEqual(TOGETHER);
  });

  it.each(["localhost.example:1", "128.0.0.1:1", "172.32.0.1:1", "kafka.local.example:1"])("that is %s is public", (host) => {
    expect(entriesOf(pair({ servers: server(host) }, { servers: server(host) }))).toEqual(TOGETHER);
  });

  it("takes part with a template in each literal host, and joins none by a chain", () => {
    const template = document("send", { servers: server("{region}.a", "kafka", region(["eu", "us"])) });
    const [eu, us] = [document("receive", { servers: server("eu.a") }), document("receive", { servers: server("us.a") })];
    expect(entriesOf(jsonOf(portalOf({ template, eu, us })))).toEqual(["template > eu", "template > us"]);
  });

  it("is written as the first sender by name writes it", () => {
    const receiver = document("receive", { servers: server("A:9092", "kafka-secure") });
    const sender = document("send", { servers: server("a", "kafka") });
    expect(jsonOf(portalOf({ a: receiver, b: sender, c: document("send", { servers: server("A", "kafka") }) })).channels).toMatchObject([
      { broker: "kafka://a" },
    ]);
    expect(jsonOf(portalOf({ a: receiver })).channels).toMatchObject([{ broker: "kafka-secure://A:9092" }]);
  });
});

describe("an environment", () => {
  it.each<[string, object, object]>([
    ["two names for one", named("prod"), named("eventsProduction")],
    ["a tag and a name", named("main", "{c}.a:9092", { tags: [{ name: "env:staging" }] }), named("events-stage")],
    ["one that is not said", named("prod"), named("main")],
    ["a name that only holds the word", named("product"), named("staging")],
  ])("joins %s", (_, a, b) => {
    expect(entriesOf(pair({ servers: a }, { servers: b }))).toEqual(TOGETHER);
  });

  it.each<[string, object, object]>([
    ["production and staging", named("prod"), named("staging")],
    ["production and pre-production", named("production"), named("pre-production")],
    ["tags", named("main", "{c}.a:9092", { tags: [{ name: "test" }] }), named("other", "{c}.a:9092", { tags: [{ name: "production" }] })],
  ])("keeps apart %s", (_, a, b) => {
    expect(entriesOf(pair({ servers: a }, { servers: b }))).toEqual(APART);
  });

  it("joins one host, whatever it is called", () => {
    const portal = pair({ servers: named("prod", "a:9092") }, { servers: named("staging", "a:9092") });
    expect(entriesOf(portal)).toEqual(TOGETHER);
    const all = { ...named("production", "k.prod"), ...named("staging", "k.stg") };
    const apis = { a: document("send", { servers: all }), b: document("receive", { servers: named("staging", "k.prod") }) };
    expect(entriesOf(jsonOf(portalOf(apis)))).toEqual(["a > ", "a > b"]);
  });

  it("takes who does not say into each, once", () => {
    const apis = {
      any: document("send", { servers: named("main") }),
      prod: document("receive", { servers: named("prod") }),
      test: document("receive", { servers: named("test") }),
    };
    expect(entriesOf(jsonOf(portalOf(apis)))).toEqual(["any > prod", "any > test"]);
  });
});

describe("an address", () => {
  const anyValue = { id: {}, robotId: {} };

  it("is equal whatever its parameters are called", () => {
    const portal = pair(
      { address: "robots/{id}/state", parameters: anyValue },
      { address: "robots/{robotId}/state", parameters: anyValue },
    );
    expect(entriesOf(portal)).toEqual(TOGETHER);
    expect(portal.links).toEqual([]);
  });

  it.each<[string, Setup, Setup]>([
    ["a parameter and a literal", { address: "robots/{id}", parameters: { id: {} } }, { address: "robots/a" }],
    [
      "another literal part",
      { address: "robots/{id}/state", parameters: { id: {} } },
      { address: "robots/{id}/pose", parameters: { id: {} } },
    ],
    ["another case", { address: "Orders" }, { address: "orders" }],
    ["an enum without the literal", { address: "robots/{id}", parameters: { id: { enum: ["a"] } } }, { address: "robots/b" }],
    [
      "a wildcard that is no level",
      { address: "robots/a", servers: server("a", "mqtt") },
      { address: "robots/a+", servers: server("a", "mqtt") },
    ],
    ["a wildcard of another protocol", { address: "robots/a" }, { address: "robots/+" }],
    [
      "a wildcard of AMQP in MQTT",
      { address: "robots/a", servers: server("a", "mqtt") },
      { address: "robots/*", servers: server("a", "mqtt") },
    ],
    [
      "a wildcard of MQTT in AMQP",
      { address: "robots.a", servers: server("a", "amqp") },
      { address: "robots.+", servers: server("a", "amqp") },
    ],
    [
      "a wildcard of AMQP for one word and two",
      { address: "robots.a.b", servers: server("a", "amqp") },
      { address: "robots.*", servers: server("a", "amqp") },
    ],
    [
      "a wildcard of AMQP between levels of MQTT",
      { address: "robots/a", servers: server("a", "amqp") },
      { address: "robots/*", servers: server("a", "amqp") },
    ],
    [
      "a wildcard of NATS for one level and two",
      { address: "robots.a.b", servers: server("a", "nats") },
      { address: "robots.*", servers: server("a", "nats") },
    ],
    [
      "> of NATS and the level above",
      { address: "robots", servers: server("a", "nats") },
      { address: "robots.>", servers: server("a", "nats") },
    ],
    [
      "a wildcard for one level and two",
      { address: "robots/a/b", servers: server("a", "mqtt") },
      { address: "robots/+", servers: server("a", "mqtt") },
    ],
    [
      "a wildcard at another broker",
      { address: "robots/a", servers: server("a", "mqtt") },
      { address: "robots/+", servers: server("b", "mqtt") },
    ],
    [
      "a wildcard and a topic of the broker",
      { address: "$SYS/a", servers: server("a", "mqtt") },
      { address: "#", servers: server("a", "mqtt") },
    ],
    [
      "a wildcard for many levels that is not last",
      { address: "a/b/c", servers: server("a", "mqtt") },
      { address: "#/c", servers: server("a", "mqtt") },
    ],
  ])("is another with %s", (_, a, b) => {
    const portal = pair(a, b);
    expect(entriesOf(portal)).toEqual(APART);
    expect(portal.links).toEqual([]);
    expect(portal.fit).toEqual([]);
  });

  it.each<[string, Setup, Setup, string]>([
    ["an enum with the literal", { address: "robots/a" }, { address: "robots/{id}", parameters: { id: { enum: ["a", "b"] } } }, "enum"],
    [
      "an enum beside an open parameter",
      { address: "{x}/a", parameters: { x: {} } },
      { address: "{y}/{id}", parameters: { y: {}, id: { enum: ["a"] } } },
      "enum",
    ],
    [
      "+ of MQTT",
      { address: "robots/{id}/state", parameters: { id: {} }, servers: server("a", "mqtt") },
      { address: "robots/+/state", servers: server("a", "mqtts", {}) },
      "none",
    ],
    [
      "+ of MQTT at one broker",
      { address: "robots/{id}/state", parameters: { id: {} }, servers: server("a:1", "mqtt") },
      { address: "robots/+/state", servers: server("a:1", "mqtts") },
      "wildcard",
    ],
    [
      "# of MQTT",
      { address: "robots/a/b/c", servers: server("a", "mqtt") },
      { address: "robots/#", servers: server("a", "mqtt") },
      "wildcard",
    ],
    [
      "# of MQTT and the level above",
      { address: "robots", servers: server("a", "mqtt") },
      { address: "robots/#", servers: server("a", "mqtt") },
      "wildcard",
    ],
    [
      "* of AMQP",
      { address: "robots.a.state", servers: server("a", "amqp") },
      { address: "robots.*.state", servers: server("a", "amqp") },
      "wildcard",
    ],
    [
      "# of AMQP for no word",
      { address: "robots", servers: server("a", "amqp") },
      { address: "robots.#", servers: server("a", "amqps", {}) },
      "none",
    ],
    [
      "# of AMQP for no word at one broker",
      { address: "robots", servers: server("a:1", "amqp") },
      { address: "robots.#", servers: server("a:1", "amqps") },
      "wildcard",
    ],
    [
      "* of NATS",
      { address: "robots.a.state", servers: server("a", "nats") },
      { address: "robots.*.state", servers: server("a:4222", "nats") },
      "wildcard",
    ],
    [
      "> of NATS",
      { address: "robots.a.b.c", servers: server("a", "nats") },
      { address: "robots.>", servers: server("a", "nats") },
      "wildcard",
    ],
    [
      "> of Solace",
      { address: "robots/a/b", servers: server("a:1", "solace") },
      { address: "robots/>", servers: server("a:1", "solace") },
      "wildcard",
    ],
    [
      "# of AMQP in the middle",
      { address: "robots.a.b.state", servers: server("a", "amqp") },
      { address: "robots.#.state", servers: server("a", "amqp") },
      "wildcard",
    ],
  ])("is linked by %s, and messages are judged across", (_, a, b, why) => {
    const portal = pair(a, b);
    expect(entriesOf(portal)).toEqual(APART);
    if (why === "none") {
      expect(portal.links).toEqual([]);
      return;
    }
    const at = (direction: "senders" | "receivers"): number => portal.channels.findIndex((channel) => channel[direction].length > 0);
    expect(portal.links).toEqual([{ from: at("receivers"), to: at("senders"), why }]);
    expect(portal.fit).toMatchObject([{ sender: "a", receiver: "b", verdict: "fits" }]);
  });

  it("links only those of an entry whose parameter has the enum", () => {
    const apis = {
      sender: document("send", { address: "robots/a" }),
      one: document("receive", { address: "robots/{id}", parameters: { id: { enum: ["a"] } } }),
      other: document("receive", { address: "robots/{id}", parameters: { id: {} } }),
    };
    const portal = jsonOf(portalOf(apis));
    expect(entriesOf(portal)).toEqual([" > one,other", "sender > "]);
    expect(portal.fit.map(({ receiver }) => receiver)).toEqual(["one"]);
  });

  it("that is null joins nothing", () => {
    expect(entriesOf(pair({ address: null }, { address: null }))).toEqual(APART);
  });

  it("joins by itself where no server is named, and says so", () => {
    const portal = pair({ servers: null }, {});
    expect(entriesOf(portal)).toEqual(TOGETHER);
    expect(portal.channels).toMatchObject([{ broker: "kafka://a:9092" }]);
    expect(portal.fit).toMatchObject([{ verdict: "fits", why: "No server says whether this is the same broker." }]);
    expect(entriesOf(pair({ servers: null }, { servers: null }))).toEqual(TOGETHER);
    expect(entriesOf(pair({ servers: null }, { address: "others" }))).toEqual(APART);
  });
});

describe("an address that a binding names", () => {
  const exchange = (name: string, more: object = {}): object => ({ amqp: { is: "routingKey", exchange: { name, ...more } } });

  it.each<[string, string, object, Setup]>([
    ["topic", "kafka", { kafka: { topic: "t" } }, { address: "t" }],
    ["topic", "kafka", { kafka: { topic: "t" } }, { address: "other", bindings: { kafka: { topic: "t" } } }],
    ["queue", "amqp", { amqp: { is: "queue", queue: { name: "q" } } }, { address: "q" }],
    ["queue of the default exchange", "amqp", { amqp: { queue: { name: "q" }, exchange: { type: "default" } } }, { address: "q" }],
    ["fanout exchange", "amqp", exchange("logs", { type: "fanout" }), { address: "x", bindings: exchange("logs", { type: "fanout" }) }],
    ["topic", "sns", { sns: { name: "t" } }, { address: "t" }],
    ["queue", "sqs", { sqs: { queue: { name: "q" }, deadLetterQueue: { name: "dead" } } }, { address: "q" }],
    ["topic", "googlepubsub", { googlepubsub: { topic: "projects/p/topics/t" } }, { address: "projects/p/topics/t" }],
    ["destination", "jms", { jms: { destination: "d" } }, { address: "d" }],
    ["destination", "anypointmq", { anypointmq: { destination: "d" } }, { address: "d" }],
    ["queue", "ibmmq", { ibmmq: { destinationType: "queue", queue: { objectName: "Q" } } }, { address: "Q" }],
    ["topic string", "ibmmq", { ibmmq: { topic: { string: "s/t" } } }, { address: "s/t" }],
    ["topic object", "ibmmq", { ibmmq: { topic: { objectName: "T" } } }, { address: "T" }],
  ])("joins: a %s of %s", (_, protocol, bindings, other) => {
    const servers = server("a:1", protocol);
    expect(entriesOf(pair({ servers, address: "handler", bindings }, { servers, ...other }))).toEqual(TOGETHER);
  });

  it.each<[string, string, object, Setup]>([
    ["another topic", "kafka", { kafka: { topic: "t" } }, { address: "handler" }],
    ["a binding of another protocol", "kafka", { mqtt: { topic: "t" } }, { address: "t" }],
    ["a group", "nats", { nats: { queue: "g" } }, { address: "g" }],
    ["another exchange", "amqp", exchange("x"), { address: "handler", bindings: exchange("y") }],
    ["another namespace", "pulsar", { pulsar: { namespace: "x" } }, { address: "handler", bindings: { pulsar: { namespace: "y" } } }],
    ["a dead letter queue", "sqs", { sqs: { deadLetterQueue: { name: "dead" } } }, { address: "dead" }],
  ])("does not join: %s", (_, protocol, bindings, other) => {
    const servers = server("a:1", protocol);
    expect(entriesOf(pair({ servers, address: "handler", bindings }, { servers, ...other }))).toEqual(APART);
  });

  it("joins who does not say what the address counts within", () => {
    const servers = server("a:1", "amqp");
    expect(entriesOf(pair({ servers, bindings: exchange("x") }, { servers }))).toEqual(TOGETHER);
  });

  it("is that of the protocol of the server", () => {
    const servers = { k: { host: "a:1", protocol: "kafka" }, m: { host: "b:1", protocol: "mqtt" } };
    const { channels } = jsonOf(portalOf({ a: document("send", { servers, address: "own", bindings: { kafka: { topic: "t" } } }) }));
    expect(channels.map(({ broker, address }) => `${broker ?? ""} ${address ?? ""}`)).toEqual(["kafka://a:1 t", "mqtt://b:1 own"]);
  });
});

describe("a direction", () => {
  it("is turned round where the document describes the client's side", () => {
    const text = document("send", {});
    const sender = document("send", {});
    expect(entriesOf(jsonOf(portalOf({ a: { text, perspective: "client" }, b: sender })))).toEqual(["b > a"]);
    expect(entriesOf(jsonOf(portalOf({ a: { text, perspective: "application" }, b: sender })))).toEqual(["a,b > "]);
  });

  it("of a reply is the other one, on the channel of the reply", () => {
    const asked = {
      asyncapi: "3.0.0",
      info: { title: "Asked", version: "1" },
      channels: { q: { address: "q", messages: { Q: {} } }, a: { address: "a", messages: { A: {} } } },
      operations: { answer: { action: "receive", channel: { $ref: "#/channels/q" }, reply: { channel: { $ref: "#/channels/a" } } } },
    };
    const { channels } = jsonOf(portalOf({ asked }));
    expect(channels).toMatchObject([
      { address: "a", senders: [{ operation: "answer", messages: ["A"] }], receivers: [] },
      { address: "q", senders: [], receivers: [{ operation: "answer", messages: ["Q"] }] },
    ]);
  });

  it("of 2.x is the application's: publish receives", () => {
    const old = {
      asyncapi: "2.6.0",
      info: { title: "Old", version: "1" },
      channels: { orders: { publish: { operationId: "take", message: { payload: {} } } } },
    };
    expect(jsonOf(portalOf({ old })).channels).toMatchObject([{ senders: [], receivers: [{ api: "old", operation: "take" }] }]);
  });
});

it("sorts by broker, address and API, whatever the order of the documents", () => {
  const apis = { c: document("send", { address: "b" }), a: document("receive", { address: "b" }), b: document("send", { address: "a" }) };
  const { channels } = jsonOf(portalOf(apis));
  expect(channels.map(({ address }) => address)).toEqual(["a", "b"]);
  const turned = Object.fromEntries(Object.entries(apis).reverse());
  expect(jsonOf(portalOf(turned))).toEqual(jsonOf(portalOf(apis)));
});

it("names the page of a channel by its address, and always by a hash of the rest, so that no other channel moves it", () => {
  const paths = (...setups: Setup[]) => {
    const apis = Object.fromEntries(setups.map((setup, at) => [`api${at}`, document("send", setup)]));
    return new Map(jsonOf(portalOf(apis)).channels.map(({ broker, address, path }) => [`${broker ?? ""} ${address ?? ""}`, path]));
  };
  const alone = paths({ address: "orders/{id}", parameters: { id: {} } }).get("kafka://a:9092 orders/{id}");
  expect(alone).toMatch(/^channels\/orders-id-[\da-f]{8}\.html$/);
  const both = paths({ address: "orders/{id}", parameters: { id: {} } }, { address: "orders-id", servers: server("b:9092") });
  expect(both.get("kafka://a:9092 orders/{id}")).toBe(alone);
  // Without an address it is called by its id.
  expect([...paths({ address: null }).values()]).toEqual([expect.stringMatching(/^channels\/c-[\da-f]{8}\.html$/)]);
});
