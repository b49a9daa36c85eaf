import { hashedNames } from "#model";
import { compareTexts } from "#text";
import { brokerNames } from "./addresses.ts";
import type { ApiIndex } from "./api-index.ts";
import { startOf } from "./api-index.ts";
import type { SchemaFits, SchemaTexts } from "./fit.ts";
import { FitJudge } from "./fit.ts";
import type { FitRow } from "./judge-channels.ts";
import { judgeAll } from "./judge-channels.ts";
import type { ChannelLink, SharedChannel, ChannelParty } from "./match-channels.ts";
import { commonEndpoints, matchChannels, perhapsSame } from "./match-channels.ts";
import type { PortalCode, PortalProblem } from "./problems.ts";
import { findProblems } from "./problems.ts";

/** A document that could not be built, of an API of which something is shown. */
export interface BrokenDocument {
  readonly document: string;
  /** The version if it is an earlier one; empty for the current version, or if it is unknown. */
  readonly version: string;
  /** Whether its last good part, or an earlier version, is shown in its place. */
  readonly isShown: boolean;
}

/** One API of a portal. */
export interface PortalApi {
  /** The current version. Absent if it could not be built. */
  readonly index?: ApiIndex | undefined;
  readonly name: string;
  readonly title: string;
  /** The main document, under its name in the portal. */
  readonly document: string;
  readonly status: "built" | "failed" | "stale";
  /** Whether two documents have its name, so that none of them is shown. */
  readonly sharesName?: boolean | undefined;
  /** The owner, also of an API that could not be built; `null` if none is known. */
  readonly owner: string | null;
  readonly group: string;
  /** Its place in lists: that of its document in the settings. Those of one place are in the order of their names. */
  readonly rank?: number;
  readonly broken?: readonly BrokenDocument[];
  /** Whether it was built in spite of errors in its document, other than in examples. */
  readonly hasErrors?: boolean | undefined;
  /** All versions, the current one first. */
  readonly versions: readonly { readonly version: string; readonly path: string }[];
}

export interface PortalOptions {
  readonly title: string;
  readonly brokers: Readonly<Record<string, readonly string[]>>;
  /** The names of APIs that must take every message of the channels from which they receive. */
  readonly takeAll?: readonly string[] | undefined;
  readonly schemaText: SchemaTexts;
  /** Verdicts of an earlier portal. */
  readonly fits?: SchemaFits | undefined;
}

/** Everything that a portal says about several APIs together. */
export interface Portal {
  readonly title: string;
  readonly apis: readonly PortalApi[];
  readonly channels: readonly SharedChannel[];
  /** The broker under which each channel is listed; see {@link listedBrokers}. */
  readonly brokers: ReadonlyMap<SharedChannel, string | null>;
  /** The path of each channel's page, relative to the portal. */
  readonly pages: ReadonlyMap<SharedChannel, string>;
  readonly links: readonly ChannelLink[];
  /** For channels of one side, those that are perhaps the same: an address of theirs has parameters without enum. */
  readonly perhaps: ReadonlyMap<SharedChannel, SharedChannel>;
  readonly fit: readonly FitRow[];
  /** The verdicts on pairs of schemas, for the next portal. */
  readonly fits: SchemaFits;
  readonly problems: readonly PortalProblem[];
  readonly schemaText: SchemaTexts;
}

/** The folder of an API's site in the portal, ending in `/`. */
export function pathOfApi(name: string): string {
  return `apis/${name}/`;
}

function channelPages(channels: readonly SharedChannel[]): ReadonlyMap<SharedChannel, string> {
  const keyOf = (channel: SharedChannel): string =>
    JSON.stringify([
      channel.broker,
      channel.address,
      channel.environment,
      ...(channel.space === null ? [] : [channel.space]),
      ...(channel.owner === undefined ? [] : [channel.owner]),
      // Channels without an address are told apart by their API and id.
      ...(channel.address === null ? [channel.members[0]?.api.name, channel.members[0]?.channel.id] : []),
    ]);
  const labels = new Map(channels.map((channel) => [keyOf(channel), channel.address ?? channel.members[0]?.channel.id ?? ""]));
  const names = hashedNames([...labels.keys()], (key) => labels.get(key) ?? "");
  return new Map(channels.map((channel) => [channel, `channels/${names.get(keyOf(channel)) ?? "x"}.html`]));
}

function statusProblem(code: PortalCode, api: string, file: string): PortalProblem {
  return { code, blanks: { api }, place: startOf(file), related: [] };
}

function statusProblems(apis: readonly PortalApi[]): PortalProblem[] {
  return apis.flatMap(({ status, name, document, sharesName, broken = [] }): PortalProblem[] => {
    // That two documents have one name is told with both of them.
    if (sharesName === true) return [];
    if (status === "failed") return [statusProblem("portal/not-built", name, document)];
    return broken.map((each) => {
      const api = each.version === "" ? name : `${name} version ${JSON.stringify(each.version)}`;
      return statusProblem(each.isShown ? "portal/stale" : "portal/not-built", api, each.document);
    });
  });
}

/** Compares the current versions of all APIs. */
export function createPortal(apis: readonly PortalApi[], { title, brokers, takeAll = [], schemaText, fits }: PortalOptions): Portal {
  const sorted = [...apis].sort((a, b) => compareTexts(a.name, b.name));
  const indexes = sorted.flatMap(({ index, status }) => (index && status !== "failed" ? [index] : []));
  const { channels, links } = matchChannels(indexes, brokerNames(brokers));
  const order = new Map(channels.map((channel, at) => [channel, at]));
  const judge = new FitJudge(schemaText, { apis: indexes.length, known: fits });
  const fit = judgeAll({ channels, links }, { judge, takeAll: new Set(takeAll) }).sort(
    (a, b) =>
      (order.get(a.channel) ?? 0) - (order.get(b.channel) ?? 0) ||
      compareTexts(a.sender, b.sender) ||
      compareTexts(a.receiver, b.receiver) ||
      compareTexts(a.message, b.message),
  );
  const failed = sorted.filter(({ status }) => status === "failed").length;
  const perhaps = perhapsSame(channels, links);
  const problems = [...statusProblems(sorted), ...findProblems({ indexes, channels, links, perhaps, fit, failed })];
  const [listed, pages] = [listedBrokers(channels), channelPages(channels)];
  return { title, apis: sorted, channels, brokers: listed, pages, links, perhaps, fit, fits: judge.fits, problems, schemaText };
}

/**
 * The broker under which each channel is listed, as a URL; `null` if no document names a server. Documents write one broker in several
 * ways: with or without its default port, by its host or by a template that can make this host. The first literal one by the name of its
 * API stands for all. A template is listed by itself if no known host is one that it can make, or several are.
 */
export function listedBrokers(channels: readonly SharedChannel[]): ReadonlyMap<SharedChannel, string | null> {
  const literal = channels.flatMap(({ members }) =>
    members.flatMap(({ api, broker }) => (broker?.isLiteral === true ? [{ api: api.name, broker }] : [])),
  );
  const texts = new Map<string, string>();
  for (const { broker } of literal.sort((a, b) => compareTexts(a.api, b.api))) {
    const known = broker.endpoints.find((endpoint) => texts.has(endpoint));
    const text = known === undefined ? broker.text : (texts.get(known) ?? broker.text);
    for (const endpoint of broker.endpoints) if (!texts.has(endpoint)) texts.set(endpoint, text);
  }
  return new Map(
    channels.map((channel) => {
      const found = new Set(commonEndpoints(channel.members).flatMap((endpoint) => texts.get(endpoint) ?? []));
      const [only] = found;
      return [channel, found.size === 1 && only !== undefined ? only : channel.broker];
    }),
  );
}

function countOf(index: ApiIndex | undefined, direction: "send" | "receive"): number {
  return index?.operations.filter((operation) => operation.direction === direction && !operation.isReply).length ?? 0;
}

function apiEntry({ index, name, title, versions, status, owner, group }: PortalApi): object {
  return {
    name,
    title,
    summary: index?.summary ?? "",
    id: index?.id ?? null,
    version: index?.version ?? "",
    path: pathOfApi(name),
    versions,
    status,
    owner,
    tags: index?.tags ?? [],
    group,
    protocols: index?.protocols ?? [],
    sends: countOf(index, "send"),
    receives: countOf(index, "receive"),
    examples: index?.examples ?? { passed: 0, failed: 0, notChecked: 0 },
  };
}

function partyEntry({ api, operation }: ChannelParty): object {
  const messages = operation.messages.flatMap((at) => api.messages[at]?.id ?? []);
  return { api: api.name, operation: operation.id, messages, page: pathOfApi(api.name) + operation.page };
}

function channelEntry(channel: SharedChannel, { pages }: Portal): object {
  const { broker, address, senders, receivers } = channel;
  return { broker, address, path: pages.get(channel), senders: senders.map(partyEntry), receivers: receivers.map(partyEntry) };
}

/** The witness already is JSON. Parsing and printing it again could lose digits. */
function fitText(row: FitRow): string {
  const { sender, receiver, broker, channel, message, verdict, why, witness, at, missing, because } = row;
  const { address } = channel;
  const before = JSON.stringify({ sender, receiver, broker, address, message, verdict, reading: "documented", why }).slice(0, -1);
  const after = JSON.stringify({ at: at ?? "", missing: missing ?? null, because }).slice(1);
  return `${before}${witness === undefined ? "" : `,"witness":${witness}`},${after}`;
}

function* list<T>(name: string, items: Iterable<T>, print: (item: T) => string = (item) => JSON.stringify(item)): Generator<string> {
  let before = `,\n"${name}":[\n`;
  let isEmpty = true;
  for (const item of items) {
    yield before + print(item);
    before = ",\n";
    isEmpty = false;
  }
  yield isEmpty ? `,\n"${name}":[]` : "\n]";
}

/** Prints `portal.json` in pieces. `problems` have the shape of the JSON report. */
export function* printPortal(portal: Portal, problems: Iterable<object>): Generator<string> {
  const { title, apis, channels, links, fit } = portal;
  const order = new Map(channels.map((channel, at) => [channel, at]));
  yield `{"portal":1,"title":${JSON.stringify(title)}`;
  yield* list("apis", apis, (api) => JSON.stringify(apiEntry(api)));
  yield* list("channels", channels, (channel) => JSON.stringify(channelEntry(channel, portal)));
  yield* list("links", links, ({ from, to, why }) => JSON.stringify({ from: order.get(from), to: order.get(to), why }));
  yield* list("fit", fit, fitText);
  yield* list("problems", problems);
  yield "}\n";
}
