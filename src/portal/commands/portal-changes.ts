import { basename, dirname, relative, resolve, sep } from "node:path";
import type { Change, ChangesInPortal, CompareContext, LoadedPair } from "#changes";
import { brokenText, compareVersions, comparisonFault, failedChange, isBroken, isNew, partialFaults, reportOn } from "#changes";
import type { PortalSettings } from "#config";
import type { ReadVersion } from "#run";
import { inputOf, openSnapshot, accessLine, readLocation } from "#run";
import { matchingPaths, realPathOf, statsOf } from "#text";
import { apiName } from "../match/index.ts";
import type { VersionPair } from "./version-history.ts";
import { KnownParties } from "./version-history.ts";

/** A document of a portal in the old and the new version. */
interface PortalPair extends LoadedPair, Pick<VersionPair, "name"> {
  readonly presence: "both" | "added" | "removed";
  /** Whether msgdocs itself failed on reading it. */
  readonly failed?: boolean;
}

const UNREAD: ReadVersion = { files: [], problems: [], inputs: [], contacts: [] };

/** An empty API, in place of one that was removed. */
function emptyApi({ version }: ReadVersion): Uint8Array {
  const { title = "", version: own = "" } = version?.api.info ?? {};
  return new TextEncoder().encode(JSON.stringify({ asyncapi: "2.6.0", info: { title, version: own }, channels: {} }));
}

/** The changes of an API that was removed, with the places of the old version. Those of its version number and words are left out. */
function ofRemoved(changes: readonly Change[]): readonly Change[] {
  return changes
    .filter(({ code }) => code !== "change/version" && code !== "change/words")
    .map((change) => ({ ...change, new: undefined, place: change.old ?? change.place }));
}

/**
 * Compares all documents of a portal with a ref of git, and finds the other APIs of the portal that a change concerns; or the documents
 * that cannot be read now. Where an earlier version cannot be read, or msgdocs itself fails, the changes of a document cannot be told.
 */
export async function portalChanges(
  base: string,
  portal: PortalSettings,
  context: CompareContext & { readonly quiet: boolean },
): Promise<ChangesInPortal | { readonly unread: readonly ReadVersion[] }> {
  const { settings, io, quiet } = context;
  const { documents, listed } = await inputOf({ given: [] }, settings, io);
  const snapshot = openSnapshot(base, portal.folder);
  const folder = realPathOf(portal.folder);
  const real = documents.map((path) => resolve(realPathOf(dirname(path)), basename(path)));
  const removed = snapshot.filesBelow(folder).filter((path) => !real.includes(path) && !statsOf(path));
  const written = new Map(removed.map((path) => [resolve(portal.folder, relative(folder, path)), path]));
  const matched = new Set(portal.documents.flatMap(({ path }) => matchingPaths(path, [...written.keys()])));
  const gone = [...written].filter(([path]) => matched.has(path)).map(([, path]) => path);
  const pairs: PortalPair[] = [];
  const unread: ReadVersion[] = [];
  const faults: ChangesInPortal["faults"][number][] = [];
  const shown = (path: string): string => relative(portal.folder, path).split(sep).join("/") || "the portal";
  /** Returns `undefined` if msgdocs itself fails. */
  const trying = async <T>(path: string, step: () => T | Promise<T>): Promise<T | undefined> => {
    try {
      return await step();
    } catch (error) {
      const file = shown(path);
      faults.push({ ...comparisonFault(error, `${file} with ${base}`), file });
      return undefined;
    }
  };
  const nameOf = ({ version }: ReadVersion, path: string): string => {
    const { title = "" } = version?.api.info ?? {};
    return apiName({ name: listed?.get(path)?.name, id: version?.api.identifier?.value, path: shown(path), title });
  };
  for (const [at, document] of documents.entries()) {
    const location = [{ document: real[at] ?? document, snapshot, named: true }, { document }] as const;
    const entry = listed?.get(document);
    const read = await trying(document, async () => [
      await readLocation(location[0], context, entry),
      await readLocation(location[1], context, entry),
    ]);
    const failed = read === undefined;
    const [old = UNREAD, now = UNREAD] = read ?? [];
    const isAdded = isNew(old, location[0]);
    const isUnread = !failed && isBroken(old, location[0]);
    if (isUnread) io.stderr(brokenText(old));
    if (!failed && (!now.version || (!old.version && !isAdded && !isUnread))) unread.push(...[old, now].filter(({ version }) => !version));
    pairs.push({ location, old, now, failed, name: nameOf(now, document), presence: isAdded ? "added" : "both" });
  }
  for (const document of gone) {
    const location = [
      { document, snapshot, named: true },
      { document, named: true },
    ] as const;
    const old = await trying(document, () => readLocation(location[0], context));
    if (!old?.version) continue;
    const name = nameOf(old, document);
    // A document that was moved still describes the same API.
    const moved = pairs.findIndex((pair) => pair.presence === "added" && pair.name === name);
    const pair = pairs[moved];
    if (pair) pairs[moved] = { ...pair, old, location: [location[0], pair.location[1]], presence: "both" };
    else {
      const now = await readLocation({ ...location[1], overlay: new Map([[document, emptyApi(old)]]) }, context);
      pairs.push({ location, old, now, name, presence: "removed" });
    }
  }
  pairs.sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
  io.progress(undefined);
  if (!quiet) {
    const read = pairs.flatMap(({ old, now, location }) =>
      [old, now].map((each, at) => ({ ...each, document: location[at]?.document ?? "" })),
    );
    io.stderr(accessLine(read, { cwd: io.cwd, settings }));
  }
  if (unread.length > 0) return { unread };
  io.progress("comparing");
  const found: (readonly Change[])[] = [];
  for (const pair of pairs) {
    const { document } = pair.location[1];
    const compared = pair.failed === true ? undefined : await trying(document, () => compareVersions(pair, context));
    found.push(compared?.changes ?? [failedChange(document, pair.now)]);
    const file = shown(document);
    faults.push(...partialFaults(compared?.failures ?? [], `${file} with ${base}`).map((fault) => ({ ...fault, file })));
  }
  const versions = pairs.map(({ name, old, now, presence }): VersionPair => {
    return { name, old: old.version, now: presence === "removed" ? undefined : now.version };
  });
  const hasChanges = found.some((changes) => changes.length > 0) || pairs.some(({ presence }) => presence === "added");
  const parties = hasChanges ? await trying(portal.folder, () => KnownParties.between(versions, portal.brokers)) : undefined;
  const reports = pairs.map((pair, at) => {
    const { name: api, presence } = pair;
    const all = presence === "removed" ? ofRemoved(found[at] ?? []) : (found[at] ?? []);
    const changes = all.map((change) => ({ ...change, parties: parties?.of(change, api) }));
    return reportOn(changes, pair, {
      ...context,
      more: { api, presence, ...(presence === "added" && parties ? { meets: parties.ofNew(api) } : {}) },
    });
  });
  io.progress(undefined);
  return { reports, faults };
}
