import { expect, it } from "vitest";
import { addressOnWire, wireAddress } from "#model";
import { apiOf } from "../../support/loaded.ts";

async function channelOf(operations: string, address = "a/{id}") {
  const api = await apiOf(`asyncapi: 3.0.0
info: { title: T, version: "1" }
servers: { s: { host: a, protocol: solace } }
channels: { c: { address: ${JSON.stringify(address)}, bindings: { kafka: { topic: null }, solace: { nonsense: [1] } } } }
operations: { ${operations} }
`);
  const [channel] = api.channels;
  if (!channel) throw new Error("no channel");
  return channel;
}

const operation = (key: string, action: string, destination: string): string =>
  `${key}: { action: ${action}, channel: { $ref: "#/channels/c" }, bindings: { solace: { destinations: [${destination}] } } }`;
const queue = "{ destinationType: queue, queue: { name: q, topicSubscriptions: [a/1] } }";

it("is the subscription that all operations of a Solace channel name", async () => {
  expect(addressOnWire(await channelOf(operation("o", "receive", queue)))).toBe("a/1");
  expect(addressOnWire(await channelOf(`${operation("o", "receive", queue)}, ${operation("p", "receive", queue)}`))).toBe("a/1");
});

it("is the channel's where the subscription is a filter, one of several, or not that of each operation", async () => {
  const filter = "{ destinationType: topic, topicSubscriptions: ['a/*'] }";
  const several = "{ destinationType: topic, topic: { topicSubscriptions: [a/1, a/2] } }";
  const two = `${operation("o", "receive", queue)}, p: { action: send, channel: { $ref: "#/channels/c" } }`;
  for (const operations of [operation("o", "receive", filter), operation("o", "receive", several), two])
    expect(addressOnWire(await channelOf(operations))).toBe("a/{id}");
});

it("is the channel's with a protocol that the bindings do not name, or name without a text", async () => {
  const channel = await channelOf("", "x");
  expect(wireAddress(channel, "kafka-secure")).toEqual({ protocol: "kafka", address: "x", space: null });
  expect(wireAddress(channel, "nobody").address).toBe("x");
});
