import { sameValueKeywords } from "#format";
import type { MapNode, Node } from "#text";
import { getOrMake, reason, stringOf } from "#text";
import type { Budget } from "./budget.ts";
import type { Discriminators } from "./discriminators.ts";
import type { Outcome } from "./wording.ts";
import type { Patterns } from "./patterns.ts";
import type {
  Identities,
  ApplyMode,
  Hints,
  InstanceTarget,
  KeywordVisit,
  ReferenceKeyword,
  References,
  SchemaScope,
  ValidationRun,
} from "./visit.ts";
import { adopt, constraintEntry, DEEPEST, fail } from "./visit.ts";

/** The state that all runs over one document share. */
export interface RunContext {
  readonly patterns: Patterns;
  readonly identities: Identities;
  readonly hints?: Hints;
  readonly references: References;
  readonly discriminators: Discriminators;
  readonly budget: Pick<Budget, "spend">;
  readonly nameOf: (schema: Node) => string | undefined;
  /** Schemas with an error. It is unknown what they accept. */
  readonly refused: ReadonlySet<Node>;
}

/** Outcomes by mode, schema and value. A value reached twice is judged once, and a schema that refers to itself ends. */
type OutcomeMemo = Map<string, Map<Node, Map<Node, Outcome>>>;

const newMap = <Key, Value>(): Map<Key, Value> => new Map<Key, Value>();

/**
 * The most outcomes remembered for one value. Further ones are forgotten once they are known, which still ends schemas that refer to
 * themselves; the step budget limits what is judged again. A value of 100 items against 20,000 alternatives has two million outcomes.
 */
const MOST_REMEMBERED = 50_000;

/** Keywords that apply a schema to the same value. A scalar can only come back to the same schema through them. */
const IN_PLACE: ReadonlySet<string> = new Set([...sameValueKeywords, "discriminator"]);

/** Whether a scalar is judged by a simple schema, which is faster than remembering the outcome. */
function isLeaf(schema: MapNode, { instance }: InstanceTarget): boolean {
  return instance.kind !== "map" && instance.kind !== "list" && !schema.entries.some(({ key }) => IN_PLACE.has(key));
}

function mannerOf(mode: ApplyMode, { trail, reading }: SchemaScope): string {
  return reading.siblings && trail.length > 1 ? `${mode} ${trail.map(({ base }) => base).join(" ")}` : mode;
}

function refer(visit: KeywordVisit, keyword: ReferenceKeyword, means: RunContext): void {
  const written = stringOf(visit.schema, keyword);
  if (written === undefined) return;
  const target = means.references.resolve(visit, keyword, written);
  if (target) adopt(visit, visit.run.apply(target.schema, visit, { scope: target.scope, mode: visit.mode }));
  else visit.outcome.unknown ??= reason("unresolved", { reference: JSON.stringify(written) });
}

/** Whether the discriminator decided the outcome: it chose another schema, or none. */
function decided(visit: KeywordVisit, { discriminators }: RunContext): boolean {
  if (visit.mode === "part" || !visit.scope.reading.discriminator) return false;
  const decision = discriminators.decide(visit);
  if (decision === undefined) return false;
  if (decision !== "refused") adopt(visit, visit.run.apply(decision, visit, { scope: visit.scope, mode: "part" }));
  return true;
}

/** Whether a keyword comes last. Only dialects in which keywords beside `$ref` count have such keywords. */
function isLate(key: string): boolean {
  return key.startsWith("unevaluated");
}

function callKeywords(visit: KeywordVisit, keywords: KeywordVisit["scope"]["reading"]["keywords"], which: (key: string) => boolean): void {
  for (const entry of visit.schema.entries) if (which(entry.key)) keywords.get(entry.key)?.(visit, entry);
}

function judge(visit: KeywordVisit, means: RunContext): void {
  const { siblings, keywords } = visit.scope.reading;
  refer(visit, "$ref", means);
  if (!siblings && stringOf(visit.schema, "$ref") !== undefined) return;
  if (decided(visit, means)) return;
  callKeywords(visit, keywords, (key) => !(siblings && isLate(key)));
  if (!siblings) return;
  for (const key of ["$dynamicRef", "$recursiveRef"] as const) refer(visit, key, means);
  callKeywords(visit, keywords, isLate);
}

/** Creates a run, which validates one value. All runs share `means`. */
export function createRun(means: RunContext): ValidationRun {
  const memo: OutcomeMemo = new Map();
  const { patterns, identities, discriminators, references, budget, hints, nameOf, refused } = means;
  let depth = 0;
  let remembered = 0;

  const visit = (
    schema: MapNode,
    target: InstanceTarget,
    { scope, mode, outcome }: Pick<KeywordVisit, "scope" | "mode" | "outcome">,
  ): Outcome => {
    const spent = depth >= DEEPEST ? reason("too-deep") : budget.spend();
    if (spent !== undefined) return Object.assign(outcome, { unknown: spent });
    depth += 1;
    judge({ ...target, schema, scope, mode, run, outcome }, means);
    depth -= 1;
    return outcome;
  };

  const apply: ValidationRun["apply"] = (schema, target, { scope, mode = "whole" }) => {
    const unknown = refused.has(schema) ? { unknown: reason("schema-refused") } : {};
    if (schema.kind !== "map")
      return schema.kind === "boolean" && !schema.value ? nothingAllowed(schema, target) : { failures: [], ...unknown };
    const here = references.inside(schema, scope);
    const outcome: Outcome = {
      failures: [],
      ...unknown,
      ...(here.reading.siblings ? { seen: { keys: new Set(), items: new Set() } } : {}),
    };
    if (isLeaf(schema, target)) return visit(schema, target, { scope: here, mode, outcome });
    const known = getOrMake(getOrMake(memo, mannerOf(mode, here), newMap<Node, Map<Node, Outcome>>), schema, newMap<Node, Outcome>);
    const before = known.get(target.instance);
    if (before) return before;
    known.set(target.instance, outcome);
    visit(schema, target, { scope: here, mode, outcome });
    if (remembered >= MOST_REMEMBERED) known.delete(target.instance);
    else remembered += 1;
    return outcome;
  };

  const spend = (count: number): string | undefined => budget.spend(count);
  const run: ValidationRun = { patterns, identities, hints, spend, apply, nameOf, branchFor: (visit) => discriminators.branchFor(visit) };
  return run;
}

/** The outcome of the schema `false`. */
function nothingAllowed(schema: Node, target: InstanceTarget): Outcome {
  const outcome: Outcome = { failures: [] };
  fail({ ...target, outcome }, constraintEntry("false", schema), { expected: "must not be there", found: "no value is allowed" });
  return outcome;
}
