import type { Api, SchemaSource } from "#model";
import type { Schema, Schemas } from "#schema";
import { schemasBelow } from "#schema";

function* sources(api: Api): Generator<SchemaSource | undefined> {
  for (const { source } of api.schemas) yield source;
  for (const { headers, payload } of api.messages) yield* [headers, payload];
  for (const { parameters } of api.channels) for (const { schema } of parameters) yield schema;
}

/** Every schema that the API names or uses, each once, in the order in which they are met. A graph, walked without recursion. */
export function allSchemas(api: Api, schemas: Schemas): readonly Schema[] {
  const found = new Set<Schema>();
  for (const source of sources(api)) if (source) found.add(schemas.of(source));
  // A set that grows while it is walked: each new schema is visited in its turn.
  for (const schema of found) for (const below of schemasBelow(schema)) found.add(below);
  return [...found];
}
