import { namesInBraces } from "#format";
import type { ServerIndex } from "./api-index.ts";
import { substitute } from "./templates.ts";

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
function familyOf(protocol: string): string {
  const lower = protocol.trim().toLowerCase();
  return own(FAMILIES, lower) ?? lower;
}

/** Splits `host[:port][/path]`. Several hosts separated by commas are bootstrap servers of one cluster. */
function hostsOf(address: string): { readonly hosts: readonly string[]; readonly path: string } {
  const plain = address.replace(/^[a-z][a-z0-9+.-]*:\/\//i, "");
  const slash = plain.indexOf("/");
  const [authority, path] = slash < 0 ? [plain, ""] : [plain.slice(0, slash), plain.slice(slash)];
  return { hosts: authority.split(",").map((host) => host.replace(/^.*@/, "").trim()), path: path.replace(/\/+$/, "") };
}

/** The endpoints of an address for comparing: protocol family, host in lower case, port and path. */
function endpointsOf(protocol: string, address: string): readonly string[] {
  const { hosts, path } = hostsOf(address);
  const lower = protocol.trim().toLowerCase();
  return hosts.map((host) => {
    const [, name = host, port = own(PORTS, lower) ?? ""] = /^(.*?)(?::([^:\]]*))?$/.exec(host.toLowerCase()) ?? [];
    return `${familyOf(lower)}://${name.replace(/\.$/, "")}:${port}${path}`;
  });
}

/**
 * Whether a host means another machine to each who names it: this machine, one of a private network, or a name that no public name server
 * knows (RFC 1918, RFC 6761, RFC 6762 appendix G, RFC 9476).
 */
function isPrivate(host: string): boolean {
  const name = host.replace(/^\[|\]$/g, "");
  if (/^(?:::1?|f[cd][0-9a-f]{2}:.*|fe[89ab][0-9a-f]:.*)$/.test(name)) return true;
  if (/^(?:127|10)\.\d+\.\d+\.\d+$|^(?:192\.168|169\.254|172\.(?:1[6-9]|2\d|3[01]))\.\d+\.\d+$|^0\.0\.0\.0$/.test(name)) return true;
  return /(?:^|\.)localhost$|^localhost\.localdomain$|\.(?:local|internal|private|corp|home|lan|intranet|home\.arpa|alt)$/.test(name);
}

/** The names of brokers in the settings, by endpoint. */
export type BrokerNames = ReadonlyMap<string, string>;

/** Reads the setting `brokers`: the URLs of each broker under a name. */
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

/** The possible endpoints of one server. */
export interface BrokerIdentity {
  /** `protocol://host[:port][/path]` as the document writes it. */
  readonly text: string;
  readonly family: string;
  /** All endpoints that the server may have. A variable without known values stays `{}`. */
  readonly endpoints: readonly string[];
  /** Whether the document names the host itself, without variables. */
  readonly isLiteral: boolean;
  /** The API to which the server belongs alone, because its host is private. */
  readonly owner: string | undefined;
}

/** The broker of an API's server. A private host is its own, unless the settings name it. */
export function brokerIdentity({ protocol, address, variables }: ServerIndex, api: string, names: BrokerNames): BrokerIdentity {
  const expanded = substitute(address, (name) => (Object.hasOwn(variables, name) ? variables[name] : undefined));
  const endpoints = expanded
    .flatMap((each) => endpointsOf(protocol, each))
    .map((endpoint) => {
      const [, start = "", host = "", rest = ""] = /^(.*?:\/\/)(.*?)(:[^:\]/]*(?:\/.*)?)$/.exec(endpoint) ?? [];
      const name = names.get(endpoint);
      if (name === undefined && isPrivate(host)) return `${start}${api}@${host}${rest}`;
      return name ?? endpoint;
    });
  const { hosts, path } = hostsOf(address);
  return {
    text: `${protocol}://${hosts.join(",")}${path}`,
    family: familyOf(protocol),
    endpoints: [...new Set(endpoints)],
    isLiteral: namesInBraces(address).length === 0,
    owner: endpoints.every((each) => each.includes(`://${api}@`)) ? api : undefined,
  };
}
