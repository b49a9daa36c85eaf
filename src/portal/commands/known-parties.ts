import type { Change, ChangeParty } from "#changes";
import { worstFirst } from "#changes";
import type { ReadVersion } from "#run";
import type { ApiIndex, FitRow, Portal } from "../match/index.ts";
import { createPortal, indexApi, ownerOf } from "../match/index.ts";

/** Both versions of one API in a portal. */
export interface VersionPair {
  readonly name: string;
  readonly old: ReadVersion["version"];
  readonly now: ReadVersion["version"];
}

const NO_EXAMPLES = { passed: 0, failed: 0, notChecked: 0 };

/** The portal of one version of all APIs. It is only used to find connections; no page is made from it. */
function portalOf(pairs: readonly VersionPair[], which: "old" | "now", brokers: Readonly<Record<string, readonly string[]>>): Portal {
  const texts = new Map<string, string>();
  const apis = pairs.flatMap(({ name, [which]: version }) => {
    if (!version) return [];
    const document = { ...version, routes: { pageOf: () => "", anchorOf: () => undefined }, examples: NO_EXAMPLES };
    const { index, schemas } = indexApi(document, { name, fileName: (file) => file.name });
    for (const [hash, text] of schemas) texts.set(hash, text);
    const owner = ownerOf(version.api.node);
    return [{ index, name, title: index.title, document: index.document, status: "built" as const, owner, group: "", versions: [] }];
  });
  return createPortal(apis, { title: "", brokers, schemaText: (hash) => texts.get(hash) });
}

/** The addresses of the channels that a change is about; `undefined` for all channels. */
function addressesOf({ subject: { kind, id } }: Pick<Change, "subject">, index: ApiIndex): ReadonlySet<string | null> | undefined {
  if (kind === "api" || kind === "server") return undefined;
  const channels = new Set<number>();
  if (kind === "channel") index.channels.forEach((channel, at) => channel.id === id && channels.add(at));
  for (const { id: own, channel, messages } of index.operations) {
    if (kind === "operation" ? own === id : kind === "message" && messages.some((at) => index.messages[at]?.id === id))
      channels.add(channel);
  }
  const all = [...channels].flatMap((at) => index.channels[at] ?? []);
  return new Set(all.flatMap(({ address, wire }) => wire?.map((each) => each.address) ?? [address]));
}

const keyOf = ({ sender, receiver, broker, channel, message }: FitRow): string =>
  JSON.stringify([sender, receiver, broker, channel.address, message]);

const otherOf = ({ sender, receiver }: FitRow, api: string): string => (sender === api ? receiver : sender);

/** Whether a message did not fit before either, and now has no reason that it did not have. */
function wasSo({ verdict, why, also = [] }: FitRow, before: FitRow | undefined): boolean {
  if (verdict === "fits" || before?.verdict !== verdict) return false;
  const reasons = new Set([before.why, ...(before.also ?? [])]);
  return verdict !== "clash" || [why, ...also].every((reason) => reasons.has(reason));
}

/** What a change means to one API, by the messages between the two before and now. */
function effectOf(current: readonly FitRow[], earlier: ReadonlyMap<string, FitRow>): Pick<ChangeParty, "verdict" | "before"> {
  const rows = current.map((row) => {
    const before = earlier.get(keyOf(row));
    const wasBad = before !== undefined && before.verdict !== "fits" && (row.verdict === "fits" || wasSo(row, before));
    return { api: "", verdict: row.verdict, ...(wasBad ? { before: before.verdict } : {}) };
  });
  // What it never received concerns it only if there is nothing else.
  const met = rows.filter(({ verdict, before }) => verdict !== "not-received" || before === undefined);
  const [{ verdict, before } = { verdict: "not-received" as const, before: undefined }] = worstFirst(met.length > 0 ? met : rows);
  return { verdict, ...(before === undefined ? {} : { before }) };
}

/** Finds the other APIs of the portal that use the subject of a change, by the old versions, and whether they fit the new ones. */
export class KnownParties {
  readonly #old: Portal;
  readonly #now: Portal;

  constructor({ old, now }: { readonly old: Portal; readonly now: Portal }) {
    this.#old = old;
    this.#now = now;
  }

  /** The same for versions that no portal shows. */
  static between(pairs: readonly VersionPair[], brokers: Readonly<Record<string, readonly string[]>>): KnownParties {
    return new KnownParties({ old: portalOf(pairs, "old", brokers), now: portalOf(pairs, "now", brokers) });
  }

  of(change: Pick<Change, "affects" | "subject">, api: string): readonly ChangeParty[] {
    if (change.affects === "nobody") return [];
    const indexOf = ({ apis }: Portal): ApiIndex | undefined => apis.find(({ name }) => name === api)?.index;
    const [before, after] = [indexOf(this.#old), indexOf(this.#now)];
    const [was, is] = [before && addressesOf(change, before), after && addressesOf(change, after)];
    const addresses = was || is ? new Set([...(was ?? []), ...(is ?? [])]) : undefined;
    const rowsOf = ({ fit }: Portal): FitRow[] =>
      fit.filter(
        ({ sender, receiver, channel, message }) =>
          (addresses?.has(channel.address) ?? true) &&
          ((sender === api && change.affects !== "senders" && (change.subject.kind !== "message" || message === change.subject.id)) ||
            (receiver === api && change.affects !== "receivers")),
      );
    const earlier = rowsOf(this.#old);
    return this.#effects(api, new Set(earlier.map((row) => otherOf(row, api))), { earlier, current: rowsOf(this.#now) });
  }

  /** The APIs that meet one that is new. */
  ofNew(api: string): readonly ChangeParty[] {
    const current = this.#now.fit.filter(({ sender, receiver }) => sender === api || receiver === api);
    const met = current.filter(({ verdict }) => verdict !== "not-received");
    return this.#effects(api, new Set(current.map((row) => otherOf(row, api))), { earlier: [], current: met });
  }

  #effects(
    api: string,
    names: ReadonlySet<string>,
    { earlier, current }: { readonly earlier: readonly FitRow[]; readonly current: readonly FitRow[] },
  ): readonly ChangeParty[] {
    const before = new Map(earlier.map((row) => [keyOf(row), row]));
    const owners = new Map([...this.#old.apis, ...this.#now.apis].map(({ name, owner }) => [name, owner]));
    return [...names].sort().map((name) => {
      const owner = owners.get(name);
      const effect = effectOf(
        current.filter((row) => otherOf(row, api) === name),
        before,
      );
      return { api: name, ...effect, ...(owner ? { owner } : {}) };
    });
  }
}
