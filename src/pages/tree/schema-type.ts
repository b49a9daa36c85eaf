/** The type of a row in words. */
import type { Memo, Node } from "#text";
import type { EnumValue, MergedSchema, Schema } from "#schema";
import { impliedTypes, mergeSchemas } from "#schema";
import type { Phrase } from "../blocks/index.ts";
import { shorten } from "../frame/index.ts";
import { code, join, link, strong, text, within } from "./schema-phrase.ts";
import { says } from "./schema-effective.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** How deep `array of array of …` is spelled out. */
const DEEPEST = 4;

const said = { password: "schema.format.password", binary: "schema.format.binary", byte: "schema.format.byte" } as const;

/** The name of a schema: its page's title shortened as in lists, its own full name, or its title; `undefined` if it has none. */
export function nameOfSchema(schema: Schema): string | undefined {
  return schema.named ? shorten(schema.named.title) : (schema.name ?? schema.title?.value);
}

/** The name of a schema, as a link if it has a page; `undefined` without a name. */
export function linkToSchema(context: TreeContext, schema: Schema): Phrase | undefined {
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
function container(context: TreeContext, type: string, at: { merged: MergedSchema; depth: number }): Phrase {
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

function itemWords(context: TreeContext, schema: Schema, depth: number): Phrase {
  if (schema.named ?? schema.name) return linkToSchema(context, schema) ?? text("");
  return typeWords(context, mergeSchemas([schema]), depth);
}

function alternatives(context: TreeContext, pieces: readonly Phrase[]): Phrase {
  const [first = text(""), ...rest] = pieces;
  return rest.reduce((left, right) => context.say("schema.type.or", { left, right }), first);
}

/** Words for a schema without a type: a boolean, one that could not be found, or one in a language that is not read. */
function special(context: TreeContext, schema: Schema): Phrase | undefined {
  if (schema.unresolved !== undefined) {
    // A problem shown at the row names the reference already.
    const isTold = context.problemsIn(schema.node).length > 0;
    return isTold ? context.say("schema.type.lost") : context.say("schema.type.unresolved", { ref: code(schema.unresolved) });
  }
  if (schema.asWritten) return context.say("schema.type.written");
  if (schema.always === undefined) return undefined;
  return context.say(schema.always ? "schema.type.any" : "schema.type.never");
}

function choiceWords(context: TreeContext, merged: MergedSchema): Phrase | undefined {
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

function unstated(context: TreeContext, at: { merged: MergedSchema; depth: number }): Phrase {
  const { say } = context;
  const ofValues = typesOfValues(at.merged, context.memo);
  if (ofValues.length > 0) return alternatives(context, ofValues.map(strong)); // prettier-ignore
  const implied = typeImplied(at.merged);
  const choice = choiceWords(context, at.merged);
  if (!implied) return choice ?? say("schema.type.any");
  return join([container(context, implied, at), within("i", say("schema.type.unstated"))], ", ");
}

/** The type in words, without name and format. */
export function typeWords(context: TreeContext, merged: MergedSchema, depth = 0): Phrase {
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
export function formatWords(context: TreeContext, merged: MergedSchema): Phrase[] {
  if (!says(merged, ({ format }) => format !== undefined)) return [];
  const formats = new Set(merged.parts.flatMap(({ schema }) => (schema.format ? [schema.format.value] : [])));
  return [...formats].map((format) => {
    if (!Object.hasOwn(said, format)) return code(format);
    return within("span", context.say(said[format as keyof typeof said]), "schema-format");
  });
}
