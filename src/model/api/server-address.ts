/** Addresses of servers, and of channels at them. */
import type { AddressCondition, BindingField } from "#format";
import type { Documents } from "#documents";
import { bindingTable, canonicalProtocol, namesInBraces } from "#format";
import type { Node } from "#text";
import { entriesOf, getOrMake, groupBy, isSecret, itemsOf, valueOf } from "#text";
import type { Binding } from "./entity.ts";
import type { Api, Channel, Server } from "./api.ts";

/** The parts of a server's address that tools ask for. */
export interface AddressParts {
  readonly url: string;
  readonly host: string;
  readonly port: string | undefined;
  readonly secure: boolean;
  /** Host and port without scheme and path; several are separated by commas. */
  readonly brokers: string;
  /** The scheme as written, in lower case. */
  readonly scheme: string;
  /** The path without the slash before it and without the query. */
  readonly path: string;
  /** Scheme, host and port alone, with the protocol's usual port where the server names none. */
  origin(secure: boolean): string;
  /** The URL with `path` appended, without what it repeats. A `path` that is a full URL is returned as it is. */
  withPath(path: string): string;
}

/** RFC 3986 § 3, as far as servers write it: the scheme and the path may be missing. */
const PARTS = /^(?:([A-Za-z][A-Za-z0-9+.-]*):\/\/)?(?:[^@/]*@)?([^/?#]*)([^]*)$/;

const SECURE = /^(?:.*-secure|secure-.*|mqtts|amqps|stomps|tcps|wss|https|rediss|tls|ssl|(?:pulsar|stomp)\+ssl)$/i;

/** The schemes that tools expect, by protocol, if the document has another scheme or none. All other protocols use those of HTTP. */
const SCHEMES: Readonly<Record<string, readonly [plain: string, secure: string]>> = {
  amqp: ["amqp", "amqps"],
  mqtt: ["mqtt", "mqtts"],
  mqtt5: ["mqtt", "mqtts"],
  ws: ["ws", "wss"],
  nats: ["nats", "tls"],
  redis: ["redis", "rediss"],
  pulsar: ["pulsar", "pulsar+ssl"],
  solace: ["tcp", "tcps"],
};

/** The usual ports of protocols whose libraries want one in a URL. */
const PORTS: Readonly<Record<string, readonly [plain: string, secure: string]>> = {
  amqp: ["5672", "5671"],
  mqtt: ["1883", "8883"],
  mqtt5: ["1883", "8883"],
};

/** The scheme of the URL for a tool. */
function schemeOf(protocol: string, secure: boolean): string {
  const [plain, safe] = (Object.hasOwn(SCHEMES, protocol) ? SCHEMES[protocol] : undefined) ?? ["http", "https"];
  return secure ? safe : plain;
}

/** Splits a path from its query. The fragment is dropped: it is never sent. */
function splitQuery(text: string): [path: string, query: string | undefined] {
  const [path = "", ...query] = text.replace(/#[^]*$/, "").split("?");
  return [path, query.length > 0 ? query.join("?") : undefined];
}

/** Host and port of the first broker. */
function firstOf(authority: string): Pick<AddressParts, "host" | "port"> {
  const [first = ""] = authority.split(",");
  const [, host = first, port] = /^(\[[^\]]*\]|(?:\{[^{}]*\}|[^:{])*)(?::(\d+|\{[^{}]*\}))?$/.exec(first) ?? [];
  return { host: host.replace(/^\[|\]$/g, ""), port };
}

export function serverAddress(text: string, { protocol, written }: { protocol: string; written: string }): AddressParts {
  const [, scheme = "", authority = "", rest = ""] = PARTS.exec(text) ?? [];
  const secure = SECURE.test(scheme) || SECURE.test(written);
  const own = schemeOf(protocol, secure);
  const [path, query] = splitQuery(rest);
  const { host, port } = firstOf(authority);
  const url = `${own}://${text.slice(scheme === "" ? 0 : scheme.length + 3)}`;
  const base = url.slice(0, url.length - rest.length) + path;
  return {
    url,
    host,
    port,
    secure,
    brokers: authority,
    scheme: scheme.toLowerCase(),
    path: path.replace(/^\//, ""),
    origin(isSecure) {
      const usual = (Object.hasOwn(PORTS, protocol) ? PORTS[protocol] : undefined)?.[isSecure ? 1 : 0];
      const end = port ?? usual;
      return `${schemeOf(protocol, isSecure)}://${host.includes(":") ? `[${host}]` : host}${end === undefined ? "" : `:${end}`}`;
    },
    withPath(below) {
      if (/^[a-z][a-z0-9+.-]*:\/\//i.test(below)) return below;
      const whole = joinedPath(base, below);
      return query === undefined ? whole : `${whole}${below.includes("?") ? "&" : "?"}${query}`;
    },
  };
}

/** Protocols for which a channel is a path of the server's URL. For others it is a topic or queue, and no part of the URL. */
const PATHS = new Set(["ws", "wss", "http", "https", "mercure"]);

/** Whether channels on a server are paths below its URL. */
export function takesPaths({ protocol }: Pick<Server, "protocol">): boolean {
  return PATHS.has(protocol?.value.toLowerCase() ?? "");
}

/** The path of a server's URL, without its query. */
export function pathOfUrl(url: string): string {
  return /^(?:[a-z][a-z0-9+.-]*:\/\/)?[^/?#]*([^?#]*)/i.exec(url)?.[1] ?? "";
}

/** What an address adds to the path of its server. `undefined` if it does not repeat that path. */
export function afterRepeatedPath(path: string, address: string): string | undefined {
  const base = path.replace(/^\/|\/$/g, "");
  const own = address.replace(/^\//, "");
  // One step without a slash may well be the name of a thing below a path of that name.
  if (base === "" || (own === address && !base.includes("/")) || !own.startsWith(base)) return undefined;
  const rest = own.slice(base.length);
  return rest === "" || /^[/?#]/.test(rest) ? rest : undefined;
}

/** A path below another as a URL. What it repeats of that path is there once, and `/` adds nothing: both are one address, so it has one spelling. */
export function joinedPath(base: string, address: string): string {
  if (address === "/") return base;
  const rest = afterRepeatedPath(pathOfUrl(base), address);
  return rest === undefined ? `${base.replace(/\/$/, "")}/${address.replace(/^\//, "")}` : base.replace(/\/$/, "") + rest;
}

/** Where messages of a channel go with one protocol. */
export interface WireAddress {
  /** The canonical name of the protocol; empty if the document names none. */
  readonly protocol: string;
  /** The name of the topic or queue. The bindings may name another one than the channel. `null` means unknown. */
  readonly address: string | null;
  /** What the address counts within, such as an exchange; `null` if it is not stated. */
  readonly space: string | null;
}

type Fields = Readonly<Record<string, BindingField>>;

/** The value of a binding's field, by a path with dots. */
function at(node: Node, path: string): Node | undefined {
  return path.split(".").reduce<Node | undefined>((below, key) => valueOf(below, key), node);
}

function holds(condition: true | AddressCondition | undefined, binding: Node): boolean {
  if (condition === undefined || condition === true) return condition === true;
  return condition.some(({ path, is }) => {
    const value = at(binding, path);
    return (value?.kind === "string" ? value.value : "") === is;
  });
}

interface Stated {
  readonly names: string[];
  readonly spaces: string[];
}

/** Collects what the marked fields of a binding state of its address. */
function collect(fields: Fields, node: Node, { binding, stated }: { binding: Node; stated: Stated }): void {
  for (const { key, value } of entriesOf(node)) {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (!field) continue;
    const texts = [value, ...itemsOf(value)].flatMap((each) => (each.kind === "string" ? [each.value] : []));
    if (holds(field.address?.name, binding)) stated.names.push(...texts.filter((text) => text !== ""));
    if (holds(field.address?.space, binding)) stated.spaces.push(...texts);
    const shape = field.shape.kind === "list" ? field.shape.items : field.shape;
    if (shape.kind !== "inline") continue;
    const inner = shape.table.fields as Fields;
    for (const part of value.kind === "list" ? value.items : [value]) collect(inner, part, { binding, stated });
  }
}

/** Returns what bindings state of their address with a protocol. The bindings are sorted once, because each may be of another protocol. */
function createStatements(): (bindings: readonly Binding[], protocol: string) => Stated {
  const sorted = new Map<readonly Binding[], Map<string, Binding[]>>();
  return (bindings, protocol) => {
    const byProtocol = getOrMake(sorted, bindings, () => groupBy(bindings, (each) => each.protocol));
    const stated: Stated = { names: [], spaces: [] };
    for (const { kind, node } of byProtocol.get(protocol) ?? []) {
      collect(bindingTable(protocol, kind)?.fields ?? {}, node, { binding: node, stated });
    }
    return stated;
  };
}

/** The one address that all operations of a channel state in their own bindings. One that has wildcards only filters. */
function statedByOperations(statedBy: ReturnType<typeof createStatements>, { operations }: Channel, protocol: string): string | undefined {
  const all = operations.map(({ bindings }) => statedBy(bindings, protocol).names);
  const [only, other] = new Set(all.flat());
  return other === undefined && all.every((names) => names.length > 0) && !/[*>]/.test(only ?? "") ? only : undefined;
}

/** Where messages of a channel go with a protocol. */
export function wireAddress(channel: Channel, protocol: string, statedBy = createStatements()): WireAddress {
  const name = canonicalProtocol(protocol);
  const { names, spaces } = statedBy(channel.bindings, name);
  const address = names.at(-1) ?? statedByOperations(statedBy, channel, name) ?? channel.address;
  return { protocol: name, address, space: spaces.length === 0 ? null : spaces.join(" ") };
}

/** The same for each protocol of its servers, or of its bindings if no server names one. */
export function wireAddresses(channel: Channel): readonly WireAddress[] {
  const spoken = channel.availableOn.flatMap(({ protocol }) => (protocol ? [canonicalProtocol(protocol.value)] : []));
  const bound = [channel, ...channel.operations].flatMap(({ bindings }) => bindings.map(({ protocol }) => protocol));
  const protocols = new Set(spoken.length > 0 ? spoken : bound);
  const statedBy = createStatements();
  return [...(protocols.size === 0 ? [""] : protocols)].map((protocol) => wireAddress(channel, protocol, statedBy));
}

/** The address of a channel on the wire if it is the same with each protocol, otherwise that of the channel. */
export function addressOnWire(channel: Channel): string | null {
  const [only, other] = new Set(wireAddresses(channel).map(({ address }) => address));
  return other === undefined && only !== undefined ? only : channel.address;
}

/** The users before the hosts of an address, each perhaps with a password (RFC 3986 § 3.2.1), and the address without them. */
export function usersIn(address: string): { readonly users: readonly string[]; readonly bare: string } {
  const [start = "", scheme = "", authority = ""] = /^([a-z][a-z\d+.-]*:\/\/)?([^/?#]*)/i.exec(address) ?? [];
  const hosts = authority.split(",").map((host) => ({ host, at: host.lastIndexOf("@") }));
  return {
    users: hosts.map(({ host, at }) => host.slice(0, Math.max(at, 0))),
    bare: scheme + hosts.map(({ host, at }) => host.slice(at + 1)).join(",") + address.slice(start.length),
  };
}

/** The passwords of an address as they are written, some perhaps with variables. */
export function passwordsOf(address: string): readonly string[] {
  return usersIn(address).users.flatMap((user) => /^[^:]*:(.+)$/s.exec(user)?.[1] ?? []);
}

const ADDRESS_FIELDS = ["url", "host", "pathname"] as const;

/** The defaults of the variables that stand for a password in the address of a server. */
export function secretDefaults(server: Node, { follow }: Pick<Documents, "follow">): readonly Node[] {
  const names = ADDRESS_FIELDS.flatMap((field) => {
    const part = valueOf(server, field);
    return part?.kind === "string" ? passwordsOf(part.value).flatMap(namesInBraces) : [];
  });
  const written = names.length > 0 ? valueOf(server, "variables") : undefined;
  const variables = written && follow(written);
  return names.flatMap((name) => {
    const variable = valueOf(variables, name);
    const value = valueOf(variable && follow(variable), "default");
    return value?.kind === "string" && isSecret(value.value) ? [value] : [];
  });
}

/** The values of an API that no report may repeat, beside passwords within an address. */
export function secretsOf(
  { servers, components }: Pick<Api, "servers" | "components">,
  documents: Pick<Documents, "follow">,
): readonly Node[] {
  const ofComponents = components.filter(({ group }) => group === "servers");
  return [...servers, ...ofComponents].flatMap(({ node }) => secretDefaults(node, documents));
}
