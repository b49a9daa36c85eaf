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
ruleCase("style/description", "channels, operations and messages without one", {
  document:
    'asyncapi: 3.0.0\n⟦info⟧: { title: T, version: "1" }\nchannels: { ⟦a⟧: { messages: { m: ⟦{}⟧, n: { summary: s } } }, b: { description: d } }\n' +
    'operations: { ⟦send⟧: { action: send, channel: { $ref: "#/channels/a" } }, take: { action: receive, channel: { $ref: "#/channels/a" }, summary: s } }\n',
});
ruleCase("style/description", "all have one, by a trait too", {
  document:
    'asyncapi: 2.6.0\ninfo: { title: T, version: "1", description: d }\n' +
    "channels: { a: { description: d, publish: { traits: [{ summary: s }], message: { summary: s } } } }\n",
});
ruleCase("style/contact", "none", { document: 'asyncapi: 3.0.0\n⟦info⟧: { title: T, version: "1" }\n' });
ruleCase("style/contact", "one that says nothing", { document: 'asyncapi: 3.0.0\ninfo: { title: T, version: "1", ⟦contact⟧: {} }\n' });
ruleCase("style/contact", "an email", {
  document: 'asyncapi: 2.6.0\ninfo: { title: T, version: "1", contact: { email: a@example.com } }\nchannels: {}\n',
});
ruleCase("style/tags-order", "two that stand after a later one", {
  document: v2("tags: [{ name: b }, { name: ⟦a⟧ }, { name: ⟦Ab⟧ }, { name: c }]\nchannels: {}"),
});
ruleCase("style/tags-order", "capitals do not count", {
  document: 'asyncapi: 3.0.0\ninfo: { title: T, version: "1", tags: [{ name: a }, { name: B }, { name: c }] }\n',
});
