import { orderOfVersions, versionParts } from "#format";
import { fileNames } from "#model";
import { groupBy } from "#text";

/** The texts from which an API gets its name. */
export interface NamedApi {
  /** The name in the settings. */
  readonly name?: string | undefined;
  /** The document's `id`. */
  readonly id?: string | undefined;
  /** The path of the document, `/`-separated, relative to the folder of the settings. */
  readonly path: string;
  readonly title: string;
  /** Whether the settings name the document itself, and no glob found it. */
  readonly isListed?: boolean | undefined;
  /** Where the settings say that its source is, which tells documents of one path apart that could not be read. */
  readonly repository?: string | undefined;
}

/**
 * The name of an API in URLs: that of the settings, otherwise the last part of its id, otherwise the name of its folder, otherwise its
 * title.
 */
export function apiName({ name, id, path, title }: NamedApi): string {
  const last = id
    ?.split(/[:/#?]/)
    .filter((part) => part.trim() !== "")
    .at(-1);
  const folder = path.split("/").at(-2);
  const isFolder = folder !== undefined && folder !== "" && folder !== "." && folder !== "..";
  const key = name ?? last ?? (isFolder ? folder : title);
  return fileNames([key]).get(key) ?? "x";
}

/** A document in a list, with what tells it from others. */
export interface ListedApi extends NamedApi {
  readonly version: string;
}

/** Two documents that cannot both be in one portal, by their position in the list. */
export interface NameConflict {
  readonly name: string;
  readonly first: number;
  readonly second: number;
  /** `true`: both are the same version of one API. `false`: two APIs have the same name. */
  readonly isSameVersion: boolean;
  /** Whether the first one keeps the name, because the settings give it. Otherwise neither can have it. */
  readonly isFirstKept: boolean;
}

/**
 * Whether two documents of one name are versions of one API: by the settings or by their ids, or if they have neither, by a common
 * title.
 */
function areOneApi(a: ListedApi, b: ListedApi): boolean {
  if (a.name !== undefined && a.name === b.name) return true;
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id;
  return a.title === b.title;
}

/** Finds the conflicts between documents that all have one name. */
function conflictsOf(name: string, apis: readonly { readonly api: ListedApi; readonly at: number }[]): NameConflict[] {
  return apis.flatMap((second, count): NameConflict[] => {
    for (const first of apis.slice(0, count)) {
      const isOne = areOneApi(first.api, second.api);
      if (isOne && first.api.version !== second.api.version) continue;
      return [{ name, first: first.at, second: second.at, isSameVersion: isOne, isFirstKept: false }];
    }
    return [];
  });
}

/**
 * Finds documents with the same name that are different APIs, or the same version. A name that the settings give belongs to the documents
 * that they name, so that no other document can take it by its id.
 */
export function nameConflicts(apis: readonly ListedApi[]): readonly NameConflict[] {
  const byName = groupBy(
    apis.map((api, at) => ({ api, at })),
    ({ api }) => apiName(api),
  );
  return [...byName].flatMap(([name, all]) => {
    const named = all.filter(({ api }) => api.name !== undefined);
    const [owner] = named;
    if (!owner) return conflictsOf(name, all);
    const others = all.filter(({ api }) => api.name === undefined);
    return [
      ...conflictsOf(name, named),
      ...others.map(({ at }) => ({ name, first: owner.at, second: at, isSameVersion: false, isFirstKept: true })),
    ];
  });
}

/** A document that becomes a version of another one's API, by their positions in the list. */
export interface TakenName {
  readonly name: string;
  readonly first: number;
  readonly second: number;
}

/**
 * Finds documents that no setting names, and that become versions of another folder's API by its `id`. Whoever may add a file that a
 * glob finds could take another team's API so.
 */
export function takenNames(apis: readonly ListedApi[]): readonly TakenName[] {
  const folderOf = (path: string): string => path.slice(0, path.lastIndexOf("/") + 1);
  const byName = groupBy(
    apis.map((api, at) => ({ api, at, version: api.version })),
    ({ api }) => apiName(api),
  );
  return [...byName].flatMap(([name, all]) => {
    const isNamed = ({ api }: (typeof all)[number]): boolean => api.isListed === true || api.name !== undefined;
    const oldestFirst = newestFirst(all).reverse();
    const owner = oldestFirst.find(isNamed) ?? oldestFirst[0];
    if (!owner || owner.api.name !== undefined) return [];
    return oldestFirst
      .filter((each) => !isNamed(each) && folderOf(each.api.path) !== folderOf(owner.api.path))
      .filter(({ api }) => api.id !== undefined && api.id === owner.api.id && api.version !== owner.version)
      .map(({ at }) => ({ name, first: owner.at, second: at }));
  });
}

/** Versions sorted with the newest first. Releases come before pre-releases, and versions without numbers last, in the given order. */
export function newestFirst<T extends { readonly version: string }>(versions: readonly T[]): T[] {
  const parsed = versions.map((each, at) => ({ each, at, parts: versionParts(each.version) }));
  return parsed
    .sort((a, b) => {
      if (!a.parts || !b.parts) return Number(Boolean(b.parts)) - Number(Boolean(a.parts)) || a.at - b.at;
      const isPreRelease = Number(a.parts.preRelease !== undefined) - Number(b.parts.preRelease !== undefined);
      return isPreRelease || (orderOfVersions(b.each.version, a.each.version) ?? 0) || a.at - b.at;
    })
    .map(({ each }) => each);
}
