import { entriesOf, valueOf } from "#json";
import type { Api, SchemaSource } from "#model";
import type { Schema } from "./schema.ts";
import { schemasBelow } from "./schemas-below.ts";
import type { Schemas } from "./schemas.ts";

/** Schemas inside components that nothing need refer to: of parameters, and the headers of message traits. */
function* ofComponents({ components }: Api): Generator<SchemaSource> {
  for (const { object, node } of components) {
    const schema = object === "Parameter" ? valueOf(node, "schema") : object === "MessageTrait" ? valueOf(node, "headers") : undefined;
    const hasFormat = entriesOf(schema).some(({ key }) => key === "schemaFormat");
    if (schema && !hasFormat) yield { node: schema };
  }
}

function* sourcesOf(api: Api): Generator<SchemaSource | undefined> {
  for (const { source } of api.schemas) yield source;
  for (const { headers, payload } of api.messages) yield* [headers, payload];
  for (const { parameters } of api.channels) for (const { schema } of parameters) yield schema;
  yield* ofComponents(api);
}

/** Every schema that the API names or uses, each once, in the order in which they are met. A graph, walked without recursion. */
export function allSchemas(api: Api, schemas: Schemas): ReadonlySet<Schema> {
  const found = new Set<Schema>();
  for (const source of sourcesOf(api)) if (source) found.add(schemas.of(source));
  // A set that grows while it is walked: each new schema is visited in its turn.
  for (const schema of found) for (const below of schemasBelow(schema)) found.add(below);
  return found;
}
