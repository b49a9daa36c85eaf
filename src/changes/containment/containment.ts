import { numberFormats } from "#format";
import type { Schema } from "#schema";
import { aboutSameValue, isJsonSchema } from "#schema";
import type { Node, Place, TextFile } from "#text";
import { entryOf, evaluatePointer, formatPointer, itemsOf, parsePointer, printJson } from "#text";
import type { Budget, Failure } from "#verdicts";
import { budget } from "#verdicts";
import type { DocumentSide, SchemaEquality, SchemaInterpretation } from "./proof.ts";
import { Prover } from "./prove.ts";

/** Proof that schema `b` accepts every value that schema `a` accepts. */
export interface ContainmentProof {
  readonly verdict: "contained";
}

/** A value that schema `a` accepts and schema `b` refuses. */
export interface Counterexample {
  readonly verdict: "not-contained";
  readonly witness: Node;
  /** The refused part of the witness, as a JSON Pointer (RFC 6901). */
  readonly at: string;
  /** The property that is missing in the object at `at`, if that is the reason. */
  readonly missing?: string | undefined;
  readonly keyword: string;
  /** The place in the refusing schema. */
  readonly place: Place;
  /** What the refusing schema requires, such as `must be at least 0`. */
  readonly expected: string;
  /** Further refused values, one for each other reason that was found. */
  readonly further: readonly Refusal[];
}

/** A value that one schema accepts and another refuses, and why. */
export type Refusal = Omit<Counterexample, "verdict" | "further">;

/** Neither a proof nor a counterexample was found. */
export interface OpenContainment {
  readonly verdict: "unknown";
  /** The reason: a keyword of JSON Schema, `language` if the languages differ, or `budget`. */
  readonly keyword: string;
  readonly place: Place;
}

/** Describes what prevented a verdict, as a clause. */
export function obstacleText(keyword: string): string {
  if (keyword === "$ref") return "a reference cannot be read";
  if (keyword === "size") return "a schema is too large to be compared";
  return keyword === "budget" ? "comparing the schemas takes too many steps" : `the keyword ${keyword} stands in the way`;
}

export type ContainmentVerdict = ContainmentProof | Counterexample | OpenContainment;

/** Compares schemas of two documents, or of one. */
export interface Containment {
  compare(a: Schema, b: Schema, reading: SchemaInterpretation): ContainmentVerdict;
}

/**
 * Whether a refusal only repeats one by the type: of the same value, or by a number format, since `integer` with `int32` is one
 * requirement.
 */
function isSameCause({ at, keyword, place, witness }: Refusal, others: Iterable<Refusal>): boolean {
  const isNumberFormat = keyword === "format" && "value" in place && numberFormats.has(String(place.value));
  return [...others].some(
    (other) => other.at === at && other.keyword === "type" && keyword !== "type" && (isNumberFormat || other.witness === witness),
  );
}

/** A pointer into a value without positions of items and names that no schema declares: what is refused there has one cause. */
function declaredPath(schemas: readonly Schema[], pointer: string): string {
  let below = schemas;
  const tokens = (parsePointer(pointer) ?? []).map((token) => {
    const all = [...aboutSameValue(below)];
    const own = all.flatMap(({ properties }) => properties.filter(({ name }) => name === token).map(({ schema }) => schema));
    const others = all.flatMap((each) => [each.additionalProperties, each.items, each.additionalItems, ...(each.tuple ?? [])]);
    const patterned = all.flatMap(({ patternProperties }) => patternProperties.map(({ schema }) => schema));
    below = own.length > 0 ? own : [...others, ...patterned].filter((schema) => schema !== undefined);
    return own.length > 0 ? token : "*";
  });
  return formatPointer(tokens);
}

/** The steps of a comparison for each megabyte: of proofs and of judging values together. A document whose messages all changed takes two thirds. */
const STEPS_OF_A_COMPARISON = 2_500_000;
const MILLISECONDS_OF_A_COMPARISON = 4_000;

/** What all pairs of a comparison may cost together. Beyond it the answer is "unknown", with `budget` as its reason. */
export function comparisonBudget(megabytes = 1, milliseconds = MILLISECONDS_OF_A_COMPARISON): Budget {
  return budget(megabytes * STEPS_OF_A_COMPARISON, megabytes * milliseconds);
}

/** The first name in a failing `required` that the object at a pointer lacks. */
function missingName(witness: Node, { pointer, keyword, schemaPlace }: Failure): string | undefined {
  const object = evaluatePointer(witness, parsePointer(pointer) ?? []);
  if (keyword !== "required" || !("kind" in schemaPlace)) return undefined;
  const names = itemsOf(schemaPlace as Node).flatMap((name) => (name.kind === "string" ? [name.value] : []));
  return names.find((name) => entryOf(object, name) === undefined);
}

/**
 * Creates a comparison of schemas that uses the validators of their documents. If `isSame` says that two schemas are the same, that
 * counts as proved, even if they cannot be read. The judges of the sides spend from the same budget.
 */
export function createContainment(
  sides: readonly DocumentSide[],
  { isSame = () => false, budget: common = comparisonBudget() }: { readonly isSame?: SchemaEquality; readonly budget?: Budget } = {},
): Containment {
  const byFile = new Map<TextFile, DocumentSide>(sides.flatMap((side) => [...side.files].map((file) => [file, side] as const)));

  const witnessOf = (
    a: Schema,
    b: Schema,
    { values, isSent, isSpent }: { values: readonly Node[]; isSent: (value: Node) => boolean; isSpent: () => boolean },
  ): Counterexample | undefined => {
    const [own, other] = [byFile.get(a.node.file), byFile.get(b.node.file)];
    if (!own || !other) return undefined;
    const bySize = values.map((value) => ({ value, size: printJson(value).length })).sort((x, y) => x.size - y.size);
    const accepted = bySize.flatMap(({ value: witness }) => {
      if (isSpent()) return [];
      const outcome = own.check(a, witness);
      if (outcome.failures.length > 0 || outcome.unknown !== undefined || !isSent(witness)) return [];
      return [{ witness, failures: other.check(b, witness).failures }];
    });
    const refusals = new Map<string, Refusal>();
    // A value that is refused for one reason only is the clearest proof.
    for (const { witness, failures } of accepted.toSorted((x, y) => x.failures.length - y.failures.length)) {
      for (const failure of failures) {
        const { pointer: at, keyword, schemaPlace: place, expected } = failure;
        const missing = missingName(witness, failure);
        const reason = JSON.stringify([declaredPath([a, b], at), keyword, missing]);
        if (!refusals.has(reason)) refusals.set(reason, { witness, at, missing, keyword, place, expected });
      }
    }
    const [first, ...further] = [...refusals.values()].filter((each) => !isSameCause(each, refusals.values()));
    return first && { verdict: "not-contained", ...first, further };
  };

  return {
    compare(a, b, reading) {
      if (!isJsonSchema(a.language) || !isJsonSchema(b.language)) return { verdict: "unknown", keyword: "language", place: b.node };
      const prover = new Prover(sides, isSame, common);
      return common.during(() => {
        const gap = prover.within(a, b, reading);
        const isCertain = prover.end();
        if (!gap) return isCertain ? { verdict: "contained" } : { verdict: "unknown", keyword: "budget", place: b.node };
        const isSent = (value: Node): boolean => reading === "strict" || prover.isDocumented([a], value);
        const witness = witnessOf(a, b, { values: gap.candidates, isSent, isSpent: () => prover.isSpent() });
        return witness ?? { verdict: "unknown", keyword: common.spent() ? "budget" : gap.keyword, place: gap.place };
      });
    },
  };
}
