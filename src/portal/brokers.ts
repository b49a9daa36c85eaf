import type { ServerIndex } from "./api-index.ts";
import { substitute } from "./templates.ts";

/** Protocols of one broker at one host and port, by the name of the family. */
const FAMILIES: Readonly<Record<string, string>> = {
  "kafka-secure": "kafka",
  mqtts: "mqtt",
  "secure-mqtt": "mqtt",
  mqtt5: "mqtt",
  amqps: "amqp",
  rabbitmq: "amqp",
  wss: "ws",
};

/** The port of a protocol where an address names none. Kafka has none that all agree on but this one. */
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

/** The protocol family, which decides what wildcards mean. */
export function familyOf(protocol: string): string {
  const lower = protocol.trim().toLowerCase();
  return own(FAMILIES, lower) ?? lower;
}

/** Splits `host[:port][/path]`. Several hosts with commas are the bootstrap servers of one cluster. */
function hostsOf(address: string): { readonly hosts: readonly string[]; readonly path: string } {
  const plain = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const slash = plain.indexOf("/");
  const [authority, path] = slash < 0 ? [plain, ""] : [plain.slice(0, slash), plain.slice(slash)];
  return { hosts: authority.split(",").map((host) => host.replace(/^.*@/, "").trim()), path: path.replace(/\/+$/, "") };
}

/** One host as it is compared: a protocol family, a host in lower case, a port, a path. */
function endpointsOf(protocol: string, address: string): readonly string[] {
  const { hosts, path } = hostsOf(address);
  const lower = protocol.trim().toLowerCase();
  return hosts.map((host) => {
    const [, name = host, port = own(PORTS, lower) ?? ""] = /^(.*?)(?::([^:\]]*))?$/.exec(host.toLowerCase()) ?? [];
    return `${familyOf(lower)}://${name.replace(/\.$/, "")}:${port}${path}`;
  });
}

/** Endpoints that people say are one broker, by endpoint. */
export type BrokerNames = ReadonlyMap<string, string>;

/** Reads the setting `brokers`: URLs of one broker under a name of the author's. */
export function brokerNames(setting: Readonly<Record<string, readonly string[]>>): BrokerNames {
  const names = new Map<string, string>();
  for (const [name, urls] of Object.entries(setting)) {
    for (const url of urls) {
      const [, protocol = "", address = url] = /^([a-z][a-z0-9+.-]*):\/\/(.*)$/i.exec(url) ?? [];
      for (const endpoint of endpointsOf(protocol, address)) names.set(endpoint, `broker ${name}`);
    }
  }
  return names;
}

/** Where one server may be. */
export interface BrokerIdentity {
  /** `protocol://host[:port][/path]` as the document writes it. */
  readonly text: string;
  readonly family: string;
  /** All endpoints that it may be. A variable without values stays `{}` in them. */
  readonly endpoints: readonly string[];
  /** Whether the document names the host, and no variable stands in it. */
  readonly isLiteral: boolean;
}

export function brokerIdentity({ protocol, address, variables }: ServerIndex, names: BrokerNames): BrokerIdentity {
  const expanded = substitute(address, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined));
  const endpoints = expanded.flatMap((each) => endpointsOf(protocol, each)).map((endpoint) => names.get(endpoint) ?? endpoint);
  const { hosts, path } = hostsOf(address);
  return {
    text: `${protocol}://${hosts.join(",")}${path}`,
    family: familyOf(protocol),
    endpoints: [...new Set(endpoints)],
    isLiteral: !/\{[^{}]*\}/.test(address),
  };
}
