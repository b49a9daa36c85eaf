import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const flows = "flows: { implicit: { authorizationUrl: https://a.b, scopes: { read: r } } }";
const withServer = (security: string): string =>
  v2(
    `servers: { s: { url: a, protocol: mqtt, security: ${security} } }\nchannels: {}\ncomponents: { securitySchemes: { key: { type: apiKey, in: user }, login: { type: oauth2, ${flows} } } }`,
  );
const server = { part: "/servers/s" };

ruleCase("security/unknown-scheme", "of a server", { document: withServer("[{ ⟦lock⟧: [] }]"), ...server });
ruleCase("security/unknown-scheme", "of an operation", {
  document: v2("channels: { a: { publish: { security: [{ ⟦lock⟧: [] }], message: {} } } }"),
});
ruleCase("security/unknown-scheme", "a name that every object has", { document: withServer("[{ ⟦constructor⟧: [] }]") });
ruleCase("security/unknown-scheme", "one of two", { document: withServer("[{ key: [], ⟦lock⟧: [] }]") });
ruleCase("security/unknown-scheme", "no scheme is a choice too", { document: withServer("[{}, { key: [] }]") });
ruleCase("security/scopes-not-empty", "scopes of a key", { document: withServer("[{ key: ⟦[read]⟧ }]"), ...server });
ruleCase("security/scopes-not-empty", "scopes of an authorization", { document: withServer("[{ key: [] }, { login: [read] }]") });
ruleCase("security/unknown-scope", "none of a flow's", { document: withServer("[{ login: [read, ⟦write⟧] }]"), ...server });
ruleCase("security/unknown-scope", "of a scheme of 3.x", {
  document: v3(
    "servers: { s: { host: a, protocol: mqtt, security: [{ type: oauth2, scopes: [⟦write⟧], flows: { implicit: { authorizationUrl: https://a.b, availableScopes: { read: r } } } }] } }\nchannels: {}",
  ),
});
ruleCase("security/unknown-scope", "what no flow lists cannot be known", {
  document: v2(
    "servers: { s: { url: a, protocol: b, security: [{ id: [x] }] } }\nchannels: {}\ncomponents: { securitySchemes: { id: { type: openIdConnect, openIdConnectUrl: https://a.b } } }",
  ),
});
