import type { Channel, Message, Operation, Server } from "#model";
import { stringOf } from "#text";
import type { Comparison } from "./comparison.ts";
import { fieldPaths } from "./schema-fields.ts";

/** Objects of the old and the new version that are the same thing to others, and those that have no counterpart. */
export interface Matches<T> {
  readonly pairs: readonly (readonly [old: T, now: T])[];
  readonly removed: readonly T[];
  readonly added: readonly T[];
}

/** Pairs objects in steps: each step says by which key, and whoever has found a counterpart is out. */
class Matching<T> {
  readonly pairs: [T, T][] = [];
  #old: T[];
  #new: T[];

  constructor(old: readonly T[], now: readonly T[]) {
    this.#old = [...old];
    this.#new = [...now];
  }

  /** Pairs those with one key, first with first. */
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

  /** Pairs each with the first that a test accepts. */
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

/** Pairs that are tried one by one. */
const MOST_TESTS = 250_000;

/** A text with names in braces left out: parameters go by their position. */
function withoutNames(template: string): string {
  return template.replace(/\{[^{}]*\}/g, "{}");
}

/** What clients connect to: protocol, host and path. */
export interface ServerAddress {
  readonly protocol: string;
  readonly host: string;
  readonly path: string;
}

export function addressOf({ url, host, pathname, protocol, address }: Server): ServerAddress {
  const text = url?.value ?? (host ? `${host.value}${pathname?.value ?? ""}` : address);
  const plain = withoutNames(text.replace(/^[a-z][a-z0-9+.-]*:\/\//i, ""));
  const slash = plain.indexOf("/");
  const [name, path] = slash < 0 ? [plain, ""] : [plain.slice(0, slash), plain.slice(slash)];
  return { protocol: (protocol?.value ?? "").toLowerCase(), host: name.toLowerCase(), path: path.replace(/\/+$/, "") };
}

function keyOf(server: Server): string {
  const { protocol, host, path } = addressOf(server);
  return `${protocol} ${host} ${path}`;
}

/** Servers go by their address, and one that moved by its key. */
export function matchServers(old: readonly Server[], now: readonly Server[]): Matches<Server> {
  return new Matching(old, now)
    .by((server) => `${keyOf(server)} ${server.id}`)
    .by(keyOf)
    .by(({ id }) => id).matches;
}

/** Channels go by address and servers, then by address, and one whose address changed by its key or its operations. */
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
  const address = (channel: Channel): string | undefined => (channel.address === null ? undefined : withoutNames(channel.address));
  const isPublic = ({ used }: Channel): boolean => used;
  const isKeyed = old.api.dialect.line !== "2" && now.api.dialect.line !== "2";
  return new Matching(old.api.channels.filter(isPublic), now.api.channels.filter(isPublic))
    .by((channel) => (address(channel) === undefined ? undefined : `${address(channel) ?? ""} ${channel.id} ${serversOf(channel)}`))
    .by((channel) => (address(channel) === undefined ? undefined : `${address(channel) ?? ""} ${serversOf(channel)}`))
    .by(address)
    .by((channel) => (isKeyed || channel.address === null ? channel.id : undefined))
    .by((channel) => channel.operations.find(({ isNamed }) => isNamed)?.id).matches;
}

/** Operations of one channel and direction go by their ids, then in their order. */
export function matchOperations(old: readonly Operation[], now: readonly Operation[]): Matches<Operation> {
  return new Matching(old, now).by(({ isNamed, id }) => (isNamed ? id : undefined)).by(() => "").matches;
}

/** Messages go by their id, their name, their key, and then by what they hold. */
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

/** Whether two messages without a name in common are likely one: they share half of their fields, or state none. */
function isAlike(one: Message, other: Message, { old, new: now }: Comparison): boolean {
  if (!one.payload || !other.payload) return one.payload === other.payload;
  const [before, after] = [fieldPaths(old.schemas.of(one.payload)), fieldPaths(now.schemas.of(other.payload))];
  if (before.size === 0 && after.size === 0) return !isNamedApart(one, other);
  const shared = [...before].filter((path) => after.has(path)).length;
  return shared > 0 && shared * 2 >= Math.max(before.size, after.size);
}

function isNamedApart(one: Message, other: Message): boolean {
  const nameOf = ({ messageId, name, node }: Message): string | undefined => messageId?.value ?? name?.value ?? stringOf(node, "title");
  return nameOf(one) !== undefined && nameOf(other) !== undefined && nameOf(one) !== nameOf(other);
}
