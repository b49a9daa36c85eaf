import type { ReadVersion } from "../build/index.ts";
import type { ApiIndex, FitRow, Portal } from "#portal";
import { createPortal, indexApi } from "#portal";
import type { Change, ChangeParty } from "#report";

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
    return [{ index, name, title: index.title, document: index.document, status: "built" as const, owner: null, group: "", versions: [] }];
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

const ORDER: readonly ChangeParty["verdict"][] = ["clash", "not-received", "unknown", "fits"];

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
    const earlier = before && addressesOf(change, before);
    const later = after && addressesOf(change, after);
    const addresses = earlier || later ? new Set([...(earlier ?? []), ...(later ?? [])]) : undefined;
    const rowsOf = ({ fit }: Portal): FitRow[] =>
      fit.filter(
        ({ sender, receiver, channel, message }) =>
          (addresses?.has(channel.address) ?? true) &&
          ((sender === api && change.affects !== "senders" && (change.subject.kind !== "message" || message === change.subject.id)) ||
            (receiver === api && change.affects !== "receivers")),
      );
    const otherOf = ({ sender, receiver }: FitRow): string => (sender === api ? receiver : sender);
    const current = rowsOf(this.#now);
    const names = new Set(rowsOf(this.#old).map(otherOf));
    return [...names].sort().map((name) => {
      const verdicts = new Set(current.filter((row) => otherOf(row) === name).map(({ verdict }) => verdict));
      return { api: name, verdict: ORDER.find((verdict) => verdicts.has(verdict)) ?? "not-received" };
    });
  }
}
