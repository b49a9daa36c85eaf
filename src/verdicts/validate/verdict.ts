import type { Message, MessageExample } from "#model";
import type { Diagnostic, Place, Related } from "#text";
import type { Failure, Outcome } from "./failure.ts";
import { listed } from "./wording.ts";

/** One value of an example that breaks its schema; several broken keywords are one problem. */
export interface ExampleProblem {
  readonly part: "headers" | "payload";
  /** From the root of the part (RFC 6901). */
  readonly pointer: string;
  /** A sentence without its full stop, the pointer left out: `must be at least 0, and this is -4`. */
  readonly message: string;
  /** The value in the example, or the key that should not be there. */
  readonly place: Place;
  readonly schemaPlace: Place;
  readonly related: readonly Related[];
  readonly hint?: string;
  /** Properties that the value must have, and has not. */
  readonly missing?: readonly string[];
}

/** The result of checking one example. An example that was not checked never counts as passed. */
export interface Verdict {
  readonly state: "passed" | "failed" | "not-checked";
  readonly problems: readonly ExampleProblem[];
  /** Why it was not checked, as a clause: `the schema format … is not known`. */
  readonly reason?: string;
  /** Other messages that accept it too, where exactly one must. */
  readonly alsoMatches: readonly Message[];
}

/** The number of examples by result; `checked` is `passed` plus `failed`. */
export interface Totals {
  readonly checked: number;
  readonly passed: number;
  readonly failed: number;
  readonly notChecked: number;
}

/** The verdicts of one document. */
export interface Verdicts {
  /** `undefined` for an example that is not of this document. */
  readonly of: (example: MessageExample) => Verdict | undefined;
  /** Of the examples of one message. */
  totalsOf(message: Message): Totals;
  /** Of all examples of distinct messages. */
  readonly totals: Totals;
  readonly diagnostics: readonly Diagnostic[];
  /** Where schemas were refused. */
  readonly refused: readonly Place[];
  /** Milliseconds of the time for all validation that are left, for samples. */
  readonly left: number;
}

/** `must be at least 3, and this is 1`; what was found is said once, however many keywords it breaks. */
function sentence(failures: readonly Failure[]): string {
  const expected = listed([...new Set(failures.map((failure) => failure.expected))]);
  const found = failures.find((failure) => failure.found !== "")?.found;
  if (found === undefined) return expected;
  // A key that should not be there is explained, not quoted.
  return expected.startsWith("must not be there") ? `${expected}: ${found}` : `${expected}, and this is ${found}`;
}

/** Failures as problems: one for each value, in the order in which values are written. */
export function problemsOf(failures: readonly Failure[], part: ExampleProblem["part"]): ExampleProblem[] {
  const byValue = new Map<string, Failure[]>();
  for (const failure of new Set(failures)) {
    const key = `${failure.place.start}:${failure.place.end}:${failure.pointer}`;
    const same = byValue.get(key);
    if (same) same.push(failure);
    else byValue.set(key, [failure]);
  }
  const problems = [...byValue.values()].flatMap((same): ExampleProblem[] => {
    const [first] = same;
    if (!first) return [];
    const { pointer, place, schemaPlace } = first;
    const hint = same.find((failure) => failure.hint !== undefined)?.hint;
    const further = same
      .slice(1)
      .map((failure) => ({ message: `${failure.expected}: ${failure.keyword} here`, place: failure.schemaPlace }));
    const related = [...further, ...same.flatMap((failure) => failure.related)];
    const missing = [...new Set(same.flatMap((failure) => failure.missing ?? []))];
    const more = { ...(hint ? { hint } : {}), ...(missing.length > 0 ? { missing } : {}) };
    return [{ part, pointer, message: sentence(same), place, schemaPlace, related, ...more }];
  });
  return problems.sort((a, b) => a.place.start - b.place.start);
}

/** The verdict on a value that is an example of a payload. */
export function verdictOf({ failures, unknown }: Outcome): Verdict {
  if (failures.length > 0) return { state: "failed", problems: problemsOf(failures, "payload"), alsoMatches: [] };
  if (unknown !== undefined) return { state: "not-checked", problems: [], reason: unknown, alsoMatches: [] };
  return { state: "passed", problems: [], alsoMatches: [] };
}
