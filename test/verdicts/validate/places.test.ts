import { draft, ruleCase, v2, v20, v3 } from "../../support/rule-case.ts";

const message = (text: string): string => v2(`channels: { a: { publish: { message: { ${text} } } } }`);
const at = { part: "/channels/a/publish/message" };

ruleCase("example/payload", "the value that fails", {
  document: message("payload: { properties: { lux: { type: integer } } }, examples: [{ payload: { lux: ⟦bright⟧ } }]"),
  ...at,
});
ruleCase("example/payload", "one problem a failing value", {
  document: message(
    "payload: { properties: { a: { type: integer, minimum: 3 }, b: { type: string, maxLength: 1, pattern: ^x } } }, examples: [{ payload: { a: ⟦1⟧, b: ⟦yy⟧ } }]",
  ),
  ...at,
});
ruleCase("example/payload", "required is placed on the object that lacks it", {
  document: message("payload: { properties: { in: { required: [lux] } } }, examples: [{ payload: { in: ⟦{ on: 1 }⟧ } }]"),
  ...at,
});
ruleCase("example/payload", "additionalProperties is placed on the extra key", {
  document: message("payload: { properties: { lux: {} }, additionalProperties: false }, examples: [{ payload: { ⟦luks⟧: 1 } }]"),
  ...at,
});
ruleCase("example/payload", "oneOf is one problem", {
  document: message("payload: { oneOf: [{ type: string }, { type: boolean }] }, examples: [{ payload: ⟦1⟧ }]"),
  ...at,
});
ruleCase("example/payload", "against a schema behind a reference", {
  document: v2(
    'channels: { a: { publish: { message: { payload: { $ref: "#/components/schemas/A" }, examples: [{ payload: ⟦1⟧ }] } } } }\ncomponents: { schemas: { A: { type: string } } }',
  ),
  part: "/components/schemas/A",
});
ruleCase("example/payload", "of 3.x", {
  document: v3("channels: { a: { messages: { m: { payload: { type: string }, examples: [{ payload: ⟦1⟧ }] } } } }"),
  part: "/channels/a/messages/m",
});
ruleCase("example/payload", "of a Multi Format Schema Object", {
  document: v3(
    'channels: { a: { messages: { m: { payload: { schemaFormat: "application/schema+json;version=draft-07", schema: { type: string } }, examples: [{ payload: ⟦1⟧ }] } } } }',
  ),
  part: "/channels/a/messages/m",
});
ruleCase("example/payload", "of the draft", {
  document: draft("channels: { a: { messages: { m: { payload: { type: string }, examples: [{ payload: ⟦1⟧ }] } } } }"),
});
ruleCase("example/payload", "of an Avro schema", {
  document: message(
    'schemaFormat: "application/vnd.apache.avro+json;version=1.9.0", payload: { type: record, name: R, fields: [{ name: lux, type: int }] }, examples: [{ payload: { lux: ⟦bright⟧ } }]',
  ),
  ...at,
});
ruleCase("example/payload", "what is valid", {
  document: message("payload: { properties: { lux: { type: integer } } }, examples: [{ payload: { lux: 3.0 } }, { payload: { on: x } }]"),
});
ruleCase("example/payload", "with nothing but headers and payload in 2.0", {
  document: v20("channels: { a: { publish: { message: { payload: { type: integer }, examples: [{ payload: ⟦x⟧ }] } } } }"),
  ...at,
});
ruleCase("example/payload", "free in 2.0", {
  document: v20("channels: { a: { publish: { message: { payload: { type: integer }, examples: [{ payload: x, lux: 3 }] } } } }"),
});
ruleCase("example/headers", "the header that fails", {
  document: message("headers: { type: object, properties: { id: { type: integer } } }, examples: [{ headers: { id: ⟦x⟧ } }]"),
  ...at,
});
ruleCase("example/headers", "headers that nothing describes", { document: message("examples: [{ headers: { id: x } }]") });
ruleCase("example/ambiguous", "two messages of one operation", {
  document: v2(
    "channels: { a: { publish: { message: { oneOf: [{ payload: { type: string }, examples: [⟦{ payload: x }⟧] }, { payload: { minLength: 1 } }] } } } }",
  ),
  part: "/channels/a/publish/message/oneOf/0",
});
ruleCase("example/ambiguous", "two messages of a channel of 3.x", {
  document: v3(
    "channels: { a: { messages: { m: { payload: { type: string }, examples: [⟦{ payload: x }⟧] }, n: { payload: { minLength: 1 } } } } }",
  ),
});
ruleCase("example/ambiguous", "told apart", {
  document: v2(
    "channels: { a: { publish: { message: { oneOf: [{ payload: { type: string }, examples: [{ payload: x }] }, { payload: { type: integer } }] } } } }",
  ),
});
ruleCase("example/not-checked", "of a format that is not known", {
  document: message("schemaFormat: text/x, payload: y, examples: [⟦{ payload: z }⟧]"),
  ...at,
});
ruleCase("example/not-checked", "of a schema that cannot be had", {
  document: message("payload: { $ref: nowhere.yaml }, examples: [⟦{ payload: z }⟧]"),
});
ruleCase("example/not-checked", "free in 2.0", {
  document: v20("channels: { a: { publish: { message: { payload: {}, examples: [⟦{ lux: 3 }⟧] } } } }"),
});
ruleCase("example/not-checked", "without a schema anything is right", { document: message("examples: [{ payload: z }]") });

const schema = (text: string): string => v2(`channels: {}\ncomponents: { schemas: { A: { ${text} } } }`);
const there = { part: "/components/schemas/A" };

ruleCase("schema/keyword", "a type that is none", { document: schema("properties: { a: { type: ⟦int⟧ } }"), ...there });
ruleCase("schema/keyword", "a list that is none", { document: schema("required: ⟦true⟧"), ...there });
ruleCase("schema/keyword", "a word of other drafts is a field", { document: schema("dependentRequired: 1") });
ruleCase("schema/pattern", "of another language", { document: schema("pattern: ⟦(?i)abc⟧"), ...there });
ruleCase("schema/pattern", "in a key", { document: schema('patternProperties: { ⟦"["⟧: {} }'), ...there });
ruleCase("schema/pattern", "works without the flag u", { document: schema('pattern: "[\\\\w-.]"') });
ruleCase("schema/default", "of another type", { document: schema("type: integer, default: ⟦x⟧"), ...there });
ruleCase("schema/default", "held to the type only", { document: schema("type: string, maxLength: 1, default: xx") });
ruleCase("schema/default", "no type, nothing to hold it to", { document: schema("default: x") });
ruleCase("schema/value", "a default that another keyword refuses", {
  document: schema("type: string, maxLength: 1, default: ⟦xx⟧"),
  ...there,
});
ruleCase("schema/value", "a value of enum of another type", { document: schema("type: integer, enum: [1, ⟦x⟧]"), ...there });
ruleCase("schema/value", "a default that enum does not list", { document: schema("enum: [a, b], default: ⟦c⟧") });
ruleCase("schema/value", "all as the rest asks for", { document: schema("type: string, maxLength: 1, enum: [a, b], default: a") });
ruleCase("schema/example", "all of the type", { document: schema("type: integer, examples: [1, 2]"), ...there });
ruleCase("schema/example", "one of two", { document: schema("type: integer, examples: [1, ⟦x⟧]"), ...there });
ruleCase("schema/example", "exact to the last digit", {
  document: schema("type: integer, maximum: 9223372036854775807, examples: [9223372036854775807, ⟦9223372036854775808⟧]"),
  ...there,
});
ruleCase("parameter/example", "not in the list", {
  document: v3('channels: { a: { address: "{p}", parameters: { p: { enum: [x, y], default: ⟦z⟧, examples: [x, ⟦w⟧] } } } }'),
  part: "/channels/a/parameters/p",
});
ruleCase("parameter/example", "no text, which has the wrong type and is told so", {
  document: v3('channels: { a: { address: "{p}", parameters: { p: { enum: [x, y], default: 1, examples: [2, null] } } } }'),
});
ruleCase("parameter/example", "any text where there is no list", {
  document: v3('channels: { a: { address: "{p}", parameters: { p: { default: z } } } }'),
});
ruleCase("message/payload-not-in-format", "no Avro", {
  document: message('schemaFormat: "application/vnd.apache.avro+json;version=1.9.0", payload: { type: ⟦recod⟧, name: R }'),
  ...at,
});
ruleCase("message/payload-not-in-format", "text where Avro belongs", {
  document: message('schemaFormat: "application/vnd.apache.avro+json;version=1.9.0", payload: ⟦binary⟧'),
  ...at,
});
ruleCase("message/payload-not-in-format", "a name that another message's schema defines", {
  document: v2(
    'channels: { a: { publish: { message: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", payload: { type: record, name: R, fields: [{ name: s, type: n.S }] } } }, subscribe: { message: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", payload: { type: record, name: n.S, fields: [] } } } } }',
  ),
});
ruleCase("message/payload-not-in-format", "Avro", {
  document: message('schemaFormat: "application/vnd.apache.avro+json;version=1.9.0", payload: { type: record, name: R, fields: [] }'),
});
