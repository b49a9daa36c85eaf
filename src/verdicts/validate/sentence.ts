import type { Failure } from "./failure.ts";
import { listed } from "./wording.ts";

/** Joins failures of one value into a sentence: `must be at least 3, and this is 1`. What was found is said once for all. */
export function sentence(failures: readonly Failure[]): string {
  const expected = listed([...new Set(failures.map((failure) => failure.expected))]);
  const found = failures.find((failure) => failure.found !== "")?.found;
  if (found === undefined) return expected;
  // For a key that is not allowed, `found` is an explanation and not a quote.
  return expected.startsWith("must not be there") ? `${expected}: ${found}` : `${expected}, and this is ${found}`;
}

/** Failures in groups, one for each value, in the order of the text. */
export function byValue(failures: readonly Failure[]): [Failure, ...Failure[]][] {
  const groups = new Map<string, [Failure, ...Failure[]]>();
  for (const failure of new Set(failures)) {
    const key = `${failure.place.start}:${failure.place.end}:${failure.pointer}`;
    const same = groups.get(key);
    if (same) same.push(failure);
    else groups.set(key, [failure]);
  }
  return [...groups.values()].sort(([a], [b]) => a.place.start - b.place.start);
}
