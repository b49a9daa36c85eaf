import type { Node } from "#text";
import { valueOf } from "#text";
import type { Choice } from "./choices.ts";
import { choicesOf } from "./choices.ts";
import type { Family } from "./genealogy.ts";
import { discriminatorProperty, genealogy } from "./genealogy.ts";
import type { Visit } from "./visit.ts";
import { fail } from "./visit.ts";
import { inWords, listed, quoted } from "./wording.ts";

/** Which schema a discriminator chooses for a value. The value is a schema's const first, then its name. */
export interface Discriminators {
  /** The schema to judge by instead; `"refused"` where none is chosen (noted); `undefined` where nothing is to decide. */
  decide(visit: Visit): Node | "refused" | undefined;
  /** The branch of `oneOf` or `anyOf`, as written, that the schema's own discriminator chooses. */
  branchFor(visit: Visit): Node | undefined;
}

interface Deciding {
  readonly property: string;
  readonly value: Node;
  readonly choices: readonly Choice[];
  readonly chosen: Choice | undefined;
}

function refuse(visit: Visit, { property, value, choices }: Deciding, keyword: Node): void {
  const values = [...new Set(choices.flatMap((each) => each.values))];
  const { file, start, end } = keyword;
  fail(
    visit,
    { key: "discriminator", value: keyword, file, start, end },
    {
      expected: `must be ${listed(values.map(quoted), "or")}, by which the discriminator chooses a schema`,
      found: inWords(value),
      place: value,
      below: property,
    },
  );
}

/** Chooses among the schemas of one document. */
export function discriminators(about: Family): Discriminators {
  const family = genealogy(about);
  const known = new Map<Node, readonly Choice[]>();
  const holderOf = (schema: Node): Node | undefined => {
    if (discriminatorProperty(schema) !== undefined) return schema;
    if (valueOf(schema, "allOf") === undefined) return undefined;
    return [...family.ancestorsOf(schema)].find((each) => discriminatorProperty(each) !== undefined);
  };
  const deciding = ({ schema, instance }: Visit, holder: Node): Deciding | undefined => {
    const property = discriminatorProperty(holder);
    const value = property === undefined ? undefined : valueOf(instance, property);
    if (property === undefined || value?.kind !== "string") return undefined;
    const choices = known.get(schema) ?? choicesOf(schema, property, family);
    known.set(schema, choices);
    return { property, value, choices, chosen: choices.find(({ values }) => values.includes(value.value)) };
  };
  return {
    decide(visit) {
      const holder = holderOf(visit.schema);
      const found = holder && deciding(visit, holder);
      if (!found || found.chosen) return found?.chosen?.kind === "heir" ? found.chosen.schema : undefined;
      // Nothing has a name or a const: there is nothing to choose by, and a rule of its own says so.
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
