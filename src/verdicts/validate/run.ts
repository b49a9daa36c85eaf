import type { SchemaRegistry, SchemaResource, SchemaResources } from "#format";
import { draftOf, sameValueKeywords } from "#format";
import type { MapNode, Node } from "#text";
import { reason, stringOf } from "#text";
import type { Budget } from "./budget.ts";
import type { Discriminators } from "./discriminators.ts";
import type { Outcome } from "./failure.ts";
import type { Identities } from "./identity.ts";
import type { Patterns } from "./patterns.ts";
import { readings } from "./readings.ts";
import type { ApplyMode, ValidationRun, SchemaScope, InstanceTarget, KeywordVisit } from "./visit.ts";
import { adopt, fail } from "./visit.ts";

interface ResolveContext {
  readonly resources: SchemaResources;
  readonly registry: SchemaRegistry;
  readonly follow: (node: Node) => Node | undefined;
}

interface SchemaInScope {
  readonly schema: Node;
  readonly scope: SchemaScope;
}

function enter(scope: SchemaScope, resource: SchemaResource): SchemaScope {
  return { ...scope, resource, trail: scope.trail.includes(resource) ? scope.trail : [...scope.trail, resource] };
}

/**
 * The target of a dynamic reference (2020-12 § 8.2.3.2, 2019-09 § 8.2.4.2.2): in the outermost resource on the way here that has the
 * same anchor.
 */
function dynamic(visit: KeywordVisit, found: { schema: Node; resource: SchemaResource }, anchor: string): SchemaInScope {
  const { scope } = visit;
  const bookended = found.resource.dynamicAnchors.get(anchor) === found.schema;
  const outermost = bookended ? scope.trail.find(({ dynamicAnchors }) => dynamicAnchors.has(anchor)) : undefined;
  const schema = outermost?.dynamicAnchors.get(anchor);
  return outermost && schema ? { schema, scope: enter(scope, outermost) } : { schema: found.schema, scope: enter(scope, found.resource) };
}

type ReferenceKeyword = "$ref" | "$dynamicRef" | "$recursiveRef";

/** Resolves a reference: by identifiers, otherwise as a reference of the document, otherwise as a pointer within the schema itself. */
function resolveReference(
  visit: KeywordVisit,
  keyword: ReferenceKeyword,
  { resources, registry, follow }: ResolveContext,
): SchemaInScope | undefined {
  const { schema, scope } = visit;
  const { reading } = scope;
  const reference = stringOf(schema, keyword) ?? "";
  const resource = reading.references === "uri" ? scope.resource : undefined;
  if (keyword !== "$ref") {
    const found = resource && resources.find(reference, resource, registry);
    return found && dynamic(visit, found, keyword === "$recursiveRef" ? "" : reference.slice(reference.indexOf("#") + 1));
  }
  const named = resource && resources.named(reference, resource, registry);
  if (named) return { schema: named.schema, scope: enter(scope, named.resource) };
  const target = follow(schema);
  // The target is elsewhere. If it has identifiers, they are read when it is entered.
  if (target && target !== schema) return { schema: target, scope: { ...scope, resource: undefined } };
  const inside = resource && resources.find(reference, resource, registry);
  return inside && { schema: inside.schema, scope: enter(scope, inside.resource) };
}

/** The state that all runs over one document share. */
export interface RunContext {
  readonly patterns: Patterns;
  readonly identities: Identities;
  readonly resources: SchemaResources;
  readonly registry: SchemaRegistry;
  readonly discriminators: Discriminators;
  readonly budget: Budget;
  /** Follows a reference of the document. Returns the node itself if the document does not know it as a reference. */
  readonly follow: (node: Node) => Node | undefined;
  readonly nameOf: (schema: Node) => string | undefined;
  /** Schemas with an error. It is unknown what they accept. */
  readonly refused: ReadonlySet<Node>;
}

/**
 * The deepest nesting of schema applications. Values nest up to 200 levels (a limit of reading), with a few schemas for each level.
 * Node's stack has room for about 850 if every schema is a choice that refers to the next.
 */
const DEEPEST = 600;

/** The scope inside a schema: `$schema` may change the dialect, `$id` the base. */
function inside(schema: MapNode, scope: SchemaScope, resources: SchemaResources): SchemaScope {
  const named = stringOf(schema, "$schema");
  const draft = named === undefined ? undefined : draftOf(named);
  const own = draft === undefined ? scope.reading : readings[draft];
  // A Schema Object that names its draft keeps the format's additions to it.
  const reading = own === scope.reading ? own : { ...own, discriminator: scope.reading.discriminator };
  if (reading.references !== "uri") return scope;
  const around = scope.reading.references === "uri" ? scope.resource : undefined;
  const resource = resources.of(schema) ?? around ?? resources.enter(schema, reading.name);
  if (!resource) return scope;
  if (resource === scope.resource && reading === scope.reading) return scope;
  return { reading, resource, trail: scope.trail.includes(resource) ? scope.trail : [...scope.trail, resource] };
}

function isObject(node: Node): node is MapNode {
  return node.kind === "map";
}

/** Outcomes by mode, schema and value. A value reached twice is judged once, and a schema that refers to itself ends. */
type OutcomeMemo = Map<string, Map<Node, Map<Node, Outcome>>>;

function memoFor(memo: OutcomeMemo, manner: string, schema: Node): Map<Node, Outcome> {
  let bySchema = memo.get(manner);
  if (!bySchema) memo.set(manner, (bySchema = new Map<Node, Map<Node, Outcome>>()));
  let byInstance = bySchema.get(schema);
  if (!byInstance) bySchema.set(schema, (byInstance = new Map<Node, Outcome>()));
  return byInstance;
}

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
  const target = resolveReference(visit, keyword, means);
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
  const { patterns, identities, discriminators, resources, budget, nameOf, refused } = means;
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
    if (!isObject(schema))
      return schema.kind === "boolean" && !schema.value ? nothingAllowed(schema, target) : { failures: [], ...unknown };
    const here = inside(schema, scope, resources);
    const outcome: Outcome = {
      failures: [],
      ...unknown,
      ...(here.reading.siblings ? { seen: { keys: new Set(), items: new Set() } } : {}),
    };
    if (isLeaf(schema, target)) return visit(schema, target, { scope: here, mode, outcome });
    const known = memoFor(memo, mannerOf(mode, here), schema);
    const before = known.get(target.instance);
    if (before) return before;
    known.set(target.instance, outcome);
    visit(schema, target, { scope: here, mode, outcome });
    if (remembered >= MOST_REMEMBERED) known.delete(target.instance);
    else remembered += 1;
    return outcome;
  };

  const spend = (count: number): string | undefined => budget.spend(count);
  const run: ValidationRun = { patterns, identities, spend, apply, nameOf, branchFor: (visit) => discriminators.branchFor(visit) };
  return run;
}

/** The outcome of the schema `false`. */
function nothingAllowed(schema: Node, target: InstanceTarget): Outcome {
  const outcome: Outcome = { failures: [] };
  const entry = { key: "false", value: schema, file: schema.file, start: schema.start, end: schema.end };
  fail({ ...target, outcome }, entry, { expected: "must not be there", found: "no value is allowed" });
  return outcome;
}
