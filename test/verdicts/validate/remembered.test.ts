import { expect, test } from "vitest";
import { accepts, createValidator } from "#verdicts";
import { tree } from "./tree.ts";

/** A list of so many objects, each held against a thousand alternatives and at last against a schema that leads to itself. */
function judged(items: number, type: string) {
  const alternatives = Array.from({ length: 1000 }, (_, at) => `{ required: [k${at}] }`).join(", ");
  const loop = `{ allOf: [{ $ref: "#/definitions/loop" }], type: ${type} }`;
  const schema = tree(`{ definitions: { loop: ${loop} }, items: { anyOf: [${alternatives}, { $ref: "#/definitions/loop" }] } }`);
  // It is about how much is remembered, and a slow machine takes more than the usual time for it.
  return createValidator({ validationMs: 60_000 }).validate(
    schema,
    tree(`[${Array.from({ length: items }, () => "{}").join(", ")}]`),
    "draft-07",
  );
}

test("a schema that leads to itself ends where more was judged than is remembered", () => {
  expect(accepts(judged(250, "object"))).toBe(true);
  const refused = judged(250, "string");
  expect([refused.failures.length, refused.unknown]).toEqual([judged(150, "string").failures.length, undefined]);
});
