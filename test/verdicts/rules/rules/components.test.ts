import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

ruleCase("component/unused", "schema, message and security scheme", {
  document: v2(
    "channels: {}\ncomponents: { schemas: { ⟦A⟧: {} }, messages: { ⟦B⟧: {} }, securitySchemes: { ⟦C⟧: { type: plain } }, parameters: { ⟦D⟧: { schema: {} } } }",
  ),
});
ruleCase("component/unused", "used by reference or by name", {
  document: v2(
    'servers: { s: { url: a, protocol: b, security: [{ C: [] }] } }\nchannels: { a: { publish: { message: { $ref: "#/components/messages/B" } } } }\ncomponents: { schemas: { A: {} }, messages: { B: { payload: { $ref: "#/components/schemas/A" } } }, securitySchemes: { C: { type: plain } } }',
  ),
});
ruleCase("component/unused", "in 3.x", { document: v3("channels: {}\ncomponents: { schemas: { ⟦A⟧: {} }, replies: { ⟦R⟧: {} } }") });
