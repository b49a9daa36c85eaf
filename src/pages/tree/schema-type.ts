/** The type of a row in words, by all schemas that apply to its value. */
import type { EnumValue, MergedSchema, Schema, MergedPart } from "#schema";
import { impliedTypes, mergeSchemas, allRequired } from "#schema";
import type { Memo, Node } from "#text";
import { joinLines, type Line } from "../blocks/index.ts";
import { shorten } from "../frame/index.ts";
import { code, link, strong } from "./schema-phrase.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** How deep `array of array of …` is spelled out. */
const DEEPEST = 4;

const said = { password: "schema.format.password", binary: "schema.format.binary", byte: "schema.format.byte" } as const;

/** The name of a schema: its page's title shortened as in lists, its own full name, or its title; `undefined` if it has none. */
export function nameOfSchema(schema: Schema): string | undefined {
  return schema.named ? shorten(schema.named.title) : (schema.name ?? schema.title?.value);
}

/** The name of a schema, as a link if it has a page; `undefined` without a name. */
export function linkToSchema(context: TreeContext, schema: Schema): Line | undefined {
  const name = nameOfSchema(schema);
  if (name === undefined) return undefined;
  return schema.named && !context.isHere(schema.named) ? link(context.href(schema.named), name) : code(name);
}

function jsonType(value: Node): string {
  if (value.kind === "map") return "object";
  return value.kind === "list" ? "array" : value.kind;
}

/** The types of an enumeration's values. They are kept, because many rows may ask for a long list. */
function typesOfEnum(values: readonly EnumValue[]): readonly string[] {
  return [...new Set(values.map(({ value }) => jsonType(value)))];
}

/** The types of the values in `const` and `enum`. */
function typesOfValues(merged: MergedSchema, memo: Memo): string[] {
  const types = merged.parts.flatMap(({ schema }) => [
    ...(schema.const ? [jsonType(schema.const)] : []),
    ...(schema.enum ? memo.of(typesOfEnum, schema.enum) : []),
  ]);
  return [...new Set(types)];
}

/** The type that the keywords are about, if none is stated. It is only a hint: a draft-07 schema without `type` allows other types too. */
function typeImplied({ parts }: MergedSchema): string | undefined {
  // A number with bounds, or a text with a length, stays any value: its facts beside it say as much.
  return parts.flatMap(({ schema }) => impliedTypes(schema)).find((type) => type === "object" || type === "array");
}

/** The items or values of a container in words: `array of LineItem`. */
function container(context: TreeContext, type: string, at: { merged: MergedSchema; depth: number }): Line {
  const { say } = context;
  const schemas = at.merged.parts.map((part) => part.schema);
  const tuple = schemas.find((each) => each.tuple)?.tuple;
  if (type === "array" && tuple) return say("schema.type.tuple", { count: tuple.length });
  const isMap = type === "map";
  const inner = schemas.map((each) => (isMap ? each.additionalProperties : each.items)).find((each) => each);
  if (!inner || at.depth >= DEEPEST) return strong(type);
  if (inner.always === false) return say("schema.type.arrayOfNothing");
  const item = itemWords(context, inner, at.depth + 1);
  return say(isMap ? "schema.type.map" : type === "repeated" ? "schema.type.repeated" : "schema.type.array", { item });
}

function itemWords(context: TreeContext, schema: Schema, depth: number): Line {
  if (schema.named ?? schema.name) return linkToSchema(context, schema) ?? "";
  return typeWords(context, mergeSchemas([schema]), depth);
}

function alternatives(context: TreeContext, pieces: readonly Line[]): Line {
  const [first = "", ...rest] = pieces;
  return rest.reduce<Line>((left, right) => context.say("schema.type.or", { left, right }), first);
}

/** Words for a schema without a type: a boolean, one that could not be found, or one in a language that is not read. */
function special(context: TreeContext, schema: Schema): Line | undefined {
  if (schema.unresolved !== undefined) {
    // A problem shown at the row names the reference already.
    const isTold = context.problemsIn(schema.node).length > 0;
    return isTold ? context.say("schema.type.lost") : context.say("schema.type.unresolved", { ref: code(schema.unresolved) });
  }
  if (schema.asWritten) return context.say("schema.type.written");
  if (schema.always === undefined) return undefined;
  return context.say(schema.always ? "schema.type.any" : "schema.type.never");
}

function choiceWords(context: TreeContext, merged: MergedSchema): Line | undefined {
  const one = merged.parts.find((part) => part.schema.oneOf.length > 0)?.schema.oneOf;
  if (one) return context.say("schema.type.choice", { count: one.length });
  const any = merged.parts.find((part) => part.schema.anyOf.length > 0)?.schema.anyOf;
  return any && context.say("schema.type.anyChoice", { count: any.length });
}

/** Whether a row is only a choice, about which a note says more than a type could. */
export function isChoiceOnly(merged: MergedSchema, memo: Memo): boolean {
  const hasChoice = merged.parts.some(({ schema }) => schema.oneOf.length > 0 || schema.anyOf.length > 0);
  return hasChoice && merged.types.length === 0 && typeImplied(merged) === undefined && typesOfValues(merged, memo).length === 0;
}

function unstated(context: TreeContext, at: { merged: MergedSchema; depth: number }): Line {
  const { say } = context;
  const ofValues = typesOfValues(at.merged, context.memo);
  if (ofValues.length > 0) return alternatives(context, ofValues.map(strong)); // prettier-ignore
  const implied = typeImplied(at.merged);
  const choice = choiceWords(context, at.merged);
  if (!implied) return choice ?? say("schema.type.any");
  return joinLines([container(context, implied, at), { look: "hint", line: say("schema.type.unstated") }], ", ");
}

/** The type in words, without name and format. */
export function typeWords(context: TreeContext, merged: MergedSchema, depth = 0): Line {
  const [only] = merged.parts;
  const own = merged.parts.length === 1 && only ? special(context, only.schema) : undefined;
  if (own) return own;
  if (merged.types.length === 0) return unstated(context, { merged, depth });
  const types = merged.types.map((type) =>
    ["array", "repeated", "map"].includes(type) ? container(context, type, { merged, depth }) : strong(type),
  );
  return alternatives(context, types);
}

/** The `format`, shown beside the type. Some formats of the data type table have words of their own. */
export function formatWords(context: TreeContext, merged: MergedSchema): Line[] {
  if (!says(merged, ({ format }) => format !== undefined)) return [];
  const formats = new Set(merged.parts.flatMap(({ schema }) => (schema.format ? [schema.format.value] : [])));
  return [...formats].map((format) =>
    Object.hasOwn(said, format) ? { look: "format", line: context.say(said[format as keyof typeof said]) } : code(format),
  );
}

/** All schemas that apply to the value of one row. */
export interface EffectiveSchema {
  readonly merged: MergedSchema;
  /** The schemas of the row itself, without those that `allOf` adds. */
  readonly own: readonly Schema[];
  /** Whether the schema is a choice between null and one other schema. The row then shows the other one, with null as a further type. */
  readonly nullable: boolean;
  /** The schema with that choice. It needs no row. */
  readonly resolved?: Schema;
}

/** Whether a schema is `null` and nothing more. One with a description needs a branch of its own to show it. */
function isNull({ types, node }: Schema): boolean {
  const isBare = node.kind !== "map" || node.entries.length === 1;
  return isBare && types.length === 1 && types[0] === "null";
}

function choiceOf(schema: Schema): readonly Schema[] {
  if (schema.hasOnlyProperties) return [];
  return schema.oneOf.length > 0 && schema.anyOf.length > 0 ? [] : [...schema.oneOf, ...schema.anyOf];
}

/** The X of a choice `[null, X]`, in either order. */
function otherThanNull(schema: Schema): Schema | undefined {
  const [first, second, third] = choiceOf(schema);
  if (!first || !second || third || schema.types.length > 0 || schema.discriminator) return undefined;
  if (isNull(first)) return isNull(second) ? undefined : second;
  return isNull(second) ? first : undefined;
}

function make(schemas: readonly Schema[]): EffectiveSchema {
  const merged = mergeSchemas(schemas);
  const resolved = merged.parts.map((part) => part.schema).find((schema) => otherThanNull(schema));
  const other = resolved && otherThanNull(resolved);
  if (!resolved || !other) return { merged, own: schemas, nullable: false };
  const own = [...schemas, other];
  return { merged: mergeSchemas(own), own, nullable: true, resolved };
}

function makeOne(schema: Schema): EffectiveSchema {
  return make([schema]);
}

/** Counts the parts and properties visited. */
type LookCounter = Pick<TreeContext, "look" | "memo">;

function counted(row: EffectiveSchema, { look }: LookCounter): EffectiveSchema {
  look(row.merged.parts.length + row.merged.properties.length);
  return row;
}

/** Makes the effective schema of a row: the schemas, the parts of their `allOf`, and X for a choice of null and X. */
export function effective(schemas: readonly Schema[], looks: LookCounter): EffectiveSchema {
  const [only] = schemas;
  if (!only || schemas.length > 1) return counted(make(schemas), looks);
  return looks.memo.has(makeOne, only) ? looks.memo.of(makeOne, only) : counted(looks.memo.of(makeOne, only), looks);
}

/** Removes the parts that a row around this one already shows for the same value. Contradictions stay complete. */
function beyond(row: EffectiveSchema, told: ReadonlySet<Schema>): EffectiveSchema {
  const left = new Set<MergedPart>();
  // Parts come after the schema that contains them.
  for (const part of row.merged.parts) if (told.has(part.schema) || (part.within && left.has(part.within))) left.add(part);
  if (left.size === 0) return row;
  const kept = row.merged.parts.filter((part) => !left.has(part));
  // A schema that extends a base is written as the base and one part of its own. That part counts as the schema itself.
  const added = kept.filter(({ within }) => within !== undefined);
  const [only] = added.length === 1 && !added[0]?.schema.named ? added : [];
  const asOwn = (part: MergedPart): MergedPart => (part === only ? { schema: part.schema } : part);
  const parts = kept.map(asOwn);
  const required = allRequired(parts.map(({ schema }) => schema));
  const properties = row.merged.properties.flatMap((property) => {
    const stated = property.stated.flatMap((each) => (left.has(each.part) ? [] : [{ ...each, part: asOwn(each.part) }]));
    if (stated.length > 0) return [{ ...property, stated }];
    return required.has(property.name) ? [property] : [];
  });
  return { ...row, own: only ? [...row.own, only.schema] : row.own, merged: { ...row.merged, parts, properties } };
}

/** The row of a branch below the row of its choice. A branch often includes by `allOf` the schema that lists it. */
export function effectiveBranch(schemas: readonly Schema[], { merged }: EffectiveSchema, looks: LookCounter): EffectiveSchema {
  const row = effective(schemas, looks);
  return row.merged.parts.length === 1 ? row : beyond(row, looks.memo.of(schemasOfParts, merged));
}

function schemasOfParts({ parts }: MergedSchema): ReadonlySet<Schema> {
  return new Set(parts.map(({ schema }) => schema));
}

/** Whether a condition holds for any part. There are many rows and most parts say little, so this is checked before anything is made. */
export function says({ parts }: MergedSchema, what: (schema: Schema) => boolean): boolean {
  for (const { schema } of parts) if (what(schema)) return true;
  return false;
}
