import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const scheme = (text: string): string => v2(`channels: {}\ncomponents: { securitySchemes: { s: { ${text} } } }`);
const at = { part: "/components/securitySchemes/s" };

ruleCase("security/required-field", "where the key is", { document: scheme("type: ⟦apiKey⟧"), ...at });
ruleCase("security/required-field", "the name of a header", { document: scheme("type: ⟦httpApiKey⟧, in: header"), ...at });
ruleCase("security/required-field", "the scheme of http", { document: scheme("type: ⟦http⟧"), ...at });
ruleCase("security/required-field", "flows", { document: scheme("type: ⟦oauth2⟧"), ...at });
ruleCase("security/required-field", "the URL of discovery", { document: scheme("type: ⟦openIdConnect⟧"), ...at });
ruleCase("security/required-field", "of a scheme in place", {
  document: v3("servers: { s: { host: a, protocol: b, security: [{ type: ⟦http⟧ }] } }\nchannels: {}"),
});
ruleCase("security/required-field", "types that need nothing", { document: scheme("type: scramSha256") });
ruleCase("security/required-field", "all that is needed", { document: scheme("type: httpApiKey, name: X-Key, in: header") });
ruleCase("security/flow-field", "the URL of a flow", {
  document: scheme("type: oauth2, flows: { implicit: ⟦{ scopes: {} }⟧, password: { tokenUrl: https://a.b, scopes: {} } }"),
  ...at,
});
ruleCase("security/flow-field", "one of two, of 3.x", {
  document: v3(
    "channels: {}\ncomponents: { securitySchemes: { s: { type: oauth2, flows: { authorizationCode: ⟦{ tokenUrl: https://a.b, availableScopes: {} }⟧ } } } }",
  ),
});
ruleCase("security/flow-field", "not asked of other flows", {
  document: scheme("type: oauth2, flows: { clientCredentials: { tokenUrl: https://a.b, scopes: {} } }"),
});
ruleCase("security/foreign-field", "of another type", { document: scheme("type: http, scheme: basic, ⟦in⟧: header"), ...at });
ruleCase("security/foreign-field", "own fields", {
  document: scheme("type: http, scheme: bearer, bearerFormat: JWT, description: d, x-a: 1"),
});
