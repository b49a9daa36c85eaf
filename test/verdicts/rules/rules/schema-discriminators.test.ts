import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const schemas = (text: string): string => v2(`channels: {}\ncomponents: { schemas: { ${text} } }`);

ruleCase("schema/discriminator", "not a string", { document: schemas("A: { discriminator: ⟦1⟧ }"), part: "/components/schemas/A" });
ruleCase("schema/discriminator", "not defined", {
  document: schemas("A: { discriminator: ⟦kind⟧, required: [kind], properties: { a: {} } }"),
  part: "/components/schemas/A",
});
ruleCase("schema/discriminator", "not required", {
  document: schemas("A: { discriminator: ⟦kind⟧, properties: { kind: { type: string } } }"),
  part: "/components/schemas/A",
});
ruleCase("schema/discriminator", "in 3.x", {
  document: v3("channels: {}\ncomponents: { schemas: { A: { discriminator: ⟦kind⟧, properties: { kind: {} } } } }"),
});
ruleCase("schema/discriminator", "defined and required", {
  document: schemas("A: { discriminator: kind, required: [kind], properties: { kind: { type: string } } }"),
});
ruleCase("schema/discriminator", "a property of that name", {
  document: schemas("A: { properties: { discriminator: { type: integer } } }"),
});
ruleCase("schema/discriminator-inline", "a branch without a name", {
  document: schemas(
    "A: { discriminator: kind, required: [kind], properties: { kind: { type: string } }, oneOf: [⟦{ properties: { a: {} } }⟧] }",
  ),
  part: "/components/schemas/A",
});
ruleCase("schema/discriminator-inline", "a branch with a const", {
  document: schemas(
    "A: { discriminator: kind, required: [kind], properties: { kind: { type: string } }, oneOf: [{ properties: { kind: { const: a } } }] }",
  ),
});
ruleCase("schema/discriminator-inline", "a branch with a name", {
  document: schemas(
    'A: { discriminator: kind, required: [kind], properties: { kind: { type: string } }, oneOf: [{ $ref: "#/components/schemas/B" }] }, B: {}',
  ),
});
ruleCase("schema/discriminator", "in a message of a channel that nothing uses", {
  document: v3(
    "channels: {}\ncomponents: { channels: { a: { messages: { m: { payload: { discriminator: ⟦1⟧ }, headers: { discriminator: ⟦2⟧ } } } } } }",
  ),
});
