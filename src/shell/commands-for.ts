import { amqp, nats, pulsar, redis } from "./brokers.ts";
import { googlepubsub, sns, sqs } from "./cloud.ts";
import { kafka } from "./kafka.ts";
import { mqtt } from "./mqtt.ts";
import { serverAddress } from "./server-address.ts";
import type { Call, Command, Use } from "./use.ts";
import { http, mercure, ws } from "./web.ts";

/**
 * The protocols that have a usual tool. The format's other ones have none that is at hand everywhere: JMS is an interface of
 * Java; IBM MQ, Solace, Anypoint MQ and STOMP are spoken by clients of their own.
 */
const tools: ReadonlyMap<string, (use: Use) => Command[]> = new Map([
  ["kafka", kafka],
  ["mqtt", mqtt],
  ["mqtt5", mqtt],
  ["ws", ws],
  ["nats", nats],
  ["amqp", amqp],
  ["http", http],
  ["sse", http],
  ["mercure", mercure],
  ["redis", redis],
  ["pulsar", pulsar],
  ["sns", sns],
  ["sqs", sqs],
  ["googlepubsub", googlepubsub],
]);

/** A header is one line: what holds a line's end would be cut by some tools and refused by others. */
function isLine([name, value]: readonly [string, string]): boolean {
  return name !== "" && !/[\r\n]/.test(name + value);
}

/** What to paste for a call; nothing for a protocol without a usual tool. */
export function commandsFor(call: Call): readonly Command[] {
  const headers = call.headers.filter(isLine);
  return tools.get(call.protocol)?.({ ...call, headers, at: serverAddress(call.server, call) }) ?? [];
}
