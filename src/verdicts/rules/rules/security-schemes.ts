import { entriesOf, entryOf, inQuotes, problem } from "#text";
import type { OAuthFlow, SecurityScheme } from "#model";
import type { Rule, RuleContext } from "../rule.ts";

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
