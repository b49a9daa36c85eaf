import { didYouMean, inQuotes, itemsOf, problem, valueOf } from "#text";
import type { Schema } from "#schema";
import type { Rule, RuleContext } from "../rule.ts";

/** The schemas that may declare a schema's properties: itself, its `allOf`, and its branches with theirs. Each once. */
function* parts(schema: Schema): Iterable<Schema> {
  const all = new Set([schema, ...schema.oneOf, ...schema.anyOf]);
  for (const part of all) {
    yield part;
    for (const each of part.allOf) all.add(each);
  }
}

function checkDefined(schema: Schema, name: string, { report }: RuleContext): void {
  const place = valueOf(schema.node, "discriminator") ?? schema.node;
  let [isDefined, isRequired] = [false, false];
  for (const part of parts(schema)) {
    isDefined ||= part.properties.some((property) => property.name === name);
    isRequired ||= part.required.some(({ value }) => value === name);
    if (isDefined && isRequired) return;
  }
  const say = (reason: string, hint?: string) => report(problem("schema/discriminator", place, { name: inQuotes(name), reason, hint }));
  if (isDefined) {
    say("is not among the schema's required properties", `Add ${inQuotes(name)} to required.`);
    return;
  }
  const properties = [...parts(schema)].flatMap((part) => part.properties.map((property) => property.name));
  say("is not among the schema's properties", didYouMean(name, properties) ?? "Define it under properties.");
}

/**
 * Checks the discriminator of the format's own Schema Object. It must be a string that names a required property, and each choice must
 * have a name or a const.
 */
export const schemaDiscriminators: Rule = {
  codes: ["schema/discriminator", "schema/discriminator-inline"],
  check(context) {
    for (const place of context.schemas.all()) {
      const written = place.language === "schema-object" ? valueOf(place.node, "discriminator") : undefined;
      if (!written) continue;
      if (written.kind !== "string") {
        const hint = written.kind === "map" ? "The object form belongs to OpenAPI; here it is the property's name." : undefined;
        context.report(problem("schema/discriminator", written, { name: "of this schema", reason: "must be a string", hint }));
        continue;
      }
      checkDefined(place.schema, written.value, context);
      checkBranches(place.schema, written.value, context);
    }
  },
};

/** Reports branches that no value of the discriminator can pick. */
function checkBranches(schema: Schema, name: string, { report }: RuleContext): void {
  if (schema.oneOf.length + schema.anyOf.length === 0) return;
  const chosen = new Set(schema.discriminator?.choices.map((choice) => choice.schema));
  for (const keyword of ["oneOf", "anyOf"] as const) {
    const branches = itemsOf(valueOf(schema.node, keyword));
    schema[keyword].forEach((branch, index) => {
      if (chosen.has(branch) || branch.unresolved !== undefined) return;
      report(problem("schema/discriminator-inline", branches[index] ?? branch.node, { name: inQuotes(name) }));
    });
  }
}
