import { compareTexts, groupBy, oncePerObject, Recent } from "#text";
import type {
  ApiIndex,
  ChannelIndex,
  ChannelParty,
  FitRow,
  FitVerdict,
  IndexPlace,
  MessageField,
  Portal,
  PortalApi,
  SchemaUse,
  SharedChannel,
} from "../match/index.ts";
import { messageFields } from "../match/index.ts";

/** What one API sends to another over one channel. */
export interface Flow {
  readonly sender: string;
  readonly receiver: string;
  readonly channel: SharedChannel;
  /** For each message, whether the receiver can take it. Empty if no message is described. */
  readonly rows: readonly FitRow[];
  /** The worst verdict of the messages. */
  readonly verdict: FitVerdict | undefined;
}

/** All that one API sends to another. */
export interface ApiPair {
  readonly sender: string;
  readonly receiver: string;
  readonly flows: readonly Flow[];
}

/** APIs that the settings group together. */
export interface ApiGroup {
  readonly name: string;
  readonly apis: readonly PortalApi[];
}

const WORST: readonly FitVerdict[] = ["clash", "unknown", "not-received", "fits"];

/** The worst verdict of some rows. */
export function worstOf(rows: readonly FitRow[]): FitVerdict | undefined {
  return WORST.find((verdict) => rows.some((row) => row.verdict === verdict));
}

/** The groups in the order of their names. APIs without one come last. */
function groupsOf(apis: readonly PortalApi[]): ApiGroup[] {
  return [...groupBy(apis, ({ group }) => group)]
    .map(([name, members]) => ({ name, apis: members.toSorted((a, b) => (a.rank ?? 0) - (b.rank ?? 0)) }))
    .sort((a, b) => Number(a.name === "") - Number(b.name === "") || compareTexts(a.name, b.name));
}

const namesOf = (parties: SharedChannel["senders"]): ReadonlySet<string> => new Set(parties.map(({ api }) => api.name));

const pairKey = ({ sender, receiver }: Pick<Flow, "sender" | "receiver">): string => `${sender}\n${receiver}`;

function flowsOf({ channels, fit }: Portal): Flow[] {
  const open = channels.flatMap((channel) => {
    if (channel.address === null) return [];
    const receivers = [...namesOf(channel.receivers)];
    const pairs = [...namesOf(channel.senders)].flatMap((sender) => receivers.map((receiver) => ({ channel, sender, receiver })));
    return pairs.filter(({ sender, receiver }) => sender !== receiver);
  });
  const judged = fit.flatMap((row) => row.channels.map((channel) => ({ channel, sender: row.sender, receiver: row.receiver, row })));
  const met: readonly ((typeof open)[number] & { readonly row?: FitRow })[] = [...open, ...judged];
  return [...groupBy(met, ({ channel }) => channel).values()].flatMap((own) =>
    [...groupBy(own, pairKey).values()].flatMap((all): Flow[] => {
      const rows = all.flatMap(({ row }) => row ?? []);
      return all.slice(0, 1).map(({ channel, sender, receiver }) => ({ channel, sender, receiver, rows, verdict: worstOf(rows) }));
    }),
  );
}

function pairsOf(flows: readonly Flow[]): ApiPair[] {
  return [...groupBy(flows, pairKey).values()].flatMap((all) =>
    all.slice(0, 1).map(({ sender, receiver }) => ({ sender, receiver, flows: all })),
  );
}

const placeOf = ({ broker, address }: SharedChannel): string => `${broker ?? ""}\n${address ?? ""}`;

/** A page of an API, and the place of the thing that it is about. */
interface DescribedPage {
  readonly pointer: string;
  readonly path: string;
}

/** The pages by the file that describes their subject. Files that several APIs share are left out: they belong to no API alone. */
function describedPages(apis: readonly PortalApi[]): ReadonlyMap<string, readonly DescribedPage[]> {
  const pages = new Map<string, DescribedPage[]>();
  for (const { name, index } of apis) {
    if (!index) continue;
    const own = [{ pointer: "", path: `apis/${name}/index.html` }];
    for (const { place, page } of [...index.channels, ...index.operations, ...index.messages])
      if (place.file === index.document) own.push({ pointer: place.pointer, path: `apis/${name}/${page}` });
    pages.set(index.document, own);
  }
  return pages;
}

/** A channel that meets another one with another address, and why. */
export interface RelatedChannel {
  readonly other: SharedChannel;
  readonly why: "wildcard" | "enum";
}

/** What many pages of a portal ask for, worked out once. */
export class PortalFacts {
  readonly apis: ReadonlyMap<string, PortalApi>;
  readonly groups: readonly ApiGroup[];
  readonly flows: readonly Flow[];
  readonly pairs: readonly ApiPair[];
  readonly clashes: readonly FitRow[];
  readonly #channels = new Map<ChannelIndex, SharedChannel[]>();
  readonly #flows: ReadonlyMap<SharedChannel, readonly Flow[]>;
  readonly #sent: ReadonlyMap<string, readonly ApiPair[]>;
  readonly #received: ReadonlyMap<string, readonly ApiPair[]>;
  readonly #clashes: ReadonlyMap<string, readonly FitRow[]>;
  readonly #linked: ReadonlyMap<SharedChannel, readonly RelatedChannel[]>;
  readonly #brokers = new Map<string, Set<string>>();
  readonly #entries: ReadonlyMap<string, readonly SharedChannel[]>;
  readonly #schemaText: Portal["schemaText"];
  /** The fields of some schemas by hash: those of a message that many APIs have are asked for on many pages. */
  readonly #fields = new Recent<string, readonly MessageField[] | undefined>(256);
  /** Pages of APIs by the file that describes their subject. */
  #pages: ReadonlyMap<string, readonly DescribedPage[]> | undefined;

  constructor(portal: Portal) {
    this.apis = new Map(portal.apis.map((api) => [api.name, api]));
    this.#schemaText = portal.schemaText;
    this.groups = groupsOf(portal.apis);
    this.flows = flowsOf(portal);
    this.pairs = pairsOf(this.flows);
    this.clashes = portal.fit.filter(({ verdict }) => verdict === "clash");
    this.#flows = groupBy(this.flows, ({ channel }) => channel);
    this.#sent = groupBy(this.pairs, ({ sender }) => sender);
    this.#received = groupBy(this.pairs, ({ receiver }) => receiver);
    this.#entries = groupBy(portal.channels, placeOf);
    const involved = this.clashes.flatMap((row) => [row.sender, row.receiver].map((name) => ({ name, row })));
    this.#clashes = new Map([...groupBy(involved, ({ name }) => name)].map(([name, all]) => [name, all.map(({ row }) => row)]));
    const met = portal.links.flatMap(({ from, to, why }) => [
      { one: from, other: to, why },
      { one: to, other: from, why },
    ]);
    this.#linked = groupBy(met, ({ one }) => one);
    for (const channel of portal.channels) {
      for (const { api, channel: own } of channel.members) {
        const known = this.#channels.get(own) ?? [];
        if (!known.includes(channel)) known.push(channel);
        this.#channels.set(own, known);
        const broker = portal.brokers.get(channel) ?? null;
        if (broker !== null) this.#brokers.set(api.name, (this.#brokers.get(api.name) ?? new Set()).add(broker));
      }
    }
  }

  /** The channels with other addresses on which messages of a channel may arrive, or from which they may come. */
  linkedTo(channel: SharedChannel): readonly RelatedChannel[] {
    return this.#linked.get(channel) ?? [];
  }

  flowsOf(channel: SharedChannel): readonly Flow[] {
    return this.#flows.get(channel) ?? [];
  }

  /** What an API sends to others over a channel, and receives from them. */
  flowsBetween(channel: SharedChannel, api: string): readonly Flow[] {
    return [...this.sentBy(api), ...this.receivedBy(api)].flatMap(({ flows }) => flows.filter((flow) => flow.channel === channel));
  }

  /** The senders and receivers on a channel. Each API occurs once for each direction. */
  readonly partiesOf = oncePerObject((channel: SharedChannel): readonly ChannelParty[] => {
    const once = (parties: SharedChannel["senders"]): ChannelParty[] =>
      [...groupBy(parties, ({ api }) => api).values()].flatMap(([first]) => first ?? []);
    return [...once(channel.senders), ...once(channel.receivers)];
  });

  sentBy(api: string): readonly ApiPair[] {
    return this.#sent.get(api) ?? [];
  }

  receivedBy(api: string): readonly ApiPair[] {
    return this.#received.get(api) ?? [];
  }

  clashesOf(api: string): readonly FitRow[] {
    return this.#clashes.get(api) ?? [];
  }

  /** The portal's channels that a channel of one API belongs to. */
  sharedChannels(channel: ChannelIndex): readonly SharedChannel[] {
    return this.#channels.get(channel) ?? [];
  }

  /** The environment of a channel and what its address counts within, if another channel differs only by them; otherwise empty. */
  environmentOf(channel: SharedChannel): string {
    const isAlone = (this.#entries.get(placeOf(channel))?.length ?? 0) <= 1;
    return isAlone ? "" : [channel.environment ?? "", channel.space ?? "", channel.owner ?? ""].filter((each) => each !== "").join(", ");
  }

  /** The page for a place: that of the nearest channel, operation or message around it, otherwise that of the API. */
  pageAt({ file, pointer }: Pick<IndexPlace, "file" | "pointer">): string | undefined {
    this.#pages ??= describedPages([...this.apis.values()]);
    let nearest: DescribedPage | undefined;
    for (const page of this.#pages.get(file) ?? []) {
      const isAround = pointer === page.pointer || pointer.startsWith(`${page.pointer}/`);
      if (isAround && page.pointer.length >= (nearest?.pointer.length ?? 0)) nearest = page;
    }
    return nearest?.path;
  }

  /** The fields of a schema, none without a schema; `undefined` if its language is not compared. */
  fieldsOf(use: SchemaUse | null): readonly MessageField[] | undefined {
    if (!use) return [];
    return this.#fields.of(use.hash, () => {
      const text = this.#schemaText(use.hash);
      return text === undefined ? [] : messageFields(text);
    });
  }

  brokersOf(api: string): readonly string[] {
    return [...(this.#brokers.get(api) ?? [])];
  }
}

/** The number of channels on which an API sends or receives. */
export function channelCount(index: ApiIndex, direction: "send" | "receive"): number {
  return new Set(index.operations.flatMap((each) => (each.direction === direction ? [each.channel] : []))).size;
}
