import type { JsonSchemaDialect } from "#format";
import { SchemaResources } from "#format";
import type { Node } from "#text";
import type { Budget } from "./budget.ts";
import { budget } from "./budget.ts";
import { discriminators } from "./discriminators.ts";
import type { Outcome } from "./failure.ts";
import { identities } from "./identity.ts";
import type { Patterns } from "./patterns.ts";
import { patterns } from "./patterns.ts";
import { readings } from "./readings.ts";
import { metaschema } from "./metaschemas.ts";
import { createRun } from "./run.ts";
import type { ValidationRun } from "./visit.ts";

/** What a validator knows of the document around its schemas; all of it optional. */
export interface ValidatorOptions {
  /** The target of a reference of the document. */
  readonly follow?: (node: Node) => Node | undefined;
  /** Schemas with names, for discriminators and messages; references followed. */
  readonly named?: readonly { readonly name: string; readonly schema: Node }[];
  /** What identifiers name in the schemas of the document. */
  readonly resources?: SchemaResources;
  /** Further JSON Schemas by absolute URI without fragment, for `$ref` where `$id` is a base. */
  readonly registry?: ReadonlyMap<string, Node>;
  /** Schemas with an error: what they accept is not known. */
  readonly refused?: ReadonlySet<Node>;
  /** One pattern against one text, in milliseconds. */
  readonly patternMs?: number;
  /** Everything together, in milliseconds. */
  readonly validationMs?: number;
  /** Everything together, in schemas applied to values. */
  readonly steps?: number;
}

/** Validates values against the JSON Schemas of one document. It never throws, whatever the schema. */
export interface Validator {
  validate(schema: Node, instance: Node, dialect?: JsonSchemaDialect): Outcome;
  readonly patterns: Patterns;
  readonly budget: Budget;
  /** A run for keywords of JSON Schema in schemas of other languages. */
  readonly newRun: () => ValidationRun;
  /** Whether the budget has run out: nothing more is judged. */
  spent(): boolean;
}

/** Judging all of a document may take so many schemas applied to values. */
export const STEPS = 2_000_000;

/** Makes the validator of one document. Budgets are for all that it judges. */
export function createValidator(options: ValidatorOptions = {}): Validator {
  const { follow = (node: Node): Node => node, named = [], registry = new Map<string, Node>(), refused = new Set<Node>() } = options;
  const { resources = new SchemaResources(), patternMs = 1_000, validationMs = 5_000, steps = STEPS } = options;
  const names = new Map(named.map(({ name, schema }) => [schema, name]));
  const limit = budget(steps, validationMs);
  const means = {
    patterns: patterns(() => Math.min(patternMs, limit.left())),
    identities: identities(),
    resources,
    registry: (uri: string) => registry.get(uri) ?? metaschema(uri),
    discriminators: discriminators({ follow, named }),
    budget: limit,
    follow,
    nameOf: (schema: Node) => names.get(follow(schema) ?? schema),
    refused,
  };
  return {
    validate: (schema, instance, dialect = "schema-object") =>
      limit.during(() => {
        const scope = { reading: readings[dialect], resource: undefined, trail: [] };
        return createRun(means).apply(schema, { instance, path: undefined }, { scope });
      }),
    patterns: means.patterns,
    budget: limit,
    newRun: () => createRun(means),
    spent: () => limit.spent(),
  };
}
