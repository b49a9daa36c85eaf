import { hash } from "node:crypto";
import { resolve } from "node:path";
import type { AcceptedChanges, ApiVersion, ComparisonFailure, ReportedChange } from "#changes";
import { compareApis, comparisonFault, makeChangeReport, partialFaults, printChangesInPieces } from "#changes";
import type { Settings } from "#config";
import type { FileSnapshot } from "#documents";
import { orderOfVersions, versionParts } from "#format";
import type { JsonLocation } from "#report";
import type { Fault } from "#run";
import { readVersion } from "#run";
import type { Place } from "#text";
import { lineColumn } from "#text";
import type { AssembledApi, PlacedPart, Portal } from "../match/index.ts";
import { createPortal } from "../match/index.ts";
import type { ApiHistory, PublishedChange, PublishedVersion, VersionStep } from "../pages/index.ts";
import { pagesOfObjects } from "../pages/index.ts";
import { KnownParties } from "./known-parties.ts";
import { startOf } from "./make-part.ts";
import type { PartSource } from "./part-source.ts";

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

function shown(place: Place | undefined): string {
  return place ? `${place.file.name}:${lineColumn(place.file, place.start).line}` : "";
}

/** A change without the documents. */
function published(change: ReportedChange): PublishedChange {
  const { code, verdict, affects, message, facts, channels, oldValue, newValue, witness, at, missing, subject, accepted } = change;
  const places = { was: shown(change.old), now: shown(change.new) };
  return { code, verdict, affects, message, facts, channels, oldValue, newValue, witness, at, missing, subject, accepted, ...places };
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
