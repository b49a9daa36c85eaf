import { hasWildcard, withoutNames } from "#format";
import { compareTexts, groupBy } from "#text";
import type { BrokerIdentity, BrokerNames } from "./addresses.ts";
import { addressVariants, matchesWildcard, brokerIdentity } from "./addresses.ts";
import type { ApiIndex, ChannelIndex, ChannelWire, OperationIndex } from "./api-index.ts";

/** Whether an address with open parameters can be another one. A parameter stands for a part of a level. */
function canBe(open: string, form: string): boolean {
  const [start = "", ...rest] = open.split("{}");
  if (!form.startsWith(start)) return false;
  let at = start.length;
  for (const [number, piece] of rest.entries()) {
    const found =
      number === rest.length - 1 && piece !== "" ? form.length - piece.length : piece === "" ? form.length : form.indexOf(piece, at + 1);
    if (found <= at || !form.startsWith(piece, found) || form.slice(at, found).includes("/")) return false;
    at = found + piece.length;
  }
  return at === form.length;
}

/** The most addresses with open parameters tried for one channel. */
const MOST_OPEN = 200;

/** Finds, for a channel of one side, one with open parameters that has the other side and may be the same. */
function openChannels(channels: readonly SharedChannel[]): (channel: SharedChannel) => SharedChannel | undefined {
  const startOf = (form: string): string => /^[^/.{]*/.exec(form)?.[0] ?? "";
  const open = channels.filter(({ address }) => address !== null && withoutNames(address).includes("{}"));
  const byStart = groupBy(open, ({ address }) => startOf(withoutNames(address ?? "")));
  return (channel) => {
    const form = withoutNames(channel.address ?? "");
    const side = channel.senders.length > 0 ? "receivers" : "senders";
    return [...(byStart.get(startOf(form)) ?? []), ...(byStart.get("") ?? [])]
      .slice(0, MOST_OPEN)
      .find(
        (other) => other !== channel && other[side].length > 0 && canBe(withoutNames(other.address ?? ""), form) && mayMeet(other, channel),
      );
  };
}

/** The channels that only have senders, or only receivers, and meet no other. */
export function oneSided(channels: readonly SharedChannel[], links: readonly ChannelLink[]): readonly SharedChannel[] {
  const linked = new Set(links.flatMap(({ from, to }) => [from, to]));
  return channels.filter(
    (channel) => channel.address !== null && !linked.has(channel) && channel.senders.length > 0 !== channel.receivers.length > 0,
  );
}

/** For channels of one side, channels with open parameters that may be the same and have the other side. */
export function perhapsSame(channels: readonly SharedChannel[], links: readonly ChannelLink[]): ReadonlyMap<SharedChannel, SharedChannel> {
  const find = openChannels(channels);
  const found = oneSided(channels, links).map((channel) => [channel, find(channel)] as const);
  return new Map(found.filter((pair): pair is [SharedChannel, SharedChannel] => pair[1] !== undefined));
}

/** A channel of one API on one of its servers, or on none if the document names none. */
export interface ChannelMember {
  readonly api: ApiIndex;
  readonly channel: ChannelIndex;
  /** Where messages go: the address that the binding names, otherwise the channel's; `null` if it is unknown. */
  readonly address: string | null;
  /** What the address counts within, such as an exchange; `null` if the document does not say. */
  readonly space: string | null;
  /** The operations of the API on the channel. */
  readonly operations: readonly OperationIndex[];
  readonly broker: BrokerIdentity | undefined;
  readonly environment: string | null;
}

/** One API that sends or receives on a channel. */
export interface ChannelParty {
  readonly api: ApiIndex;
  readonly operation: OperationIndex;
  readonly members: readonly ChannelMember[];
}

/** Channels of several APIs that are the same: one address on one broker in one environment. */
export interface SharedChannel {
  /** The broker as the first sender by name wrote it, otherwise the first receiver; `null` if no document names a server. */
  readonly broker: string | null;
  readonly address: string | null;
  /** The environment; `null` if no document says, or two say otherwise of one host. */
  readonly environment: string | null;
  /** What the address counts within, such as an exchange; `null` if no document says. */
  readonly space: string | null;
  /** The API whose private host the broker is; see {@link BrokerIdentity.owner}. */
  readonly owner: string | undefined;
  readonly members: readonly ChannelMember[];
  readonly senders: readonly ChannelParty[];
  readonly receivers: readonly ChannelParty[];
}

/** Two shared channels with different addresses whose messages nevertheless meet. */
export interface ChannelLink {
  /** The one with the wildcard or parameter. */
  readonly from: SharedChannel;
  readonly to: SharedChannel;
  readonly why: "wildcard" | "enum";
}

export interface ChannelMap {
  readonly channels: readonly SharedChannel[];
  readonly links: readonly ChannelLink[];
}

/** Groups items by each of their keys. */
function groupByEach<K, V>(items: Iterable<V>, keysOf: (item: V) => Iterable<K>): Map<K, V[]> {
  const groups = new Map<K, V[]>();
  for (const item of items) {
    for (const key of keysOf(item)) {
      const group = groups.get(key);
      if (group) group.push(item);
      else groups.set(key, [item]);
    }
  }
  return groups;
}

function membersOf(api: ApiIndex, names: BrokerNames): ChannelMember[] {
  const brokers = api.servers.map((server) => brokerIdentity(server, api.name, names));
  const operationsAt = groupBy(api.operations, ({ channel }) => channel);
  return api.channels.flatMap((channel, index): ChannelMember[] => {
    const operations = operationsAt.get(index) ?? [];
    const wireAt = (at: number): ChannelWire => channel.wire?.[at] ?? { address: channel.address, space: null };
    if (channel.servers.length === 0) return [{ api, channel, ...wireAt(0), operations, broker: undefined, environment: null }];
    return channel.servers.map((at, number) => ({
      api,
      channel,
      ...wireAt(number),
      operations,
      broker: brokers[at],
      environment: api.servers[at]?.environment ?? null,
    }));
  });
}

/**
 * Groups channels of one address by broker. An endpoint that a document names literally forms a group of all who may use it; so does an
 * endpoint that only templates give. A group that is entirely contained in another is left out.
 */
function byBroker(members: readonly ChannelMember[]): (readonly ChannelMember[])[] {
  const byEndpoint = groupByEach(members, ({ broker }) => broker?.endpoints ?? []);
  const literal = new Set(members.flatMap(({ broker }) => (broker?.isLiteral === true ? broker.endpoints : [])));
  const candidates = [...byEndpoint]
    .map(([endpoint, group]) => ({ endpoint, group, rank: literal.has(endpoint) ? 0 : 1 }))
    .sort((a, b) => a.rank - b.rank || b.group.length - a.group.length || compareTexts(a.endpoint, b.endpoint));
  const groups: ReadonlySet<ChannelMember>[] = [];
  const groupsOf = new Map<ChannelMember, Set<ReadonlySet<ChannelMember>>>();
  for (const { group } of candidates) {
    const [first, ...others] = group;
    const shared = first && [...(groupsOf.get(first) ?? [])].some((known) => others.every((member) => known.has(member)));
    if (shared === true) continue;
    const made = new Set(group);
    groups.push(made);
    for (const member of group) groupsOf.set(member, (groupsOf.get(member) ?? new Set()).add(made));
  }
  return groups.map((group) => [...group]);
}

/** Whether an endpoint is known in full. The same open template may be another host in each environment. */
const isKnown = (endpoint: string): boolean => !endpoint.includes("{");

/** The endpoints that all who name a server on a channel may use. */
export function commonEndpoints(members: readonly ChannelMember[]): readonly string[] {
  const [first = [], ...others] = members.flatMap(({ broker }) => (broker ? [broker.endpoints] : []));
  return first.filter((endpoint) => others.every((each) => each.includes(endpoint)));
}

/** Splits channels on one broker by a property. Those without it belong to each. */
function split(members: readonly ChannelMember[], by: "environment" | "space"): (readonly ChannelMember[])[] {
  const named = [...new Set(members.flatMap((member) => member[by] ?? []))].sort(compareTexts);
  if (named.length === 0) return [members];
  return named.map((value) => members.filter((member) => member[by] === null || member[by] === value));
}

function partiesOf(members: readonly ChannelMember[], direction: OperationIndex["direction"]): ChannelParty[] {
  const parties = new Map<OperationIndex, { api: ApiIndex; operation: OperationIndex; members: ChannelMember[] }>();
  for (const member of members) {
    for (const operation of member.operations) {
      if (operation.direction !== direction) continue;
      const party = parties.get(operation);
      if (party) party.members.push(member);
      else parties.set(operation, { api: member.api, operation, members: [member] });
    }
  }
  return [...parties.values()].sort((a, b) => compareTexts(a.api.name, b.api.name));
}

function sharedChannel(members: readonly ChannelMember[]): SharedChannel {
  const valuesOf = (by: "environment" | "space"): string[] => [...new Set(members.flatMap((member) => member[by] ?? []))];
  const [environment = null, another] = valuesOf("environment");
  const sorted = [...members].sort((a, b) => compareTexts(a.api.name, b.api.name));
  const [senders, receivers] = [partiesOf(sorted, "send"), partiesOf(sorted, "receive")];
  const inOrder = [...senders.flatMap((party) => party.members), ...receivers.flatMap((party) => party.members), ...sorted];
  return {
    broker: inOrder.find(({ broker }) => broker !== undefined)?.broker?.text ?? null,
    address: inOrder[0]?.address ?? null,
    environment: another === undefined ? environment : null,
    space: valuesOf("space")[0] ?? null,
    owner: members.find(({ broker }) => broker?.owner !== undefined)?.broker?.owner,
    members: sorted,
    senders,
    receivers,
  };
}

/** The shared channels of one address. */
function entriesOf(members: readonly ChannelMember[]): SharedChannel[] {
  const withoutServer = members.filter(({ broker }) => broker === undefined);
  const groups = byBroker(members.filter(({ broker }) => broker !== undefined)).flatMap((group) =>
    // A known host is one broker, whatever environment it is called.
    commonEndpoints(group).some(isKnown) ? [group] : split(group, "environment"),
  );
  const whole = groups.length === 0 ? [withoutServer] : groups.map((group) => [...group, ...withoutServer]);
  return whole.flatMap((group) => split(group, "space")).map(sharedChannel);
}

function compareChannels(a: SharedChannel, b: SharedChannel): number {
  return (
    compareTexts(a.broker ?? "", b.broker ?? "") ||
    compareTexts(a.address ?? "", b.address ?? "") ||
    compareTexts(a.environment ?? "", b.environment ?? "") ||
    compareTexts(a.space ?? "", b.space ?? "") ||
    compareTexts(a.members[0]?.api.name ?? "", b.members[0]?.api.name ?? "") ||
    compareTexts(a.members[0]?.channel.id ?? "", b.members[0]?.channel.id ?? "")
  );
}

/** Whether two channels may be on one broker in one environment. */
function mayShareBroker(a: ChannelMember, b: ChannelMember): boolean {
  const agree = (by: "environment" | "space"): boolean => a[by] === null || b[by] === null || a[by] === b[by];
  if (!agree("space")) return false;
  if (!a.broker || !b.broker) return agree("environment");
  const { endpoints } = b.broker;
  return a.broker.endpoints.some((endpoint) => endpoints.includes(endpoint) && (isKnown(endpoint) || agree("environment")));
}

/** Whether two channels may be on one broker. */
export function mayMeet(a: SharedChannel, b: SharedChannel): boolean {
  return a.members.some((own) => b.members.some((other) => mayShareBroker(own, other)));
}

function wildcardFamily({ address, broker }: ChannelMember): string | undefined {
  return address !== null && broker && hasWildcard(withoutNames(address), broker.family) ? broker.family : undefined;
}

function variantsOf({ address, channel: { parameters } }: ChannelMember): readonly string[] {
  return addressVariants({ address, parameters });
}

/** Why messages of one channel may reach another although their addresses differ; `undefined` if they do not. */
export function linkBetween(a: ChannelMember, b: ChannelMember): "wildcard" | "enum" | undefined {
  if (a.address === null || b.address === null || !mayShareBroker(a, b)) return undefined;
  const [own, others] = [variantsOf(a), variantsOf(b)];
  const family = wildcardFamily(a);
  if (family !== undefined) {
    if (wildcardFamily(b) !== undefined) return undefined;
    return own.some((pattern) => others.some((form) => matchesWildcard(pattern, form, family))) ? "wildcard" : undefined;
  }
  return own[0] !== others[0] && own.some((form) => others.includes(form)) ? "enum" : undefined;
}

function linkOf(from: SharedChannel, to: SharedChannel): "wildcard" | "enum" | undefined {
  for (const a of from.members) {
    for (const b of to.members) {
      const why = linkBetween(a, b);
      if (why) return why;
    }
  }
  return undefined;
}

/**
 * The links between all shared channels. Those with a common variant of their addresses are compared; those with wildcards are compared
 * with all others of the family.
 */
function linksOf(channels: readonly SharedChannel[]): ChannelLink[] {
  const variantsIn = ({ members }: SharedChannel): ReadonlySet<string> => new Set(members.flatMap(variantsOf));
  const byVariant = groupByEach(channels, variantsIn);
  const families = groupByEach(channels, ({ members }) => new Set(members.map(({ broker }) => broker?.family ?? "")));
  const links: ChannelLink[] = [];
  for (const from of channels) {
    const patterns = new Set(from.members.flatMap((member) => wildcardFamily(member) ?? []));
    const candidates = new Set([
      ...[...variantsIn(from)].flatMap((variant) => byVariant.get(variant) ?? []),
      ...[...patterns].flatMap((family) => [...(families.get(family) ?? []), ...(families.get("") ?? [])]),
    ]);
    for (const to of candidates) {
      if (to === from || withoutNames(to.address ?? "") === withoutNames(from.address ?? "")) continue;
      const why = linkOf(from, to);
      if (why !== undefined && !(why === "enum" && isNarrower(from, to))) links.push({ from, to, why });
    }
  }
  return links;
}

/** Whether the first of two channels has fewer open parameters; with the same number, a fixed order decides. */
function isNarrower(a: SharedChannel, b: SharedChannel): boolean {
  const openIn = ({ address }: SharedChannel): number => (withoutNames(address ?? "").match(/\{\}/g) ?? []).length;
  return openIn(a) < openIn(b) || (openIn(a) === openIn(b) && compareChannels(a, b) > 0);
}

/** Finds which channels of several APIs are the same, and which are linked. */
export function matchChannels(apis: readonly ApiIndex[], names: BrokerNames = new Map()): ChannelMap {
  const members = [...apis].sort((a, b) => compareTexts(a.name, b.name)).flatMap((api) => membersOf(api, names));
  // Channels without an address are only the same as themselves.
  const groups = groupBy(members, ({ address, channel }) => (address === null ? channel : withoutNames(address)));
  const channels = [...groups]
    .flatMap(([key, group]) => (typeof key === "string" ? entriesOf(group) : [{ ...sharedChannel(group), environment: null }]))
    .sort(compareChannels);
  const order = new Map(channels.map((channel, at) => [channel, at]));
  const links = linksOf(channels).sort(
    (a, b) => (order.get(a.from) ?? 0) - (order.get(b.from) ?? 0) || (order.get(a.to) ?? 0) - (order.get(b.to) ?? 0),
  );
  return { channels, links };
}
