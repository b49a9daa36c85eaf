/** Simple schemas as clauses of a sentence. */
import type { Property, Schema } from "#schema";
import { requiredNames } from "#schema";
import { oncePerObject, printJson } from "#text";
import type { Phrase } from "../blocks/index.ts";
import type { Say } from "./schema-phrase.ts";
import { code, join } from "./schema-phrase.ts";

/** The most statements of a clause; longer ones are easier to read as rows. */
const MOST = 6;

/** Fields of a schema that {@link sayRequired} and {@link sayProperty} put into words, and fields that only say where it comes from. */
const SAID: ReadonlySet<keyof Schema> = new Set([
  "node",
  "language",
  "origin",
  "isLeaf",
  "hasOnlyProperties",
  "always",
  "types",
  "const",
  "enum",
  "required",
  "properties",
]);

function isNothing(value: unknown): boolean {
  return value === undefined || value === false || (Array.isArray(value) && value.length === 0);
}

/** Whether everything in a schema can be put into words. Anything else, known here or not, is shown as rows. Each row asks several times. */
const isPlain = oncePerObject((schema: Schema): boolean => {
  for (const field in schema) if (!SAID.has(field as keyof Schema) && !isNothing(schema[field as keyof Schema])) return false;
  return !(schema.const && schema.enum) && schema.enum?.some((each) => each.description) !== true;
});

/** A statement such as "`kind` is `card`"; `undefined` if the property's schema says more than that. */
function sayValue(name: string, schema: Schema, say: Say): Phrase | undefined {
  if (!isPlain(schema) || schema.properties.length > 0 || schema.required.length > 0) return undefined;
  // With a type beside it, a listed value may be one that the schema never accepts.
  if (schema.types.length > 0 && (schema.const ?? schema.enum)) return undefined;
  if (schema.const) return say("schema.say.is", { property: code(name), value: code(printJson(schema.const)) });
  if (schema.enum) {
    const [only, ...rest] = schema.enum.map((each) => code(printJson(each.value)));
    if (!only) return undefined;
    if (rest.length === 0) return say("schema.say.is", { property: code(name), value: only });
    return say("schema.say.oneOf", { property: code(name), values: join([only, ...rest], say("schema.value.comma").html) });
  }
  if (schema.types.length === 0) return undefined;
  return say("schema.say.type", { property: code(name), value: join(schema.types, " / ") });
}

type ClauseForm = "required" | "present";

/** The statement about a property. If the property may be absent, it says so, since the schema then still holds. */
function sayProperty({ name, schema }: Property, isThere: boolean, { say, as }: { say: Say; as: ClauseForm }): Phrase | undefined {
  if (schema.always === false) {
    if (isThere) return undefined;
    return say(as === "present" ? "schema.say.absent" : "schema.say.notAllowed", { property: code(name) });
  }
  const value = sayValue(name, schema, say);
  return value && !isThere ? say("schema.say.orAbsent", { clause: value }) : value;
}

const NONE: ReadonlySet<string> = new Set();

/** The required names as a demand or as a condition. */
function sayRequired(names: readonly string[], say: Say, as: ClauseForm): Phrase[] {
  if (names.length === 0) return [];
  const list = join(names.map(code), say("schema.list.and").html);
  return [say(`schema.say.${as}`, { names: list, count: names.length })];
}

/**
 * A simple schema as a clause: "`kind` is `card` and `number` is required". `undefined` if it says more than a clause can. A condition
 * that tests a value and requires its presence mentions only the value. `given` are names that are present anyway.
 */
export function sayClause(schema: Schema | undefined, say: Say, as: ClauseForm, given = NONE): Phrase | undefined {
  if (!schema || schema.always !== undefined || schema.const || schema.enum) return undefined;
  if (schema.types.some((type) => type !== "object") || !isPlain(schema)) return undefined;
  if (schema.properties.length + schema.required.length > MOST) return undefined;
  const required = requiredNames(schema);
  const isThere = (name: string): boolean => required.has(name) || given.has(name);
  const tested = schema.properties.map((property) => sayProperty(property, isThere(property.name), { say, as }));
  if (!tested.every((each) => each !== undefined)) return undefined;
  const told = new Set(as === "present" ? schema.properties.map((property) => property.name) : []);
  const clauses = [...tested, ...sayRequired([...required].filter((name) => !told.has(name)), say, as)]; // prettier-ignore
  const [first, ...rest] = clauses;
  return first && rest.reduce((left, right) => say("schema.say.and", { left, right }), first);
}
