import type { Node } from "#text";
import type { Property, Schema } from "./schema.ts";

/** One of several schemas that apply to the same value. */
export interface MergedPart {
  readonly schema: Schema;
  /** The part whose `allOf` holds it, and where; absent for a schema that was given itself. Shared, so that a long chain stays linear. */
  readonly within?: { readonly part: MergedPart; readonly at: number } | undefined;
}

/** What leads to a part from the schema that was asked for: positions in `allOf`, from 0; the last ones of a path that is longer than `most`. */
export function pathTo({ within }: MergedPart, most = Infinity): number[] {
  const path: number[] = [];
  for (let step = within; step && path.length < most; step = step.part.within) path.push(step.at);
  return path.reverse();
}

/** A property with all its declarations. */
export interface MergedProperty {
  readonly name: string;
  readonly required: boolean;
  /** Each statement with the part it stands in; empty for a name that is only required. */
  readonly stated: readonly { readonly property: Property; readonly part: MergedPart }[];
}

/** Two keywords that no value fulfils together. */
export interface Contradiction {
  readonly kind: "types" | "range" | "const" | "enum" | "closed" | "required" | "never";
  /** The keyword, or the property's name where a closed part does not allow it. */
  readonly about: string;
  /** What contradicts: values as written. */
  readonly values: readonly Node[];
  readonly parts: readonly MergedPart[];
}

/** Several schemas as one, `allOf` flattened: the constraints on a value that fulfils all of them. */
export interface MergedSchema {
  /** The given schemas first, then the parts of their `allOf`, each schema once. */
  readonly parts: readonly MergedPart[];
  /** Types that every part allows; empty = not stated by any, or nothing is left (then a contradiction says so). */
  readonly types: readonly string[];
  /** In the order in which they are first stated; then names that are only required. */
  readonly properties: readonly MergedProperty[];
  readonly contradictions: readonly Contradiction[];
}
