import type { Schema } from "./schema.ts";

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
