import type { Schema } from "#schema";
import { printJson } from "#json";
import type { SafeHtml } from "./context.ts";
import type { Say } from "./schema-phrase.ts";
import { code, join } from "./schema-phrase.ts";

/** Statements longer than this are better read as rows. */
const MOST = 6;

/** Whether a schema states nothing but what {@link sayRequired} and {@link sayProperty} can put in words. */
function isPlain(schema: Schema): boolean {
  const below = [schema.items, schema.additionalProperties, schema.not, schema.if, schema.contains, schema.propertyNames];
  const lists = [schema.allOf, schema.oneOf, schema.anyOf, schema.patternProperties, schema.dependencies, schema.extensions, schema.examples];
  const told = [schema.title, schema.description, schema.default, schema.unresolved, schema.asWritten, schema.named, schema.format];
  const isEmpty = [...lists, schema.otherKeywords, schema.facts, schema.definitions].every((list) => list.length === 0);
  return isEmpty && !schema.tuple && [...below, ...told].every((each) => each === undefined);
}

/** `kind` is `card`; `undefined` where a property's schema says more than that. */
function sayProperty(name: string, schema: Schema, say: Say): SafeHtml | undefined {
  if (schema.always === false) return say("schema.say.notAllowed", { property: code(name) });
  if (!isPlain(schema) || schema.properties.length > 0 || schema.required.length > 0) return undefined;
  if (schema.const) return say("schema.say.is", { property: code(name), value: code(printJson(schema.const)) });
  if (schema.enum) {
    const [only, ...rest] = schema.enum.map((each) => code(printJson(each.value)));
    if (only && rest.length === 0) return say("schema.say.is", { property: code(name), value: only });
    return say("schema.say.oneOf", { property: code(name), values: join([only ?? "", ...rest], say("schema.value.comma").html) });
  }
  if (schema.types.length === 0) return undefined;
  return say("schema.say.type", { property: code(name), value: join(schema.types, " / ") });
}

/** Names that must be there, as a demand or as a condition. */
function sayRequired(names: readonly string[], say: Say, as: "required" | "present"): SafeHtml[] {
  if (names.length === 0) return [];
  const list = join(names.map(code), say("schema.list.and").html);
  return [say(`schema.say.${as}`, { names: list, count: names.length })];
}

/**
 * A simple schema as a clause: "`kind` is `card` and `number` is required". `undefined` where it says more than a clause can hold.
 * A condition that tests a value and requires its presence is said as the value only.
 */
export function sayClause(schema: Schema | undefined, say: Say, as: "required" | "present"): SafeHtml | undefined {
  if (!schema || schema.always !== undefined || !isPlain(schema) || schema.const || schema.enum) return undefined;
  if (schema.properties.length + schema.required.length > MOST) return undefined;
  const tested = schema.properties.map((property) => sayProperty(property.name, property.schema, say));
  if (!tested.every((each) => each !== undefined)) return undefined;
  const names = schema.required.map((each) => each.value);
  const told = new Set(as === "present" ? schema.properties.map((property) => property.name) : []);
  const clauses = [...tested, ...sayRequired(names.filter((name) => !told.has(name)), say, as)]; // prettier-ignore
  const [first, ...rest] = clauses;
  return first && rest.reduce((left, right) => say("schema.say.and", { left, right }), first);
}
