import { draft, ruleCase, v2, v3 } from "../../support/rule-case.ts";

const message = (text: string): string => v2(`channels: { a: { publish: { message: { ${text} } } } }`);
const atMessage = { part: "/channels/a/publish/message" };
const component = (kind: string, text: string): string => v2(`channels: {}\ncomponents: { ${kind}: { c: { ${text} } } }`);
const at = (kind: string) => ({ part: `/components/${kind}/c` });

ruleCase("structure/required-field", "inside of what is behind a reference: the key", {
  document: message("⟦correlationId⟧: { description: Ties them }"),
  ...atMessage,
});
ruleCase("structure/required-field", "an empty text is there", { document: message('correlationId: { location: "" }'), ...atMessage });

ruleCase("structure/wrong-type", "the value", { document: message("name: ⟦1⟧, tags: ⟦lamps⟧"), ...atMessage });
ruleCase("structure/wrong-type", "of 3.x", { document: v3("channels: { a: { title: ⟦[x]⟧ } }"), part: "/channels/a" });
ruleCase("structure/wrong-type", "a number in quotes is a text", { document: message('name: "1"'), ...atMessage });

ruleCase("structure/unknown-field", "the key", { document: message("⟦desciption⟧: Lit"), ...atMessage });
ruleCase("structure/unknown-field", "of the draft of 3.0", {
  document: draft("channels: { a: { ⟦desciption⟧: Lit } }"),
  part: "/channels/a",
});
ruleCase("structure/unknown-field", "an extension may be called anything", { document: message("x-desciption: Lit"), ...atMessage });

ruleCase("structure/key-pattern", "the key", { document: v2("channels: {}\ncomponents: { schemas: { ⟦a/b⟧: { type: object } } }") });
ruleCase("structure/key-pattern", "of parameters, in a channel of its own file", {
  document: v2('channels: { "x/{a b}": { parameters: { ⟦a b⟧: {} } } }'),
  part: "/channels/x~1{a b}",
});
ruleCase("structure/key-pattern", "keys of channels may hold anything", { document: v2('channels: { "a/b c": {} }') });

ruleCase("structure/not-one-of", "the value", {
  document: component("securitySchemes", "type: ⟦apikey⟧, in: user"),
  ...at("securitySchemes"),
});
ruleCase("structure/not-one-of", "of 3.x, in the case that it is listed in", {
  document: v3("channels: {}\ncomponents: { securitySchemes: { c: { type: apiKey, in: user } } }"),
  ...at("securitySchemes"),
});

// An operation of 3.x may itself be behind a reference; its channel must be one and so has no file of its own.
ruleCase("structure/reference-required", "the key", {
  document: v3("channels: { a: {} }\noperations: { o: { action: send, ⟦channel⟧: { address: a } } }"),
  part: "/operations/o",
});
ruleCase("structure/reference-required", "where it only may be one", { document: message("payload: { type: object }"), ...atMessage });

ruleCase("structure/moved-field", "the key", { document: v3("channels: { a: { ⟦publish⟧: { operationId: o } } }"), part: "/channels/a" });
ruleCase("structure/moved-field", "a schema with its format as the payload of 2.x", {
  document: message("payload: { ⟦schemaFormat⟧: application/vnd.apache.avro;version=1.9.0, schema: { type: string } }"),
  ...atMessage,
});
ruleCase("structure/moved-field", "properties may be called so", {
  document: message("payload: { properties: { schemaFormat: { type: string }, schema: { type: string } } }"),
  ...atMessage,
});
ruleCase("structure/moved-field", "of an object that still has it", { document: v2("channels: { a: { publish: { operationId: o } } }") });

ruleCase("structure/unknown-binding", "the key", { document: message("bindings: { ⟦kafak⟧: {} }"), ...atMessage });
ruleCase("structure/unknown-binding", "of bindings in a file of their own", {
  document: message("bindings: { ⟦kafak⟧: {} }"),
  part: "/channels/a/publish/message/bindings",
});
ruleCase("structure/unknown-binding", "an extension", { document: message("bindings: { x-kafak: {}, kafka: {} }"), ...atMessage });

const operation = (text: string): string => v2(`channels: { a: { publish: { bindings: { mqtt: { ${text} } } } } }`);
const atBindings = { part: "/channels/a/publish/bindings" };
ruleCase("binding/unknown-field", "the key", { document: operation("⟦retian⟧: true"), ...atBindings });
ruleCase("binding/unknown-field", "an extension", { document: operation("retain: true, x-retian: true"), ...atBindings });
ruleCase("binding/field-type", "the value", { document: operation("qos: ⟦3⟧, retain: ⟦yes⟧"), ...atBindings });
ruleCase("binding/field-type", "of 3.x, at its bounds", {
  document: v3("channels: {}\ncomponents: { operationBindings: { c: { mqtt: { qos: 0, retain: false } } } }"),
  ...at("operationBindings"),
});
ruleCase("binding/version", "the value", { document: operation("qos: 1, bindingVersion: ⟦9.9.9⟧"), ...atBindings });
ruleCase("binding/version", "latest is one", { document: operation("qos: 1, bindingVersion: latest"), ...atBindings });
