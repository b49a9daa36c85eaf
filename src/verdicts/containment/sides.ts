import type { Node, TextFile } from "#text";
import type { Schema } from "#schema";
import type { Outcome } from "../validate/index.ts";

/** Validates values against the schemas of one document. */
export interface DocumentSide {
  /** The files of the document. They tell to which document a schema belongs. */
  readonly files: Iterable<TextFile>;
  check(schema: Schema, value: Node): Outcome;
  /** Whether a pattern matches a text; `undefined` if that is unknown. */
  matches(pattern: string, text: string): boolean | undefined;
}
