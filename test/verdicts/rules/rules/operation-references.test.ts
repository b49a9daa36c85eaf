import { ruleCase, v3 } from "../../../support/rule-case.ts";

const channels = 'channels: { a: { messages: { m: { $ref: "#/components/messages/M" } } }, b: { messages: { n: {} } } }';
const components = "components: { messages: { M: {} }, channels: { c: {} } }";

ruleCase("reference/wrong-target", "a message of another channel", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: ⟦"#/channels/b/messages/n"⟧ }] } }\n${components}`,
  ),
});
ruleCase("reference/wrong-target", "past the channel's entry", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: ⟦"#/components/messages/M"⟧ }] } }\n${components}`,
  ),
});
ruleCase("reference/wrong-target", "a channel that is a component only", {
  document: v3(`${channels}\noperations: { o: { action: send, channel: { $ref: ⟦"#/components/channels/c"⟧ } } }\n${components}`),
});
ruleCase("reference/wrong-target", "a reply with a message of another channel", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, reply: { channel: { $ref: "#/channels/b" }, messages: [{ $ref: ⟦"#/channels/a/messages/m"⟧ }] } } }\n${components}`,
  ),
});
ruleCase("reference/wrong-target", "entries of the own channel", {
  document: v3(
    `${channels}\noperations: { o: { action: send, channel: { $ref: "#/channels/a" }, messages: [{ $ref: "#/channels/a/messages/m" }], reply: { channel: { $ref: "#/channels/b" }, messages: [{ $ref: "#/channels/b/messages/n" }] } } }\n${components}`,
  ),
});
