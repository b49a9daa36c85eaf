import type { Node, Entry, ListNode, MapNode, NumberNode, StringNode, TextFile } from "#text";
import type { Schema } from "#schema";

/** The position of a generated value. */
export interface SamplePosition {
  /** The name of the property, or of the array that contains the item. */
  readonly name: string;
  readonly depth: number;
  /** A number by which the items of one array differ. */
  readonly variant: number;
}

/** The choices of one attempt. The first attempt that gives a valid value is the sample. */
export interface AttemptPlan {
  /** Whether optional properties are made too. */
  readonly optional: boolean;
  /** Whether values given by the schema (`examples`, `default`) are used. */
  readonly given: boolean;
  /** The side of `if` on which the value should be. */
  readonly condition: "then" | "else" | "neither";
  /** The index of the branch to take in a choice, unless one is chosen. */
  readonly branch: number;
  /** Whether a value of `oneOf` is made such that the other branches refuse it, although it may look odd. */
  readonly apart?: boolean;
}

/** The branch chosen for a schema, and the value that its discriminator then requires. */
export interface BranchChoice {
  readonly schema: Schema;
  readonly fixed?: { readonly property: string; readonly value: string };
}

/** One attempt at one value. */
export interface SampleAttempt {
  readonly plan: AttemptPlan;
  readonly chosen: ReadonlyMap<Schema, BranchChoice>;
  /** The schemas of the enclosing values, used to end recursion. */
  readonly open: Set<Schema>;
  /** How many values may still be made. */
  left: number;
  /** How many more properties may be visited, whether made or not. */
  looks: number;
  /** Why no value could be made. */
  reason?: string;
  /** Whether the budget of all samples allows one more value, and visiting this many names and branches for it. */
  affords(looks: number): boolean;
  /** Whether a schema certainly accepts a value. */
  accepts(schema: Schema, value: Node): boolean;
  /** Whether a pattern certainly matches a text. */
  matches(pattern: string, text: string): boolean;
  /** Makes a value that all of these schemas should accept, or returns `undefined` with a {@link reason}. */
  make(schemas: readonly Schema[], spot: SamplePosition): Node | undefined;
}

/** Records why there is no value. The first, innermost reason is kept, because it tells the most. */
export function without(making: SampleAttempt, reason: string): undefined {
  making.reason ??= reason;
  return undefined;
}

/** The file of generated values. They are written nowhere, so all have the start of one empty text as their place. */
const nowhere: TextFile = { id: "generated", name: "generated", text: "", language: "json" };
const place = { file: nowhere, start: 0, end: 0 };

export function text(value: string): StringNode {
  return { ...place, kind: "string", value };
}

/** A number by its digits. */
export function number(raw: string): NumberNode {
  return { ...place, kind: "number", raw, value: Number(raw) };
}

export function boolean(value: boolean): Node {
  return { ...place, kind: "boolean", value };
}

export function nothing(): Node {
  return { ...place, kind: "null" };
}

export function list(items: readonly Node[]): ListNode {
  return { ...place, kind: "list", items };
}

export function object(members: Iterable<readonly [string, Node]>): MapNode {
  const entries = [...members].map(([key, value]): Entry => ({ ...place, key, value }));
  return { ...place, kind: "map", entries };
}
