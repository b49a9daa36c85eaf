import { generated } from "#verdicts";
import type { JsonType, Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Node, Place, TextFile } from "#text";
import type { Judge, Outcome } from "#verdicts";
import type { Cell, Term } from "./cell.ts";

/** Validates values against the schemas of one document. */
export interface DocumentSide {
  /** The files of the document. They tell to which document a schema belongs. */
  readonly files: Iterable<TextFile>;
  check(schema: Schema, value: Node): Outcome;
  /** Whether a pattern matches a text; `undefined` if that is unknown. */
  matches(pattern: string, text: string): boolean | undefined;
}

/** A side whose schemas are judged by the judge of its document. */
export function judgedSide(files: Iterable<TextFile>, { validator }: Pick<Judge, "validator">): DocumentSide {
  return {
    files,
    check: ({ node, language }, value) => validator.validate(node, value, isJsonSchema(language) ? language : undefined),
    matches(pattern, text) {
      const compiled = validator.patterns.of(pattern);
      if ("invalid" in compiled) return undefined;
      const found = compiled.test(text);
      return typeof found === "boolean" ? found : undefined;
    },
  };
}

/**
 * How a schema is read. `strict`: exactly as written. `documented`: undeclared properties are not sent, so an object has only the
 * declared ones, unless `additionalProperties` admits others or it declares none. Where nothing names a type, values have the types that
 * the keywords are about.
 */
export type SchemaInterpretation = "documented" | "strict";

/** Whether two schemas are certainly written the same, following references. */
export type SchemaEquality = (a: Schema, b: Schema) => boolean;

/** Why there is no proof: values that may be counterexamples, and the keyword at which the proof failed. */
export interface Gap {
  readonly candidates: readonly Node[];
  readonly keyword: string;
  readonly place: Place;
}

/** `undefined` means proved. */
export type ProofResult = Gap | undefined;

/** The most candidates passed on from one gap. */
export const MOST_CANDIDATES = 24;

export function both(...results: readonly ProofResult[]): ProofResult {
  return together(results);
}

export function together(results: readonly ProofResult[]): ProofResult {
  const gaps = results.filter((result) => result !== undefined);
  const [first] = gaps;
  const showing = gaps.filter(({ candidates }) => candidates.length > 0).slice(0, MOST_CANDIDATES);
  return first && { ...first, candidates: inTurn(showing.map((gap) => gap.candidates)).slice(0, MOST_CANDIDATES) };
}

/** Whether further gaps would add no candidate. */
export function isEnough(results: readonly ProofResult[]): boolean {
  return results.length >= MOST_CANDIDATES && results.filter((gap) => gap && gap.candidates.length > 0).length >= MOST_CANDIDATES;
}

/** Interleaves lists, so that a later limit keeps some items of each. */
export function inTurn<T>(lists: readonly (readonly T[])[]): readonly T[] {
  const [only] = lists;
  if (only && lists.length === 1) return only;
  const longest = lists.reduce((most, { length }) => Math.max(most, length), 0);
  return Array.from({ length: longest }, (_, at) => lists.flatMap((list) => list.slice(at, at + 1))).flat();
}

/** What a proof about values of one type needs of the whole proof. */
export interface Proof {
  /** Whether a schema accepts a value; `undefined` if that is unknown. */
  judge(schema: Schema, value: Node): boolean | undefined;
  matches(schema: Schema, pattern: string, text: string): boolean | undefined;
  /** Whether no step is left. */
  isSpent(): boolean;
  /** Spends steps: each is as much work as comparing a cell with a schema. */
  spend(steps: number): void;
  cells(term: Pick<Term, "schemas">, reading: SchemaInterpretation, type?: JsonType): readonly Cell[] | undefined;
  cellWithin(cell: Cell, b: Schema, reading: SchemaInterpretation): ProofResult;
  /** Compares a property or item of the values in hand. */
  below(term: Term, b: Schema, reading: SchemaInterpretation): ProofResult;
  narrowed(cell: Cell, schemas: readonly Schema[], reading: SchemaInterpretation): readonly Cell[] | undefined;
  isEmpty(cell: Cell, reading: SchemaInterpretation): boolean;
  isNever(term: Term, reading: SchemaInterpretation): boolean;
  gap(cell: Cell, keyword: string, place: Place, first?: readonly Node[]): Gap;
  /** Of some values, those of the cell. */
  accepted(cell: Cell, values: readonly Node[]): readonly Node[];
  samples(schemas: readonly Schema[]): readonly Node[];
  samplesOf(cell: Cell): readonly Node[];
}

export function typeOf(node: Node): JsonType {
  if (node.kind === "map") return "object";
  return node.kind === "list" ? "array" : node.kind;
}

/** Values of a type that are worth trying beside those that are made for a schema. */
export function plainValues(type: JsonType): readonly Node[] {
  if (type === "string") return ["", "a", "sample"].map((text) => generated.text(text));
  if (type === "number") return ["0", "1", "-1", "0.5"].map((raw) => generated.number(raw));
  return type === "array" ? [generated.list([])] : [];
}

/** Whether only a schema's own `properties` and `items` evaluate members. Then `unevaluated…` means the same as `additional…`. */
export function evaluatesNothingElse(part: Schema): boolean {
  const { allOf, anyOf, oneOf, dependencies, if: condition, contains, additionalProperties, items, tuple, additionalItems } = part;
  const hasBranches = allOf.length + anyOf.length + oneOf.length + dependencies.length > 0;
  return !hasBranches && !condition && !contains && !additionalProperties && !(tuple ? additionalItems : items);
}
