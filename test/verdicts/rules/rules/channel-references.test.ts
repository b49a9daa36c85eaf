import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const shared = "components: { channels: { c: { description: x, publish: { message: {} } } } }";

ruleCase("channel/ref-deprecated", "a channel item that is a reference", {
  document: v2(`channels: { a: { ⟦$ref⟧: "#/components/channels/c" } }\n${shared}`),
});
ruleCase("channel/ref-deprecated", "fine from 3.0 on", {
  document: v3('channels: { a: { $ref: "#/components/channels/c" } }\ncomponents: { channels: { c: {} } }'),
});
ruleCase("channel/ref-overlap", "a field on both sides", {
  document: v2(`channels: { a: { $ref: "#/components/channels/c", ⟦description⟧: y } }\n${shared}`),
});
ruleCase("channel/ref-overlap", "fields that complete one another", {
  document: v2(`channels: { a: { $ref: "#/components/channels/c", subscribe: { message: {} } } }\n${shared}`),
});
