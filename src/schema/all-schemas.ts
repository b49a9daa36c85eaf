import type { Node } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Api, Component, SchemaSource } from "#model";
import type { SchemaPlace } from "./places.ts";

/** The schemas in a component as written. A trait has no payload, and a message that is a reference is handled at its target. */
function schemasIn({ object, node }: Component): readonly (Node | undefined)[] {
  if (object === "Parameter") return [valueOf(node, "schema")];
  if (object === "MessageTrait") return [valueOf(node, "headers")];
  if (object !== "Channel") return [];
  return entriesOf(valueOf(node, "messages")).flatMap(({ value }) => [valueOf(value, "headers"), valueOf(value, "payload")]);
}

/** Schemas in components that may be unused: those of parameters, message traits, and messages of channels. */
function* ofComponents({ components }: Api): Generator<SchemaSource> {
  for (const schema of components.flatMap(schemasIn)) {
    const hasFormat = entriesOf(schema).some(({ key }) => key === "schemaFormat");
    if (schema && !hasFormat) yield { node: schema };
  }
}

function* sourcesOf(api: Api): Generator<SchemaSource | undefined> {
  for (const { source } of api.schemas) yield source;
  for (const { headers, payload } of api.messages) yield* [headers, payload];
  // Thousands of channels may share a list of parameters.
  for (const parameters of new Set(api.channels.map((channel) => channel.parameters))) for (const { schema } of parameters) yield schema;
  yield* ofComponents(api);
}

/** Finds schemas without reading them. */
export interface SchemaWalk {
  /** Returns the place of a source's schema. */
  readonly placeOf: (source: SchemaSource) => SchemaPlace;
  /** Returns the places of the schemas directly below one. The same place may occur more than once. */
  readonly below: (place: SchemaPlace) => readonly SchemaPlace[];
}

/**
 * The place of every schema that an API names or uses, each once, in the order in which they are found. The walk is not recursive and
 * reads no schemas.
 */
export function allSchemas(api: Api, { placeOf, below }: SchemaWalk): ReadonlySet<SchemaPlace> {
  const found = new Set<SchemaPlace>();
  for (const source of sourcesOf(api)) if (source) found.add(placeOf(source));
  // The set grows during the loop: each new schema is visited in turn.
  for (const place of found) for (const under of below(place)) found.add(under);
  return found;
}
