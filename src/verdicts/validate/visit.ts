import type { JsonSchemaDialect, SchemaResource } from "#format";
import type { Entry, MapNode, Node, Place, Related, ListNode } from "#text";
import { MOST_TOLD, decimalKey, decimalOf, getOrMake, oncePerObject } from "#text";
import type { Outcome, InstancePath, EvaluatedParts } from "./wording.ts";
import { pointerOf } from "./wording.ts";
import type { Patterns } from "./patterns.ts";

/** The keywords of a dialect of JSON Schema, and how its references resolve. */
export interface DialectRules {
  readonly name: JsonSchemaDialect;
  readonly keywords: ReadonlyMap<string, KeywordCheck>;
  /**
   * `json-reference`: the document's own references, siblings are ignored. `uri`: `$id` is a base against which references are
   * resolved.
   */
  readonly references: "json-reference" | "uri";
  /** Whether keywords beside `$ref` count (2019-09 and later). */
  readonly siblings: boolean;
  /** Whether `discriminator` has an effect, as in the format's own dialect and OpenAPI's. */
  readonly discriminator: boolean;
}

/** The context of a schema: its dialect, and the resource that its references are relative to. */
export interface SchemaScope {
  readonly reading: DialectRules;
  readonly resource: SchemaResource | undefined;
  /** The resources that led here, the outermost first. Dynamic references search them. */
  readonly trail: readonly SchemaResource[];
}

/** A schema, and the scope in which it is read. */
export interface SchemaInScope {
  readonly schema: Node;
  readonly scope: SchemaScope;
}

export type ReferenceKeyword = "$ref" | "$dynamicRef" | "$recursiveRef";

/**
 * The deepest nesting of schema applications. Values nest up to 200 levels (`limits.depth`; in a page and by setting 1,000), with a few
 * schemas for each level. What is deeper is not checked.
 * Node's stack has room for about 850 if every schema is a choice that refers to the next.
 */
export const DEEPEST = 600;

/** How identifiers and references of schemas are read. */
export interface References {
  /** The scope inside a schema: `$schema` may change the dialect, `$id` the base. */
  inside(schema: MapNode, scope: SchemaScope): SchemaScope;
  /** The target of a reference that a schema has under a keyword; `undefined` if there is none. */
  resolve(visit: KeywordVisit, keyword: ReferenceKeyword, reference: string): SchemaInScope | undefined;
}

/** One value to validate, and its path. */
export interface InstanceTarget {
  readonly instance: Node;
  readonly path: InstancePath | undefined;
  /** The place of the key, if the value is the name of a property. */
  readonly place?: Place;
}

/**
 * How a schema is applied. `whole`: as the schema of the value, so a discriminator decides. `part`: as a part of `allOf`, where the
 * discriminator of the whole has decided.
 */
export type ApplyMode = "whole" | "part";

/** What to write instead of a value that breaks a keyword; `undefined` if nobody can tell. */
export interface Hints {
  ofType(visit: KeywordVisit, types: readonly string[]): string | undefined;
  ofValues(value: Node, allowed: readonly Node[]): string | undefined;
  ofFormat(format: string, value: Node): string | undefined;
  ofPattern(visit: KeywordVisit, pattern: string): string | undefined;
  ofKey(key: string, free: Iterable<string>): string | undefined;
}

/** The services that a validation run offers to its keywords. */
export interface ValidationRun {
  /** Absent where nobody reads hints. */
  readonly hints: Hints | undefined;
  readonly patterns: Patterns;
  readonly identities: Identities;
  /** Spends steps for what a keyword visits besides schemas. Returns why none are left, or `undefined`. */
  spend(count: number): string | undefined;
  apply(schema: Node, target: InstanceTarget, how: { readonly scope: SchemaScope; readonly mode?: ApplyMode }): Outcome;
  /** The branch that a discriminator chooses for a value; `undefined` if it chooses none. */
  branchFor(visit: KeywordVisit): Node | undefined;
  /** The name of a schema for messages. */
  nameOf(schema: Node): string | undefined;
}

/** One schema object applied to one value. Its keywords are called in turn. */
export interface KeywordVisit extends InstanceTarget {
  readonly schema: MapNode;
  readonly scope: SchemaScope;
  readonly mode: ApplyMode;
  readonly run: ValidationRun;
  readonly outcome: Outcome;
}

/** Judges the value by one keyword, and adds failures to the visit's outcome. */
export type KeywordCheck = (visit: KeywordVisit, entry: Entry) => void;

/** The optional fields of a failure. */
interface FailureDetails {
  readonly found?: string;
  readonly place?: Place;
  /** A key of the value, if the failure is about that key. */
  readonly below?: string;
  readonly related?: readonly Related[];
  readonly hint?: () => string | undefined;
  readonly missing?: readonly string[];
}

/** Records that the visited value breaks a keyword. */
export function fail(
  visit: InstanceTarget & Pick<KeywordVisit, "outcome">,
  entry: Entry,
  { expected, ...details }: { expected: string } & FailureDetails,
): void {
  const { failures } = visit.outcome;
  if (failures.length >= MOST_TOLD) return;
  const { found = "", place = visit.place ?? visit.instance, below, related = [], hint, missing } = details;
  const path = below === undefined ? visit.path : { up: visit.path, token: below };
  failures.push({
    place,
    pointer: pointerOf(path),
    keyword: entry.key,
    schemaPlace: entry.value,
    expected,
    found,
    related,
    ...(hint ? { hint } : {}),
    ...(missing ? { missing } : {}),
  });
}

/** A constraint as an entry of a schema, for reporting failures. */
export function constraintEntry(key: string, value: Node): Entry {
  return { key, value, file: value.file, start: value.start, end: value.end };
}

/** How many names and branches may be visited for the cost of one schema applied to one value. */
const LOOKS_A_STEP = 8;

/** Whether the budget allows visiting this many names or branches. If not, the outcome becomes unknown. */
export function affords(visit: Pick<KeywordVisit, "run" | "outcome">, looks: number): boolean {
  const why = visit.run.spend(Math.ceil(looks / LOOKS_A_STEP));
  if (why !== undefined) visit.outcome.unknown ??= why;
  return why === undefined;
}

function adoptSeen(seen: EvaluatedParts, other: EvaluatedParts): void {
  for (const key of other.keys) seen.keys.add(key);
  for (const item of other.items) seen.items.add(item);
}

/** Adds the outcome of another schema: its failures, and if it accepts the value, its evaluated parts. */
export function adopt(visit: KeywordVisit, other: Outcome, sameValue = true): void {
  if (other === visit.outcome) return;
  const { failures, seen } = visit.outcome;
  failures.push(...other.failures.slice(0, MOST_TOLD - failures.length));
  if (other.unknown !== undefined) visit.outcome.unknown ??= other.unknown;
  if (sameValue && seen && other.seen && other.failures.length === 0) adoptSeen(seen, other.seen);
}

/** Applies a schema to the visited value itself. */
export function same(visit: KeywordVisit, schema: Node, mode: ApplyMode = "whole"): Outcome {
  return visit.run.apply(schema, visit, { scope: visit.scope, mode });
}

/** Applies a schema to a child of the visited value, and adds the outcome. */
export function child(visit: KeywordVisit, schema: Node, { token, instance }: { token: string; instance: Node }): void {
  adopt(visit, visit.run.apply(schema, { instance, path: { up: visit.path, token } }, { scope: visit.scope }), false);
}

/**
 * Numbers values. Two values have the same number exactly if they are equal in JSON Schema: `1`, `1.0` and `1e0` are one value, and key
 * order does not count. Each node is read once, so a small file of aliases stays cheap.
 */
export interface Identities {
  of(node: Node): number;
  /** The numbers of all items of a list, computed once. */
  list(list: ListNode): ReadonlySet<number>;
}

function scalarKey(node: Exclude<Node, { kind: "map" | "list" }>): string {
  if (node.kind === "string") return `s${node.value}`;
  if (node.kind !== "number") return node.kind === "null" ? "null" : String(node.value);
  const decimal = decimalOf(node.raw);
  return decimal ? `n${decimalKey(decimal)}` : `n${node.raw.toLowerCase()}`;
}

/** Starts a new numbering. Its numbers cannot be compared with those of another one. */
export function identities(): Identities {
  const numbers = new Map<string, number>();
  const keyOf = (node: Node): string => {
    if (node.kind === "list") return `[${node.items.map((item) => of(item)).join()}]`;
    if (node.kind !== "map") return scalarKey(node);
    const pairs = node.entries.map((entry) => `${JSON.stringify(entry.key)}:${of(entry.value)}`);
    return `{${pairs.sort().join()}}`;
  };
  const of = oncePerObject((node: Node): number => getOrMake(numbers, keyOf(node), () => numbers.size));
  return { of, list: oncePerObject((node: ListNode) => new Set(node.items.map(of))) };
}
