import type { Failure } from "./failure.ts";
import type { Problem } from "./verdict.ts";
import { listed } from "./wording.ts";

/** `must be at least 3, and this is 1`; what was found is said once, however many keywords it breaks. */
function sentence(failures: readonly Failure[]): string {
  const expected = listed([...new Set(failures.map((failure) => failure.expected))]);
  const found = failures.find((failure) => failure.found !== "")?.found;
  if (found === undefined) return expected;
  // A key that should not be there is explained, not quoted.
  return expected.startsWith("must not be there") ? `${expected}: ${found}` : `${expected}, and this is ${found}`;
}

/** Failures as problems: one for each value, in the order in which values are written. */
export function problemsOf(failures: readonly Failure[], part: Problem["part"]): Problem[] {
  const byValue = new Map<string, Failure[]>();
  for (const failure of new Set(failures)) {
    const key = `${failure.place.start}:${failure.place.end}:${failure.pointer}`;
    const same = byValue.get(key);
    if (same) same.push(failure);
    else byValue.set(key, [failure]);
  }
  const problems = [...byValue.values()].flatMap((same): Problem[] => {
    const [first] = same;
    if (!first) return [];
    const { pointer, place, schemaPlace } = first;
    const hint = same.find((failure) => failure.hint !== undefined)?.hint;
    const further = same
      .slice(1)
      .map((failure) => ({ message: `${failure.expected}: ${failure.keyword} here`, place: failure.schemaPlace }));
    const related = [...further, ...same.flatMap((failure) => failure.related)];
    return [{ part, pointer, message: sentence(same), place, schemaPlace, related, ...(hint ? { hint } : {}) }];
  });
  return problems.sort((a, b) => a.place.start - b.place.start);
}
