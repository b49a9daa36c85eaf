import type { Settings } from "#config";
import { canonicalProtocol } from "#format";
import type { Binding, Channel, Operation, Server } from "#model";
import { serverAddress, wireAddress } from "#model";
import { isForAll } from "#documents";
import type { Diagnostic, Node } from "#text";
import { didYouMean, entriesOf, itemsOf, listSome, MOST_IN_SENTENCE, problem, scalarText, stringOf, valueOf } from "#text";
import type { SiteContext } from "../frame/index.ts";

/** Something that the reader fills in before connecting. */
export interface TryField {
  readonly name: string;
  readonly kind: "variable" | "parameter" | "query" | "secret" | "user";
  readonly value: string;
  /** The only values it may have; empty for any. */
  readonly options: readonly string[];
  readonly required: boolean;
}

/** Text, and the numbers of the fields whose values stand in between. */
export type Pieces = readonly (string | number)[];

/** A server that the page may connect to. */
export interface TryServer {
  readonly name: string;
  readonly protocol: "ws" | "mqtt";
  readonly url: Pieces;
  /** The topic of MQTT; empty for others. */
  readonly topic: Pieces;
  readonly query: readonly (readonly [name: string, field: number])[];
  readonly fields: readonly TryField[];
  /** Headers and other things that are asked for, and that no browser lets a page set. */
  readonly cannot: readonly string[];
  /** What the policy of the page has to allow. */
  readonly sources: readonly string[];
}

const scalarsOf = (nodes: readonly Node[]): string[] => nodes.flatMap((node) => scalarText(node) ?? []);

/** The most servers of one operation, and the most origins of one server. */
const MOST_SERVERS = 10;
const MOST_ORIGINS = 20;

/** Host names and ports as a policy may name them (CSP 3 § 2.3.1). It cannot name an IPv6 address. */
const SOURCE = /^wss?:\/\/(?:\*\.)?[A-Za-z0-9-]+(?:\.[A-Za-z0-9-]+)*(?::(?:\d+|\*))?$/;

/** The origins that an address with variables can have; `undefined` if no policy can name them all without naming others. */
export function sourcesOf(origin: string, options: ReadonlyMap<string, readonly string[]>): readonly string[] | undefined {
  let all: string[] = [origin];
  for (const [name, values] of options) {
    if (values.length === 0 || !origin.includes(`{${name}}`)) continue;
    all = all.flatMap((each) => values.map((value) => each.replaceAll(`{${name}}`, value))).slice(0, MOST_ORIGINS + 1);
  }
  const sources = all.map((each) => each.replace(/^(wss?:\/\/)\{[^{}]*\}(?=\.)/, "$1*").replace(/:\{[^{}]*\}$/, ":*"));
  return sources.length <= MOST_ORIGINS && sources.every((each) => SOURCE.test(each)) ? sources : undefined;
}

/** The origin of a URL that may have variables. */
export const originIn = (url: string): string => /^[a-z]+:\/\/[^/?#]*/.exec(url)?.[0] ?? "";

class Fields {
  readonly all: TryField[] = [];

  add(field: Partial<TryField> & Pick<TryField, "name" | "kind">): number {
    const before = this.all.findIndex(({ name, kind }) => name === field.name && kind === field.kind);
    if (before >= 0) return before;
    return this.all.push({ value: field.options?.[0] ?? "", options: [], required: true, ...field }) - 1;
  }

  /** Splits a text at its names in braces. A name that nobody declares is a field, too. */
  pieces(text: string, kindOf: (name: string) => Pick<TryField, "name" | "kind">): Pieces {
    return text
      .split(/\{([^{}]*)\}/)
      .map((piece, at) => (at % 2 === 0 ? piece : this.add(kindOf(piece))))
      .filter((piece) => piece !== "");
  }
}

/** Marks a parameter of the channel, since a variable of the server may have the same name. */
const PARAMETER = "\u0001";

function bindingOf(bindings: readonly Binding[], protocol: string): Node | undefined {
  return bindings.find((each) => canonicalProtocol(each.protocol) === protocol)?.node;
}

/** The query parameters of a WebSocket, which its binding describes by a schema. */
function queryOf(site: SiteContext, channel: Channel, fields: Fields): [string, number][] {
  const schema = valueOf(bindingOf(channel.bindings, "ws"), "query");
  const followed = schema && site.documents.follow(schema);
  const required = new Set(scalarsOf(itemsOf(valueOf(followed, "required"))));
  return entriesOf(valueOf(followed, "properties")).map(({ key, value }) => {
    const property = site.documents.follow(value);
    const options = stringOf(property, "type") === "boolean" ? ["true", "false"] : scalarsOf(itemsOf(valueOf(property, "enum")));
    const standard = scalarText(valueOf(property, "const")) ?? scalarText(valueOf(property, "default"));
    const isRequired = required.has(key);
    const optional = isRequired || options.length === 0 ? options : ["", ...options];
    return [
      key,
      fields.add({ name: key, kind: "query", value: isRequired ? (standard ?? "") : "", options: optional, required: isRequired }),
    ];
  });
}

function headersOf(site: SiteContext, channel: Channel): string[] {
  const schema = valueOf(bindingOf(channel.bindings, "ws"), "headers");
  return scalarsOf(itemsOf(valueOf(schema && site.documents.follow(schema), "required")));
}

/** Credentials: those of the query, and of MQTT a name with its password, are fields. The others no browser can send. */
function accessOf(server: Server, operation: Operation, { protocol, fields }: { protocol: TryServer["protocol"]; fields: Fields }) {
  const query: [string, number][] = [];
  const cannot: string[] = [];
  const schemes = [server.security, operation.security].flatMap((alternatives) => alternatives?.[0]?.schemes ?? []);
  for (const { scheme } of schemes) {
    const [type = "", name = "", place] = [scheme?.type?.value, scheme?.name?.value, scheme?.in?.value];
    if (type === "httpApiKey" && place === "query") query.push([name, fields.add({ name, kind: "secret" })]);
    else if (protocol === "mqtt" && /^(?:userPassword|plain|scramSha|apiKey)/.test(type)) {
      fields.add({ name: "username", kind: "user" });
      fields.add({ name: "password", kind: "secret" });
    } else if (type === "httpApiKey") cannot.push(place === "cookie" ? "Cookie" : name);
    else cannot.push(type === "X509" ? "X.509" : "Authorization");
  }
  return { query, cannot };
}

/** How a server is spoken to from a page; `undefined` if it is not. */
function protocolOf({ protocol, address, bindings }: Server, channel: Channel): TryServer["protocol"] | undefined {
  const name = canonicalProtocol(protocol?.value ?? "");
  const isMqtt = /^mqtt5?$/.test(name);
  if (isMqtt) return /^wss?:\/\//i.test(address) ? "mqtt" : undefined;
  if (name !== "ws") return undefined;
  const speaks = (each: Binding): boolean => /^mqtt5?$/.test(canonicalProtocol(each.protocol));
  return bindings.some(speaks) || channel.operations.some((each) => each.bindings.some(speaks)) ? "mqtt" : "ws";
}

function tryServer(site: SiteContext, operation: Operation & { readonly channel: Channel }, server: Server): TryServer | undefined {
  const { channel } = operation;
  const protocol = protocolOf(server, channel);
  const written = server.protocol?.value ?? "";
  const { address } = wireAddress(channel, protocol === "mqtt" ? "mqtt" : written);
  if (!protocol || address === null) return undefined;
  const at = serverAddress(server.address, { protocol: "ws", written: /^wss:/i.test(server.address) ? "wss" : written });
  const path = address.replace(/\{([^{}]*)\}/g, `{${PARAMETER}$1}`);
  const url = protocol === "mqtt" ? at.url : at.withPath(path);
  // An address of the channel that is a whole URL may lead to another host.
  if (originIn(url) !== originIn(at.url)) return undefined;
  const fields = new Fields();
  const host = originIn(url);
  const options = new Map<string, readonly string[]>();
  for (const variable of server.variables) {
    const standard = scalarText(variable.default);
    const given = scalarsOf(variable.enum);
    // Where the policy could not name what a reader may write, only the default is left.
    const isOpen = given.length === 0 && (!host.includes(`{${variable.name}}`) || sourcesOf(host, options) !== undefined);
    const allowed = isOpen || (given.length === 0 && standard === undefined) ? given : given.length > 0 ? given : [standard ?? ""];
    options.set(variable.name, allowed);
    fields.add({ name: variable.name, kind: "variable", value: standard ?? allowed[0] ?? "", options: allowed });
  }
  const sources = sourcesOf(host, options);
  if (!sources) return undefined;
  for (const parameter of channel.parameters) {
    const given = scalarsOf(parameter.enum ?? []);
    const schema = parameter.schema && site.documents.follow(parameter.schema.node);
    const allowed = given.length > 0 ? given : scalarsOf(itemsOf(valueOf(schema, "enum")));
    const value = [parameter.default, ...(parameter.examples ?? []), valueOf(schema, "default")].map(scalarText).find((each) => each);
    fields.add({ name: parameter.name, kind: "parameter", value: value ?? allowed[0] ?? "", options: allowed });
  }
  const kindOf = (name: string) =>
    name.startsWith(PARAMETER) ? ({ name: name.slice(1), kind: "parameter" } as const) : ({ name, kind: "variable" } as const);
  const isSocket = protocol === "ws";
  const query = isSocket ? queryOf(site, channel, fields) : [];
  const access = accessOf(server, operation, { protocol, fields });
  return {
    name: server.title,
    protocol,
    url: fields.pieces(url.replace(/#[^]*$/, ""), kindOf),
    topic: isSocket ? [] : fields.pieces(path, kindOf),
    query: [...query.filter(([name]) => !access.query.some(([other]) => other === name)), ...access.query],
    fields: fields.all,
    cannot: [...new Set([...access.cannot, ...(isSocket ? headersOf(site, channel) : [])])],
    sources,
  };
}

/** The problems of the list of servers in the settings: names that none of some servers has. Some audiences see not all servers. */
export function tryProblems(settings: Settings, servers: readonly { readonly id: string }[]): Diagnostic[] {
  const { tryIt, portal } = settings;
  if (typeof tryIt === "boolean" || !isForAll(settings)) return [];
  const ids = [...new Set(servers.map(({ id }) => id))];
  const quoted = ids.map((id) => JSON.stringify(id));
  const known = ids.length === 0 ? "There are no servers." : `Known servers: ${listSome(quoted, MOST_IN_SENTENCE)}.`;
  return tryIt
    .filter(({ value }) => !ids.includes(value))
    .map((name) =>
      problem("config/wrong-type", name, {
        key: "tryIt",
        expected: `true, false or names of servers of ${portal ? "its documents" : "the document"}`,
        hint: [didYouMean(name.value, ids), known].filter(Boolean).join(" "),
      }),
    );
}

/** The servers that a page may connect to for an operation, as far as the settings allow them. */
export function tryServers(site: SiteContext, operation: Operation): readonly TryServer[] {
  const { channel } = operation;
  const { tryIt } = site.settings;
  if (!channel || tryIt === false) return [];
  const allowed = channel.availableOn.filter(({ id }) => tryIt === true || tryIt.some(({ value }) => value === id));
  // Clients open a WebSocket only with GET.
  const method = stringOf(bindingOf(channel.bindings, "ws"), "method") ?? "GET";
  if (method.toUpperCase() !== "GET") return [];
  return allowed.slice(0, MOST_SERVERS).flatMap((server) => tryServer(site, { ...operation, channel }, server) ?? []);
}
