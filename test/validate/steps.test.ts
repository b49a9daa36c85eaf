import { expect, test } from "vitest";
import { createValidator } from "#validate";
import { tree } from "./tree.ts";

test("what there are no steps left for is not looked for, and so not found missing", () => {
  const names = Array.from({ length: 400 }, (_, at) => `r${at}`).join(", ");
  const outcome = createValidator({ steps: 20 }).validate(tree(`{ required: [${names}] }`), tree("{ a: 1 }"));
  expect(outcome).toMatchObject({ failures: [], unknown: expect.stringContaining("20 steps") as string });
});
