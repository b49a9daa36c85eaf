import type { JsonSchemaDialect } from "#format";
import { SchemaResources } from "#format";
import type { Node } from "#text";
import type { Budget } from "./budget.ts";
import { budget } from "./budget.ts";
import { discriminators } from "./discriminators.ts";
import type { Outcome } from "./failure.ts";
import { hints } from "./hints.ts";
import { identities } from "./identity.ts";
import type { Patterns } from "./patterns.ts";
import { patterns } from "./patterns.ts";
import { readings } from "./readings.ts";
import { metaschema } from "./metaschemas.ts";
import { createReferences } from "./resolve.ts";
import { createRun } from "./validation-run.ts";
import type { ValidationRun } from "./visit.ts";

/** What a validator may know about the document around its schemas. All of it is optional. */
export interface ValidatorOptions {
  /** Follows a reference of the document. */
  readonly follow?: (node: Node) => Node | undefined;
  /** Named schemas after following references, for discriminators and messages. */
  readonly named?: readonly { readonly name: string; readonly schema: Node }[];
  /** What identifiers in the schemas of the document refer to. */
  readonly resources?: SchemaResources;
  /** Further JSON Schemas by absolute URI without fragment, for `$ref` in dialects where `$id` sets the base. */
  readonly registry?: ReadonlyMap<string, Node>;
  /** Schemas with an error. It is unknown what they accept. */
  readonly refused?: ReadonlySet<Node>;
  /** The time limit for one pattern on one text, in milliseconds. */
  readonly patternMs?: number;
  /** The time limit for everything, in milliseconds. */
  readonly validationMs?: number;
  /** The step limit for everything. A step is one schema applied to one value. */
  readonly steps?: number;
  /** A budget that others share, instead of both limits. */
  readonly budget?: Budget;
}

/** Validates values against the JSON Schemas of one document. It never throws, whatever the schema. */
export interface Validator {
  validate(schema: Node, instance: Node, dialect?: JsonSchemaDialect): Outcome;
  readonly patterns: Patterns;
  readonly budget: Budget;
  /** Creates a run, for JSON Schema keywords in schemas of other languages. */
  readonly newRun: () => ValidationRun;
  /** Whether the budget is used up, so that nothing more is judged. */
  spent(): boolean;
}

/** The step limit for a document. A step is one schema applied to one value. */
export const STEPS = 2_000_000;

/** Creates the validator of one document. Its budgets cover everything it judges. */
export function createValidator(options: ValidatorOptions = {}): Validator {
  const { follow = (node: Node): Node => node, named = [], registry = new Map<string, Node>(), refused = new Set<Node>() } = options;
  const { resources = new SchemaResources(), patternMs = 1_000, validationMs = 5_000, steps = STEPS } = options;
  const names = new Map(named.map(({ name, schema }) => [schema, name]));
  const { budget: limit = budget(steps, validationMs) } = options;
  const means = {
    patterns: patterns(() => Math.min(patternMs, limit.left())),
    identities: identities(),
    hints,
    references: createReferences({ resources, registry: (uri: string) => registry.get(uri) ?? metaschema(uri), follow }),
    discriminators: discriminators({ follow, named }),
    budget: limit,
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
