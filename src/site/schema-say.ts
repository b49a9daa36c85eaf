import type { Schema } from "#schema";
import { printJson } from "#json";
import type { SafeHtml } from "./context.ts";
import type { Say } from "./schema-phrase.ts";
import { code, join } from "./schema-phrase.ts";

/** Statements longer than this are better read as rows. */
const MOST = 6;

/** Fields of a schema that {@link sayRequired} and {@link sayProperty} put in words, and those that say where it comes from. */
const SAID: ReadonlySet<keyof Schema> = new Set(["node", "language", "origin", "isLeaf", "hasOnlyProperties", "always", "types", "const", "enum", "required", "properties"]);

function isNothing(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** Whether a schema states nothing but what can be put in words: whatever else it has, known here or not, is better read as rows. */
function isPlain(schema: Schema): boolean {
  for (const field in schema) if (!SAID.has(field as keyof Schema) && !isNothing(schema[field as keyof Schema])) return false;
  return !(schema.const && schema.enum) && schema.enum?.some((each) => each.description) !== true;
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
  if (schema.types.some((type) => type !== "object")) return undefined;
  if (schema.properties.length + schema.required.length > MOST) return undefined;
  const tested = schema.properties.map((property) => sayProperty(property.name, property.schema, say));
  if (!tested.every((each) => each !== undefined)) return undefined;
  const names = schema.required.map((each) => each.value);
  const told = new Set(as === "present" ? schema.properties.map((property) => property.name) : []);
  const clauses = [...tested, ...sayRequired(names.filter((name) => !told.has(name)), say, as)]; // prettier-ignore
  const [first, ...rest] = clauses;
  return first && rest.reduce((left, right) => say("schema.say.and", { left, right }), first);
}
