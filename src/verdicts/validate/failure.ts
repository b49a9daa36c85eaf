import type { Place, Related } from "#text";
import { formatPointer } from "#text";

/** One keyword that one value breaks. The texts form a sentence: `<at> <expected>, and this is <found>`. */
export interface Failure {
  /** The value, or the key that should not be there. */
  readonly place: Place;
  /** The JSON Pointer from the root of the instance (RFC 6901). */
  readonly pointer: string;
  readonly keyword: string;
  /** The place of the keyword in the schema. */
  readonly schemaPlace: Place;
  /** What the keyword requires, such as `must be at least 0`. */
  readonly expected: string;
  /** The value in words; empty if `expected` says everything. */
  readonly found: string;
  /** The branches of `oneOf` and `anyOf`, with what the value lacks for each. */
  readonly related: readonly Related[];
  /** What to write instead, if that is known. Made when asked for: most failures are of branches that nobody hears of. */
  readonly hint?: () => string | undefined;
  /** Required properties that the value lacks. */
  readonly missing?: readonly string[];
}

/** The evaluated parts of an instance, for `unevaluatedProperties` and `unevaluatedItems` (2019-09 and later). */
export interface EvaluatedParts {
  readonly keys: Set<string>;
  readonly items: Set<number>;
}

/** The result of validating one value. The value is valid if there are no failures and `unknown` is not set. */
export interface Outcome {
  readonly failures: Failure[];
  /** Why the value could not be checked, for example because a reference does not resolve. */
  unknown?: string;
  readonly seen?: EvaluatedParts;
}

/** Whether a schema certainly accepts the value. */
export function accepts(outcome: Outcome): boolean {
  return outcome.failures.length === 0 && outcome.unknown === undefined;
}

/** Whether a schema certainly refuses the value. A certain failure counts even if something else is unknown. */
export function refuses(outcome: Outcome): boolean {
  return outcome.failures.length > 0;
}

/** The path of an instance as a linked list, innermost token first. A pointer is built only for failures. */
export interface InstancePath {
  readonly up: InstancePath | undefined;
  readonly token: string;
}

/** The path as a JSON Pointer (RFC 6901). */
export function pointerOf(path: InstancePath | undefined): string {
  const tokens: string[] = [];
  for (let step = path; step; step = step.up) tokens.push(step.token);
  return formatPointer(tokens.reverse());
}
