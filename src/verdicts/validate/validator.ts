import draft07 from "./draft-07.json" with { type: "json" };
import type { JsonSchemaDialect, SchemaRegistry, SchemaResource } from "#format";
import { SchemaResources, draftOf } from "#format";
import type { SchemaSource } from "#model";
import type { Language, Schema, Schemas } from "#schema";
import { isJsonSchema } from "#schema";
import type { Node, MapNode } from "#text";
import { reason, stringOf, decimalOf, didYouMean, isInteger, isTrue, LONGEST_QUOTED, MOST_DEPTH, parseJson, valueOf } from "#text";
import type { Budget } from "./budget.ts";
import { budget } from "./budget.ts";
import { discriminators } from "./discriminators.ts";
import { atOnce, compilePattern, longestQuick } from "./pattern-text.ts";
import type { Patterns } from "./patterns.ts";
import { patterns } from "./patterns.ts";
import { dialectRules } from "./dialects.ts";
import { createRun } from "./validation-run.ts";
import type { ValidationRun, KeywordVisit, ReferenceKeyword, References, SchemaInScope, SchemaScope, Hints } from "./visit.ts";
import { identities } from "./visit.ts";
import type { Outcome } from "./wording.ts";
import { inWords } from "./wording.ts";

const METASCHEMA = "http://json-schema.org/draft-07/schema";

/** The built-in metaschema, of draft 07. Documents may refer to it without the network. */
const metaschema = parseJson(
  { id: "draft-07", name: "draft-07 meta-schema", language: "json", text: JSON.stringify(draft07) },
  MOST_DEPTH,
  () => undefined,
);

/** Words that YAML read as booleans before 1.2. */
const OLD_BOOLEANS = new Map([["yes", true], ["on", true], ["no", false], ["off", false]]); // prettier-ignore

/** Nobody sees which of more values was meant. */
const MOST_VALUES = 200;

/** What to write instead of a text, if the text says a value of one of the types. */
function unquoted(text: string, types: readonly string[]): string | undefined {
  if (text.length > LONGEST_QUOTED) return undefined;
  const decimal = decimalOf(text);
  const isNumber = decimal !== undefined && (types.includes("number") || (types.includes("integer") && isInteger(decimal)));
  const isWord = (types.includes("boolean") && /^(?:true|false)$/.test(text)) || (types.includes("null") && text === "null");
  if (isNumber || isWord) return `Remove the quotes: ${text}.`;
  const old = types.includes("boolean") ? OLD_BOOLEANS.get(text.toLowerCase()) : undefined;
  return old === undefined ? undefined : `Write ${old}: ${JSON.stringify(text)} is a text.`;
}

/** How to give a value one of the types, if one change is likely; `undefined` otherwise. */
function typeHint(value: Node, types: readonly string[]): string | undefined {
  if (value.kind === "string") {
    const hint = unquoted(value.value, types);
    if (hint !== undefined) return hint;
  } else if ((value.kind === "number" || value.kind === "boolean") && types.includes("string"))
    return `Put it in quotes: "${inWords(value)}".`;
  return value.kind !== "list" && value.kind !== "null" && types.length === 1 && types[0] === "array"
    ? "Put it in brackets, if it is the only item."
    : undefined;
}

/** Which of the allowed values was probably meant. */
function valueHint(value: Node, allowed: readonly Node[]): string | undefined {
  if (value.kind !== "string" && value.kind !== "number" && value.kind !== "boolean") return undefined;
  if (allowed.length > MOST_VALUES) return undefined;
  const text = value.kind === "string" ? value.value : inWords(value);
  const same = allowed.find((each) => each.kind !== value.kind && (each.kind === "string" ? each.value : inWords(each)) === text);
  if (same) return typeHint(value, [same.kind]);
  return value.kind === "string" ? didYouMean(text, allowed.flatMap((each) => (each.kind === "string" ? [each.value] : []))) : undefined; // prettier-ignore
}

const DATE = /^\d{4}-\d\d-\d\d$/;
const WITHOUT_OFFSET = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d+)?$/;

/** What a date or time lacks, or has too much. */
function formatHint(format: string, value: Node): string | undefined {
  if (value.kind !== "string") return undefined;
  if (format === "date-time" && DATE.test(value.value)) return `Add a time and its offset, such as ${value.value}T00:00:00Z.`;
  if (format === "date-time" && WITHOUT_OFFSET.test(value.value)) return "Add the offset, such as Z for UTC.";
  const [date = ""] = value.value.split("T");
  return format === "date" && date !== value.value && DATE.test(date) ? `Leave the time out: ${date}.` : undefined;
}

/** A hint for authors who escaped backslashes where none need it, such as outside of double quotes in YAML. */
function patternHint({ instance }: KeywordVisit, pattern: string): string | undefined {
  if (instance.kind !== "string" || !pattern.includes("\\\\")) return undefined;
  const meant = compilePattern(pattern.replaceAll("\\\\", "\\"));
  // A hint is not worth the time of examples: what may take long is not tried.
  const isQuick = typeof meant !== "string" && instance.value.length <= longestQuick(meant.source);
  return isQuick && atOnce(meant, instance.value) ? "The pattern asks for backslashes. Write each of them once there." : undefined;
}

/** A hint for authors who expect `nullable`, which other API formats have. */
function nullHint(visit: KeywordVisit): string | undefined {
  return isTrue(valueOf(visit.schema, "nullable")) && visit.instance.kind === "null"
    ? '"nullable" is not a keyword here: list "null" among the types.'
    : undefined;
}

/** The hints of keywords. A page does without them. */
const hints: Hints = {
  ofType: (visit, types) => nullHint(visit) ?? typeHint(visit.instance, types),
  ofValues: valueHint,
  ofFormat: formatHint,
  ofPattern: patternHint,
  ofKey: didYouMean,
};

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
    references: createReferences({
      resources,
      registry: (uri: string) => registry.get(uri) ?? (uri === METASCHEMA ? metaschema : undefined),
      follow,
    }),
    discriminators: discriminators({ follow, named }),
    budget: limit,
    nameOf: (schema: Node) => names.get(follow(schema) ?? schema),
    refused,
  };
  return {
    validate: (schema, instance, dialect = "schema-object") =>
      limit.during(() => {
        const scope = { reading: dialectRules[dialect], resource: undefined, trail: [] };
        return createRun(means).apply(schema, { instance, path: undefined }, { scope });
      }),
    patterns: means.patterns,
    budget: limit,
    newRun: () => createRun(means),
    spent: () => limit.spent(),
  };
}

/** Validates values against schemas of any language. */
export interface Checker {
  /**
   * Validates a value. `schema` is given for a part of a protobuf message: the source is one text, so the node of a part does not lead
   * to it.
   */
  check(source: SchemaSource, value: Node, schema?: Schema): Outcome;
}

/** Validates values against schemas of another language than JSON Schema; `undefined` if values of that language are not validated. */
export type ForeignCheck = (language: Language, source: SchemaSource, value: Node, schema?: Schema) => Outcome | undefined;

/** The validators of one document. */
interface CheckerParts {
  readonly schemas: Schemas;
  readonly validator: Validator;
  readonly follow: (node: Node) => Node | undefined;
  readonly foreign: ForeignCheck;
  /** Schemas with an error. It is unknown what they accept. */
  readonly refused: ReadonlySet<Node>;
}

function unchecked(reason: string): Outcome {
  return { failures: [], unknown: reason };
}

/** Creates a checker that chooses the validator by the language of the schema. */
export function createChecker({ schemas, validator, follow, foreign, refused }: CheckerParts): Checker {
  return {
    check(source, value, schema) {
      const language = schemas.languageOf(source);
      if (language === "custom") return unchecked(reason("format-unknown", { format: JSON.stringify(source.format?.value) }));
      if (!isJsonSchema(language)) {
        if (refused.has(source.node)) return unchecked(reason("schema-refused"));
        return foreign(language, source, value, schema) ?? unchecked(reason("language-unchecked", { language }));
      }
      const target = follow(source.node);
      if (target && target.kind !== "map" && target.kind !== "boolean") return unchecked(reason("no-schema"));
      return validator.validate(source.node, value, language);
    },
  };
}

/** What identifiers and references of one document lead to. */
interface ResolveContext {
  readonly resources: SchemaResources;
  readonly registry: SchemaRegistry;
  /** Follows a reference of the document. Returns the node itself if the document does not know it as a reference. */
  readonly follow: (node: Node) => Node | undefined;
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

/** Resolves a reference: by identifiers, otherwise as a reference of the document, otherwise as a pointer within the schema itself. */
function resolveReference(
  visit: KeywordVisit,
  { keyword, reference }: { readonly keyword: ReferenceKeyword; readonly reference: string },
  { resources, registry, follow }: ResolveContext,
): SchemaInScope | undefined {
  const { schema, scope } = visit;
  const { reading } = scope;
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

/** The scope inside a schema: `$schema` may change the dialect, `$id` the base. */
function inside(schema: MapNode, scope: SchemaScope, resources: SchemaResources): SchemaScope {
  const named = stringOf(schema, "$schema");
  const draft = named === undefined ? undefined : draftOf(named);
  const own = draft === undefined ? scope.reading : dialectRules[draft];
  // A Schema Object that names its draft keeps the format's additions to it.
  const reading = own === scope.reading ? own : { ...own, discriminator: scope.reading.discriminator };
  if (reading.references !== "uri") return scope;
  const around = scope.reading.references === "uri" ? scope.resource : undefined;
  const resource = resources.of(schema) ?? around ?? resources.enter(schema, reading.name);
  if (!resource) return scope;
  if (resource === scope.resource && reading === scope.reading) return scope;
  return { reading, resource, trail: scope.trail.includes(resource) ? scope.trail : [...scope.trail, resource] };
}

/** How the schemas of one document are read, with what identifiers in them refer to. */
function createReferences(context: ResolveContext): References {
  return {
    inside: (schema, scope) => inside(schema, scope, context.resources),
    resolve: (visit, keyword, reference) => resolveReference(visit, { keyword, reference }, context),
  };
}
