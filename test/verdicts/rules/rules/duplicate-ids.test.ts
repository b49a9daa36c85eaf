import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

ruleCase("tag/duplicate", "in the root's list", { document: v2("channels: {}\ntags: [{ name: a }, { name: b }, { name: ⟦a⟧ }]") });
ruleCase("tag/duplicate", "letters count", { document: v2("channels: {}\ntags: [{ name: a }, { name: A }]") });
ruleCase("tag/duplicate", "another list is a warning of its own", {
  document: v2("channels: { a: { publish: { tags: [{ name: a }, { name: a }], message: {} } } }"),
});
ruleCase("tag/duplicate-in-list", "of an operation", {
  document: v2("channels: { a: { publish: { tags: [{ name: a }, { name: ⟦a⟧ }], message: {} } } }"),
});
ruleCase("tag/duplicate-in-list", "of a message", {
  document: v2("channels: { a: { publish: { message: { tags: [{ name: a }, { name: ⟦a⟧ }] } } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("tag/duplicate-in-list", "of the info", {
  document: v3("channels: {}").replace('"1" }', '"1", tags: [{ name: a }, { name: ⟦a⟧ }] }'),
});
ruleCase("tag/duplicate-in-list", "one tag in several lists", {
  document: v2("channels: { a: { publish: { tags: [{ name: a }], message: { tags: [{ name: a }] } } } }\ntags: [{ name: a }]"),
});
for (const group of ["messageTraits", "operationTraits", "channels"]) {
  ruleCase("tag/duplicate-in-list", `in ${group} that nothing uses`, {
    document: v3(`channels: {}\ncomponents: { ${group}: { a: { tags: [{ name: x }, { name: ⟦x⟧ }] } } }`),
  });
}

ruleCase("operation/duplicate-id", "in two channels", {
  document: v2("channels: { a: { publish: { operationId: x, message: {} } }, b: { publish: { operationId: ⟦x⟧, message: {} } } }"),
  part: "/channels/b",
});
ruleCase("operation/duplicate-id", "after traits", {
  document: v2(
    "channels: { a: { publish: { traits: [{ operationId: x }], message: {} } }, b: { subscribe: { operationId: ⟦x⟧, message: {} } } }",
  ),
});
ruleCase("operation/duplicate-id", "letters count", {
  document: v2("channels: { a: { publish: { operationId: x, message: {} }, subscribe: { operationId: X, message: {} } } }"),
});
ruleCase("message/duplicate-id", "two messages", {
  document: v2("channels: { a: { publish: { message: { messageId: m } }, subscribe: { message: { messageId: ⟦m⟧ } } } }"),
  part: "/channels/a/subscribe/message",
});
ruleCase("message/duplicate-id", "one message used twice is one message", {
  document: v2(
    'channels: { a: { publish: { message: { $ref: "#/components/messages/M" } }, subscribe: { message: { $ref: "#/components/messages/M" } } } }\ncomponents: { messages: { M: { messageId: m } } }',
  ),
});
ruleCase("message/duplicate-id", "keys of 3.x are ids of their channel", {
  document: v3("channels: { a: { messages: { m: {} } }, b: { messages: { m: {} } } }"),
});
