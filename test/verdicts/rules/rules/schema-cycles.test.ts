import { expect, test } from "vitest";
import { folder, msgdocs } from "../../../app/cli/shell.ts";
import { ruleCase, v2, v3 } from "../../../support/rule-case.ts";

const schemas = (text: string): string => v2(`channels: {}\ncomponents: { schemas: { ${text} } }`);

ruleCase("schema/cycle", "itself", { document: schemas('A: ⟦{ allOf: [{ $ref: "#/components/schemas/A" }] }⟧') });
ruleCase("schema/cycle", "by way of another", {
  document: schemas('A: ⟦{ oneOf: [{ $ref: "#/components/schemas/B" }] }⟧, B: { not: { $ref: "#/components/schemas/A" } }'),
});
ruleCase("schema/cycle", "two ways back to one schema are one problem", {
  document: schemas(
    'A: ⟦{ allOf: [{ $ref: "#/components/schemas/B" }, { $ref: "#/components/schemas/A" }] }⟧, B: { allOf: [{ $ref: "#/components/schemas/A" }] }',
  ),
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

test("a problem names twenty schemas of a long way and twenty further ways, and counts the others", async () => {
  const ref = (at: number): string => `{ $ref: "#/components/schemas/S${at % 50}" }`;
  const text = schemas(Array.from({ length: 50 }, (_, at) => `S${at}: { allOf: [${ref(at + 1)}, ${ref(0)}] }`).join(", "));
  const { stdout } = await msgdocs(folder({ "api.yaml": text }), ["check", "api.yaml", "-f", "json"]);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; message: string; related: object[] }[] };
  const cycles = diagnostics.filter(({ code }) => code === "schema/cycle");
  expect(cycles).toHaveLength(1);
  expect(cycles[0]?.message).toMatch(/: S0 → S1 → .* → S19 → 30 more → S0, and 50 more ways back\.$/);
  expect(cycles[0]?.related).toHaveLength(39);
});
