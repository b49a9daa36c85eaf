import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

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
