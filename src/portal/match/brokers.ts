import { endpointsOf, familyOf, hostsOf, namesInBraces } from "#format";
import { substitute } from "./addresses.ts";
import type { ServerIndex } from "./api-index.ts";

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
