import { dirname } from "node:path/posix";
import type { RootLookup } from "#report";
import { compare, fileOf, jsonIn, LazyLocation, slashed, withoutIndices } from "#report";
import type { Code, Place, Severity } from "#text";
import type { Acceptance, Change } from "./change.ts";

/** A change that a team accepts, as its file says it. */
interface AcceptedChange {
  readonly code: Code;
  /** The path relative to the folder of the file, `/`-separated. */
  readonly file: string;
  readonly pointer: string;
  readonly message: string;
  /** What it is about in both versions, so that a further change of the same place is another one. */
  readonly digest: string;
}

/** The content of a file of accepted changes. `folder` is its absolute folder, `/`-separated. */
export interface AcceptedChanges {
  readonly folder: string;
  readonly keys: ReadonlySet<string>;
}

const FIELDS = ["code", "file", "pointer", "message", "digest"] as const satisfies readonly (keyof AcceptedChange)[];

const keyOf = (accepted: Readonly<Record<keyof AcceptedChange, string>>): string =>
  JSON.stringify(FIELDS.map((field) => (field === "pointer" ? withoutIndices(accepted.pointer) : accepted[field])));

function entryOf({ code, place, message, digest }: Change, folder: string, pointerOf: (place: Place) => string): AcceptedChange {
  return { code, file: fileOf(place, folder), pointer: pointerOf(place), message, digest: digest?.() ?? "" };
}

/** Whether a file accepts a change. That nothing was compared is accepted by none. */
export function isAccepted(change: Change, { folder, keys }: AcceptedChanges, rootOf: RootLookup): boolean {
  return change.digest !== undefined && keys.has(keyOf(entryOf(change, folder, (place) => new LazyLocation(place, rootOf).pointer)));
}

/** The changes of a report. */
interface ListedChanges {
  readonly changes: readonly (Change & { readonly severity: Severity; readonly accepted: Acceptance | undefined })[];
  readonly rootOf: RootLookup;
}

/** The text of a file that accepts the errors and warnings of reports, and how many these are. */
export function printAcceptedChanges(reports: readonly ListedChanges[], path: string): { readonly text: string; readonly count: number } {
  const folder = dirname(slashed(path));
  const entries = reports.flatMap(({ changes, rootOf }) =>
    changes
      .filter(({ accepted, digest, severity }) => !accepted && digest && severity !== "info")
      .map((change) => entryOf(change, folder, (place) => new LazyLocation(place, rootOf).pointer)),
  );
  const changes = [...new Map(entries.map((entry) => [keyOf(entry), entry]))].sort(([a], [b]) => compare(a, b)).map(([, entry]) => entry);
  return { text: `${JSON.stringify({ version: 2, changes }, undefined, 2)}\n`, count: changes.length };
}

function isEntry(value: unknown): value is AcceptedChange {
  return (
    typeof value === "object" && value !== null && FIELDS.every((field) => field in value && typeof value[field as never] === "string")
  );
}

/** Parses a file of accepted changes; `undefined` if it is none. */
export function parseAcceptedChanges(text: string, folder: string): AcceptedChanges | undefined {
  const value = jsonIn(text);
  if (typeof value !== "object" || value === null || !("changes" in value) || !Array.isArray(value.changes)) return undefined;
  const changes: unknown[] = value.changes;
  return changes.every(isEntry) ? { folder: slashed(folder), keys: new Set(changes.map(keyOf)) } : undefined;
}
