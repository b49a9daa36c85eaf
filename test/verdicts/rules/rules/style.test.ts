import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

ruleCase("style/id-urn", "a URL", { document: v2("id: ⟦https://example.com⟧\nchannels: {}") });
ruleCase("style/id-urn", "a URN", { document: v2("id: urn:example:lamps\nchannels: {}") });
ruleCase("style/operation-id", "no name of a function", {
  document: v2("channels: { a: { publish: { operationId: ⟦on lit⟧, message: {} } } }"),
  part: "/channels/a",
});
ruleCase("style/operation-id", "a key of 3.x", {
  document: v3(
    'channels: { a: {} }\noperations: { ⟦on.lit⟧: { action: send, channel: { $ref: "#/channels/a" } }, onLit: { action: send, channel: { $ref: "#/channels/a" } } }',
  ),
});
ruleCase("style/operation-id", "no id, nothing to say", { document: v2("channels: { a: { publish: { message: {} } } }") });
