import type { Node, Place } from "#text";
import type { Property, Schema } from "./schema.ts";

/** One of several schemas that apply to the same value. */
export interface MergedPart {
  readonly schema: Schema;
  /**
   * The part whose `allOf` contains it, and the position; absent for a schema that was passed in. Parts share these links, so a long
   * chain takes linear space.
   */
  readonly within?: { readonly part: MergedPart; readonly at: number } | undefined;
}

/** The path to a part from the schema that was merged: positions in `allOf` from 0, at most the last `most`. */
export function pathTo({ within }: MergedPart, most = Infinity): number[] {
  const path: number[] = [];
  for (let step = within; step && path.length < most; step = step.part.within) path.push(step.at);
  return path.reverse();
}

/** A property with all its declarations. */
export interface MergedProperty {
  readonly name: string;
  readonly required: boolean;
  /** The declarations with the part that has each; empty for a name that is only required. */
  readonly stated: readonly { readonly property: Property; readonly part: MergedPart }[];
}

/** What one part says in a contradiction, and where. */
export interface ContradictionSide {
  readonly part: MergedPart;
  /** The keyword of `values`, if it is not clear from the kind of contradiction. */
  readonly keyword?: string;
  /** The names of types, or values as written; empty if the part says no value. */
  readonly values: readonly (string | Node)[];
  readonly place: Place;
}

/** What no value fulfils together. */
export interface Contradiction {
  readonly kind: "types" | "range" | "const" | "enum" | "closed" | "required" | "never";
  /** The names of properties that a closed part does not allow. */
  readonly names: readonly string[];
  /** For properties: the part with them, then the closed one. */
  readonly sides: readonly ContradictionSide[];
}

/** Several schemas merged into one with `allOf` flattened: all constraints on a value. */
export interface MergedSchema {
  /** The given schemas first, then the parts of their `allOf`, each schema once. */
  readonly parts: readonly MergedPart[];
  /** The types that all parts allow. Empty if none is stated, or if none is left, which is a contradiction. */
  readonly types: readonly string[];
  /** The properties in the order of their first declaration, then names that are only required. */
  readonly properties: readonly MergedProperty[];
  readonly contradictions: readonly Contradiction[];
}
