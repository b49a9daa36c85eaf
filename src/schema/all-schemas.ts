import type { Node } from "#text";
import { entriesOf, valueOf } from "#text";
import type { Api, Component, SchemaSource } from "#model";
import type { SchemaPlace } from "./places.ts";

/** The schemas of a component, as written. A trait has no payload; a message that is a reference is judged where it stands. */
function schemasIn({ object, node }: Component): readonly (Node | undefined)[] {
  if (object === "Parameter") return [valueOf(node, "schema")];
  if (object === "MessageTrait") return [valueOf(node, "headers")];
  if (object !== "Channel") return [];
  return entriesOf(valueOf(node, "messages")).flatMap(({ value }) => [valueOf(value, "headers"), valueOf(value, "payload")]);
}

/** Schemas inside components that nothing need refer to: of parameters, message traits, and the messages of channels. */
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
  /** Where the schema of a source is written. */
  readonly placeOf: (source: SchemaSource) => SchemaPlace;
  /** Where the schemas directly below one are written; the same one may come more than once. */
  readonly below: (place: SchemaPlace) => readonly SchemaPlace[];
  readonly spares?: ((source: SchemaSource) => boolean) | undefined;
}

/**
 * Where every schema is written that an API names or uses, each once, in the order in which they are met. A graph, walked without
 * recursion; schemas are not read for it. Skipped sources, and what only they lead to, are left out.
 */
export function allSchemas(api: Api, { placeOf, below, spares }: SchemaWalk): ReadonlySet<SchemaPlace> {
  const found = new Set<SchemaPlace>();
  for (const source of sourcesOf(api)) if (source && spares?.(source) !== true) found.add(placeOf(source));
  // A set that grows while it is walked: each new schema is visited in its turn.
  for (const place of found) for (const under of below(place)) found.add(under);
  return found;
}
