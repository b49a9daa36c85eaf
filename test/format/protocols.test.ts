import { expect, it } from "vitest";
import { canonicalProtocol } from "../../src/format/index.ts";

it.each([
  ["kafka-secure", "kafka"],
  ["secure-mqtt", "mqtt"],
  ["mqtts", "mqtt"],
  ["WSS", "ws"],
  [" https ", "http"],
  ["rabbitmq", "amqp"],
  ["amqp1", "amqp1"],
  ["Own-Protocol", "own-protocol"],
  ["constructor", "constructor"],
])("%j has the bindings of %j", (written, key) => {
  expect(canonicalProtocol(written)).toBe(key);
});
