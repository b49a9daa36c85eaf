import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

ruleCase("name/confusable", "by case", { document: v2("channels: {}\ncomponents: { schemas: { Order: {}, ⟦order⟧: {} } }") });
ruleCase("name/confusable", "by Unicode form", { document: v2('channels: { "caf\\u00e9": {}, ⟦"cafe\\u0301"⟧: {} }') });
ruleCase("name/confusable", "of channels in 3.x", { document: v3("channels: { a: {}, ⟦A⟧: {} }") });
ruleCase("name/confusable", "in different maps", { document: v2("channels: { order: {} }\ncomponents: { schemas: { Order: {} } }") });
ruleCase("name/invisible-character", "in a key", { document: v2('channels: { ⟦"a\\u200bb"⟧: {} }') });
ruleCase("name/invisible-character", "in a name", {
  document: v2('channels: { a: { publish: { message: { name: ⟦"a\\u202eb"⟧ } } } }'),
  part: "/channels/a/publish/message",
});
ruleCase("name/invisible-character", "in an id", {
  document: v2('channels: { a: { publish: { operationId: ⟦"a\\u2066b"⟧, message: {} } } }'),
});
ruleCase("name/invisible-character", "letters of other scripts and pictures are seen", {
  document: v2('channels: { "温度/θερμοκρασία/🌡": {} }'),
});
ruleCase("name/invisible-character", "in a title", { document: v2("channels: {}").replace(/title: \w+/, 'title: ⟦"a\\u202eb"⟧') });
