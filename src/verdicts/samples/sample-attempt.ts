import type { Schema } from "#schema";
import { MOST_PARTS } from "#schema";
import type { Node, Entry, ListNode, MapNode, NumberNode, StringNode, TextFile } from "#text";
import { reason } from "#text";

/** Schemas that must all accept one value. `allOf`, chosen branches and conditions are flattened. */
export interface Conjunction {
  readonly parts: readonly Schema[];
  /** The values that discriminators require, by property. */
  readonly fixed: ReadonlyMap<string, string>;
  /** The branches of `oneOf` that were not chosen, if the plan is to keep them apart. */
  readonly others: readonly Schema[];
}

function isNull(schema: Schema): boolean {
  return schema.types.length === 1 && schema.types[0] === "null";
}

/** The branches of a schema's choice, each with the value that its discriminator requires. */
export function branchesOf(schema: Schema): readonly BranchChoice[] {
  const { discriminator } = schema;
  const property = discriminator?.property.value;
  const choices = discriminator?.choices ?? [];
  const written = schema.oneOf.length > 0 ? schema.oneOf : schema.anyOf;
  if (written.length === 0) {
    return choices.length < 2 || property === undefined
      ? []
      : choices.map((choice) => ({ schema: choice.schema, fixed: { property, value: choice.value } }));
  }
  return written.map((branch) => {
    const value = choices.find((choice) => choice.schema === branch)?.value;
    return property === undefined || value === undefined ? { schema: branch } : { schema: branch, fixed: { property, value } };
  });
}

function branchOf(schema: Schema, parts: ReadonlySet<Schema>, making: SampleAttempt): BranchChoice | undefined {
  const chosen = making.chosen.get(schema);
  if (chosen) return chosen;
  const branches = branchesOf(schema);
  const isChoice = schema.oneOf.length + schema.anyOf.length > 0;
  // The schema is already part of the one that its discriminator names, so that one is meant.
  const around = isChoice ? undefined : branches.find((branch) => branch.schema !== schema && parts.has(branch.schema));
  if (around || !isChoice) return around ?? branches.find((branch) => branch.schema === schema) ?? branches[0];
  const values = branches.filter((branch) => !isNull(branch.schema) && !making.open.has(branch.schema));
  const from = values.length > 0 ? values : branches;
  return from[making.plan.branch % from.length];
}

function conditional(schema: Schema, { plan }: SampleAttempt): Schema[] {
  if (!schema.if) return [];
  const sides = plan.condition === "then" ? [schema.if, schema.then] : plan.condition === "else" ? [schema.else] : [];
  return sides.filter((side) => side !== undefined);
}

/** Why no value can be made for a schema; `undefined` if one may. */
function hopeless(part: Schema): string | undefined {
  if (part.unresolved !== undefined) return reason("unresolved", { reference: JSON.stringify(part.unresolved) });
  if (part.asWritten) return reason("schema-not-read");
  return part.always === false ? reason("accepts-nothing") : undefined;
}

/** The schemas that a part adds: its own parts, its conditions, and the chosen branch. */
function taken(
  part: Schema,
  parts: ReadonlySet<Schema>,
  making: SampleAttempt,
): { readonly schemas: readonly Schema[]; readonly branch?: BranchChoice } {
  const branch = branchOf(part, parts, making);
  // With `oneOf` and `anyOf` in one schema, a value for the first may not match the second.
  const [other] = part.oneOf.length > 0 ? part.anyOf : [];
  const schemas = [...part.allOf, ...conditional(part, making), ...(branch ? [branch.schema] : []), ...(other ? [other] : [])];
  return branch ? { schemas, branch } : { schemas };
}

/** The parts in document order, each schema once, so that recursion ends. */
export function conjunctionOf(schemas: readonly Schema[], making: SampleAttempt): Conjunction | undefined {
  const parts = new Set<Schema>(schemas);
  const fixed = new Map<string, string>();
  const others: Schema[] = [];
  for (const part of parts) {
    const why = parts.size > MOST_PARTS ? reason("too-many-parts") : hopeless(part);
    if (why !== undefined) return without(making, why);
    const { schemas: below, branch } = taken(part, parts, making);
    for (const each of below) {
      if (parts.size > MOST_PARTS) break;
      parts.add(each);
    }
    if (making.plan.apart && branch) others.push(...part.oneOf.filter((each) => each !== branch.schema));
    if (branch?.fixed && !fixed.has(branch.fixed.property)) fixed.set(branch.fixed.property, branch.fixed.value);
  }
  return { parts: [...parts], fixed, others };
}

/** Whether every branch that was not chosen refuses a value. */
export function isApart({ others }: Conjunction, value: Node, making: SampleAttempt): boolean {
  return !others.some((other) => making.accepts(other, value));
}

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
  /** The properties that were left out because their schemas could not be read. */
  readonly unread: Set<string>;
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
