import type { Message, MessageExample } from "#model";
import type { Diagnostic, Place, Related } from "#text";
import type { Failure, Outcome } from "./failure.ts";
import { byValue, sentence } from "./sentence.ts";

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

function firstHint(failures: readonly Failure[]): string | undefined {
  for (const { hint } of failures) {
    const made = hint?.();
    if (made !== undefined) return made;
  }
  return undefined;
}

/** Turns failures into problems: one for each value, in the order of the text. */
export function problemsOf(failures: readonly Failure[], part: ExampleProblem["part"]): ExampleProblem[] {
  return byValue(failures).map(([first, ...others]): ExampleProblem => {
    const same = [first, ...others];
    const { pointer, place, schemaPlace } = first;
    const hint = firstHint(same);
    const further = others.map((failure) => ({ message: `${failure.expected}: ${failure.keyword} here`, place: failure.schemaPlace }));
    const related = [...further, ...same.flatMap((failure) => failure.related)];
    const missing = [...new Set(same.flatMap((failure) => failure.missing ?? []))];
    const more = { ...(hint ? { hint } : {}), ...(missing.length > 0 ? { missing } : {}) };
    return { part, pointer, message: sentence(same), place, schemaPlace, related, ...more };
  });
}

/** The verdict on a value as an example of a payload. */
export function verdictOf({ failures, unknown }: Outcome): Verdict {
  if (failures.length > 0) return { state: "failed", problems: problemsOf(failures, "payload"), alsoMatches: [] };
  if (unknown !== undefined) return { state: "not-checked", problems: [], reason: unknown, alsoMatches: [] };
  return { state: "passed", problems: [], alsoMatches: [] };
}
