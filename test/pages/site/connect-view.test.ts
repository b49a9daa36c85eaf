import { expect, test } from "vitest";
import { siteOf, textOf } from "./site-of.ts";

/** The text of the card of an operation of a channel on some servers. */
async function cardOf(servers: string, bindings: string): Promise<string> {
  const files = await siteOf(`asyncapi: 3.0.0
info: { title: Lamp, version: "1" }
servers: { ${servers} }
channels: { lit: { address: lamps/lit, messages: { lux: { payload: { type: string } } } } }
operations: { tell: { action: send, channel: { $ref: "#/channels/lit" }, bindings: { ${bindings} } } }
`);
  return textOf(/<section class="card-box connect[^]*?<\/section>/.exec(files.get("operations/tell.html") ?? "")?.[0]);
}

const MQTT = "mqtt: { qos: 1, retain: false }";
const KAFKA = "kafka: { groupId: { type: string, const: watchers } }";

test("the card says what the protocol asks for, in words where it has some", async () => {
  const card = await cardOf("one: { host: a.example, protocol: mqtt }", MQTT);
  expect(card).toContain("Subscribe Publish QoS 1 , at least once · not retained");
});

test("bindings of a protocol that no server of the channel speaks are left to the details", async () => {
  const card = await cardOf("one: { host: a.example, protocol: kafka }", `${MQTT}, ${KAFKA}`);
  expect(card).not.toContain("QoS");
  expect(card).toMatch(/Subscribe Publish groupId string . always "watchers"/);
});

test("of several protocols each has a row by its name", async () => {
  const card = await cardOf("one: { host: a.example, protocol: mqtt }, two: { host: b.example, protocol: kafka }", `${MQTT}, ${KAFKA}`);
  expect(card).toMatch(/MQTT QoS 1 .*Kafka groupId/);
});
