/** Finds which things of both versions are the same. */
import { hostsOf, hostWithPort, withoutNames } from "#format";
import type { Channel, Message, Operation, SchemaSource, Server } from "#model";
import { addressOnWire } from "#model";
import type { Node } from "#text";
import { groupBy, stringOf, valueOf } from "#text";
import type { Comparison } from "./comparison.ts";
import { fieldsOf } from "./schema-fields.ts";

/** Objects of both versions that count as the same, and those without a counterpart. */
export interface Matches<T> {
  readonly pairs: readonly (readonly [old: T, now: T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Pairs objects in steps. Each step uses another key, and skips objects that already have a counterpart. */
export class Matching<T> {
  readonly pairs: [T, T][] = [];
  #old: T[];
  #new: T[];

  constructor(old: readonly T[], now: readonly T[]) {
    this.#old = [...old];
    this.#new = [...now];
  }

  /** Pairs objects with the same key in their order. */
  by(keyOf: (item: T, side: "old" | "new") => string | undefined): this {
    const byKey = new Map<string, T[]>();
    for (const item of this.#new) {
      const key = keyOf(item, "new");
      if (key !== undefined) byKey.set(key, [...(byKey.get(key) ?? []), item]);
    }
    const taken = new Set<T>();
    this.#old = this.#old.filter((item) => {
      const key = keyOf(item, "old");
      const found = key === undefined ? undefined : byKey.get(key)?.shift();
      if (found === undefined) return true;
      this.pairs.push([item, found]);
      taken.add(found);
      return false;
    });
    this.#new = this.#new.filter((item) => !taken.has(item));
    return this;
  }

  /** Pairs each object with the first one that passes a test. */
  where(fits: (old: T, now: T) => boolean): this {
    if (this.#old.length * this.#new.length > MOST_TESTS) return this;
    this.#old = this.#old.filter((item) => {
      const at = this.#new.findIndex((other) => fits(item, other));
      const [found] = at < 0 ? [] : this.#new.splice(at, 1);
      if (found === undefined) return true;
      this.pairs.push([item, found]);
      return false;
    });
    return this;
  }

  get matches(): Matches<T> {
    return { pairs: this.pairs, removed: this.#old, added: this.#new };
  }
}

/** The most pairs that are tested one by one. */
const MOST_TESTS = 250_000;

/** The address of a server: protocol, host and path. */
export interface ServerAddress {
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

export function addressOf({ url, host, pathname, protocol, address }: Server): ServerAddress {
  const text = url?.value ?? (host ? `${host.value}${pathname?.value ?? ""}` : address);
  const spoken = (protocol?.value ?? "").trim().toLowerCase();
  const { hosts, path } = hostsOf(withoutNames(text));
  // The order of bootstrap servers has no meaning.
  const all = hosts.map((each) => hostWithPort(spoken, each)).sort();
  return { protocol: spoken, host: all.join(","), path };
}

function keyOf(server: Server): string {
  const { protocol, host, path } = addressOf(server);
  return `${protocol} ${host} ${path}`;
}

/** Matches servers by address, then by key. */
export function matchServers(old: readonly Server[], now: readonly Server[]): Matches<Server> {
  return new Matching(old, now)
    .by((server) => `${keyOf(server)} ${server.id}`)
    .by(keyOf)
    .by(({ id }) => id).matches;
}

/** Matches channels by address on the wire and servers, then by address alone, then by the address as written, then by key or operations, in case the address changed. */
export function matchChannels({ old, new: now }: Comparison, servers: Matches<Server>): Matches<Channel> {
  const numbers = new Map<Server, string>();
  servers.pairs.forEach((pair, at) => {
    for (const server of pair) numbers.set(server, String(at));
  });
  const serversOf = ({ availableOn }: Channel): string =>
    availableOn
      .flatMap((server) => numbers.get(server) ?? [])
      .sort()
      .join(" ");
  const address = (channel: Channel): string | undefined => {
    const onWire = addressOnWire(channel);
    return onWire === null ? undefined : withoutNames(onWire);
  };
  const placeOf = (channel: Channel): string | undefined =>
    address(channel) === undefined ? undefined : `${address(channel) ?? ""} ${serversOf(channel)}`;
  const within = (channel: Channel, names: readonly string[]): string | undefined =>
    placeOf(channel) === undefined || names.length === 0 ? undefined : JSON.stringify([placeOf(channel), [...names].sort()]);
  const operationIds = ({ operations }: Channel): string[] => operations.flatMap(({ isNamed, id }) => (isNamed ? [id] : []));
  const isKeyed = old.api.dialect.line !== "2" && now.api.dialect.line !== "2";
  const [before, after] = joined(
    old.api.channels.filter(({ used }) => used),
    now.api.channels.filter(({ used }) => used),
    placeOf,
  );
  return new Matching(before, after)
    .by((channel) => (placeOf(channel) === undefined ? undefined : `${channel.id} ${placeOf(channel) ?? ""}`))
    .by((channel) => within(channel, operationIds(channel)))
    .by((channel) => within(channel, channel.messages.map(nameOf)))
    .by(placeOf)
    .by(address)
    .by((channel) => (channel.address === null ? undefined : withoutNames(channel.address)))
    .by((channel) => (isKeyed || channel.address === null ? channel.id : undefined))
    .by((channel) => channel.operations.find(({ isNamed }) => isNamed)?.id).matches;
}

function nameOf({ messageId, name, id }: Message): string {
  return messageId?.value ?? name?.value ?? id;
}

/** Joins the channels of one address where the two versions have another number of them, because others see only the address. */
function joined(
  old: readonly Channel[],
  now: readonly Channel[],
  placeOf: (channel: Channel) => string | undefined,
): readonly [readonly Channel[], readonly Channel[]] {
  const [before, after] = [old, now].map((channels) => groupBy(channels, placeOf));
  const join = (channels: readonly Channel[], groups = new Map<string | undefined, Channel[]>()): readonly Channel[] =>
    channels.flatMap((channel) => {
      const place = placeOf(channel);
      const [mine, theirs] = [before?.get(place)?.length, after?.get(place)?.length];
      const all = groups.get(place);
      if (place === undefined || !mine || !theirs || mine === theirs || !all) return [channel];
      if (all[0] !== channel) return [];
      const of = <T>(list: (each: Channel) => readonly T[]): readonly T[] => [...new Set(all.flatMap(list))];
      return [
        {
          ...channel,
          parameters: of((each) => each.parameters),
          operations: of((each) => each.operations),
          messages: of((each) => each.messages),
          replies: of((each) => each.replies),
          bindings: of((each) => each.bindings),
        },
      ];
    });
  return [join(old, before), join(now, after)];
}

/** Matches operations of one channel and direction by id, then in their order. */
export function matchOperations(old: readonly Operation[], now: readonly Operation[]): Matches<Operation> {
  return new Matching(old, now).by(({ isNamed, id }) => (isNamed ? id : undefined)).by(() => "").matches;
}

/** Matches messages by id, name, key, and then by content. */
export function matchMessages(old: readonly Message[], now: readonly Message[], comparison: Comparison): Matches<Message> {
  const isSame = (one: Message, other: Message): boolean => comparison.areSame(one.payload?.node, other.payload?.node);
  return new Matching([...new Set(old)], [...new Set(now)])
    .by(({ messageId }) => messageId?.value)
    .by(({ name }) => name?.value)
    .by((message) => (message.isNamed ? message.id : undefined))
    .where((one, other) => comparison.areSame(one.node, other.node))
    .where((one, other) => one.payload !== undefined && isSame(one, other))
    .where((one, other) => isAlike(one, other, comparison)).matches;
}

/** The format that is written in a payload as 3.x has it, in a version that reads it as a keyword of a schema. */
export function unreadFormat({ node }: SchemaSource, { documents }: Comparison["new"]): Node | undefined {
  const written = documents.follow(node);
  return documents.dialect.line === "2" && valueOf(written, "schema") ? valueOf(written, "schemaFormat") : undefined;
}

/** Whether two messages without a common name are probably the same: they share at least half of their fields, or have none. */
function isAlike(one: Message, other: Message, { old, new: now }: Comparison): boolean {
  if (!one.payload || !other.payload) return one.payload === other.payload;
  const [before, after] = [fieldsOf(old.schemas.of(one.payload)), fieldsOf(now.schemas.of(other.payload))];
  // Of a payload that is not read, the fields are not known.
  const isUnread = unreadFormat(one.payload, old) ?? unreadFormat(other.payload, now);
  if (isUnread || (before.size === 0 && after.size === 0)) return !isNamedApart(one, other);
  const shared = [...before.keys()].filter((path) => after.has(path)).length;
  return shared > 0 && shared * 2 >= Math.max(before.size, after.size);
}

function isNamedApart(one: Message, other: Message): boolean {
  const nameOf = ({ messageId, name, node }: Message): string | undefined => messageId?.value ?? name?.value ?? stringOf(node, "title");
  return nameOf(one) !== undefined && nameOf(other) !== undefined && nameOf(one) !== nameOf(other);
}
