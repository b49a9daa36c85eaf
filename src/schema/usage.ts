import type { Api, Channel, Message, NamedSchema, SchemaSource } from "#model";
import { schemasBelow } from "./schemas-below.ts";
import type { Schema } from "./schema.ts";

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

/** From a schema to its uses. A walk from each message, parameter and named schema ends where it meets a named one. */
export function createUsage(api: Api, of: (source: SchemaSource) => Schema): (schema: Schema) => readonly SchemaUse[] {
  let uses: Map<Schema, SchemaUse[]> | undefined;
  let steps = 0;

  function note(map: Map<Schema, SchemaUse[]>, root: Root): void {
    const start = of(root.source);
    const isItself = root.use.part === "schema";
    const pending = isItself ? [...schemasBelow(start)] : [start];
    const seen = new Set<Schema>();
    for (let next = pending.pop(); next && steps < MOST_STEPS; next = pending.pop()) {
      if (seen.has(next)) continue;
      seen.add(next);
      steps += 1;
      const known = map.get(next);
      if (known) known.push(root.use);
      else if (next.named) map.set(next, [root.use]);
      if (!next.named) for (const below of schemasBelow(next)) pending.push(below);
    }
  }

  return (schema) => {
    if (!uses) {
      uses = new Map();
      for (const root of schemaSources(api)) note(uses, root);
    }
    return uses.get(schema) ?? [];
  };
}
