import { ruleCase, v2 } from "../../../support/rule-case.ts";

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
