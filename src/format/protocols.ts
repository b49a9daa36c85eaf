/** Names of protocols and their wildcards, and the hosts and ports of servers. */

/** The family of each protocol. Protocols of one family are spoken by one broker at one port. */
const FAMILIES: Readonly<Record<string, string>> = {
  "kafka-secure": "kafka",
  mqtts: "mqtt",
  "secure-mqtt": "mqtt",
  mqtt5: "mqtt",
  amqps: "amqp",
  rabbitmq: "amqp",
  wss: "ws",
};

/** The default port of a protocol. For Kafka no port is standard, but everybody uses this one. */
const PORTS: Readonly<Record<string, string>> = {
  kafka: "9092",
  "kafka-secure": "9092",
  mqtt: "1883",
  mqtt5: "1883",
  mqtts: "8883",
  "secure-mqtt": "8883",
  amqp: "5672",
  rabbitmq: "5672",
  amqps: "5671",
  ws: "80",
  http: "80",
  wss: "443",
  https: "443",
  stomp: "61613",
  stomps: "61614",
  nats: "4222",
  redis: "6379",
  rediss: "6380",
  pulsar: "6650",
};

/** The family of a protocol. It decides which wildcards there are. */
export function familyOf(protocol: string): string {
  const lower = protocol.trim().toLowerCase();
  return own(FAMILIES, lower) ?? lower;
}

/** Splits `host[:port][/path]`. Several hosts separated by commas are bootstrap servers of one cluster. */
export function hostsOf(address: string): { readonly hosts: readonly string[]; readonly path: string } {
  const plain = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const slash = plain.indexOf("/");
  const [authority, path] = slash < 0 ? [plain, ""] : [plain.slice(0, slash), plain.slice(slash)];
  return { hosts: authority.split(",").map((host) => host.replace(/^.*@/, "").trim()), path: path.replace(/\/+$/, "") };
}

/** A host in lower case with its port, or with the default port of the protocol. */
export function hostWithPort(protocol: string, host: string): string {
  const [, name = host, port = own(PORTS, protocol.trim().toLowerCase()) ?? ""] = /^(.*?)(?::([^:\]]*))?$/.exec(host.toLowerCase()) ?? [];
  return `${name.replace(/\.$/, "")}:${port}`;
}

/** The endpoints of an address for comparing: protocol family, host in lower case, port and path. */
export function endpointsOf(protocol: string, address: string): readonly string[] {
  const { hosts, path } = hostsOf(address);
  const lower = protocol.trim().toLowerCase();
  return hosts.map((host) => `${familyOf(lower)}://${hostWithPort(protocol, host)}${path}`);
}

/** The key of the bindings for each `protocol` of a server that the specification lists. The list is open. */
const bindingByProtocol: Readonly<Record<string, string>> = {
  amqp: "amqp",
  amqps: "amqp",
  amqp1: "amqp1",
  http: "http",
  https: "http",
  ibmmq: "ibmmq",
  jms: "jms",
  kafka: "kafka",
  "kafka-secure": "kafka",
  anypointmq: "anypointmq",
  mqtt: "mqtt",
  "secure-mqtt": "mqtt",
  mqtt5: "mqtt5",
  nats: "nats",
  sns: "sns",
  sqs: "sqs",
  solace: "solace",
  stomp: "stomp",
  stomps: "stomp",
  ws: "ws",
  wss: "ws",
  mercure: "mercure",
  redis: "redis",
  googlepubsub: "googlepubsub",
  pulsar: "pulsar",
  ros2: "ros2",
};

/** Other spellings, from real documents, connection strings of brokers, and names of products. */
const bindingByAlias: Readonly<Record<string, string>> = {
  mqtts: "mqtt",
  rabbit: "amqp",
  rabbitmq: "amqp",
  websocket: "ws",
  websockets: "ws",
  "ibm-mq": "ibmmq",
  "google-pubsub": "googlepubsub",
  pubsub: "googlepubsub",
  rediss: "redis",
  ros: "ros2",
};

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

/** The binding key of a protocol in any spelling; the protocol in lower case if it is unknown. */
export function canonicalProtocol(written: string): string {
  const key = written.trim().toLowerCase();
  return own(bindingByProtocol, key) ?? own(bindingByAlias, key) ?? key;
}

/** The wildcards of a protocol: the separator of levels, the wildcard for one level, and the one for any number of levels. */
export interface Wildcards {
  readonly separator: string;
  readonly one: string;
  readonly many: string;
  /** Whether the wildcard for many levels is only allowed at the end. */
  readonly manyIsLast: boolean;
  /** Whether it stands for one level at least. Elsewhere it matches the level above, too (MQTT 5.0 § 4.7.1.2). */
  readonly needsLevel: boolean;
}

const WILDCARDS: Readonly<Record<string, Wildcards>> = {
  mqtt: { separator: "/", one: "+", many: "#", manyIsLast: true, needsLevel: false },
  amqp: { separator: ".", one: "*", many: "#", manyIsLast: false, needsLevel: false },
  nats: { separator: ".", one: "*", many: ">", manyIsLast: true, needsLevel: true },
  solace: { separator: "/", one: "*", many: ">", manyIsLast: true, needsLevel: true },
};

/** The wildcards of a protocol by its binding key; `undefined` if it has none. */
export function wildcardsOf(protocol: string): Wildcards | undefined {
  return Object.hasOwn(WILDCARDS, protocol) ? WILDCARDS[protocol] : undefined;
}

/** The positions of levels that are wildcards of a protocol. A wildcard is always a whole level. */
function wildcardLevels(levels: readonly string[], { one, many, manyIsLast }: Wildcards): number[] {
  const isWildcard = (level: string, at: number): boolean => level === one || (level === many && (!manyIsLast || at === levels.length - 1));
  return levels.flatMap((level, at) => (isWildcard(level, at) ? [at] : []));
}

/** Whether an address has wildcards of a protocol. */
export function hasWildcard(address: string, protocol: string): boolean {
  const syntax = wildcardsOf(protocol);
  return syntax !== undefined && wildcardLevels(address.split(syntax.separator), syntax).length > 0;
}

/** An address with nothing in the place of wildcards of a protocol. */
export function withoutWildcards(address: string, protocol: string): string {
  const syntax = wildcardsOf(protocol);
  if (!syntax) return address;
  const levels = address.split(syntax.separator);
  const wild = new Set(wildcardLevels(levels, syntax));
  return levels.map((level, at) => (wild.has(at) ? "" : level)).join(syntax.separator);
}
