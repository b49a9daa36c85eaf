import type { Node } from "#text";
import type { Schema } from "#schema";

/** The position of a generated value. */
export interface SamplePosition {
  /** The name of the property, or of the list that it is an item of. */
  readonly name: string;
  readonly depth: number;
  /** Values of one list differ by this. */
  readonly variant: number;
}

/** The choices of one attempt. The first attempt that gives a valid value is the sample. */
export interface AttemptPlan {
  /** Whether properties that are not required are made too. */
  readonly optional: boolean;
  /** Whether values given by the schema (`examples`, `default`) are taken. */
  readonly given: boolean;
  /** Which side of `if` the value is to be on. */
  readonly condition: "then" | "else" | "neither";
  /** Which branch of a choice is taken where none is chosen. */
  readonly branch: number;
}

/** The branch that was chosen for a schema, and what its discriminator must then say. */
export interface BranchChoice {
  readonly schema: Schema;
  readonly fixed?: { readonly property: string; readonly value: string };
}

/** One attempt at one value. */
export interface SampleAttempt {
  readonly plan: AttemptPlan;
  readonly chosen: ReadonlyMap<Schema, BranchChoice>;
  /** The schemas of the enclosing values. They end recursion. */
  readonly open: Set<Schema>;
  /** How many values may still be made. */
  left: number;
  /** How many properties may still be looked at, made or not. */
  looks: number;
  /** Why there is no value, where there is none. */
  reason?: string;
  /** Whether the budget of all samples has room for one more value, and for looking at so many names and branches for it. */
  affords(looks: number): boolean;
  /** Whether a schema surely accepts a value. */
  accepts(schema: Schema, value: Node): boolean;
  /** Whether a pattern surely matches a text. */
  matches(pattern: string, text: string): boolean;
  /** A value that all of these schemas may accept, or `undefined` with a {@link reason}. */
  make(schemas: readonly Schema[], spot: SamplePosition): Node | undefined;
}

/** Notes why there is no value; the innermost reason is the one that tells most. */
export function without(making: SampleAttempt, reason: string): undefined {
  making.reason ??= reason;
  return undefined;
}
