import type { Channel, Entity, Message, Operation, Server } from "#model";
import { displayName } from "#model";
import { canonicalProtocol } from "#format";
import type { Words } from "#text";

/** Whether a text has a letter or digit. The address `/` of a socket names nothing. */
export function saysSomething(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/** Whether readers know an entity by a name that is not its address: `x-displayName`, or its title or key where the address names nothing. */
export function isDisplayNamed(entity: Entity & Partial<Pick<Channel, "address">>): boolean {
  const { node, kind, address, title } = entity;
  return displayName(node) !== undefined || (kind === "channel" && !saysSomething(address ?? "x") && saysSomething(title));
}

/** The name of an entity for readers: for most channels the address, for others the title. */
export function nameOf(entity: Entity): string {
  const { address } = entity as Entity & Partial<Pick<Channel, "address">>;
  const name = entity.kind === "channel" && address && !isDisplayNamed(entity) ? address : entity.title;
  return name;
}

/**
 * The address of an operation without a name of its own. It is shown instead of the made title beside a direction, because the verb in
 * that title is right for one side only.
 */
export function addressInsteadOfName(operation: Operation): string | undefined {
  const { channel, isNamed } = operation;
  const name = isNamed || isDisplayNamed(operation) || !channel ? "" : nameOf(channel);
  return saysSomething(name) ? name : undefined;
}

/** The summary of a message without a name if its title ends with it: nothing has to say it again. */
export function summaryAsName({ title, summary, isNamed }: Entity & Partial<Pick<Message, "isNamed">>): string | undefined {
  const name = summary?.value.trim().replace(/\.$/, "") ?? "";
  return isNamed === false && name !== "" && title.endsWith(`: ${name}`) ? name : undefined;
}

const LONGEST = 120;

/**
 * Shortens a name for lists and navigation: up to 120 characters it stays whole, otherwise its beginning and end are kept. The page
 * itself shows it in full.
 */
export function shorten(text: string): string {
  if (text.length <= LONGEST) return text;
  // A cut may split a surrogate pair. The half becomes U+FFFD; the ellipsis beside it says anyway that something is missing.
  return `${text.slice(0, 80).toWellFormed()}…${text.slice(-36).toWellFormed()}`;
}

/**
 * The length of what names share at their beginning, up to a separator; 0 for nothing. Without cutting it, they would look the same in
 * a narrow column.
 */
export function commonPrefixLength(names: readonly string[]): number {
  const [first = "", ...others] = names;
  let length = others.length === 0 ? 0 : first.length;
  for (const name of others) {
    let same = 0;
    while (same < length && name.charCodeAt(same) === first.charCodeAt(same)) same += 1;
    length = same;
  }
  const start = first.slice(0, length).search(/[./:_-][^./:_-]*$/);
  return start < 8 ? 0 : start + 1;
}

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

/** The usual names of the protocols of servers, each once. */
export function protocolNames(servers: readonly Server[]): string[] {
  return [...new Set(servers.flatMap(({ protocol }) => (protocol ? [protocolName(protocol.value)] : [])))];
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
