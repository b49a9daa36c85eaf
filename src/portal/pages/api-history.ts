import type { ChangeSubject, ChangeSummary, DescribedChange, ReportedChange } from "#changes";
import { lineOf } from "#changes";
import { anchorFor } from "#model";
import type { Words } from "#text";
import { escapeToken } from "#text";
import type { ApiIndex } from "../match/index.ts";

/** A change between two published versions. Places are texts, so that no document is kept. */
export interface PublishedChange extends DescribedChange {
  /** Where it was and is, such as `orders.yaml:12`; empty if it was not or is not. */
  readonly was: string;
  readonly now: string;
}

/** A change without the documents. */
export function published(change: ReportedChange): PublishedChange {
  const { code, verdict, affects, message, facts, channels, oldValue, newValue, witness, at, missing, subject, accepted, parties } = change;
  const places = { was: change.old ? lineOf(change.old) : "", now: change.new ? lineOf(change.new) : "" };
  return {
    code,
    verdict,
    affects,
    message,
    facts,
    channels,
    oldValue,
    newValue,
    witness,
    at,
    missing,
    subject,
    accepted,
    parties,
    ...places,
  };
}

/** A field of a message that is new or was changed. */
export interface PublishedField {
  /** The id of the message. */
  readonly message: string;
  readonly part: "payload" | "headers";
  /** The path in a value, as a JSON Pointer with `*` for any item or any name. */
  readonly path: string;
  readonly what: "added" | "changed";
}

/** The comparison of a version with the one before it. */
export interface VersionStep {
  readonly changes: readonly PublishedChange[];
  /** The same as `msgdocs diff --format json` prints it. */
  readonly json: string;
  /** The counts of what caused them. */
  readonly summary: ChangeSummary;
  readonly fields: readonly PublishedField[];
  /** The id in the earlier version of each object that both have, by its kind and id. */
  readonly earlier: ReadonlyMap<string, string>;
  /** The kinds and ids of all objects of the earlier version. */
  readonly known: ReadonlySet<string>;
}

/** A version of an API, with what changed in it. */
export interface PublishedVersion {
  readonly version: string;
  /** Its folder in the portal, ending in `/`. */
  readonly path: string;
  /** The page of each channel, operation and message in that folder, by its kind and id. */
  readonly pages: ReadonlyMap<string, string>;
  /** The day of its release, as `YYYY-MM-DD`, if it is known. */
  readonly released?: string | undefined;
  /** The index of the version that it is compared with, in the list of versions; `undefined` for the first. */
  readonly before?: number | undefined;
  /** Absent for the first version, and if the two cannot be compared. */
  readonly step?: VersionStep | undefined;
  /** Whether msgdocs itself failed to compare the two. */
  readonly failed: boolean;
}

/** The objects of an API that have pages. */
export function objectsOf({ channels, operations, messages }: ApiIndex) {
  const of = (kind: ChangeSubject["kind"], all: readonly { readonly id: string; readonly page: string }[]) =>
    all.map(({ id, page }) => ({ kind, id, page }));
  return [...of("channel", channels), ...of("operation", operations), ...of("message", messages)];
}

/** The page of each object of an API, by its kind and id. */
export function pagesOfObjects(index: ApiIndex | undefined): ReadonlyMap<string, string> {
  return new Map(index && objectsOf(index).map(({ kind, id, page }) => [`${kind} ${id}`, page]));
}

/** Why a version has no list of changes; empty if it has one. */
export function emptyText(words: Words, { before, step, failed }: PublishedVersion): string {
  if (before === undefined) return words("portal.first-version");
  if (!step) return words(failed ? "portal.comparison-failed" : "portal.versions-not-compared");
  return step.changes.length === 0 ? words("site.change-nothing") : "";
}

/** The versions of an API, the current one first. */
export type ApiHistory = readonly PublishedVersion[];

/** When an object of the current version appeared and when it last changed. */
export interface VersionMark {
  /** The first version that has it; absent if all known versions have it. */
  readonly since?: string | undefined;
  readonly changed?: { readonly version: string; readonly isBreaking: boolean } | undefined;
}

/** A mark of a field, with its place in the message. */
export interface FieldMark extends VersionMark, Pick<PublishedField, "part" | "path"> {}

/** The steps from the current version back to the first. */
function* stepsOf(history: ApiHistory): Generator<{ readonly version: string; readonly step: VersionStep }> {
  const seen = new Set<number>();
  for (let at: number | undefined = 0; at !== undefined && !seen.has(at);) {
    seen.add(at);
    const next: PublishedVersion | undefined = history[at];
    if (!next?.step) return;
    yield { version: next.version, step: next.step };
    at = next.before;
  }
}

/** Whether a change concerns how an object is used, and not only what is said about it. */
function isOfUse({ verdict }: PublishedChange): boolean {
  return verdict !== "annotation";
}

/** When a channel, an operation or a message of the current version appeared and last changed. */
export function markOf(history: ApiHistory, { kind, id }: ChangeSubject): VersionMark {
  let changed: VersionMark["changed"];
  let own = id;
  for (const { version, step } of stepsOf(history)) {
    const key = `${kind} ${own}`;
    const earlier = step.earlier.get(key);
    // What has no counterpart is only new if the earlier version has nothing of this name elsewhere.
    if (earlier === undefined && !step.known.has(key)) return { since: version, changed };
    const changes = step.changes.filter(({ subject }) => subject.kind === kind && subject.id === own).filter(isOfUse);
    if (changes.length > 0)
      changed ??= { version, isBreaking: changes.some(({ verdict, accepted }) => verdict === "breaking" && !accepted) };
    own = earlier ?? own;
  }
  return { changed };
}

/** When the fields of a message of the current version appeared and last changed. Fields as old as the history are left out. */
export function fieldMarks(history: ApiHistory, message: string): readonly FieldMark[] {
  const marks = new Map<string, FieldMark>();
  let own = message;
  for (const { version, step } of stepsOf(history)) {
    const key = `message ${own}`;
    const earlier = step.earlier.get(key);
    for (const { part, path, what } of step.fields.filter((field) => field.message === own)) {
      const place = `${part}${path}`;
      const known = marks.get(place);
      // A field that was removed and added again counts from when it came back.
      if (known?.since !== undefined) continue;
      const isBreaking = step.changes.some((change) => change.verdict === "breaking" && !change.accepted && isAt(change, own, path));
      const changed = known?.changed ?? (what === "changed" ? { version, isBreaking } : undefined);
      marks.set(place, { part, path, changed, ...(what === "added" ? { since: version } : {}) });
    }
    if (earlier === undefined && !step.known.has(key)) break;
    own = earlier ?? own;
  }
  return [...marks.values()];
}

/** Whether a change is about a field of a message. */
function isAt({ subject, at, missing }: PublishedChange, message: string, path: string): boolean {
  if (subject.kind !== "message" || subject.id !== message) return false;
  const pointer = missing === undefined ? at : `${at}/${escapeToken(missing)}`;
  const [steps, own] = [pointer.split("/"), path.split("/")];
  return steps.length === own.length && own.every((step, place) => step === "*" || step === steps[place]);
}

/** The page with the changes of an API from version to version. */
export function historyPath(api: string): string {
  return `apis/${api}/changes.html`;
}

/** The section of a version on that page: `version.2.0.0`. It has no `:`, which separates what is below it. */
export function versionAnchor(version: string): string {
  // A version is one step, so the sign for a dot in a step can be the dot.
  return anchorFor("version", version).replaceAll(":", ".");
}
