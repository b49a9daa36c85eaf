import type { Node } from "#text";
import type { SchemaSource } from "#model";
import { megabytesOf } from "#documents";
import type { Schema } from "#schema";
import { partsOf } from "#schema";
import { addNew, getOrMake, printJson, reason, MOST_LISTED } from "#text";
import type { Judge, JudgeOptions, Verdict } from "../validate/index.ts";
import { accepts, createJudge, verdictOf } from "../validate/index.ts";
import { makeValue } from "./make-value.ts";
import type { BranchChoice, SampleAttempt, AttemptPlan } from "./sample-attempt.ts";
import { branchesOf } from "./sample-attempt.ts";

/** A value that validates against its schema. */
export interface Sample {
  readonly value: Node;
  /** The branch of the choice that it is for. */
  readonly branch?: Schema;
  /** The properties that a generated value lacks because their schemas could not be read; absent if there are none. */
  readonly unread?: readonly string[];
}

/** A value that the schema or a branch of its choice gives as an example. */
export interface SchemaExample extends Sample {
  readonly verdict: Verdict;
}

/**
 * The samples of one schema: one, or one for each branch. A valid example in the schema replaces a generated one. Without any sample,
 * `reason` says why.
 */
export interface Samples {
  readonly samples: readonly Sample[];
  /** The schema's own examples, each value once, valid ones first. */
  readonly examples: readonly SchemaExample[];
  readonly reason?: string;
  /** The number of branches beyond the limit. */
  readonly left: number;
}

/** Makes samples. The result for each schema is kept. */
export interface Sampler {
  of(source: SchemaSource): Samples;
}

/** The values in one sample, unless the settings say otherwise. */
const NODES = 500;

/**
 * How many properties may be visited for each value that may be made. Most visited ones are made; those that lead back to their own
 * schema are not.
 */
const LOOKS_A_NODE = 20;

/**
 * The budget of all samples, in values made and judged for each megabyte of the documents. The densest real documents use a fifth of
 * it.
 */
const STEPS = 200_000;

/** How many names and branches may be visited for the cost of one schema applied to a value. */
const LOOKS_A_STEP = 8;

/** The plans, from the most informative sample to the least demanding one. */
const plans: readonly AttemptPlan[] = [
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

/** Tried last: a value that only one branch of `oneOf` accepts. */
const apart: readonly AttemptPlan[] = [
  { optional: true, given: false, condition: "neither", branch: 0, apart: true },
  { optional: false, given: false, condition: "neither", branch: 0, apart: true },
];

/** The schema that has the choice (`oneOf`, `anyOf`): the schema itself or a part of its `allOf`. */
function choiceIn(schema: Schema): { readonly holder: Schema; readonly branches: readonly BranchChoice[] } | undefined {
  for (const part of partsOf(schema)) {
    const branches = branchesOf(part);
    if (branches.length > 1) return { holder: part, branches };
  }
  return undefined;
}

/** The state for generating and validating samples of one schema. */
interface SampleContext {
  readonly judge: Judge;
  readonly source: SchemaSource;
  readonly root: Schema;
  readonly sampleNodes: number;
}

/** The tests that making a value needs, and its budget. */
export type SampleTests = Pick<SampleAttempt, "affords" | "accepts" | "matches">;

function newAttempt(plan: AttemptPlan, chosen: SampleAttempt["chosen"], given: SampleTests & { readonly nodes: number }): SampleAttempt {
  const { nodes, ...tests } = given;
  const make: SampleAttempt["make"] = (all, spot) => makeValue(all, spot, making);
  const making: SampleAttempt = {
    plan,
    chosen,
    open: new Set(),
    unread: new Set(),
    left: nodes,
    looks: LOOKS_A_NODE * nodes,
    ...tests,
    make,
  };
  return making;
}

/** A value, or why there is none. */
interface MadeSample extends Partial<Pick<Sample, "value" | "unread">> {
  readonly reason?: string | undefined;
}

function attempt({ judge, source, root, sampleNodes }: SampleContext, plan: AttemptPlan, chosen: SampleAttempt["chosen"]): MadeSample {
  const making = newAttempt(plan, chosen, {
    nodes: sampleNodes,
    // Making a value costs about as much as validating it.
    affords: (looks) => judge.validator.budget.spend(1 + Math.ceil(looks / LOOKS_A_STEP)) === undefined,
    accepts: (schema, value) => accepts(judge.checker.check({ ...source, node: schema.node }, value, schema)),
    matches(pattern, text) {
      const compiled = judge.validator.patterns.of(pattern);
      return !("invalid" in compiled) && compiled.test(text) === true;
    },
  });
  const value = making.make([root], { name: "", depth: 0, variant: 0 });
  const unread = [...making.unread];
  return { ...(value ? { value } : {}), ...(unread.length > 0 ? { unread } : {}), reason: making.reason };
}

/** The first value that validates. */
function first(workshop: SampleContext, chosen: SampleAttempt["chosen"]): MadeSample {
  const { judge, source } = workshop;
  let why: string | undefined;
  for (const plan of [...plans, ...apart]) {
    if (judge.validator.spent()) return { reason: reason("samples-spent") };
    const made = attempt(workshop, plan, chosen);
    const { reason: failed, ...sample } = made;
    if (sample.value && accepts(judge.checker.check(source, sample.value))) return sample;
    why ??= failed;
  }
  return { reason: why ?? reason("no-value") };
}

/** The most examples of a schema, and of each of its branches, that are used: a schema may have many branches. */
const MOST_OF_SCHEMA = 10;
const MOST_OF_BRANCH = 2;

/** The only branch that accepts a value; `undefined` if several or none do. */
function branchFor({ judge, source }: SampleContext, value: Node, branches: readonly BranchChoice[]): Schema | undefined {
  const found = branches.filter(({ schema }) => accepts(judge.checker.check({ ...source, node: schema.node }, value, schema)));
  return found.length === 1 ? found[0]?.schema : undefined;
}

/** The examples of a schema, and examples of its branches that the schema itself accepts. */
function examplesOf(workshop: SampleContext, branches: readonly BranchChoice[]): readonly SchemaExample[] {
  const { judge, source, root } = workshop;
  const known = new Set<string>();
  const isNew = (value: Node): boolean => addNew(known, printJson(value));
  const judged = (value: Node): SchemaExample => {
    const verdict = verdictOf(judge.checker.check(source, value));
    const branch = verdict.state === "passed" ? branchFor(workshop, value, branches) : undefined;
    return branch ? { value, verdict, branch } : { value, verdict };
  };
  const own = root.examples.slice(0, MOST_OF_SCHEMA).filter(isNew).map(judged);
  const ofBranches = branches.flatMap(({ schema }) => schema.examples.slice(0, MOST_OF_BRANCH).filter(isNew).map(judged));
  const all = [...own, ...ofBranches.filter(({ verdict }) => verdict.state === "passed")];
  return [...all.filter(({ verdict }) => verdict.state === "passed"), ...all.filter(({ verdict }) => verdict.state !== "passed")];
}

function samplesFor(workshop: SampleContext): Samples {
  const choice = choiceIn(workshop.root);
  const branches = choice?.branches.slice(0, MOST_LISTED) ?? [];
  const examples = examplesOf(workshop, branches);
  const given = examples.filter(({ verdict }) => verdict.state === "passed");
  if (!choice) {
    const [example] = given;
    const { value, reason: why, ...more }: MadeSample = example ? { value: example.value } : first(workshop, new Map());
    return { samples: value ? [{ value, ...more }] : [], examples, left: 0, ...(why === undefined ? {} : { reason: why }) };
  }
  const tried = branches.map((branch): { branch: BranchChoice; made: MadeSample } => {
    const example = given.find((each) => each.branch === branch.schema);
    return { branch, made: example ? { value: example.value } : first(workshop, new Map([[choice.holder, branch]])) };
  });
  const samples = tried.flatMap(({ branch, made: { value, unread } }): Sample[] =>
    value ? [{ value, branch: branch.schema, ...(unread ? { unread } : {}) }] : [],
  );
  const why = tried.find(({ made }) => made.reason !== undefined)?.made.reason;
  const left = choice.branches.length - tried.length;
  return { samples, examples, left, ...(samples.length === 0 && why !== undefined ? { reason: why } : {}) };
}

/** The time limits. A text made for a pattern matches at once; a pattern that takes longer would never end. */
function clocks({ limits, documents }: JudgeOptions): { patternMs: number; validationMs: number; steps: number } {
  const { patternMs = 1_000, validationMs = 5_000, steps = STEPS * megabytesOf(documents) } = limits ?? {};
  return { patternMs: patternMs / 20, validationMs, steps };
}

/** Makes samples of the schemas of one document. They have a budget of their own. */
export function createSampler(options: JudgeOptions): Sampler {
  const { schemas, limits } = options;
  const sampleNodes = limits?.sampleNodes ?? NODES;
  const bounds = clocks(options);
  const judge = createJudge({ ...options, limits: { ...limits, ...bounds } });
  const known = new Map<Schema, Samples>();
  return {
    of(source) {
      const root = schemas.of(source);
      const make = (): Samples =>
        judge.refused.has(source.node)
          ? { samples: [], examples: [], reason: reason("schema-refused"), left: 0 }
          : samplesFor({ judge, source, root, sampleNodes });
      return getOrMake(known, root, () => judge.validator.budget.during(make));
    },
  };
}

/**
 * Values that all of some schemas may accept, at most one for each plan, those with all properties first. The caller has to validate
 * them. A plan is left out if it differs from an earlier one only in what that one did not ask for, because it gives the same value.
 */
export function valuesFor(schemas: readonly Schema[], tests: SampleTests): readonly Node[] {
  const asked: Map<keyof AttemptPlan, unknown>[] = [];
  return plans.flatMap((plan) => {
    if (asked.some((answers) => [...answers].every(([key, answer]) => plan[key] === answer))) return [];
    const answers = new Map<keyof AttemptPlan, unknown>();
    asked.push(answers);
    const noting = new Proxy(plan, { get: (_, key: keyof AttemptPlan) => (answers.set(key, plan[key]), plan[key]) });
    return newAttempt(noting, new Map(), { nodes: NODES, ...tests }).make(schemas, { name: "", depth: 1, variant: 0 }) ?? [];
  });
}
