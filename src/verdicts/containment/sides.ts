import type { Node, TextFile } from "#text";
import type { Schema } from "#schema";
import type { Outcome } from "../validate/index.ts";

/** Validates values against the schemas of one document. */
export interface DocumentSide {
  /** The files that the document consists of. They tell whose schema one is. */
  readonly files: Iterable<TextFile>;
  check(schema: Schema, value: Node): Outcome;
  /** Whether a pattern matches a text; `undefined` where that cannot be told. */
  matches(pattern: string, text: string): boolean | undefined;
}
