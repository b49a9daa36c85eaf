import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { AcceptedChanges, ApiVersion, ComparisonFailure, Change, ChangeParty } from "#changes";
import { compareApis, comparisonFault, makeChangeReport, partialFaults, printChangesInPieces, worstFirst } from "#changes";
import type { Settings } from "#config";
import type { FileSnapshot } from "#documents";
import { orderOfVersions, versionParts } from "#format";
import type { JsonLocation } from "#report";
import type { Fault, ReadVersion } from "#run";
import { readVersion } from "#run";
import type { AssembledApi, PlacedPart, Portal, ApiIndex, FitRow } from "../match/index.ts";
import { createPortal, indexApi, ownerOf, startOf } from "../match/index.ts";
import type { ApiHistory, PublishedVersion, VersionStep } from "../pages/index.ts";
import { pagesOfObjects, published } from "../pages/index.ts";
import type { PartSource } from "./part-source.ts";

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

/** What was found between pairs of versions, by a hash of both and of the settings that a comparison depends on. */
export type KnownSteps = ReadonlyMap<string, VersionStep>;

export interface HistoryContext {
  readonly settings: Settings;
  /** The folder of the settings. */
  readonly folder: string;
  readonly accepted?: AcceptedChanges | undefined;
  /** The day on which a version of an API was released, as `YYYY-MM-DD`, if it is known. */
  readonly released: (api: string, version: string, isCurrent: boolean) => string | undefined;
  /** What an earlier merge found. */
  readonly steps?: KnownSteps | undefined;
}

/** The histories of APIs by name. APIs with one version have none. */
export interface Histories {
  readonly histories: ReadonlyMap<string, ApiHistory>;
  readonly steps: KnownSteps;
  /** The comparisons on which msgdocs itself failed, each with its newer version. */
  readonly faults: readonly (Fault & { readonly place: JsonLocation })[];
}

type Versions = AssembledApi<PartSource>["versions"];

/**
 * The version that another is compared with, as an index: the last release before it, without one the last pre-release before it. The
 * order of versions without numbers is that of the list, where the newest is first.
 */
function versionBefore(versions: readonly string[], at: number): number | undefined {
  const version = versions[at] ?? "";
  if (!versionParts(version)) return at + 1 < versions.length ? at + 1 : undefined;
  const isEarlier = (other: string): boolean => (orderOfVersions(other, version) ?? 0) < 0;
  const isRelease = (other: string): boolean => versionParts(other)?.preRelease === undefined;
  const latest = (fits: (other: string) => boolean): number | undefined =>
    versions.reduce<number | undefined>((best, other, index) => {
      if (!isEarlier(other) || !fits(other)) return best;
      return best === undefined || (orderOfVersions(other, versions[best] ?? "") ?? 0) > 0 ? index : best;
    }, undefined);
  const unnumbered = versions.findIndex((other) => !versionParts(other));
  return latest(isRelease) ?? latest(() => true) ?? (unnumbered < 0 ? undefined : unnumbered);
}

/** The text of a part's whole description, and the path under which it is read. */
interface DescriptionFile {
  readonly path: string;
  readonly text: Buffer;
  readonly key: string;
}

function descriptionOf({ part }: PlacedPart<PartSource>, folder: string): DescriptionFile | undefined {
  if (part.description === undefined) return undefined;
  const text = part.read(part.description);
  const { perspective, document, asWritten } = part.index;
  return {
    // Accepted changes name the document.
    path: resolve(folder, asWritten ? document : part.description),
    text,
    key: hash("sha256", JSON.stringify([perspective, document, asWritten, hash("sha256", text)])),
  };
}

/** Reads the description of a version. Nothing but it is read: what its references lead to is in it. */
async function read({ part }: PlacedPart<PartSource>, { path, text }: DescriptionFile, { settings, folder }: HistoryContext) {
  const { perspective, document, asWritten } = part.index;
  const snapshot: FileSnapshot = {
    open: (file) => (file === path ? { size: text.length, read: () => text } : { problem: "missing", reason: "a part holds one document" }),
    nameOf: () => (asWritten ? document : `${document} (bundled)`),
  };
  return readVersion(path, {
    settings: { ...settings, root: undefined, remote: undefined, perspective },
    cwd: folder,
    snapshot,
    named: true,
  });
}

function objectsOf({ api: { channels, operations, messages } }: ApiVersion): ReadonlySet<string> {
  return new Set([...channels, ...operations, ...messages].map(({ kind, id }) => `${kind} ${id}`));
}

/** Compares a version with an earlier one; `undefined` if one of them cannot be read. */
async function stepBetween(
  [old, now]: readonly [PlacedPart<PartSource>, PlacedPart<PartSource>],
  [before, after]: readonly [DescriptionFile, DescriptionFile],
  context: HistoryContext,
): Promise<{ readonly step: VersionStep; readonly failures: readonly ComparisonFailure[] } | undefined> {
  const [one, other] = [await read(old, before, context), await read(now, after, context)];
  if (!one.version || !other.version) return undefined;
  const { settings, accepted } = context;
  const { changes, matches, fields, failures } = compareApis(one.version, other.version, {
    reading: "documented",
    limits: settings.limits,
    newMessages: settings.newMessages,
  });
  const named = ({ part: { index } }: PlacedPart<PartSource>) => ({ name: index.document, title: index.title, version: index.version });
  const [earlier, later] = [one.version.documents, other.version.documents];
  const isEarlier = new Set(one.files);
  const report = makeChangeReport(changes, {
    old: named(old),
    new: named(now),
    rules: settings.rules,
    files: other.files,
    oldFiles: one.files,
    rootOf: (file) => (isEarlier.has(file) ? earlier : later).rootOf(file),
    accepted,
  });
  const step = {
    changes: report.changes.map(published),
    json: [...printChangesInPieces([report], { format: "json", version: "", colour: false })].join(""),
    summary: report.told,
    fields: fields.map(({ message, part, path, what }) => ({ message, part, path, what })),
    earlier: new Map(matches.map((match) => [`${match.kind} ${match.new}`, match.old])),
    known: objectsOf(one.version),
  };
  return { step, failures };
}

interface Findings {
  readonly steps: Map<string, VersionStep>;
  readonly faults: Histories["faults"][number][];
}

async function historyOf(versions: Versions, context: HistoryContext, { steps, faults }: Findings): Promise<ApiHistory> {
  const numbers = versions.map(({ part }) => part.index.version);
  const descriptions = versions.map((placed) => descriptionOf(placed, context.folder));
  const { rules, limits, newMessages } = context.settings;
  const all: PublishedVersion[] = [];
  for (const [at, placed] of versions.entries()) {
    const before = versionBefore(numbers, at);
    const old = before === undefined ? undefined : versions[before];
    const [earlier, later] = [before === undefined ? undefined : descriptions[before], descriptions[at]];
    const { part, folder: path } = placed;
    let step: VersionStep | undefined;
    let failed = false;
    if (old && earlier && later) {
      const key = JSON.stringify([earlier.key, later.key, rules, limits, newMessages]);
      // What is accepted may have changed since.
      const known = context.accepted ? undefined : context.steps?.get(key);
      const { name, version, document, index } = part.index;
      const what = `version ${version} of ${name} with version ${old.part.index.version}`;
      const place = index?.place ?? startOf(document);
      try {
        const compared = known ? { step: known, failures: [] } : await stepBetween([old, placed], [earlier, later], context);
        step = compared?.step;
        faults.push(...partialFaults(compared?.failures ?? [], what).map((fault) => ({ ...fault, place })));
        // The next merge fails as well, and says so.
        if (step && compared?.failures.length === 0) steps.set(key, step);
      } catch (error) {
        faults.push({ ...comparisonFault(error, what), place });
        failed = true;
      }
    }
    const released = context.released(part.index.name, part.index.version, at === 0);
    all.push({ version: part.index.version, path, pages: pagesOfObjects(part.index.index), released, before, step, failed });
  }
  return all;
}

/** Compares the versions of each API with one another. */
export async function historiesOf(apis: readonly AssembledApi<PartSource>[], context: HistoryContext): Promise<Histories> {
  const findings: Findings = { steps: new Map(), faults: [] };
  const histories = new Map<string, ApiHistory>();
  for (const { api, versions } of apis) if (versions.length > 1) histories.set(api.name, await historyOf(versions, context, findings));
  return { histories, ...findings };
}

/** Adds the other APIs that the newest changes concern. */
export function withParties(
  { histories }: Histories,
  { portal, apis, options }: { portal: Portal; apis: readonly AssembledApi<PartSource>[]; options: Parameters<typeof createPortal>[1] },
): Histories["histories"] {
  const isOfOthers = ({ step }: PublishedVersion): boolean => step?.changes.some(({ affects }) => affects !== "nobody") === true;
  if (![...histories.values()].some(([newest]) => newest && isOfOthers(newest))) return histories;
  const earlier = apis.map(({ api, versions }) => {
    const before = histories.get(api.name)?.[0]?.before;
    const index = before === undefined ? undefined : versions[before]?.part.index.index;
    return index ? { ...api, index } : api;
  });
  const parties = new KnownParties({ old: createPortal(earlier, options), now: portal });
  return new Map(
    [...histories].map(([name, history]) => {
      const [newest, ...others] = history;
      if (!newest?.step) return [name, history];
      const changes = newest.step.changes.map((change) => ({ ...change, parties: parties.of(change, name) }));
      return [name, [{ ...newest, step: { ...newest.step, changes } }, ...others]];
    }),
  );
}
