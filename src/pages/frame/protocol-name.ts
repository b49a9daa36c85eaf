import { canonicalProtocol } from "#format";
import type { Server } from "#model";
import type { Words } from "#text";

/** Protocols as their makers write them. */
const NAMES: Readonly<Record<string, string>> = {
  amqp: "AMQP",
  amqp1: "AMQP 1.0",
  anypointmq: "Anypoint MQ",
  googlepubsub: "Google Pub/Sub",
  http: "HTTP",
  ibmmq: "IBM MQ",
  jms: "JMS",
  kafka: "Kafka",
  mercure: "Mercure",
  mqtt: "MQTT",
  mqtt5: "MQTT 5",
  nats: "NATS",
  pulsar: "Pulsar",
  redis: "Redis",
  ros2: "ROS 2",
  sns: "SNS",
  solace: "Solace",
  sqs: "SQS",
  stomp: "STOMP",
  ws: "WebSocket",
};

/** Spellings that imply an encrypted connection. */
const OVER_TLS = new Set(["amqps", "https", "kafka-secure", "secure-mqtt", "mqtts", "rediss", "stomps", "wss"]);

/** The usual name of a protocol. */
export function protocolName(written: string): string {
  const key = canonicalProtocol(written);
  return Object.hasOwn(NAMES, key) ? (NAMES[key] ?? "") : written;
}

/** The protocols of servers by the keys of their bindings, each once. */
export function protocolsOf(servers: readonly Server[]): string {
  return [...new Set(servers.flatMap(({ protocol }) => (protocol ? [canonicalProtocol(protocol.value)] : [])))].join(", ");
}

/** The protocol of a server, with its version and whether it is encrypted: "MQTT 3.1.1 over TLS". Empty if the server names none. */
export function protocolSentence(words: Words, { protocol, protocolVersion }: Server): string {
  if (!protocol) return "";
  const name = protocolName(protocol.value);
  const version = protocolVersion?.value ?? "";
  const text = version === "" || name.endsWith(` ${version}`) ? name : `${name} ${version}`;
  return OVER_TLS.has(protocol.value.trim().toLowerCase()) ? words("site.over-tls", { protocol: text }) : text;
}
