import { ruleCase, v2, draft, v3 } from "../../../support/rule-case.ts";

ruleCase("message/headers-not-object", "a value that is no object", {
  document: v2("channels: { a: { publish: { message: { headers: { const: ⟦text⟧ } } } } }"),
});

ruleCase("message/headers-not-object", "values of which none is an object", {
  document: v2("channels: { a: { publish: { message: { headers: { enum: ⟦[1]⟧ } } } } }"),
});

ruleCase("message/headers-not-object", "no value at all", {
  document: v2("channels: { a: { publish: { message: { headers: ⟦false⟧ } } } }"),
});

ruleCase("message/headers-not-object", "a value that is an object, or may be one", {
  document: v2("channels: { a: { publish: { message: { headers: { enum: [1, {}], const: { a: b } } } } } }"),
});

ruleCase("message/headers-not-object", "another type", {
  document: v2("channels: { a: { publish: { message: { headers: { type: ⟦string⟧ } } } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("message/headers-not-object", "by allOf", {
  document: v2("channels: { a: { publish: { message: { headers: { allOf: [{ type: ⟦array⟧ }] } } } } }"),
  part: "/channels/a/publish/message/headers",
});
ruleCase("message/headers-not-object", "object and more", {
  document: v3("channels: { a: { messages: { m: { headers: { type: ⟦[object, string]⟧ } } } } }"),
});
ruleCase("message/headers-not-object", "an object behind a reference", {
  document: v2(
    'channels: { a: { publish: { message: { headers: { $ref: "#/components/schemas/H" } } } } }\ncomponents: { schemas: { H: { type: object } } }',
  ),
});

ruleCase("message/unknown-schema-format", "one of its own", {
  document: v2("channels: { a: { publish: { message: { schemaFormat: ⟦text/x-lamps⟧, payload: x } } } }"),
  part: "/channels/a/publish/message",
});
ruleCase("message/unknown-schema-format", "in a Multi Format Schema Object", {
  document: v3("channels: { a: { messages: { m: { payload: { schemaFormat: ⟦text/x-lamps⟧, schema: x } } } } }"),
  part: "/channels/a/messages/m",
});
ruleCase("message/unknown-schema-format", "of the draft", {
  document: draft("channels: { a: { messages: { m: { schemaFormat: ⟦text/x-lamps⟧, payload: x } } } }"),
});
ruleCase("message/unknown-schema-format", "letters and spaces do not count", {
  document: v2('channels: { a: { publish: { message: { schemaFormat: "Application/Schema+JSON ; version=draft-07", payload: {} } } } }'),
});
ruleCase("message/near-schema-format", "a version of nothing", {
  document: v2('channels: { a: { publish: { message: { schemaFormat: ⟦"application/schema+json;version=draft-7"⟧, payload: {} } } } }'),
  part: "/channels/a/publish/message",
});
ruleCase("message/near-schema-format", "an earlier draft, which is read as it is", {
  document: v2('channels: { a: { publish: { message: { schemaFormat: ⟦"application/schema+json;version=draft-04"⟧, payload: {} } } } }'),
});
ruleCase("message/near-schema-format", "another 2.x means the same", {
  document: v2('channels: { a: { publish: { message: { schemaFormat: "application/vnd.aai.asyncapi;version=2.0.0", payload: {} } } } }'),
});
ruleCase("message/schema-format-encoding", "the payload of the same file", {
  document: v2(
    'channels: { a: { publish: { message: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", payload: { type: string } } } } }',
  ),
});

const schemas = (text: string): string => v2(`channels: {}\ncomponents: { schemas: { A: { ${text} } } }`);
const there = { part: "/components/schemas/A" };

ruleCase("schema/impossible", "parts of two types", { document: schemas("allOf: [{ type: string }, { type: ⟦integer⟧ }]"), ...there });
ruleCase("schema/impossible", "bounds of one schema", { document: schemas("maxLength: ⟦3⟧, minLength: 4"), ...there });
ruleCase("schema/impossible", "a property that two parts describe", {
  document: schemas("allOf: [{ properties: { a: { type: string } } }, { properties: { a: { type: ⟦integer⟧ } } }]"),
  ...there,
});
ruleCase("schema/impossible", "a property of items that two parts describe", {
  document: schemas("allOf: [{ items: { properties: { a: { const: 1 } } } }, { items: { properties: { a: { const: ⟦2⟧ } } } }]"),
});
ruleCase("schema/impossible", "a property that another part does not allow", {
  document: schemas("allOf: [{ additionalProperties: ⟦false⟧, properties: { a: {} } }, { properties: { b: {} } }]"),
});
ruleCase("schema/impossible", "told once, however many use it", {
  document: v2(
    "channels: {}\ncomponents: { schemas: { A: { allOf: [{ enum: [1] }, { enum: ⟦[2]⟧ }] }, B: { allOf: [{ $ref: '#/components/schemas/A' }] } } }",
  ),
});
ruleCase("schema/impossible", "parts that go together", {
  document: schemas("allOf: [{ type: [string, integer], minimum: 3 }, { type: number, maximum: 3 }]"),
});
ruleCase("schema/near-keyword", "a slip of the pen", { document: schemas("type: object, ⟦requred⟧: [a]"), ...there });
ruleCase("schema/near-keyword", "the rest of a text behind a comma", {
  document: schemas("type: string, description: Of one piece, ⟦in cents.⟧"),
  ...there,
});
ruleCase("schema/near-keyword", "another case", { document: schemas("properties: { a: { ⟦Items⟧: {} } }"), ...there });
ruleCase("schema/near-keyword", "a word of another draft, and words of the author's own", {
  document: schemas(
    "nullable: true, prefixItems: [], cost: 1, note: a, schema: {}, x-requred: b, unit: m, properties: { requred: {} }, type: object, types: [object]",
  ),
});
