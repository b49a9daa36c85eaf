import type { Node } from "#text";
import type { SchemaSource } from "#model";
import type { Language, Schema, Schemas } from "#schema";
import { isJsonSchema } from "#schema";
import { reason } from "#text";
import type { Outcome } from "./failure.ts";
import type { Validator } from "./validator.ts";

/** Validates values against schemas of any language. */
export interface Checker {
  /**
   * Validates a value. `schema` is given for a part of a protobuf message: the source is one text, so the node of a part does not lead
   * to it.
   */
  check(source: SchemaSource, value: Node, schema?: Schema): Outcome;
}

/** Validates values against schemas of a language other than JSON Schema. */
export type ForeignCheck = (source: SchemaSource, value: Node, schema?: Schema) => Outcome;

/** The validators of one document. */
export interface CheckerParts {
  readonly schemas: Schemas;
  readonly validator: Validator;
  readonly follow: (node: Node) => Node | undefined;
  readonly foreign: ReadonlyMap<Language, ForeignCheck>;
  /** Schemas with an error. It is unknown what they accept. */
  readonly refused: ReadonlySet<Node>;
}

function unchecked(reason: string): Outcome {
  return { failures: [], unknown: reason };
}

function isSchema(node: Node): boolean {
  return node.kind === "map" || node.kind === "boolean";
}

/** Creates a checker that chooses the validator by the language of the schema. */
export function createChecker({ schemas, validator, follow, foreign, refused }: CheckerParts): Checker {
  return {
    check(source, value, schema) {
      const language = schemas.languageOf(source);
      if (language === "custom") return unchecked(reason("format-unknown", { format: JSON.stringify(source.format?.value) }));
      if (!isJsonSchema(language)) {
        if (refused.has(source.node)) return unchecked(reason("schema-refused"));
        return foreign.get(language)?.(source, value, schema) ?? unchecked(reason("language-unchecked", { language }));
      }
      const target = follow(source.node);
      if (target && !isSchema(target)) return unchecked(reason("no-schema"));
      return validator.validate(source.node, value, language);
    },
  };
}
