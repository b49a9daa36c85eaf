import type { Node, TextFile } from "#text";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Judge, Outcome } from "../validate/index.ts";

/** Validates values against the schemas of one document. */
export interface DocumentSide {
  /** The files of the document. They tell to which document a schema belongs. */
  readonly files: Iterable<TextFile>;
  check(schema: Schema, value: Node): Outcome;
  /** Does work that checks many values, so that its time is measured once. */
  during<T>(work: () => T): T;
  /** Whether a pattern matches a text; `undefined` if that is unknown. */
  matches(pattern: string, text: string): boolean | undefined;
}

/** A side whose schemas are judged by the current judge of its document. */
export function judgedSide(files: Iterable<TextFile>, current: () => Judge): DocumentSide {
  return {
    files,
    check: ({ node, language }, value) => current().validator.validate(node, value, isJsonSchema(language) ? language : undefined),
    during: (work) => current().validator.budget.during(work),
    matches(pattern, text) {
      const compiled = current().validator.patterns.of(pattern);
      if ("invalid" in compiled) return undefined;
      const found = compiled.test(text);
      return typeof found === "boolean" ? found : undefined;
    },
  };
}
