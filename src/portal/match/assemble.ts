import { fileNames } from "#model";
import { compareTexts, groupBy } from "#text";
import type { NameConflict } from "./api-index.ts";
import { nameConflicts, newestFirst, takenNames } from "./api-index.ts";
import type { PartSummary } from "./part-index.ts";
import type { BrokenDocument, PortalApi } from "./portal.ts";
import { pathOfApi } from "./portal.ts";
import type { PortalProblem } from "./problems.ts";

/** One version of an API in the portal. */
export interface PlacedPart<Part> {
  readonly part: Part;
  /** The folder in the portal, ending in `/`. */
  readonly folder: string;
  /** The folder relative to that of the API; empty for the current version. */
  readonly below: string;
}

/** An API of the portal and its versions, the current one first. Empty if it could not be built. */
export interface AssembledApi<Part> {
  readonly api: PortalApi;
  readonly versions: readonly PlacedPart<Part>[];
}

/** The parts of a portal, sorted into APIs. */
export interface Assembly<Part> {
  readonly apis: readonly AssembledApi<Part>[];
  /** Pairs of parts that claim the same name. */
  readonly conflicts: readonly (NameConflict & { readonly parts: readonly [Part, Part] })[];
  /** Pairs of parts of which the second becomes a version of the first, unasked. */
  readonly taken: readonly { readonly name: string; readonly parts: readonly [Part, Part] }[];
}

/** The data of a part that decides about its place in the portal. */
interface WithIndex {
  readonly index: Pick<PartSummary, "name" | "named" | "title" | "version" | "document" | "owner" | "group" | "index"> &
    Partial<Pick<PartSummary, "problems">>;
}

/** The folder of each version: the version itself, if that is a valid file name on every system. */
function versionFolders(versions: readonly string[]): ReadonlyMap<string, string> {
  const names = fileNames(versions);
  const isName = (version: string): boolean => /^[0-9a-z](?:[0-9a-z-]|\.(?=[0-9a-z])){0,59}$/.test(version);
  return new Map(versions.map((version) => [version, `v-${isName(version) ? version : (names.get(version) ?? "x")}/`]));
}

const byDocument = (a: WithIndex, b: WithIndex): number =>
  compareTexts(a.index.name, b.index.name) ||
  compareTexts(a.index.document, b.index.document) ||
  compareTexts(a.index.version, b.index.version);

/** Whether a version is older than the one that is shown. A document that could not be read may be of any version. */
function isOlder(version: string, shown: string): boolean {
  return version !== "" && newestFirst([{ version }, { version: shown }])[0]?.version === shown;
}

/** The owner of documents that claim one name: none if they have several. */
function sameOwner(parts: readonly WithIndex[]): string | null {
  const [owner = null, ...others] = new Set(parts.map(({ index }) => index.owner));
  return others.length === 0 ? owner : null;
}

/**
 * Assembles parts to APIs. The order of the parts has no effect. If a document could not be built, an earlier part of it is used
 * instead, and is marked as stale.
 */
export function assemble<Part extends WithIndex>(given: readonly Part[]): Assembly<Part> {
  const parts = [...given].sort(byDocument);
  const built = parts.filter(({ index }) => index.index);
  const failed = parts.filter(({ index }) => !index.index);
  const builtDocuments = new Map(built.map((part) => [part.index.document, part]));
  const staleDocuments = new Set(failed.map(({ index }) => index.document));
  const listed = [...built, ...failed.filter(({ index }) => !builtDocuments.has(index.document))];
  const named = listed.map(({ index }) => ({ ...index.named, version: index.version }));
  const withParts = <T extends { readonly first: number; readonly second: number }>(pair: T) => {
    const [first, second] = [listed[pair.first], listed[pair.second]];
    return first && second ? [{ ...pair, parts: [first, second] as const }] : [];
  };
  const claims = nameConflicts(named).flatMap(withParts);
  const taken = takenNames(named).flatMap(withParts);
  // It is unknown what a document is that could not be read.
  const conflicts = claims.filter(({ isFirstKept, parts: [first, second] }) => second.index.index && (isFirstKept || first.index.index));
  const refused = new Set(conflicts.flatMap(({ isFirstKept, name }) => (isFirstKept ? [] : [name])));
  const outvoted = new Set(claims.flatMap(({ isFirstKept, parts: [, second] }) => (isFirstKept ? [second] : [])));
  const claimed = listed.filter((part) => !outvoted.has(part));
  const apis = [...groupBy(claimed, ({ index }) => index.name)].map(([name, all]): AssembledApi<Part> => {
    const [first] = all;
    const own = refused.has(name) ? [] : all.filter(({ index }) => index.index);
    const ordered = newestFirst(own.map((part) => ({ part, version: part.index.version })));
    const [current] = ordered;
    const folders = versionFolders(ordered.map(({ version }) => version));
    const versions = ordered.map(({ part, version }, at): PlacedPart<Part> => {
      const below = at === 0 ? "" : (folders.get(version) ?? "v-x/");
      return { part, below, folder: pathOfApi(name) + below };
    });
    const shown = (current?.part ?? first)?.index;
    const broken = all.flatMap(({ index: { document, version, index } }): BrokenDocument[] => {
      if (!current || (index && !staleDocuments.has(document))) return [];
      const isEarlier = index ? version !== current.version : isOlder(version, current.version);
      return [{ document, version: isEarlier ? version : "", isShown: index !== undefined || !isEarlier }];
    });
    return {
      api: {
        name,
        title: refused.has(name) ? name : (shown?.title ?? name),
        sharesName: refused.has(name),
        document: shown?.document ?? "",
        owner: refused.has(name) ? sameOwner(all) : (shown?.owner ?? null),
        group: shown?.group ?? "",
        status: current ? (broken.some(({ version }) => version === "") ? "stale" : "built") : "failed",
        broken,
        // Examples that do not match are counted with those that do.
        hasErrors: current?.part.index.problems?.some(({ severity, code }) => severity === "error" && !code.startsWith("example/")),
        index: current?.part.index.index,
        versions: versions.map(({ part, folder }) => ({ version: part.index.version, path: folder })),
      },
      versions,
    };
  });
  return { apis, conflicts, taken };
}

const ofOwn = "a name of its own: { path: …, name: … } in the setting documents.";

/** Why two parts cannot both have a name, and what to do. */
function conflictWords({ isSameVersion, isFirstKept }: NameConflict, version: string): { readonly reason: string; readonly hint: string } {
  if (isFirstKept) return { reason: "the settings give it to the other one", hint: `Give this one ${ofOwn}` };
  return isSameVersion
    ? { reason: `both are its version ${JSON.stringify(version)}`, hint: `Leave one of them out, or give one another version or ${ofOwn}` }
    : {
        reason: "they are not versions of one API",
        hint: "Give each an id, or one of them a name: { path: …, name: … } in the setting documents.",
      };
}

const TAKEN = "If it is one, list both by their paths in the setting documents. Otherwise give it an id or a name of its own.";

/** The problems of documents that cannot be in the same portal, or that take a name, each with both places. */
export function nameProblems({ conflicts, taken }: Assembly<WithIndex>): PortalProblem[] {
  const said = (
    [{ index: other }, { index: own }]: readonly [WithIndex, WithIndex],
    about: Pick<PortalProblem, "code" | "blanks" | "hint">,
  ) => {
    const related = other.index ? [{ message: "the other one is here", place: other.index.place }] : [];
    return own.index ? [{ ...about, place: own.index.place, related }] : [];
  };
  return [
    ...conflicts.flatMap(({ parts, ...conflict }) => {
      const { reason, hint } = conflictWords(conflict, parts[1].index.version);
      return said(parts, { code: "portal/same-name", blanks: { name: JSON.stringify(conflict.name), reason }, hint });
    }),
    ...taken.flatMap(({ name, parts }) => {
      const [other, path] = parts.map(({ index }) => JSON.stringify(index.named.path));
      const blanks = { name: JSON.stringify(name), path: path ?? "", other: other ?? "" };
      return said(parts, { code: "portal/taken-name", blanks, hint: TAKEN });
    }),
  ];
}
