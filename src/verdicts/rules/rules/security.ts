import { didYouMean, entryOf, inQuotes, onlyNearest, problem, valueOf, entriesOf } from "#text";
import type { SchemeUse, SecurityRequirement, SecurityScheme, OAuthFlow } from "#model";
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

/** The required and the optional fields of a type. */
interface SchemeFields {
  readonly required: readonly string[];
  readonly optional?: readonly string[];
}

const plain: SchemeFields = { required: [] };
const fieldsByType: ReadonlyMap<string, SchemeFields> = new Map(
  Object.entries({
    apiKey: { required: ["in"] },
    httpApiKey: { required: ["name", "in"] },
    http: { required: ["scheme"], optional: ["bearerFormat"] },
    oauth2: { required: ["flows"], optional: ["scopes"] },
    openIdConnect: { required: ["openIdConnectUrl"], optional: ["scopes"] },
    userPassword: plain,
    X509: plain,
    symmetricEncryption: plain,
    asymmetricEncryption: plain,
    plain,
    scramSha256: plain,
    scramSha512: plain,
    gssapi: plain,
  }),
);
const typed = new Set([...fieldsByType.values()].flatMap(({ required, optional = [] }) => [...required, ...optional]));

/** The URLs that each kind of flow needs (RFC 6749 § 4). */
const flowUrls: ReadonlyMap<string, readonly string[]> = new Map(
  Object.entries({
    implicit: ["authorizationUrl"],
    password: ["tokenUrl"],
    clientCredentials: ["tokenUrl"],
    authorizationCode: ["authorizationUrl", "tokenUrl"],
  }),
);

function checkFlow(flow: OAuthFlow, { report }: RuleContext): void {
  for (const field of flowUrls.get(flow.name) ?? []) {
    if (!entryOf(flow.node, field)) report(problem("security/flow-field", flow.node, { flow: flow.name, field: inQuotes(field) }));
  }
}

function checkForeign(scheme: SecurityScheme, type: string, { report }: RuleContext): void {
  const { required, optional = [] } = fieldsByType.get(type) ?? plain;
  const own = new Set([...required, ...optional]);
  for (const entry of entriesOf(scheme.node)) {
    if (!typed.has(entry.key) || own.has(entry.key)) continue;
    const hint = entry.key === "bearerFormat" ? "It belongs to type http with scheme bearer." : undefined;
    report(problem("security/foreign-field", entry, { field: inQuotes(entry.key), type, hint }));
  }
}

function checkScheme(scheme: SecurityScheme, context: RuleContext): void {
  const type = scheme.type?.value ?? "";
  const fields = fieldsByType.get(type);
  // The structure check has reported an unknown type.
  if (!fields) return;
  for (const field of fields.required) {
    if (entryOf(scheme.node, field)) continue;
    context.report(problem("security/required-field", scheme.type ?? scheme.node, { type, field: inQuotes(field) }));
  }
  checkForeign(scheme, type, context);
  for (const flow of scheme.flows) checkFlow(flow, context);
}

/** A security scheme must have the fields of its type and no others. */
export const securitySchemes: Rule = {
  codes: ["security/required-field", "security/flow-field", "security/foreign-field"],
  check(context) {
    for (const scheme of context.api.securitySchemes) checkScheme(scheme, context);
  },
};
