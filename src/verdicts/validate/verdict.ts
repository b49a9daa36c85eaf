import type { Diagnostic, Place, Related } from "#text";
import type { Message, MessageExample } from "#model";

/** One value of an example that breaks its schema; several broken keywords are one problem. */
export interface Problem {
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
}

/** What an example is worth. Passed and failed are both checked; nothing unchecked counts as passed. */
export interface Verdict {
  readonly state: "passed" | "failed" | "not-checked";
  readonly problems: readonly Problem[];
  /** Why it was not checked, as a clause: `the schema format … is not known`. */
  readonly reason?: string;
  /** Other messages that accept it too, where exactly one must. */
  readonly alsoMatches: readonly Message[];
}

/** How many examples came out how; checked = passed + failed. */
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
  /** Milliseconds of the time for all validation that are left, for samples. */
  readonly left: number;
}
