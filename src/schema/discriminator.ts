import type { MapNode, Node, StringNode } from "#text";
import { entriesOf, itemsOf, plainText, valueOf } from "#text";
import type { ReaderContext } from "./reading.ts";
import type { Discriminator, DiscriminatorChoice, Schema } from "./schema.ts";

/** The only value that a schema allows for a property: its `const`, or an `enum` of one. Own properties come before those of parts. */
function fixedValue(schema: Schema, property: string, seen: Set<Schema>): Node | undefined {
  if (seen.has(schema)) return undefined;
  seen.add(schema);
  const own = schema.properties.find((each) => each.name === property)?.schema;
  const fixed = own?.const ?? (own?.enum?.length === 1 ? own.enum[0]?.value : undefined);
  if (fixed) return fixed;
  for (const part of schema.allOf) {
    const found = fixedValue(part, property, seen);
    if (found) return found;
  }
  return undefined;
}

function asText(value: Node): string {
  return plainText(value);
}

/** The name by which the document knows a schema: its key in the components, otherwise the last part of the reference to it. */
function nameOf(schema: Schema): string | undefined {
  if (schema.named) return schema.named.component ? schema.named.id : schema.named.title;
  return schema.name;
}

/** The choice for a schema: its const, which has precedence, otherwise its name; `undefined` if it has neither. */
function choiceOf(schema: Schema, property: string, base: Schema | undefined): DiscriminatorChoice | undefined {
  const value = fixedValue(schema, property, new Set(base && base !== schema ? [base] : []));
  if (value) return { value: asText(value), schema, by: "const" };
  const name = nameOf(schema);
  return name === undefined ? undefined : { value: name, schema, by: "name" };
}

/** The choices in the `mapping` of OpenAPI's Discriminator Object, from a value to a schema's name or reference. */
function mapped(discriminator: Node, reading: ReaderContext): DiscriminatorChoice[] {
  return entriesOf(valueOf(discriminator, "mapping")).flatMap((entry) => {
    const target = entry.value.kind === "string" ? reading.lookup(entry.value) : undefined;
    return target ? [{ value: entry.key, schema: target, by: "mapping" as const }] : [];
  });
}

/** The schemas among which a discriminator chooses: the branches beside it, otherwise the schema itself and those that extend it. */
function candidates(node: MapNode, reading: ReaderContext): readonly Schema[] {
  const branches = ["oneOf", "anyOf"].flatMap((keyword) => itemsOf(valueOf(node, keyword)));
  if (branches.length > 0) return branches.map((branch) => reading.child(branch));
  return [reading.child(node), ...reading.inheritors(node)];
}

/**
 * Reads the discriminator of a schema: the name of a property, or OpenAPI's object with `propertyName` and `mapping`. A value picks by
 * const, then by mapping, then by name. The name of a mapped schema is no longer a choice.
 */
export function discriminatorOf(discriminator: Node, node: MapNode, reading: ReaderContext): Discriminator | undefined {
  const property: Node | undefined = discriminator.kind === "map" ? valueOf(discriminator, "propertyName") : discriminator;
  if (property?.kind !== "string") return undefined;
  return { property, choices: choices(property, { discriminator, node, reading }) };
}

function choices(property: StringNode, at: { discriminator: Node; node: MapNode; reading: ReaderContext }): DiscriminatorChoice[] {
  const { discriminator, node, reading } = at;
  const explicit = mapped(discriminator, reading);
  const base = reading.child(node);
  const byMapping = new Set(explicit.map((choice) => choice.schema));
  const own = candidates(node, reading).flatMap((schema) => {
    const choice = choiceOf(schema, property.value, base);
    return choice && !(choice.by === "name" && byMapping.has(schema)) ? [choice] : [];
  });
  const seen = new Set<string>();
  const isNew = (value: string) => !seen.has(value) && !!seen.add(value);
  return [...own.filter((choice) => choice.by === "const"), ...explicit, ...own.filter((choice) => choice.by === "name")].filter((choice) =>
    isNew(choice.value),
  );
}
