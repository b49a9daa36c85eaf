import { expect, test } from "vitest";
import { budget } from "../../../src/verdicts/index.ts";
import { createContainment } from "../../../src/changes/containment/index.ts";
import { readSchema } from "./compare.ts";

const properties = (type: string): object => ({
  type: "object",
  properties: Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`p${at}`, { type, minLength: 1 }])),
});

test("all pairs of a comparison share one budget, and what it cannot pay is unknown", () => {
  const [a, b, c] = [properties("string"), properties("string"), { ...properties("string"), minProperties: 0 }].map((each) =>
    readSchema(each),
  );
  if (!a || !b || !c) throw new Error("The test has no schemas.");
  const sides = [a.side, b.side, c.side];
  const shared = createContainment(sides, { budget: budget(1_200, 5_000) });
  const verdicts = [b, c].map(({ schema }) => shared.compare(a.schema, schema, "strict"));
  expect(verdicts).toMatchObject([{ verdict: "contained" }, { verdict: "unknown", keyword: "budget" }]);
  expect(createContainment(sides).compare(a.schema, c.schema, "strict")).toEqual({ verdict: "contained" });
});
