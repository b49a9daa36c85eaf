/** Compares versions of APIs. */
import { compareTexts } from "#text";

/** Matches `1.2.3`, `5`, `v1.2`, `0-9-1` or `2024-01-15`, optionally with a pre-release and build metadata. */
const VERSION = /^v?(\d{1,9}(?:-\d{1,9})+|\d{1,9}(?:\.\d{1,9})*)(?:-([0-9A-Za-z.-]+))?(?:\+.*)?$/;

export interface VersionParts {
  readonly numbers: readonly number[];
  readonly preRelease: string | undefined;
}

/** The parts of a version; `undefined` if it has no numbers. */
export function versionParts(version: string): VersionParts | undefined {
  const [, numbers, preRelease] = VERSION.exec(version.trim()) ?? [];
  return numbers === undefined ? undefined : { numbers: numbers.split(/[.-]/).map(Number), preRelease };
}

function compareIdentifiers(a: string, b: string): number {
  const [isNumber, isOther] = [/^\d+$/.test(a), /^\d+$/.test(b)];
  if (isNumber && isOther) return Number(a) - Number(b);
  if (isNumber !== isOther) return isNumber ? -1 : 1;
  return compareTexts(a, b);
}

/** Compares pre-releases (Semantic Versioning 2.0.0, item 11). A version without one is later than any pre-release. */
function comparePreReleases(a: string | undefined, b: string | undefined): number {
  if (a === undefined || b === undefined) return a === b ? 0 : a === undefined ? 1 : -1;
  const [own, others] = [a.split("."), b.split(".")];
  for (let at = 0; at < Math.min(own.length, others.length); at += 1) {
    const order = compareIdentifiers(own[at] ?? "", others[at] ?? "");
    if (order !== 0) return order;
  }
  return own.length - others.length;
}

/**
 * Compares two versions: negative if the first is lower, positive if it is higher; `undefined` if one has no numbers. Missing numbers
 * count as 0.
 */
export function orderOfVersions(version: string, other: string): number | undefined {
  const [one, two] = [version, other].map(versionParts);
  if (!one || !two) return undefined;
  for (let at = 0; at < Math.max(one.numbers.length, two.numbers.length); at += 1) {
    const order = (one.numbers[at] ?? 0) - (two.numbers[at] ?? 0);
    if (order !== 0) return order;
  }
  return comparePreReleases(one.preRelease, two.preRelease);
}
