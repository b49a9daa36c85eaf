import type { Node } from "#text";
import { itemsOf, valueOf } from "#text";
import type { Genealogy } from "./genealogy.ts";
import { discriminatorProperty } from "./genealogy.ts";

/** One schema that a discriminator can choose. */
export interface Choice {
  /** The values that choose it: a const first, else its name; none for an inline schema. */
  readonly values: readonly string[];
  readonly schema: Node;
  /** `heir`: takes the schema over by `allOf`; `branch`: stands in its `oneOf` or `anyOf`. */
  readonly kind: "self" | "heir" | "branch";
  /** As written, references not followed, where it is a branch. */
  readonly written?: Node;
}

const textOf = (node: Node | undefined): string | undefined => (node?.kind === "string" ? node.value : undefined);

/** The fixed values that a schema gives a property: its own, or those of parts that have no discriminator themselves. */
function fixedValues(schema: Node, property: string, { family, isBranch }: { family: Genealogy; isBranch: boolean }): readonly string[] {
  const parts = [...family.ancestorsOf(schema)].filter((part) => discriminatorProperty(part) === undefined);
  for (const each of [schema, ...parts]) {
    const written = valueOf(valueOf(each, "properties"), property);
    const definition = written && family.follow(written);
    const constant = textOf(valueOf(definition, "const"));
    if (constant !== undefined) return [constant];
    const values = itemsOf(valueOf(definition, "enum")).flatMap((value) => textOf(value) ?? []);
    // The list of a base schema names its heirs; that of a branch can only mean itself.
    if (values.length === 1 || (isBranch && values.length > 0)) return values;
  }
  return [];
}

function choice(schema: Node, kind: Choice["kind"], { family, property }: { family: Genealogy; property: string }): Choice {
  const fixed = fixedValues(schema, property, { family, isBranch: kind === "branch" });
  const name = family.nameOf(schema);
  return { values: fixed.length === 0 && name !== undefined ? [name] : fixed, schema, kind };
}

/** OpenAPI 3.0: `mapping` gives further values; each is a reference, of which the last part is the schema's name. */
function mapped(schema: Node, each: Choice, family: Genealogy): Choice {
  const mapping = valueOf(valueOf(schema, "discriminator"), "mapping");
  const name = family.nameOf(each.schema);
  if (mapping?.kind !== "map" || name === undefined) return each;
  const values = mapping.entries.filter(({ value }) => textOf(value)?.split("/").at(-1) === name).map(({ key }) => key);
  return { ...each, values: [...values, ...each.values] };
}

/** All that the discriminator of a schema, its own or one taken over, can choose. */
export function choicesOf(schema: Node, property: string, family: Genealogy): readonly Choice[] {
  const hasOwn = discriminatorProperty(schema) !== undefined;
  const written = hasOwn ? [...itemsOf(valueOf(schema, "oneOf")), ...itemsOf(valueOf(schema, "anyOf"))] : [];
  const branches = written.flatMap((each): Choice[] => {
    const branch = family.follow(each);
    return branch ? [{ ...choice(branch, "branch", { family, property }), written: each }] : [];
  });
  const heirs = family.heirsOf(schema).map((heir) => choice(heir, "heir", { family, property }));
  return [choice(schema, "self", { family, property }), ...branches, ...heirs].map((each) => mapped(schema, each, family));
}
