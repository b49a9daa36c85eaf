import type { Node, Entry } from "#text";
import {
  inQuotes,
  problem,
  entriesOf,
  entryOf,
  valueOf,
  didYouMean,
  itemsOf,
  onlyNearest,
  listSome,
  oncePerObject,
  stringOf,
  counted,
} from "#text";
import { canonicalProtocol, fillBraces, parseUriTemplate, withoutWildcards } from "#format";
import type { Api, Channel, Server } from "#model";
import { afterRepeatedPath, pathOfUrl, takesPaths } from "#model";
import type { Rule, RuleContext, ChannelSubject } from "../rule.ts";
import { channelSubjects, addressNames } from "../rule.ts";

/**
 * In 2.x, a channel's address must be an RFC 6570 template without query and fragment. From 3.0 on, text outside of braces is free, but
 * an expression is still a name in braces. Wildcards of the brokers on which the channel is are fine.
 */
export const channelAddress: Rule = {
  codes: ["channel/uri-template", "channel/query-or-fragment"],
  check({ api, report }) {
    const servers = new Map(api.channels.map((channel) => [channel.node, channel.availableOn]));
    const brokers = onceFor(brokersOf);
    for (const { node, address: written, place } of channelSubjects(api)) {
      if (written === null) continue;
      const address = brokers(servers.get(node) ?? NO_SERVERS).reduce(withoutWildcards, written);
      const template = parseUriTemplate(address);
      const isUri = api.dialect.line === "2";
      const error = template.errors.find(({ literal }) => isUri || !literal);
      if (error) {
        const what = isUri ? "a URI template" : "a channel address";
        report(problem("channel/uri-template", place, { address: inQuotes(written), what, reason: error.reason, hint: error.hint }));
      }
      const found = queryOrFragment(address, template.expressions);
      if (found) report(problem("channel/query-or-fragment", place, { what: found, hint: hintOf(found) }));
    }
  },
};

type Servers = Channel["availableOn"];

const NO_SERVERS: Servers = [];

/** Looks at each list of servers once. Thousands of channels share that of the document. */
function onceFor<T>(look: (servers: Servers) => T): (servers: Servers) => T {
  const known = new Map<Servers, T>();
  return (servers) => {
    const found = known.get(servers) ?? look(servers);
    known.set(servers, found);
    return found;
  };
}

/** The protocols of a channel if all its servers speak one; otherwise none, because the wildcards of one are text to the other. */
function brokersOf(servers: Servers): string[] {
  const protocols = new Set(servers.map(({ protocol }) => canonicalProtocol(protocol?.value ?? "")));
  return protocols.size === 1 ? [...protocols] : [];
}

type TemplateExpressions = ReturnType<typeof parseUriTemplate>["expressions"];

/** A `#` is mostly a wildcard of AMQP or MQTT. */
function hintOf(found: string): string {
  return found.startsWith("a query")
    ? "Say it in the channel's bindings."
    : "Write a wildcard as a parameter, such as {rest}, and what a queue is bound by in the channel's bindings.";
}

/** The literal `?` or `#` outside of braces, or the operator that makes one (RFC 6570 § 3.2.4, 3.2.8, 3.2.9). */
function queryOrFragment(address: string, expressions: TemplateExpressions): string | undefined {
  if (expressions.some(({ operator }) => operator === "?" || operator === "&")) return "a query";
  if (expressions.some(({ operator }) => operator === "#")) return "a fragment";
  const literal = fillBraces(address, () => "");
  if (literal.includes("?")) return "a query (?)";
  return literal.includes("#") ? "a fragment (#)" : undefined;
}

/** In 2.x, the `$ref` of a channel item is deprecated, and its meaning is undefined if both sides have the same field. */
export const channelReferences: Rule = {
  codes: ["channel/ref-deprecated", "channel/ref-overlap"],
  check({ api, documents, report }) {
    if (api.dialect.line !== "2") return;
    for (const { value } of entriesOf(valueOf(api.node, "channels"))) {
      const ref = entryOf(value, "$ref");
      if (!ref) continue;
      report(
        problem("channel/ref-deprecated", ref, { hint: "Put the channel item here, or share its parts: messages, parameters, traits." }),
      );
      const target = documents.follow(value);
      if (!target || target === value) continue;
      for (const entry of entriesOf(value)) {
        const other = entry.key === "$ref" ? undefined : entryOf(target, entry.key);
        if (!other) continue;
        const related = [{ message: "it stands here too", place: other }];
        report(problem("channel/ref-overlap", entry, { field: inQuotes(entry.key), related }));
      }
    }
  },
};

/**
 * The name in a list of servers if no such server exists; otherwise `undefined`. It is a plain name (2.x), or what a reference leads to
 * (3.x).
 */
function unknownServer(item: Node, known: ReadonlyMap<string, Server>, { api, documents }: RuleContext): string | undefined {
  // In 3.x a text is of the wrong type, which has been reported.
  if (item.kind === "string") return known.has(item.value) || api.dialect.line !== "2" ? undefined : item.value;
  if (item.kind !== "map") return undefined;
  const target = documents.follow(item);
  // A reference that cannot be followed has already been reported.
  if (!target || target === item) return undefined;
  const entity = api.entityAt(target);
  const isKnown = entity?.kind === "server" && known.get(entity.id) === entity;
  return isKnown ? undefined : (stringOf(item, "$ref") ?? "");
}

/** What to do about a server that a channel cannot name. In 3.x, it may be one that stands somewhere else. */
function hintFor(name: string, item: Node, names: readonly string[]): string {
  if (item.kind === "map")
    return 'A channel refers to servers of the root: define it under "servers" there, and write { $ref: "#/servers/…" }.';
  return didYouMean(name, names) ?? (names.length > 0 ? `Servers are: ${listSome(names)}.` : "The document has no servers.");
}

/** The first server with each path, by the length of the path and then by the path. Only servers that take paths have one. */
type ServersByPath = ReadonlyMap<number, ReadonlyMap<string, Server>>;

function byPath(servers: Servers): ServersByPath {
  const found = new Map<number, Map<string, Server>>();
  for (const server of servers) {
    const base = takesPaths(server) ? pathOfUrl(server.address).replace(/^\/|\/$/g, "") : "";
    if (base === "") continue;
    const ofLength = found.get(base.length) ?? new Map<string, Server>();
    found.set(base.length, ofLength);
    if (!ofLength.has(base)) ofLength.set(base, server);
  }
  return found;
}

/** Reports an address that begins with the path of a server. Pages and code have that path once. */
function checkPath({ address, ...channel }: Channel, servers: ServersByPath, { api: { dialect, node }, report }: RuleContext): void {
  if (address === null) return;
  const own = address.replace(/^\//, "");
  for (const [length, ofLength] of servers) {
    const server = ofLength.get(own.slice(0, length));
    const path = pathOfUrl(server?.address ?? "");
    if (!server || afterRepeatedPath(path, address) === undefined) continue;
    const written = dialect.line === "2" ? entryOf(valueOf(node, "channels"), channel.id) : valueOf(channel.node, "address");
    const place = valueOf(server.node, "pathname") ?? valueOf(server.node, "url") ?? server.node;
    const blanks = { address: inQuotes(address), path: inQuotes(path), server: inQuotes(server.id) };
    report(problem("channel/repeated-path", written ?? channel.node, { ...blanks, related: [{ message: "the path is here", place }] }));
    // One server is enough to make the point.
    return;
  }
}

/** A channel may only name servers of the Servers Object, and adds to their paths. */
export const channelServers: Rule = {
  codes: ["channel/unknown-server", "channel/repeated-path"],
  check(context) {
    const known = new Map(context.api.servers.map((server) => [server.id, server]));
    const names = [...known.keys()];
    const paths = onceFor(byPath);
    for (const channel of context.api.channels) {
      checkPath(channel, paths(channel.availableOn), context);
      for (const item of itemsOf(valueOf(channel.node, "servers"))) {
        const name = unknownServer(item, known, context);
        if (name === undefined) continue;
        const fix = item.kind === "string" ? onlyNearest(name, names) : undefined;
        const hint = hintFor(name, item, names);
        context.report(problem("channel/unknown-server", item, { name: inQuotes(name), hint, fix }));
      }
    }
  },
};

/** A channel with the names in its address, and those among them without a parameter. */
interface ParameterUser extends ChannelSubject {
  readonly used: ReadonlySet<string>;
  readonly missing: readonly string[];
}

/** A map of parameters and the channels that use it. Many channels may share a large map, so no loop visits all of it for each channel. */
interface SharedMap {
  readonly entries: readonly Entry[];
  readonly names: ReadonlySet<string>;
  readonly users: ParameterUser[];
}

/** The maps of parameters of all channels. Those of channels without one are empty. */
function sharedMaps({ api, documents }: RuleContext): Iterable<SharedMap> {
  const maps = new Map<Node | undefined, SharedMap>();
  // References can give thousands of channels one long address.
  const namesIn = new Map<string, ReadonlySet<string>>();
  for (const channel of channelSubjects(api)) {
    const written = valueOf(channel.node, "parameters");
    const map = written && documents.follow(written);
    // A map that could not be found has been reported, and its content is unknown.
    if (written && !map) continue;
    const entries = entriesOf(map);
    const shared: SharedMap = maps.get(map) ?? { entries, names: new Set(entries.map(({ key }) => key)), users: [] };
    maps.set(map, shared);
    const { names, users } = shared;
    const address = channel.address ?? "";
    const used = namesIn.get(address) ?? addressNames(address);
    namesIn.set(address, used);
    users.push({ ...channel, used, missing: [...used].filter((name) => !names.has(name)) });
  }
  return maps.values();
}

/** The parameters that an address does not use. They are collected once, and only if something is looked for among them. */
function unusedNames({ names }: SharedMap, { used }: ParameterUser): Iterable<string> {
  let unused: readonly string[] | undefined;
  return { [Symbol.iterator]: () => (unused ??= [...names].filter((name) => !used.has(name)))[Symbol.iterator]() };
}

function reportUndefined(user: ParameterUser, map: SharedMap, { report }: RuleContext): void {
  const unused = unusedNames(map, user);
  for (const name of user.missing) {
    const hint = didYouMean(name, unused) ?? `Add ${inQuotes(name)} to the channel's parameters.`;
    report(problem("channel/parameter-undefined", user.place, { name: inQuotes(name), hint }));
  }
}

/** The most channels named whose addresses lack a parameter. */
const NAMED = 5;

/** The first channels that do not use a parameter. */
function firstWithout(key: string, { users }: SharedMap): ParameterUser[] {
  const found: ParameterUser[] = [];
  for (const user of users) {
    if (!user.used.has(key)) found.push(user);
    if (found.length === NAMED) break;
  }
  return found;
}

/** Whether all servers are of WebSocket. */
const areSockets = oncePerObject(
  ({ servers }: Api) => servers.length > 0 && servers.every(({ protocol }) => canonicalProtocol(protocol?.value ?? "") === "ws"),
);

/** What else authors of WebSocket APIs mean by parameters: those of the request that opens the connection. */
const QUERY = "Put it in braces into the address, if it is part of the path. A query parameter is a property of the binding ws.query.";

function reportUnused(map: SharedMap, { api, report }: RuleContext): void {
  const uses = new Map<string, number>();
  for (const { used } of map.users) for (const name of used) uses.set(name, (uses.get(name) ?? 0) + 1);
  for (const entry of map.entries) {
    const [first, ...others] = firstWithout(entry.key, map);
    if (!first) continue;
    const count = map.users.length - (uses.get(entry.key) ?? 0) - 1;
    const address = first.address === null ? "of this channel, which is unknown" : inQuotes(first.address);
    const more = count === 0 ? "" : `, nor in those of ${counted(count, "more channel")} with the same parameters`;
    const related = others.map(({ place }) => ({ message: "nor in the address of this channel", place }));
    const blanks = {
      name: inQuotes(entry.key),
      address: `${address}${more}`,
      hint: didYouMean(entry.key, first.missing) ?? (areSockets(api) ? QUERY : undefined),
      related,
    };
    report(problem("channel/parameter-unused", entry, blanks));
  }
}

/** The map of parameters must have exactly the parameters of the address. */
export const channelParameters: Rule = {
  codes: ["channel/parameter-undefined", "channel/parameter-unused"],
  check(context) {
    for (const map of sharedMaps(context)) {
      for (const user of map.users) reportUndefined(user, map, context);
      reportUnused(map, context);
    }
  },
};
