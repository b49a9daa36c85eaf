import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const message = (location: string): string =>
  v2(
    `channels: { a: { publish: { message: { correlationId: { location: ${location} }, headers: { type: object, properties: { id: { type: string } } }, payload: { type: object, properties: { a: { type: array, items: { type: object, properties: { b: { type: string } } } } } } } } } }`,
  );
const at = { part: "/channels/a/publish/message" };

ruleCase("value/runtime-expression", "no expression", { document: message("⟦id⟧"), ...at });
ruleCase("value/runtime-expression", "another source", { document: message('⟦"$message.body#/a"⟧'), ...at });
ruleCase("value/runtime-expression", "no pointer", { document: message('⟦"$message.payload#a"⟧'), ...at });
ruleCase("value/runtime-expression", "a bad escape", { document: message('⟦"$message.payload#/a~2"⟧'), ...at });
ruleCase("value/runtime-expression", "of a parameter", {
  document: v2('channels: { "{p}": { parameters: { p: { location: ⟦$message.header/p⟧, schema: {} } } } }'),
  part: "/channels/{p}/parameters/p",
});
ruleCase("value/runtime-expression", "of a reply's address", {
  document: v3(
    'channels: { a: {} }\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, reply: { address: { location: ⟦replyTo⟧ } } } }',
  ),
  part: "/operations/o/reply",
});
ruleCase("value/runtime-expression", "of a component that nothing refers to", {
  document: v2("channels: {}\ncomponents: { correlationIds: { c: { location: ⟦id⟧ } } }"),
});
ruleCase("value/runtime-expression", "the fragment is optional", { document: message("$message.header") });

ruleCase("value/location-target", "no such header", { document: message('⟦"$message.header#/it"⟧'), ...at });
ruleCase("value/location-target", "nothing below a text", { document: message('⟦"$message.payload#/a/0/c"⟧'), ...at });
ruleCase("value/location-target", "own names only", { document: message('⟦"$message.payload#/__proto__"⟧') });
ruleCase("value/location-target", "what is there", { document: message('"$message.payload#/a/0/b"') });
ruleCase("value/location-target", "what may be there", {
  document: v2(
    'channels: { a: { publish: { message: { correlationId: { location: "$message.header#/x" }, headers: { type: object } } } } }',
  ),
});
ruleCase("value/runtime-expression", "in a message trait that nothing uses", {
  document: v3("channels: {}\ncomponents: { messageTraits: { a: { correlationId: { location: ⟦bad⟧ } } } }"),
});
ruleCase("value/runtime-expression", "in a channel that nothing uses", {
  document: v3(
    'channels: {}\ncomponents: { channels: { a: { address: "{p}", parameters: { p: { location: ⟦bad⟧ } }, messages: { m: { correlationId: { location: ⟦wrong⟧ } } } } } }',
  ),
});
