import { didYouMean, entryOf, inQuotes, onlyNearest, problem, valueOf } from "#text";
import type { SchemeUse, SecurityRequirement, SecurityScheme } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

const withScopes = new Set(["oauth2", "openIdConnect"]);

function checkKnown({ scopes, name }: SchemeUse, scheme: SecurityScheme, { report }: RuleContext): void {
  const known = new Set(scheme.flows.flatMap((flow) => flow.scopes.map((scope) => scope.name)));
  for (const scope of scopes) {
    if (scope.kind !== "string" || known.has(scope.value)) continue;
    const related = [{ message: "the flows stand here", place: valueOf(scheme.node, "flows") ?? scheme.node }];
    const blanks = { name: inQuotes(name), scope: inQuotes(scope.value) };
    report(problem("security/unknown-scope", scope, { ...blanks, hint: didYouMean(scope.value, known), related }));
  }
}

function checkScopes(use: SchemeUse, requirement: SecurityRequirement, context: RuleContext): void {
  const { scheme, scopes, name } = use;
  const [first] = scopes;
  if (!scheme?.type || !first) return;
  const type = scheme.type.value;
  if (withScopes.has(type)) {
    if (scheme.flows.length > 0) checkKnown(use, scheme, context);
    return;
  }
  const place = valueOf(requirement.node, name) ?? first;
  const related = [{ message: `the scheme is of type ${type}`, place: scheme.type }];
  context.report(problem("security/scopes-not-empty", place, { name: inQuotes(name), type, hint: "Leave the list empty: [].", related }));
}

function checkRequirement(requirement: SecurityRequirement, names: readonly string[], context: RuleContext): void {
  const { api, report } = context;
  for (const use of requirement.schemes) {
    const key = entryOf(requirement.node, use.name);
    if (use.scheme) checkScopes(use, requirement, context);
    else if (key && api.dialect.line !== "3") {
      const hint = didYouMean(use.name, names) ?? "Define it under components.securitySchemes.";
      report(problem("security/unknown-scheme", key, { name: inQuotes(use.name), hint, fix: onlyNearest(use.name, names) }));
    }
  }
}

/** Requirements must name existing schemes, and give scopes only for schemes with scopes. */
export const securityRequirements: Rule = {
  codes: ["security/unknown-scheme", "security/scopes-not-empty", "security/unknown-scope"],
  check(context) {
    const names = context.api.securitySchemes.map(({ id }) => id);
    const judged = new Set<SecurityRequirement["node"]>();
    for (const holder of [...context.api.servers, ...context.api.operations]) {
      for (const requirement of holder.security ?? []) {
        if (judged.has(requirement.node)) continue;
        judged.add(requirement.node);
        checkRequirement(requirement, names, context);
      }
    }
  },
};
