import type { Message, MessageExample } from "#model";
import type { Diagnostic, Place, Related } from "#text";
import type { Failure, Outcome } from "./failure.ts";
import { listed } from "./wording.ts";

/** One value of an example that breaks its schema. Several broken keywords of one value are one problem. */
export interface ExampleProblem {
  readonly part: "headers" | "payload";
  /** The JSON Pointer from the root of the part (RFC 6901). */
  readonly pointer: string;
  /** A sentence without pointer and full stop: `must be at least 0, and this is -4`. */
  readonly message: string;
  /** The place of the value in the example, or of a key that is not allowed. */
  readonly place: Place;
  readonly schemaPlace: Place;
  readonly related: readonly Related[];
  readonly hint?: string;
  /** Required properties that the value lacks. */
  readonly missing?: readonly string[];
}

/** The result of checking one example. An example that was not checked never counts as passed. */
export interface Verdict {
  readonly state: "passed" | "failed" | "not-checked";
  readonly problems: readonly ExampleProblem[];
  /** Why it was not checked, as a clause: `the schema format … is not known`. */
  readonly reason?: string;
  /** Other messages that also accept it, although exactly one must. */
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
  /** The verdict on an example; `undefined` if it does not belong to this document. */
  readonly of: (example: MessageExample) => Verdict | undefined;
  /** The totals for the examples of one message. */
  totalsOf(message: Message): Totals;
  /** The totals for all examples. Each message counts once. */
  readonly totals: Totals;
  readonly diagnostics: readonly Diagnostic[];
  /** The places of schemas with an error. */
  readonly refused: readonly Place[];
  /** The milliseconds left of the time for all validation. Samples may use them. */
  readonly left: number;
}

/** Joins failures of one value into a sentence: `must be at least 3, and this is 1`. What was found is said once for all. */
function sentence(failures: readonly Failure[]): string {
  const expected = listed([...new Set(failures.map((failure) => failure.expected))]);
  const found = failures.find((failure) => failure.found !== "")?.found;
  if (found === undefined) return expected;
  // For a key that is not allowed, `found` is an explanation and not a quote.
  return expected.startsWith("must not be there") ? `${expected}: ${found}` : `${expected}, and this is ${found}`;
}

function firstHint(failures: readonly Failure[]): string | undefined {
  for (const { hint } of failures) {
    const made = hint?.();
    if (made !== undefined) return made;
  }
  return undefined;
}

/** Turns failures into problems: one for each value, in the order of the text. */
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
    const hint = firstHint(same);
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

/** The verdict on a value as an example of a payload. */
export function verdictOf({ failures, unknown }: Outcome): Verdict {
  if (failures.length > 0) return { state: "failed", problems: problemsOf(failures, "payload"), alsoMatches: [] };
  if (unknown !== undefined) return { state: "not-checked", problems: [], reason: unknown, alsoMatches: [] };
  return { state: "passed", problems: [], alsoMatches: [] };
}
