import type { JsonSchemaDialect } from "#format";
import { dataKeywords } from "#format";
import type { Api, Parameter, Message, MessageExample } from "#model";
import type { Schema, SchemaPlace, Schemas } from "#schema";
import { isJsonSchema } from "#schema";
import type { MapNode, Node, DiagnosticReporter, Diagnostic, Place, Related } from "#text";
import { entriesOf, problem, listSome, valueOf, quoted } from "#text";
import { isSlowPattern, SLOW_PATTERN } from "./patterns.ts";
import type { Validator } from "./validator.ts";
import type { Outcome, Failure } from "./wording.ts";
import { inWords, byValue, sentence } from "./wording.ts";

interface SchemaValueContext {
  readonly validator: Validator;
  readonly report: DiagnosticReporter;
}

function checkPatterns({ node }: SchemaPlace, { validator, report }: SchemaValueContext): void {
  const own = valueOf(node, "pattern");
  const keys = entriesOf(valueOf(node, "patternProperties"));
  if (!own && keys.length === 0) return;
  const written = [
    ...(own?.kind === "string" ? [{ place: own, pattern: own.value }] : []),
    ...keys.map((key) => ({ place: key, pattern: key.key })),
  ];
  for (const { place, pattern } of written) {
    const compiled = validator.patterns.of(pattern);
    if ("invalid" in compiled) report(problem("schema/pattern", place, { pattern: quoted(pattern), reason: compiled.invalid }));
  }
}

/** Reports a value that was left unchecked because a pattern took too long. */
function tellUnchecked({ unknown = "", failures }: Outcome, value: Node, report: DiagnosticReporter): void {
  if (failures.length > 0 || !isSlowPattern(unknown)) return;
  report(problem("example/budget", value, { what: "This example is", reason: unknown, hint: SLOW_PATTERN }));
}

/** Why a value is invalid, in one line; `undefined` if it is valid or unknown. */
function reasonAgainst({ failures }: Outcome) {
  const problems = problemsOf(failures, "payload");
  const [first] = problems;
  if (!first) return undefined;
  const more = problems.length > 1 ? `, and ${problems.length - 1} more` : "";
  const reason = `${first.pointer === "" ? "it" : first.pointer} ${first.message}${more}`;
  return { reason, hint: first.hint, related: [{ message: "the schema asks for it here", place: first.schemaPlace }, ...first.related] };
}

/** A schema with only some of its keywords. */
function partOf(node: MapNode, isKept: (keyword: string) => boolean): MapNode {
  return { ...node, entries: node.entries.filter(({ key }) => isKept(key)) };
}

/**
 * Checks the default and the values of `enum`. The format asks for a default of the `type` beside it. What the other keywords refuse is
 * a warning: no such value can ever be sent.
 */
function checkStated(schema: Schema, { validator, report }: SchemaValueContext): void {
  const { node } = schema;
  const language = schema.language as JsonSchemaDialect;
  if (node.kind !== "map") return;
  const against = (part: MapNode, value: Node) => reasonAgainst(validator.validate(part, value, language));
  if (schema.default) {
    const ofType =
      valueOf(node, "type") &&
      against(
        partOf(node, (key) => key === "type" || key === "nullable"),
        schema.default,
      );
    const broken = ofType ?? against(node, schema.default);
    if (broken) report(problem(ofType ? "schema/default" : "schema/value", schema.default, { what: "default", ...broken }));
  }
  const rest = schema.enum && partOf(node, (key) => key !== "enum");
  for (const { value } of rest ? (schema.enum ?? []) : []) {
    const broken = rest && against(rest, value);
    if (broken) report(problem("schema/value", value, { what: "enum value", ...broken }));
  }
}

/** Checks the values in a schema against it. */
function checkValues(schema: Schema, context: SchemaValueContext): void {
  const { validator, report } = context;
  const language = schema.language as JsonSchemaDialect;
  checkStated(schema, context);
  for (const example of schema.examples) {
    const outcome = validator.validate(schema.node, example, language);
    const broken = reasonAgainst(outcome);
    if (broken) report(problem("schema/example", example, broken));
    tellUnchecked(outcome, example, report);
  }
}

/** Keywords whose values must match their schema. */
const VALUES: ReadonlySet<string> = new Set([...dataKeywords].filter((keyword) => keyword !== "const"));

/** Whether a schema has such values. Few have, so most schemas need not be read. */
function holdsValues({ node }: SchemaPlace): boolean {
  return entriesOf(node).some(({ key }) => VALUES.has(key));
}

/** In 3.x, a parameter has values instead of a schema. A value that is not text is reported by the structure check. */
function checkParameter(parameter: Parameter, report: DiagnosticReporter): void {
  const allowed = parameter.enum ?? [];
  if (allowed.length === 0) return;
  const values = [...(parameter.default ? [parameter.default] : []), ...(parameter.examples ?? [])];
  const texts = new Set(allowed.map((value) => (value.kind === "string" ? value.value : undefined)));
  for (const value of values) {
    if (value.kind !== "string" || texts.has(value.value)) continue;
    const names = allowed.slice(0, 21).map(inWords);
    const reason = `it must be ${names.length > 2 ? `one of ${listSome(names)}` : names.join(" or ")}`;
    report(problem("parameter/example", value, { name: quoted(parameter.name), reason }));
  }
}

/** Checks the values in schemas and parameters: patterns, defaults, examples. */
export function judgeSchemaValues(about: { readonly api: Api; readonly schemas: Schemas }, judging: SchemaValueContext): void {
  const { api, schemas } = about;
  for (const place of schemas.all()) {
    if (!isJsonSchema(place.language)) continue;
    checkPatterns(place, judging);
    if (holdsValues(place) && !judging.validator.spent()) checkValues(place.schema, judging);
  }
  // Thousands of channels may share a list of parameters.
  for (const parameters of new Set(api.channels.map((channel) => channel.parameters)))
    for (const parameter of parameters) checkParameter(parameter, judging.report);
}

/** One value of an example that breaks its schema. Several broken keywords of one value are one problem. */
export interface ExampleProblem {
  readonly part: "headers" | "payload";
  /** The JSON Pointer from the root of the part (RFC 6901). */
  readonly pointer: string;
  /** A sentence without pointer and full stop: `must be at least 0, and this is -4`. */
  readonly message: string;
  /** The place of the value in the example, or of a key that is not allowed. */
  readonly place: Place;
  readonly schemaPlace: Place;
  readonly related: readonly Related[];
  readonly hint?: string;
  /** Required properties that the value lacks. */
  readonly missing?: readonly string[];
}

/** The result of checking one example. An example that was not checked never counts as passed. */
export interface Verdict {
  readonly state: "passed" | "failed" | "not-checked";
  readonly problems: readonly ExampleProblem[];
  /** Why it was not checked, as a clause: `the schema format … is not known`. */
  readonly reason?: string;
  /** Other messages that also accept it, although exactly one must. */
  readonly alsoMatches: readonly Message[];
}

/** The number of examples by result; `checked` is `passed` plus `failed`. */
export interface Totals {
  readonly checked: number;
  readonly passed: number;
  readonly failed: number;
  readonly notChecked: number;
}

/** The verdicts of one document. */
export interface Verdicts {
  /** The verdict on an example; `undefined` if it does not belong to this document. */
  readonly of: (example: MessageExample) => Verdict | undefined;
  /** The totals for the examples of one message. */
  totalsOf(message: Message): Totals;
  /** The totals for all examples. Each message counts once. */
  readonly totals: Totals;
  readonly diagnostics: readonly Diagnostic[];
  /** The places of schemas with an error. */
  readonly refused: readonly Place[];
  /** The milliseconds left of the time for all validation. Samples may use them. */
  readonly left: number;
}

function firstHint(failures: readonly Failure[]): string | undefined {
  for (const { hint } of failures) {
    const made = hint?.();
    if (made !== undefined) return made;
  }
  return undefined;
}

/** Turns failures into problems: one for each value, in the order of the text. */
export function problemsOf(failures: readonly Failure[], part: ExampleProblem["part"]): ExampleProblem[] {
  return byValue(failures).map(([first, ...others]): ExampleProblem => {
    const same = [first, ...others];
    const { pointer, place, schemaPlace } = first;
    const hint = firstHint(same);
    const further = others.map((failure) => ({ message: `${failure.expected}: ${failure.keyword} here`, place: failure.schemaPlace }));
    const related = [...further, ...same.flatMap((failure) => failure.related)];
    const missing = [...new Set(same.flatMap((failure) => failure.missing ?? []))];
    const more = { ...(hint ? { hint } : {}), ...(missing.length > 0 ? { missing } : {}) };
    return { part, pointer, message: sentence(same), place, schemaPlace, related, ...more };
  });
}

/** The verdict on a value as an example of a payload. */
export function verdictOf({ failures, unknown }: Outcome): Verdict {
  if (failures.length > 0) return { state: "failed", problems: problemsOf(failures, "payload"), alsoMatches: [] };
  if (unknown !== undefined) return { state: "not-checked", problems: [], reason: unknown, alsoMatches: [] };
  return { state: "passed", problems: [], alsoMatches: [] };
}
