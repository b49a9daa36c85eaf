import { versionParts } from "#format";

/** What the step between two versions announces by SemVer 2.0.0; `undefined` if one of them is not a semantic version. */
export function announcedBy(old: string, now: string): "breaking" | "other" | undefined {
  const [before, after] = [old, now].map((version) => versionParts(version)?.numbers);
  if (!before || !after || before.length < 3 || after.length < 3) return undefined;
  const [major = 0, minor = 0] = before;
  const [nextMajor = 0, nextMinor = 0] = after;
  const isHigher = nextMajor > major || (major === 0 && nextMajor === 0 && nextMinor > minor);
  return isHigher ? "breaking" : "other";
}
