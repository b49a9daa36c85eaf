import { expect, test } from "vitest";
import { createValidator, judgeExamples } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";
import { tree } from "./tree.ts";

test("what there are no steps left for is not looked for, and so not found missing", () => {
  const names = Array.from({ length: 400 }, (_, at) => `r${at}`).join(", ");
  const outcome = createValidator({ steps: 20 }).validate(tree(`{ required: [${names}] }`), tree("{ a: 1 }"));
  expect(outcome).toMatchObject({ failures: [], unknown: expect.stringContaining("20 steps") as string });
});

test("a value of a language that is not JSON Schema costs steps for each name and value that it is held against", async () => {
  const list = (count: number, each: (at: number) => string): string => Array.from({ length: count }, (_, at) => each(at)).join(", ");
  const payload = `{ type: enum, name: E, symbols: [${list(8000, (at) => `S${at}`)}] }`;
  const told = async (examples: number): Promise<string[]> => {
    const format = "schemaFormat: application/vnd.apache.avro;version=1.9.0";
    const message = `a: { ${format}, payload: ${payload}, examples: [${list(examples, () => "{ payload: S0 }")}] }`;
    return (await judgeExamples(subjectOf(withMessages(`${message}\n`)))).diagnostics.map(({ message: text }) => text);
  };
  expect(await told(900)).toEqual([]);
  expect(await told(1100)).toEqual([expect.stringMatching(/^\d+ of 1100 examples .* not checked: .*2000000 steps/) as string]);
});
