import { MOST_PARTS } from "#schema";
import type { Node } from "#text";
import { asString, getOrMake, itemsOf, oncePerObject, reason, stringOf, valueOf, quoted } from "#text";
import type { KeywordVisit } from "./visit.ts";
import { constraintEntry, fail } from "./visit.ts";
import { inWords, listed } from "./wording.ts";

/** What is known about the document's named schemas. */
interface NamedSchemas {
  readonly follow: (node: Node) => Node | undefined;
  /** Every named schema, after following references. */
  readonly named: readonly { readonly name: string; readonly schema: Node }[];
}

/** Which schemas extend which by `allOf`. */
type InheritanceGraph = ReturnType<typeof genealogy>;

/** The property that the keyword names: a string in the format, an object in OpenAPI 3.0. */
function discriminatorProperty(schema: Node): string | undefined {
  const value = valueOf(schema, "discriminator");
  return value?.kind === "string" ? value.value : stringOf(value, "propertyName");
}

/** Builds the graph. Each schema is read once, when it is first asked for. */
function genealogy({ follow, named }: NamedSchemas) {
  const names = new Map(named.map(({ name, schema }) => [schema, name]));
  const partsOf = (schema: Node): Node[] => itemsOf(valueOf(schema, "allOf")).flatMap((part) => follow(part) ?? []);
  let heirs: Map<Node, Node[]> | undefined;
  /** Schemas with more ancestors than were followed. */
  const cut = new Set<Node>();

  /** All schemas that a schema includes by `allOf`, the nearest first. */
  const ancestorsOf = oncePerObject((schema: Node): ReadonlySet<Node> => {
    const all = new Set<Node>();
    // The set grows during the loop: parts of parts follow the parts.
    for (const part of partsOf(schema)) if (part !== schema) all.add(part);
    for (const ancestor of all) {
      const parts = partsOf(ancestor);
      if (all.size > MOST_PARTS && parts.length > 0) {
        cut.add(schema);
        break;
      }
      for (const part of parts) if (part !== schema) all.add(part);
    }
    return all;
  });

  const allHeirs = (): Map<Node, Node[]> => {
    const found = new Map<Node, Node[]>();
    for (const heir of names.keys()) for (const ancestor of ancestorsOf(heir)) getOrMake(found, ancestor, () => []).push(heir);
    return found;
  };

  return {
    follow,
    nameOf: (schema: Node) => names.get(schema),
    ancestorsOf,
    /** Whether a schema, or one that a discriminator may choose, has ancestors that are not known here: choices may be missing or wrong. */
    isCut: (schema: Node): boolean => {
      heirs ??= allHeirs();
      ancestorsOf(schema);
      return cut.size > 0;
    },
    /** The named schemas that extend a schema. */
    heirsOf: (schema: Node): readonly Node[] => (heirs ??= allHeirs()).get(schema) ?? [],
  };
}

/** One schema that a discriminator can choose. */
interface DiscriminatorTarget {
  /** The values that choose it: those of a const, otherwise its name. Empty for an inline schema. */
  readonly values: readonly string[];
  readonly schema: Node;
  /** `heir`: extends the schema by `allOf`; `branch`: is listed in its `oneOf` or `anyOf`. */
  readonly kind: "self" | "heir" | "branch";
  /** For a branch: the node as written, before following references. */
  readonly written?: Node;
}

/**
 * The values to which a schema fixes a property: its own, or those of included schemas without a discriminator. Pages, which have read
 * schemas, ask `fixedValue` in `#schema`. The validator works on nodes, and takes a list of a branch for the branch's values.
 */
function fixedValues(
  schema: Node,
  property: string,
  { family, isBranch }: { family: InheritanceGraph; isBranch: boolean },
): readonly string[] {
  const parts = [...family.ancestorsOf(schema)].filter((part) => discriminatorProperty(part) === undefined);
  for (const each of [schema, ...parts]) {
    const written = valueOf(valueOf(each, "properties"), property);
    const definition = written && family.follow(written);
    const constant = stringOf(definition, "const");
    if (constant !== undefined) return [constant];
    const values = itemsOf(valueOf(definition, "enum")).flatMap((value) => asString(value)?.value ?? []);
    // In a base schema, a list names the schemas that extend it. In a branch, it can only mean the branch itself.
    if (values.length === 1 || (isBranch && values.length > 0)) return values;
  }
  return [];
}

function choice(
  schema: Node,
  kind: DiscriminatorTarget["kind"],
  { family, property }: { family: InheritanceGraph; property: string },
): DiscriminatorTarget {
  const fixed = fixedValues(schema, property, { family, isBranch: kind === "branch" });
  const name = family.nameOf(schema);
  return { values: fixed.length === 0 && name !== undefined ? [name] : fixed, schema, kind };
}

/** Adds the values in `mapping` of OpenAPI 3.0. Each is a reference whose last segment is the schema's name. */
function mapped(schema: Node, each: DiscriminatorTarget, family: InheritanceGraph): DiscriminatorTarget {
  const mapping = valueOf(valueOf(schema, "discriminator"), "mapping");
  const name = family.nameOf(each.schema);
  if (mapping?.kind !== "map" || name === undefined) return each;
  const values = mapping.entries.filter(({ value }) => asString(value)?.value.split("/").at(-1) === name).map(({ key }) => key);
  return { ...each, values: [...values, ...each.values] };
}

/** Everything that the discriminator of a schema, its own or an included one, can choose. */
function choicesOf(schema: Node, property: string, family: InheritanceGraph): readonly DiscriminatorTarget[] {
  const hasOwn = discriminatorProperty(schema) !== undefined;
  const written = hasOwn ? [...itemsOf(valueOf(schema, "oneOf")), ...itemsOf(valueOf(schema, "anyOf"))] : [];
  const branches = written.flatMap((each): DiscriminatorTarget[] => {
    const branch = family.follow(each);
    return branch ? [{ ...choice(branch, "branch", { family, property }), written: each }] : [];
  });
  const heirs = family.heirsOf(schema).map((heir) => choice(heir, "heir", { family, property }));
  return [choice(schema, "self", { family, property }), ...branches, ...heirs].map((each) => mapped(schema, each, family));
}

/** Finds the schema that a discriminator chooses for a value, by the schema's const or otherwise its name. */
export interface Discriminators {
  /**
   * The schema to validate against instead; `"refused"` if none is chosen, which is recorded; `undefined` if there is no choice to
   * make.
   */
  decide(visit: KeywordVisit): Node | "refused" | undefined;
  /** The branch of `oneOf` or `anyOf`, as written, that the schema's own discriminator chooses. */
  branchFor(visit: KeywordVisit): Node | undefined;
}

interface DiscriminatorDecision {
  readonly property: string;
  readonly value: Node;
  readonly choices: readonly DiscriminatorTarget[];
  readonly chosen: DiscriminatorTarget | undefined;
}

function refuse(visit: KeywordVisit, { property, value, choices }: DiscriminatorDecision, keyword: Node): void {
  const values = [...new Set(choices.flatMap((each) => each.values))];
  fail(visit, constraintEntry("discriminator", keyword), {
    expected: `must be ${listed(values.map(quoted), "or")}, by which the discriminator chooses a schema`,
    found: inWords(value),
    place: value,
    below: property,
  });
}

/** Creates the choices among the schemas of one document. */
export function discriminators(about: NamedSchemas): Discriminators {
  const family = genealogy(about);
  const known = new Map<Node, readonly DiscriminatorTarget[]>();
  const holderOf = (schema: Node): Node | undefined => {
    if (discriminatorProperty(schema) !== undefined) return schema;
    if (valueOf(schema, "allOf") === undefined) return undefined;
    return [...family.ancestorsOf(schema)].find((each) => discriminatorProperty(each) !== undefined);
  };
  const leftOpen = ({ schema, outcome }: KeywordVisit): boolean => {
    if (!family.isCut(schema)) return false;
    outcome.unknown ??= reason("too-deep");
    return true;
  };
  const deciding = (visit: KeywordVisit, holder: Node): DiscriminatorDecision | undefined => {
    const { schema, instance } = visit;
    const property = discriminatorProperty(holder);
    const value = property === undefined ? undefined : valueOf(instance, property);
    if (property === undefined || value?.kind !== "string" || leftOpen(visit)) return undefined;
    const choices = getOrMake(known, schema, () => choicesOf(schema, property, family));
    return { property, value, choices, chosen: choices.find(({ values }) => values.includes(value.value)) };
  };
  return {
    decide(visit) {
      const holder = holderOf(visit.schema);
      // A discriminator may be among the ancestors that were not followed.
      if (!holder && valueOf(visit.schema, "allOf") !== undefined && family.ancestorsOf(visit.schema).size > MOST_PARTS) leftOpen(visit);
      const found = holder && deciding(visit, holder);
      if (!found || found.chosen) return found?.chosen?.kind === "heir" ? found.chosen.schema : undefined;
      // Without any name or const there is nothing to choose by. A separate rule reports that.
      if (found.choices.every(({ values }) => values.length === 0)) return undefined;
      refuse(visit, found, valueOf(holder, "discriminator") ?? visit.schema);
      return "refused";
    },
    branchFor(visit) {
      if (!visit.scope.reading.discriminator || discriminatorProperty(visit.schema) === undefined) return undefined;
      const chosen = deciding(visit, visit.schema)?.chosen;
      return chosen?.kind === "branch" ? chosen.written : undefined;
    },
  };
}
