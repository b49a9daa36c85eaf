import { draft, ruleCase, v2, v20, v3 } from "../../../support/rule-case.ts";

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

ruleCase("channel/no-operation", "a channel of nothing", { document: v2("channels: { ⟦a⟧: {} }") });
ruleCase("channel/no-operation", "no operation names it", {
  document: v3('channels: { a: {}, ⟦b⟧: {} }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" } } }'),
});
ruleCase("channel/no-operation", "a reply comes over it", {
  document: v3(
    'channels: { a: {}, b: {} }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, reply: { channel: { $ref: "#/channels/b" } } } }',
  ),
});
ruleCase("channel/no-operation", "the channel could not be had", { document: v2("channels: { a: { $ref: nowhere.yaml } }") });
ruleCase("channel/no-operation", "an operation may mean it by a name that is not there", {
  document: v3('channels: { a: {} }\noperations: { o: { action: send, channel: { $ref: "#/channels/A" } } }'),
});
ruleCase("channel/no-operation", "an operation that could not be had may go over it", {
  document: v3("channels: { a: {} }\noperations: { o: { $ref: nowhere.yaml } }"),
});
ruleCase("channel/no-operation", "operations of the other version stand there", { document: v3("channels: { a: { publish: {} } }") });
ruleCase("channel/no-operation", "operations of the other version stand elsewhere", {
  document: v2("channels: { a: {} }\noperations: {}"),
});

ruleCase("operation/no-message", "nothing is said of one", { document: v2("channels: { a: { ⟦publish⟧: {} } }"), part: "/channels/a" });
ruleCase("operation/no-message", "a list of none", { document: v2("channels: { a: { ⟦publish⟧: { message: { oneOf: [] } } } }") });
ruleCase("operation/no-message", "neither the operation nor its channel has one", {
  document: v3('channels: { a: {} }\noperations: { ⟦o⟧: { action: send, channel: { $ref: "#/channels/a" } } }'),
});
ruleCase("operation/no-message", "the same in the draft", {
  document: draft('channels: { a: {} }\noperations: { ⟦o⟧: { action: send, channel: { $ref: "#/channels/a" } } }'),
});
ruleCase("operation/no-message", "an empty message is one", { document: v2("channels: { a: { publish: { message: {} } } }") });
ruleCase("operation/no-message", "all messages of its channel", {
  document: v3('channels: { a: { messages: { m: {} } } }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" } } }'),
});
ruleCase("operation/no-message", "the message could not be had", {
  document: v2("channels: { a: { publish: { message: { $ref: nowhere.yaml } } } }"),
});
ruleCase("operation/no-message", "nor one of several", {
  document: v2("channels: { a: { publish: { message: { oneOf: [{ $ref: nowhere.yaml }] } } } }"),
});
ruleCase("operation/no-message", "the message of its channel could not be had", {
  document: v3(
    'channels: { a: { messages: { m: { $ref: nowhere.yaml } } } }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" } } }',
  ),
});
ruleCase("operation/no-message", "the messages of its channel could not be read", {
  document: v3('channels: { a: { messages: 7 } }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" } } }'),
});
ruleCase("operation/no-message", "its channel has an empty list of them", {
  document: v3('channels: { a: { messages: {} } }\noperations: { ⟦o⟧: { action: send, channel: { $ref: "#/channels/a" } } }'),
});
ruleCase("operation/no-message", "nor its channel", {
  document: v3('channels: {}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" } } }'),
});

ruleCase("message/no-example", "a message without examples", {
  document: v2("channels: { a: { publish: { message: ⟦{ payload: {} }⟧ } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("message/no-example", "one is enough", {
  document: v2("channels: { a: { publish: { message: { examples: [{ payload: 1 }] } } } }"),
});

ruleCase("example/empty", "an example of nothing", {
  document: v2("channels: { a: { publish: { message: { examples: [⟦{}⟧, ⟦{ name: n }⟧] } } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("example/empty", "a value where the object belongs", {
  document: v2("channels: { a: { publish: { message: { examples: [⟦{ lux: 3 }⟧] } } } }"),
});
ruleCase("example/empty", "in 3.x", {
  document: v3("channels: { a: { messages: { m: { examples: [⟦{ summary: s }⟧] } } } }"),
  part: "/channels/a/messages/m",
});
ruleCase("example/empty", "a payload of null is one", {
  document: v2("channels: { a: { publish: { message: { examples: [{ payload: null }] } } } }"),
});
ruleCase("example/empty", "headers are enough", {
  document: v2("channels: { a: { publish: { message: { examples: [{ headers: {} }] } } } }"),
});
ruleCase("example/empty", "anything is an example in 2.0", {
  document: v20("channels: { a: { publish: { message: { examples: [{ lux: 3 }] } } } }"),
});
