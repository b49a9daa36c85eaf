/** `major.minor.patch`, a pre-release and build metadata, which do not announce anything here (SemVer 2.0.0). */
const VERSION = /^v?(\d{1,9})\.(\d{1,9})\.(\d{1,9})(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/;

/** What the step from one version to the next announces; `undefined` where one of them is no semantic version. */
export function compareVersions(old: string, now: string): "breaking" | "other" | undefined {
  const [before, after] = [old, now].map((version) => VERSION.exec(version.trim())?.slice(1, 4).map(Number));
  if (!before || !after) return undefined;
  const [major = 0, minor = 0] = before;
  const [nextMajor = 0, nextMinor = 0] = after;
  const isHigher = nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
  return isHigher ? "breaking" : "other";
}
