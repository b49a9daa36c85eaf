import { expect, test } from "vitest";
import type { Diagnostic } from "#text";
import type { RuleContext } from "../../../../src/verdicts/rules/index.ts";
import { runtimeExpressions } from "../../../../src/verdicts/rules/rules/runtime-expressions.ts";
import { v2 } from "../../../support/rule-case.ts";
import { subjectOf } from "../../../support/judged.ts";

/** What is said of a location that leads so many times through a schema of itself, and then to a name that is not there. */
function told(steps: number): string[] {
  const message = `{ correlationId: { location: "$message.payload#${"/a".repeat(steps)}/b" }, payload: { $ref: "#/components/schemas/S" } }`;
  const schema = 'S: { type: object, properties: { a: { $ref: "#/components/schemas/S" } } }';
  const subject = subjectOf(v2(`channels: { c: { publish: { message: ${message} } } }\ncomponents: { schemas: { ${schema} } }`));
  const problems: Diagnostic[] = [];
  runtimeExpressions.check({ ...subject, report: (each: Diagnostic) => void problems.push(each) } as unknown as RuleContext);
  return problems.map(({ code }) => code);
}

test("a location is followed as long as there are steps left, and is not said to lead nowhere where there are none", () => {
  expect([100, 200_000, 600_000].map(told)).toEqual([["value/location-target"], ["value/location-target"], []]);
});
