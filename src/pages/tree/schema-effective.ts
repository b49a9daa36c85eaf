/** All schemas that apply to the value of a row. */
import type { MergedPart, MergedSchema, Schema } from "#schema";
import { allRequired, mergeSchemas } from "#schema";
import type { TreeContext } from "./schema-tree-context.ts";

/** All schemas that apply to the value of one row. */
export interface EffectiveSchema {
  readonly merged: MergedSchema;
  /** The schemas of the row itself, without those that `allOf` adds. */
  readonly own: readonly Schema[];
  /** Whether the schema is a choice between null and one other schema. The row then shows the other one, with null as a further type. */
  readonly nullable: boolean;
  /** The schema with that choice. It needs no row. */
  readonly resolved?: Schema;
}

/** Whether a schema is `null` and nothing more. One with a description needs a branch of its own to show it. */
function isNull({ types, node }: Schema): boolean {
  const isBare = node.kind !== "map" || node.entries.length === 1;
  return isBare && types.length === 1 && types[0] === "null";
}

function choiceOf(schema: Schema): readonly Schema[] {
  if (schema.hasOnlyProperties) return [];
  return schema.oneOf.length > 0 && schema.anyOf.length > 0 ? [] : [...schema.oneOf, ...schema.anyOf];
}

/** The X of a choice `[null, X]`, in either order. */
function otherThanNull(schema: Schema): Schema | undefined {
  const [first, second, third] = choiceOf(schema);
  if (!first || !second || third || schema.types.length > 0 || schema.discriminator) return undefined;
  if (isNull(first)) return isNull(second) ? undefined : second;
  return isNull(second) ? first : undefined;
}

function make(schemas: readonly Schema[]): EffectiveSchema {
  const merged = mergeSchemas(schemas);
  const resolved = merged.parts.map((part) => part.schema).find((schema) => otherThanNull(schema));
  const other = resolved && otherThanNull(resolved);
  if (!resolved || !other) return { merged, own: schemas, nullable: false };
  const own = [...schemas, other];
  return { merged: mergeSchemas(own), own, nullable: true, resolved };
}

function makeOne(schema: Schema): EffectiveSchema {
  return make([schema]);
}

/** Counts the parts and properties visited. */
type LookCounter = Pick<TreeContext, "look" | "memo">;

function counted(row: EffectiveSchema, { look }: LookCounter): EffectiveSchema {
  look(row.merged.parts.length + row.merged.properties.length);
  return row;
}

/** Makes the effective schema of a row: the schemas, the parts of their `allOf`, and X for a choice of null and X. */
export function effective(schemas: readonly Schema[], looks: LookCounter): EffectiveSchema {
  const [only] = schemas;
  if (!only || schemas.length > 1) return counted(make(schemas), looks);
  return looks.memo.has(makeOne, only) ? looks.memo.of(makeOne, only) : counted(looks.memo.of(makeOne, only), looks);
}

/** Removes the parts that a row around this one already shows for the same value. Contradictions stay complete. */
function beyond(row: EffectiveSchema, told: ReadonlySet<Schema>): EffectiveSchema {
  const left = new Set<MergedPart>();
  // Parts come after the schema that contains them.
  for (const part of row.merged.parts) if (told.has(part.schema) || (part.within && left.has(part.within.part))) left.add(part);
  if (left.size === 0) return row;
  const kept = row.merged.parts.filter((part) => !left.has(part));
  // A schema that extends a base is written as the base and one part of its own. That part counts as the schema itself.
  const added = kept.filter(({ within }) => within !== undefined);
  const [only] = added.length === 1 && !added[0]?.schema.named ? added : [];
  const asOwn = (part: MergedPart): MergedPart => (part === only ? { schema: part.schema } : part);
  const parts = kept.map(asOwn);
  const required = allRequired(parts.map(({ schema }) => schema));
  const properties = row.merged.properties.flatMap((property) => {
    const stated = property.stated.flatMap((each) => (left.has(each.part) ? [] : [{ ...each, part: asOwn(each.part) }]));
    if (stated.length > 0) return [{ ...property, stated }];
    return required.has(property.name) ? [property] : [];
  });
  return { ...row, own: only ? [...row.own, only.schema] : row.own, merged: { ...row.merged, parts, properties } };
}

/** The row of a branch below the row of its choice. A branch often includes by `allOf` the schema that lists it. */
export function effectiveBranch(schemas: readonly Schema[], { merged }: EffectiveSchema, looks: LookCounter): EffectiveSchema {
  const row = effective(schemas, looks);
  return row.merged.parts.length === 1 ? row : beyond(row, looks.memo.of(schemasOfParts, merged));
}

function schemasOfParts({ parts }: MergedSchema): ReadonlySet<Schema> {
  return new Set(parts.map(({ schema }) => schema));
}

/** Whether a condition holds for any part. There are many rows and most parts say little, so this is checked before anything is made. */
export function says({ parts }: MergedSchema, what: (schema: Schema) => boolean): boolean {
  for (const { schema } of parts) if (what(schema)) return true;
  return false;
}
