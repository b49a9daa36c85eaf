import type { Node, Place, TextFile } from "#text";
import { entryOf, evaluatePointer, itemsOf, parsePointer, printJson } from "#text";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Failure } from "../validate/index.ts";
import type { SchemaInterpretation } from "./prove.ts";
import { isDocumented, Prover } from "./prove.ts";
import type { DocumentSide } from "./sides.ts";

/** Proof that schema `b` accepts every value that schema `a` accepts. */
export interface ContainmentProof {
  readonly verdict: "contained";
}

/** A value that schema `a` accepts and schema `b` refuses. */
export interface Counterexample {
  readonly verdict: "not-contained";
  readonly witness: Node;
  /** Where in the witness it is refused: a JSON Pointer (RFC 6901). */
  readonly at: string;
  /** The property that the object at `at` lacks, where one is missing. */
  readonly missing?: string | undefined;
  readonly keyword: string;
  /** Where the refusing schema asks for it. */
  readonly place: Place;
  /** What the refusing schema asks for, such as `must be at least 0`. */
  readonly expected: string;
}

/** Neither a proof nor a counterexample was found. */
export interface OpenContainment {
  readonly verdict: "unknown";
  /** Why: a keyword of JSON Schema, `language` if the languages differ, or `budget`. */
  readonly keyword: string;
  readonly place: Place;
}

export type ContainmentVerdict = ContainmentProof | Counterexample | OpenContainment;

/** Compares schemas of two documents, or of one. */
export interface Containment {
  compare(a: Schema, b: Schema, reading: SchemaInterpretation): ContainmentVerdict;
}

/** Witnesses that are judged before it is left undecided. */
const MOST_TRIED = 60;

/** The first name that a failing `required` misses in the object at a pointer. */
function missingName(witness: Node, { pointer, keyword, schemaPlace }: Failure): string | undefined {
  const object = evaluatePointer(witness, parsePointer(pointer) ?? []);
  if (keyword !== "required" || !("kind" in schemaPlace)) return undefined;
  const names = itemsOf(schemaPlace as Node).flatMap((name) => (name.kind === "string" ? [name.value] : []));
  return names.find((name) => entryOf(object, name) === undefined);
}

/** Compares schemas by the judges of the documents that they stand in. */
export function createContainment(sides: readonly DocumentSide[]): Containment {
  const byFile = new Map<TextFile, DocumentSide>(sides.flatMap((side) => [...side.files].map((file) => [file, side] as const)));

  const witnessOf = (a: Schema, b: Schema, values: readonly Node[], reading: SchemaInterpretation): Counterexample | undefined => {
    const [own, other] = [byFile.get(a.node.file), byFile.get(b.node.file)];
    if (!own || !other) return undefined;
    const bySize = values
      .map((value) => ({ value, size: printJson(value).length }))
      .sort((x, y) => x.size - y.size)
      .slice(0, MOST_TRIED);
    for (const { value: witness } of bySize) {
      if (reading === "documented" && !isDocumented([a], witness)) continue;
      const outcome = own.check(a, witness);
      if (outcome.failures.length > 0 || outcome.unknown !== undefined) continue;
      const [failure] = other.check(b, witness).failures;
      if (!failure) continue;
      const { pointer: at, keyword, schemaPlace: place, expected } = failure;
      return { verdict: "not-contained", witness, at, missing: missingName(witness, failure), keyword, place, expected };
    }
    return undefined;
  };

  return {
    compare(a, b, reading) {
      if (!isJsonSchema(a.language) || !isJsonSchema(b.language)) return { verdict: "unknown", keyword: "language", place: b.node };
      const prover = new Prover(sides);
      const gap = prover.within(a, b, reading);
      if (!gap) return { verdict: "contained" };
      return witnessOf(a, b, gap.candidates, reading) ?? { verdict: "unknown", keyword: gap.keyword, place: gap.place };
    },
  };
}
