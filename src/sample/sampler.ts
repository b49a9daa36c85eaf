import type { Node } from "#json";
import type { SchemaSource } from "#model";
import type { Schema } from "#schema";
import type { JudgeOptions } from "#validate";
import { accepts, createJudge } from "#validate";
import { branchesOf } from "./conjunction.ts";
import { makeValue } from "./make-value.ts";
import type { Chosen, Making, Plan } from "./making.ts";

/** One generated value; it validates against its schema. */
export interface Sample {
  readonly value: Node;
  /** The branch of the choice that it is for, where there is one. */
  readonly branch?: Schema;
}

/** Samples of one schema: one, or one a branch. None: `reason` says why. */
export interface Samples {
  readonly samples: readonly Sample[];
  readonly reason?: string;
  /** Branches beyond the cap. */
  readonly left: number;
}

/** Makes samples; each schema once. */
export interface Sampler {
  of(source: SchemaSource): Samples;
}

export interface SamplerOptions extends JudgeOptions {
  /** Values in one sample; 500. */
  readonly sampleNodes?: number;
}

const MOST_BRANCHES = 20;

/** From telling most to asking least. */
const plans: readonly Plan[] = [
  { optional: true, given: true, condition: "then", branch: 0 },
  { optional: true, given: true, condition: "else", branch: 0 },
  { optional: true, given: true, condition: "neither", branch: 0 },
  { optional: false, given: true, condition: "then", branch: 0 },
  { optional: false, given: true, condition: "else", branch: 0 },
  { optional: true, given: false, condition: "neither", branch: 1 },
  { optional: false, given: false, condition: "neither", branch: 0 },
  { optional: false, given: false, condition: "neither", branch: 1 },
  { optional: false, given: false, condition: "neither", branch: 2 },
];

/** The part of a schema that is a choice: itself, or a part of its `allOf`. */
function choiceIn(schema: Schema): { readonly holder: Schema; readonly branches: readonly Chosen[] } | undefined {
  const parts = new Set([schema]);
  for (const part of parts) {
    const branches = branchesOf(part);
    if (branches.length > 1) return { holder: part, branches };
    if (parts.size < 100) for (const below of part.allOf) parts.add(below);
  }
  return undefined;
}

/** Makes samples of the schemas of one document, with a budget of their own. */
export async function createSampler(options: SamplerOptions): Promise<Sampler> {
  const { schemas, sampleNodes = 500 } = options;
  const { validator, checker } = await createJudge(options);
  const known = new Map<Schema, Samples>();

  const accepted = (source: SchemaSource, value: Node): boolean => accepts(checker.check(source, value));
  const attempt = (root: Schema, source: SchemaSource, given: { plan: Plan; chosen: Making["chosen"] }): Making & { value?: Node } => {
    const making: Making = {
      ...given,
      open: new Set(),
      left: sampleNodes,
      accepts: (schema, value) => accepted({ ...source, node: schema.node }, value),
      matches(pattern, text) {
        const compiled = validator.patterns.of(pattern);
        return !("invalid" in compiled) && compiled.test(text) === true;
      },
      make: (all, spot) => makeValue(all, spot, making),
    };
    const value = making.make([root], { name: "", depth: 0, variant: 0 });
    return value ? Object.assign(making, { value }) : making;
  };

  /** The first value that validates. */
  const first = (root: Schema, source: SchemaSource, chosen: Making["chosen"]): { value?: Node; reason: string } => {
    let reason: string | undefined;
    for (const plan of plans) {
      const { value, reason: why } = attempt(root, source, { plan, chosen });
      if (value && accepted(source, value)) return { value, reason: "" };
      reason ??= why;
    }
    return { reason: reason ?? "no value was found that its schema accepts" };
  };

  const make = (source: SchemaSource, root: Schema): Samples => {
    const choice = choiceIn(root);
    if (!choice) {
      const { value, reason } = first(root, source, new Map());
      return value ? { samples: [{ value }], left: 0 } : { samples: [], reason, left: 0 };
    }
    const tried = choice.branches
      .slice(0, MOST_BRANCHES)
      .map((branch) => ({ branch, made: first(root, source, new Map([[choice.holder, branch]])) }));
    const samples = tried.flatMap(({ branch, made }): Sample[] => (made.value ? [{ value: made.value, branch: branch.schema }] : []));
    const left = Math.max(0, choice.branches.length - MOST_BRANCHES);
    const reason = tried[0]?.made.reason;
    return { samples, left, ...(samples.length === 0 && reason !== undefined ? { reason } : {}) };
  };

  return {
    of(source) {
      const root = schemas.of(source);
      const before = known.get(root);
      if (before) return before;
      const made = make(source, root);
      known.set(root, made);
      return made;
    },
  };
}
