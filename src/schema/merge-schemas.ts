/** Merges schemas that apply to one value. */
import { allRequired, typesInCommon } from "./allowed.ts";
import type { Contradiction, MergedSchema, MergedProperty, MergedPart } from "./contradictions.ts";
import { contradictionsOf } from "./contradictions.ts";
import type { Property, Schema } from "./schema.ts";

/** Schemas and the parts of their `allOf` at every depth, each once, so that cycles and shared parts add nothing. */
function flatten(schemas: readonly Schema[]): MergedPart[] {
  const seen = new Set<Schema>();
  const parts: MergedPart[] = [];
  const pending: MergedPart[] = schemas.map((schema) => ({ schema })).reverse();
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (seen.has(next.schema)) continue;
    seen.add(next.schema);
    parts.push(next);
    const part = next;
    const below = part.schema.allOf.map((schema, at) => ({ schema, within: { part, at } }));
    for (const each of below.reverse()) pending.push(each);
  }
  return parts;
}

function propertiesOf(parts: readonly MergedPart[]): MergedProperty[] {
  // Most schemas are strings and numbers.
  if (parts.every(({ schema }) => schema.isLeaf && schema.required.length === 0)) return [];
  const required = allRequired(parts.map(({ schema }) => schema));
  const stated = new Map<string, { property: Property; part: MergedPart }[]>();
  for (const part of parts) {
    for (const property of part.schema.properties) {
      const known = stated.get(property.name);
      if (known) known.push({ property, part });
      else stated.set(property.name, [{ property, part }]);
    }
  }
  for (const name of required) if (!stated.has(name)) stated.set(name, []);
  return [...stated].map(([name, all]) => ({
    name,
    required: required.has(name),
    stated: all,
  }));
}

/** Merges schemas that apply to the same value. The result says where each part comes from and what contradicts. It takes linear time. */
export function mergeSchemas(schemas: readonly Schema[]): MergedSchema {
  const parts = flatten(schemas);
  const properties = propertiesOf(parts);
  return {
    parts,
    types: typesInCommon(parts.map(({ schema }) => schema.types)),
    properties,
    contradictions: contradictionsOf(parts, properties),
  };
}

/** Deeper levels are not searched for contradictions. */
const MOST_LEVELS = 20;

/**
 * The contradictions of a schema, and of those of its properties and items about which several of its parts say something. A page shows
 * the same at its rows. `budget` bounds how many parts and properties are looked at for all schemas together.
 */
export function contradictionsIn(schema: Schema, budget: { left: number }): readonly Contradiction[] {
  const found: Contradiction[] = [];
  const search = (schemas: readonly Schema[], level: number): void => {
    const { parts, properties, contradictions } = mergeSchemas(schemas);
    budget.left -= parts.length + properties.length;
    found.push(...contradictions);
    if (parts.length < 2 || level === MOST_LEVELS) return;
    const ofProperties = properties.map(({ stated }) => stated.map(({ property }) => property.schema));
    for (const group of [...ofProperties, parts.flatMap((each) => each.schema.items ?? [])]) {
      if (group.length > 1 && budget.left > 0) search([...new Set(group)], level + 1);
    }
  };
  if (budget.left > 0) search([schema], 0);
  return found;
}

/** The most schemas that are taken together. Nobody writes so many, and thousands of others may include them. */
const MOST = 2_000;

function closure(schemas: Iterable<Schema>, below: (schema: Schema) => readonly (Schema | undefined)[]): ReadonlySet<Schema> {
  const all = new Set(schemas);
  for (const each of all) {
    if (all.size > MOST) break;
    for (const schema of below(each)) if (schema) all.add(schema);
  }
  return all;
}

/** A schema with its `allOf` at every depth: all of these apply to its values. */
export function partsOf(schema: Schema): readonly Schema[] {
  return schema.allOf.length === 0 ? [schema] : [...closure([schema], ({ allOf }) => allOf)];
}

/** All schemas that may apply to the same value: some schemas with their parts, branches, conditions and dependent schemas at every depth. */
export function aboutSameValue(schemas: Iterable<Schema>): ReadonlySet<Schema> {
  return closure(schemas, (each) => {
    const dependent = each.dependencies.map(({ schema }) => schema);
    return [...each.allOf, ...each.anyOf, ...each.oneOf, each.if, each.then, each.else, ...dependent];
  });
}
