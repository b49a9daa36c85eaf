import { ruleCase, v2, v3 } from "../../support/rule-case.ts";

const schemas = (text: string): string => v2(`channels: {}\ncomponents: { schemas: { ${text} } }`);

ruleCase("schema/cycle", "itself", { document: schemas('A: ⟦{ allOf: [{ $ref: "#/components/schemas/A" }] }⟧') });
ruleCase("schema/cycle", "by way of another", {
  document: schemas('A: ⟦{ oneOf: [{ $ref: "#/components/schemas/B" }] }⟧, B: { not: { $ref: "#/components/schemas/A" } }'),
});
ruleCase("schema/cycle", "in 3.x", {
  document: v3('channels: {}\ncomponents: { schemas: { A: ⟦{ anyOf: [{ $ref: "#/components/schemas/A" }] }⟧ } }'),
});
ruleCase("schema/cycle", "with a property between", {
  document: schemas('A: { properties: { next: { $ref: "#/components/schemas/A" } } }'),
});
ruleCase("schema/cycle", "with an item between", { document: schemas('A: { items: { $ref: "#/components/schemas/A" } }') });
ruleCase("schema/cycle", "the same schema twice", {
  document: schemas('A: { allOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/B" }] }, B: {}'),
});
