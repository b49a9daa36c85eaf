/** `1.2.3`, `5`, `v1.2` or `0-9-1`, with what may follow the numbers: a pre-release and build metadata, which announce nothing here. */
const VERSION = /^v?(\d{1,9}(?:[.-]\d{1,9})*)(?:[-+][0-9A-Za-z.+-]+)?$/;

/** The numbers of a version; `undefined` where it has none. */
function numbersOf(version: string): readonly number[] | undefined {
  return VERSION.exec(version.trim())?.[1]?.split(/[.-]/).map(Number);
}

/** What the step from one version to the next announces by SemVer 2.0.0; `undefined` where one of them is no semantic version. */
export function compareVersions(old: string, now: string): "breaking" | "other" | undefined {
  const [before, after] = [old, now].map(numbersOf);
  if (!before || !after || before.length < 3 || after.length < 3) return undefined;
  const [major = 0, minor = 0] = before;
  const [nextMajor = 0, nextMinor = 0] = after;
  const isHigher = nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
  return isHigher ? "breaking" : "other";
}

/** Whether a version is lower than another; `undefined` where one of them has no numbers. */
export function isLowerVersion(version: string, than: string): boolean | undefined {
  const [one, other] = [version, than].map(numbersOf);
  if (!one || !other) return undefined;
  const at = one.findIndex((part, index) => part !== (other[index] ?? 0));
  return at >= 0 && (one[at] ?? 0) < (other[at] ?? 0);
}
