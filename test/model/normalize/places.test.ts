import { draft, ruleCase, v2, v3 } from "../../support/rule-case.ts";

const traits = (kind: string, text: string): string => `channels: {}\ncomponents: { ${kind}: { c: { ${text} } } }`;

ruleCase("trait/forbidden-field", "of a message", {
  document: v2(traits("messageTraits", "⟦payload⟧: { type: object }, ⟦traits⟧: []")),
  part: "/components/messageTraits/c",
});
ruleCase("trait/forbidden-field", "of an operation", {
  document: v2(traits("operationTraits", "⟦message⟧: { name: M }")),
  part: "/components/operationTraits/c",
});
ruleCase("trait/forbidden-field", "of 3.x", {
  document: v3(traits("messageTraits", "⟦payload⟧: { type: object }")),
  part: "/components/messageTraits/c",
});
ruleCase("trait/forbidden-field", "what a trait may give", {
  document: v2(traits("messageTraits", "headers: { type: object }")),
  part: "/components/messageTraits/c",
});

const location = "correlationId: { location: $message.header#/id }";
const message = (given: string): string => v2(`channels: { a: { publish: { message: { ${location}, traits: [{ ${given} }] } } } }`);
ruleCase("trait/invalid-result", "the trait's key, in a message of its own file", {
  document: message("⟦correlationId⟧: { location: null }"),
  part: "/channels/a/publish/message",
});
ruleCase("trait/invalid-result", "the trait's key, in a trait of its own file", {
  document: message("⟦correlationId⟧: { location: null }"),
  part: "/channels/a/publish/message/traits/0",
});
ruleCase("trait/invalid-result", "what stays valid", {
  document: message("correlationId: { description: Ties them }"),
  part: "/channels/a/publish/message/traits/0",
});
ruleCase("trait/invalid-result", "of the draft of 3.0, where a trait overwrites too", {
  document: draft(`channels: { a: { messages: { m: { ${location}, traits: [{ correlationId: { description: Ties them } }] } } } }`),
  part: "/channels/a/messages/m/traits/0",
});
