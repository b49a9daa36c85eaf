import { fileNames } from "#model";

/** What names an API. */
export interface NamedApi {
  /** The name that the settings give. */
  readonly name?: string | undefined;
  /** The document's `id`. */
  readonly id?: string | undefined;
  /** The path of the document, `/`-separated, relative to the folder of the settings. */
  readonly path: string;
  readonly title: string;
}

/** The name of an API in addresses: that of the settings, else the last part of its id, else its folder's name, else its title. */
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

/** One document of a list, by what makes it another one. */
export interface ListedApi extends NamedApi {
  readonly version: string;
}

/** Two documents that cannot both be in one portal, by their position in the list. */
export interface NameConflict {
  readonly name: string;
  readonly first: number;
  readonly second: number;
  /** Whether both say the same version of one API; else two APIs have one name. */
  readonly isSameVersion: boolean;
}

/** Whether two documents of one name are versions of one API: the settings or their ids say so, or they have neither and one title. */
function areOneApi(a: ListedApi, b: ListedApi): boolean {
  if (a.name !== undefined && a.name === b.name) return true;
  if (a.id !== undefined || b.id !== undefined) return a.id === b.id;
  return a.title === b.title;
}

/** Finds documents with one name that are two APIs, or one version twice. */
export function nameConflicts(apis: readonly ListedApi[]): readonly NameConflict[] {
  const byName = new Map<string, number[]>();
  const conflicts: NameConflict[] = [];
  for (const [second, api] of apis.entries()) {
    const name = apiName(api);
    const others = byName.get(name) ?? [];
    for (const first of others) {
      const other = apis[first];
      if (!other) continue;
      const isOne = areOneApi(other, api);
      if (isOne && other.version !== api.version) continue;
      conflicts.push({ name, first, second, isSameVersion: isOne });
      break;
    }
    byName.set(name, [...others, second]);
  }
  return conflicts;
}

const SEMVER = /^v?(\d+)(?:\.(\d+))?(?:\.(\d+))?(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Orders pre-releases (Semantic Versioning 2.0.0, section 11). None is later than any. */
function comparePreReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const [own, others] = [a.split("."), b.split(".")];
  for (let at = 0; at < Math.min(own.length, others.length); at += 1) {
    const order = compareIdentifiers(own[at] ?? "", others[at] ?? "");
    if (order !== 0) return order;
  }
  return own.length - others.length;
}

/** Versions with the newest first: releases before pre-releases, then what is no semantic version in the given order. */
export function newestFirst<T extends { readonly version: string }>(versions: readonly T[]): T[] {
  const parsed = versions.map((each, at) => ({ each, at, parts: SEMVER.exec(each.version.trim()) }));
  return parsed
    .sort((a, b) => {
      if (!a.parts || !b.parts) return Number(Boolean(b.parts)) - Number(Boolean(a.parts)) || a.at - b.at;
      const isPreRelease = Number(a.parts[4] !== undefined) - Number(b.parts[4] !== undefined);
      if (isPreRelease !== 0) return isPreRelease;
      for (const part of [1, 2, 3]) {
        const order = Number(b.parts[part] ?? 0) - Number(a.parts[part] ?? 0);
        if (order !== 0) return order;
      }
      return comparePreReleases(b.parts[4], a.parts[4]) || a.at - b.at;
    })
    .map(({ each }) => each);
}
