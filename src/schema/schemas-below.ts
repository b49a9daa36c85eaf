import type { Schema } from "./schema.ts";

/** All schemas directly below one, under any keyword. The same one may occur more than once. Definitions do not count as uses. */
export function schemasBelow(schema: Schema): readonly Schema[] {
  const one = [
    schema.additionalProperties,
    schema.unevaluatedProperties,
    schema.propertyNames,
    schema.items,
    schema.additionalItems,
    schema.unevaluatedItems,
    schema.contains,
    schema.contentSchema,
    schema.not,
    schema.if,
    schema.then,
    schema.else,
    ...schema.dependencies.map((each) => each.schema),
  ].filter((each) => each !== undefined);
  const many = [...schema.properties, ...schema.patternProperties].map((each) => each.schema);
  return [...many, ...(schema.tuple ?? []), ...schema.allOf, ...schema.oneOf, ...schema.anyOf, ...one];
}
