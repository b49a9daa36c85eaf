import { expect, test } from "vitest";
import { siteOf, textOf, pageAt } from "./site-of.ts";

/** The text of the card of an operation of a channel on some servers. */
async function cardOf(servers: string, bindings: string, action = "send", channel = ""): Promise<string> {
  return cardFor("client", [servers, bindings, action, channel]);
}

async function cardFor(
  reader: "client" | "application",
  [servers = "", bindings = "", action = "send", channel = ""]: string[],
): Promise<string> {
  const text = `asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers: { ${servers} }
channels: { lit: { address: lamps/lit, messages: { lux: { payload: { type: string } } }${channel} } }
operations: { tell: { action: ${action}, channel: { $ref: "#/channels/lit" }, bindings: { ${bindings} } } }
`;
  const files = await siteOf(text, { reader });
  return textOf(/<section class="card-box connect[^]*?<\/section>/.exec(files.get("operations/tell.html") ?? "")?.[0] ?? "");
}

const MQTT = "mqtt: { qos: 1, retain: false }";
const KAFKA = "kafka: { groupId: { type: string, const: watchers } }";

test("the card says what the protocol asks for, in words where it has some", async () => {
  const card = await cardOf("one: { host: a.example, protocol: mqtt }", MQTT);
  expect(card).toContain("Subscribe QoS 1 , at least once · not retained");
});

test("bindings of a protocol that no server of the channel speaks are left to the details", async () => {
  const card = await cardOf("one: { host: a.example, protocol: kafka }", `${MQTT}, ${KAFKA}`);
  expect(card).not.toContain("QoS");
  expect(card).toMatch(/Subscribe consumer group string &#160;· always "watchers"/);
});

test("of several protocols each has a row by its name", async () => {
  const card = await cardOf("one: { host: a.example, protocol: mqtt }, two: { host: b.example, protocol: kafka }", `${MQTT}, ${KAFKA}`);
  expect(card).toMatch(/MQTT QoS 1 .*Kafka consumer group/);
});

test("what only the receiver needs is said to a reader who receives", async () => {
  const kafka = "one: { host: a.example, protocol: kafka }";
  expect(await cardFor("client", [kafka, KAFKA, "send"])).toMatch(/consumer group/);
  expect(await cardFor("client", [kafka, KAFKA, "receive"])).not.toMatch(/consumer group/);
  expect(await cardFor("application", [kafka, KAFKA, "receive"])).toMatch(/consumer group/);
});

test("fields that name nothing to a reader are said in words", async () => {
  const exchange = "bindings: { amqp: { is: routingKey, exchange: { name: lamps, type: topic } } }";
  const given = ["one: { host: a.example, protocol: amqp }", "amqp: { deliveryMode: 2, ack: true }", "receive", `, ${exchange}`];
  const card = await cardFor("application", given);
  expect(card).toContain("the address is a routing key · exchange lamps · exchange type topic · persistent");
  expect(card).toContain("acknowledged by the receiver");
  expect(await cardFor("client", given)).not.toContain("acknowledged");
});

test("where the document declares no server, the card says that and nothing of authorization", async () => {
  const card = await cardOf("", "");
  expect(card).toContain("Server The document declares no server.");
  expect(card).not.toContain("not declared");
  expect(await cardOf("one: { host: a.example, protocol: mqtt }", "")).not.toContain("declares no server");
});

test.each(["kafka", "mqtt", "amqp", "ws", "nats"])("beside a good %s server, one that could not be found is told", async (protocol) => {
  const good = `prod: { host: a.example, protocol: ${protocol} }`;
  const ofChannel = await cardOf(good, "", "send", ", servers: [{ $ref: '#/servers/prod' }, { $ref: '#/servers/typo' }]");
  expect(ofChannel).toContain("The server #/servers/typo could not be found.");
  const ofRoot = await cardOf(`${good}, lost: { $ref: '#/components/servers/none' }`, "");
  expect(ofRoot).toContain("The server #/components/servers/none could not be found.");
  for (const card of [ofChannel, ofRoot]) expect([card.includes("a.example"), card.includes("not declared")]).toEqual([true, false]);
});

test("the address is the topic that the binding names, and the code uses it", async () => {
  const files = await siteOf(`asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers: { one: { host: "a.example:9092", protocol: kafka } }
channels: { lit: { address: "lamps:Handler", bindings: { kafka: { topic: lamps, partitions: 3 } }, messages: { lux: {} } } }
operations: { tell: { action: send, channel: { $ref: "#/channels/lit" } } }
`);
  const page = files.get("operations/tell.html") ?? "";
  const card = textOf(/<section class="card-box connect[^]*?<\/section>/.exec(page)?.[0] ?? "");
  expect(card).toMatch(/Kafka lamps /);
  expect(card).not.toMatch(/topic lamps|Handler/);
  expect(page.replace(/<[^>]*>/g, "")).toContain("kcat -C -b a.example:9092 -t lamps -o end");
  expect(files.get("operations/tell.md")).toContain("Address: `lamps`");
  expect(JSON.parse(files.get("model.json") ?? "{}")).toMatchObject({ channels: [{ address: "lamps:Handler", wireAddress: "lamps" }] });
  expect(textOf(pageAt(files, "channels/lit.html"))).toContain("lamps:Handler");
});

test("an address that repeats the path of its server has it once", async () => {
  const files = await siteOf(`asyncapi: 3.0.0
info: { title: Prices, version: "1" }
servers: { live: { host: api.example.com, pathname: /v1/realtime, protocol: wss } }
channels: { prices: { address: /v1/realtime, messages: { tick: { payload: { type: object } } } } }
operations: { onTick: { action: send, channel: { $ref: "#/channels/prices" } } }
`);
  const page = files.get("operations/ontick.html") ?? "";
  expect(textOf(page)).toContain("wss://api.example.com/v1/realtime");
  expect([...files.values()].join("")).not.toContain("realtime/v1/realtime");
});

test("of several servers with other values, each variable to fill in names its server", async () => {
  const variables = (name: string): string => `protocol: ibmmq, variables: { queueManager: { default: ${name} }, zone: { default: eu } }`;
  const card = await cardOf(`one: { host: a.example, ${variables("QM1")} }, two: { host: b.example, ${variables("QM2")} }`, "");
  expect(card).toMatch(/queueManager\s+Server one .*QM1.*zone(?! Server).*queueManager\s+Server two .*QM2/);
});
