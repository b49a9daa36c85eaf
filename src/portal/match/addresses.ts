import { addressPieces, wildcardsOf, withoutNames, endpointsOf, familyOf, hostsOf, namesInBraces } from "#format";
import type { ChannelIndex, ServerIndex } from "./api-index.ts";

/** The forms of an address with each parameter that has an enum filled in or left open. The form with all left open comes first. */
export function addressVariants({ address, parameters }: Pick<ChannelIndex, "address" | "parameters">): readonly string[] {
  if (address === null) return [];
  const enums = new Map(parameters.flatMap((each) => (each.enum ? [[each.name, each.enum] as const] : [])));
  if (enums.size === 0) return [withoutNames(address)];
  const variants = substitute(address, (name) => {
    const values = enums.get(name);
    return values && ["{}", ...values];
  });
  return [...new Set(variants)];
}

/** Whether a pattern with wildcards matches an address without any. */
export function matchesWildcard(pattern: string, form: string, family: string): boolean {
  const syntax = wildcardsOf(family);
  if (!syntax) return false;
  const { separator, one, many, needsLevel } = syntax;
  const [wanted, levels] = [pattern.split(separator), form.split(separator)];
  // A wildcard at the first level does not match topics that begin with `$` (MQTT 5.0, section 4.7.2).
  if (family === "mqtt" && (wanted[0] === one || wanted[0] === many) && levels[0]?.startsWith("$") === true) return false;
  let open = new Set([0]);
  const skip = (states: Set<number>): Set<number> => {
    for (const state of states) if (wanted[state] === many && !needsLevel) states.add(state + 1);
    return states;
  };
  open = skip(open);
  for (const level of levels) {
    const next = new Set<number>();
    for (const state of open) {
      if (wanted[state] === many) next.add(state).add(state + 1);
      else if (wanted[state] === one || wanted[state] === level) next.add(state + 1);
    }
    open = skip(next);
  }
  return open.has(wanted.length);
}

/** The most texts that a template is expanded to. With more, its variables stay open. */
const MOST_TEXTS = 1_000;

/** Every text that a template gives with the values of its variables. A variable without values becomes `{}`. */
export function substitute(template: string, valuesOf: (name: string) => readonly string[] | undefined): readonly string[] {
  let texts = [""];
  for (const { text: literal, name } of addressPieces(template)) {
    const own = name === undefined ? undefined : valuesOf(name);
    const values = name === undefined ? [literal] : own && own.length > 0 ? own : ["{}"];
    if (texts.length * values.length > MOST_TEXTS) return [withoutNames(template)];
    texts = texts.flatMap((text) => values.map((value) => text + value));
  }
  return texts;
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
