/** Which alternatives of `oneOf` and `anyOf` only one version has, and what they are called. */
import type { Schema } from "#schema";
import { aboutSameValue, isJsonSchema, partsOf, requiredNames } from "#schema";
import type { Node } from "#text";
import { itemsOf, LONGEST_TEXT_QUOTED, printJson, valueOf } from "#text";
import { Matching } from "./match.ts";
import type { DescribedPlace } from "./schema-fields.ts";
import { fieldsOf } from "./schema-fields.ts";
import { assertionsOf } from "./stated-values.ts";

/** One of the schemas among which a keyword chooses. */
export interface Alternative {
  readonly keyword: "oneOf" | "anyOf";
  readonly schema: Schema;
  /** The schema that lists it. */
  readonly within: Schema;
  /** Where it is listed. */
  readonly place: Node;
}

const KEYWORDS = ["oneOf", "anyOf"] as const;

/** The alternatives that schemas of one value list. */
function listedIn(schemas: Iterable<Schema>): readonly Alternative[] {
  return [...schemas].flatMap((within) =>
    KEYWORDS.flatMap((keyword): readonly Alternative[] => {
      if (within[keyword].length === 0 || !isJsonSchema(within.language)) return [];
      const written = itemsOf(valueOf(within.node, keyword));
      return within[keyword].map((schema, at) => ({ keyword, schema, within, place: written[at] ?? within.node }));
    }),
  );
}

export function hasAlternatives(schema: Schema): boolean {
  return listedIn(aboutSameValue([schema])).length > 0;
}

/** The alternatives of a value. Where only the other version lists some, and nothing beside them, the whole schema is the only one. */
export function alternativesOf({ schemas }: Described, other: Described): readonly Alternative[] {
  const listed = listedIn(schemas);
  const [root] = schemas;
  const [first] = listedIn(other.schemas);
  if (listed.length > 0 || !root || !first) return listed;
  const { keyword, within } = first;
  const isOnlyChoice = within.types.length + within.properties.length + within.facts.length === 0;
  return isOnlyChoice ? [{ keyword, schema: root, within: root, place: root.node }] : [];
}

type Described = Pick<DescribedPlace, "schemas">;

/** The values that properties of a schema are fixed to, in short. */
function fixedIn(schema: Schema): ReadonlyMap<string, string> {
  const fixed = partsOf(schema)
    .flatMap(({ properties }) => properties)
    .flatMap(({ name, schema: { const: only, enum: values = [] } }) => {
      const value = only ?? (values.length === 1 ? values[0]?.value : undefined);
      return value ? [[name, printJson(value, { most: LONGEST_TEXT_QUOTED })] as const] : [];
    });
  return new Map(fixed.reverse());
}

/** The name of an alternative: that of its component, its title, or its only value, or that of the property by which it is told apart. */
function nameOf({ named, name, title, const: only }: Schema, fixed: string | undefined): string | undefined {
  return named?.title ?? name ?? title?.value ?? (only ? printJson(only, { most: LONGEST_TEXT_QUOTED }) : fixed);
}

/** An alternative that only one version has, with its name. */
export interface NamedAlternative extends Alternative {
  readonly name: string;
}

/** What a schema and its fields state, whatever it is called. */
export function statedIn(schema: Schema): string {
  const fields = [...fieldsOf(schema)].map(([path, { schema: own, required }]) => [
    path,
    required,
    [...assertionsOf(aboutSameValue([own]))],
  ]);
  return JSON.stringify([[...assertionsOf(aboutSameValue([schema]))], [...requiredNames(schema)].sort(), fields.sort()]);
}

/** The alternatives of two versions: those of both, changed inside or not, and those that only one has. */
export interface ComparedAlternatives {
  readonly kept: readonly (readonly [old: Schema, now: Schema])[];
  readonly lost: readonly NamedAlternative[];
  readonly gained: readonly NamedAlternative[];
}

/** Finds the alternatives of both versions by name, then by what they state. One without a name is the one of its type. */
export function compareAlternatives(old: readonly Alternative[], now: readonly Alternative[]): ComparedAlternatives {
  const fixed = new Map([...old, ...now].map(({ schema }) => [schema, fixedIn(schema)]));
  const tellsApart = (name: string): boolean =>
    [old, now].every((all) => {
      const values = new Set(all.map(({ schema }) => fixed.get(schema)?.get(name)));
      return values.size === all.length && !values.has(undefined);
    });
  const [first] = fixed.values();
  const chooser = [...(first?.keys() ?? [])].find(tellsApart);
  const own = ({ schema }: Alternative): string | undefined =>
    nameOf(schema, chooser === undefined ? undefined : fixed.get(schema)?.get(chooser));
  const type = ({ schema }: Alternative): string => schema.types.join(" or ") || "a schema";
  const unnamed = (each: Alternative, key: string): string | undefined => (own(each) === undefined ? `${type(each)} ${key}` : undefined);
  const { pairs, removed, added } = new Matching(old, now)
    .by(({ schema: { named } }) => (named?.component ? named.id : undefined))
    .by(own)
    .by(({ schema }) => statedIn(schema))
    .by((each) => unnamed(each, [...fieldsOf(each.schema).keys()].sort().join()))
    .by((each) => unnamed(each, each.schema.properties[0]?.name ?? ""))
    .by((each) => unnamed(each, "")).matches;
  const named = (each: Alternative): NamedAlternative => ({ ...each, name: own(each) ?? type(each) });
  return { kept: pairs.map(([one, other]) => [one.schema, other.schema]), lost: removed.map(named), gained: added.map(named) };
}
