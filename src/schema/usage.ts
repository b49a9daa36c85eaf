import type { Api, Channel, Message, NamedSchema, SchemaSource } from "#model";
import type { SchemaWalk } from "./all-schemas.ts";
import type { SchemaPlace } from "./places.ts";

/** One use of a named schema, by the nearest thing around it that has a page. */
export interface SchemaUse {
  readonly by: Message | Channel | NamedSchema;
  readonly part: "payload" | "headers" | "parameter" | "schema";
  /** The parameter's name. */
  readonly parameter?: string;
}

/** One schema of the document by the thing that gives it. */
interface Root {
  readonly use: SchemaUse;
  readonly source: SchemaSource;
}

/** Every schema that a message, a parameter or the components give. */
export function schemaSources(api: Api): Root[] {
  const found: Root[] = [];
  for (const message of api.messages) {
    if (message.headers) found.push({ use: { by: message, part: "headers" }, source: message.headers });
    if (message.payload) found.push({ use: { by: message, part: "payload" }, source: message.payload });
  }
  for (const channel of api.channels) {
    for (const parameter of channel.parameters) {
      if (parameter.schema) found.push({ use: { by: channel, part: "parameter", parameter: parameter.name }, source: parameter.schema });
    }
  }
  for (const named of api.schemas) found.push({ use: { by: named, part: "schema" }, source: named.source });
  return found;
}

/** Schemas looked at in all: far above what real documents need, it bounds anonymous ones that very many share. */
const MOST_STEPS = 2_000_000;

/**
 * From where a schema is written to its uses. A walk from each message, parameter and named schema ends where it meets a named one;
 * schemas are not read for it.
 */
export function createUsage(api: Api, { placeOf, below }: SchemaWalk): (place: SchemaPlace) => readonly SchemaUse[] {
  let uses: Map<SchemaPlace, SchemaUse[]> | undefined;
  let steps = 0;
  /** What the walk from a schema meets; several names may stand for one schema (YAML aliases). */
  const walks = new Map<SchemaPlace, readonly SchemaPlace[]>();

  function namedFrom(pending: SchemaPlace[]): readonly SchemaPlace[] {
    const seen = new Set<SchemaPlace>();
    const found: SchemaPlace[] = [];
    for (let next = pending.pop(); next && steps < MOST_STEPS; next = pending.pop()) {
      steps += 1;
      if (seen.has(next)) continue;
      seen.add(next);
      if (api.entityAt(next.node)?.kind === "schema") found.push(next);
      else for (const under of below(next)) pending.push(under);
    }
    return found;
  }

  function note(map: Map<SchemaPlace, SchemaUse[]>, { source, use }: Root): void {
    const start = placeOf(source);
    const isItself = use.part === "schema";
    const found = (isItself ? walks.get(start) : undefined) ?? namedFrom(isItself ? [...below(start)] : [start]);
    if (isItself) walks.set(start, found);
    for (const each of found) {
      const known = map.get(each);
      if (known) known.push(use);
      else map.set(each, [use]);
    }
  }

  return (place) => {
    if (!uses) {
      uses = new Map();
      for (const root of schemaSources(api)) note(uses, root);
    }
    return uses.get(place) ?? [];
  };
}
