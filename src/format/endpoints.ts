/** Hosts and ports of servers, by protocol. */

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

function own(record: Readonly<Record<string, string>>, key: string): string | undefined {
  return Object.hasOwn(record, key) ? record[key] : undefined;
}

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
