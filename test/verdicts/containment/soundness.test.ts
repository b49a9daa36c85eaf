import { expect, it } from "vitest";
import { printJson } from "#text";
import { createContainment } from "../../../src/verdicts/containment/index.ts";
import fc from "../../support/fast-check.ts";
import { parseMap } from "../../support/documents.ts";
import { readSchema } from "./compare.ts";

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

const names = fc.constantFrom("a", "b", "c");
const scalars: fc.Arbitrary<Json> = fc.constantFrom<Json>(
  null,
  true,
  false,
  0,
  1,
  2,
  3,
  0.5,
  -1,
  7,
  "",
  "a",
  "b",
  "ab",
  "abc",
  "2020-01-01",
  "A1",
);
const { value: values } = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { depthSize: "small", withCrossShrink: true },
    scalars,
    fc.array(tie("value"), { maxLength: 3 }),
    fc.dictionary(names, tie("value"), { maxKeys: 3 }),
  ),
}));

const { schema: schemas } = fc.letrec<{ schema: Json }>((tie) => {
  const sub = tie("schema");
  const types = fc.constantFrom("null", "boolean", "number", "integer", "string", "array", "object");
  return {
    schema: fc.oneof(
      { depthSize: "small" },
      fc.constantFrom<Json>({}, true, false, { type: "string" }, { type: "integer" }, { type: "number" }, { type: "boolean" }),
      fc.record({ type: types }) as fc.Arbitrary<Json>,
      fc.record({
        enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) }),
      }) as fc.Arbitrary<Json>,
      fc.record({ const: scalars }) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constantFrom("number", "integer"),
          minimum: fc.integer({ min: -1, max: 2 }),
          maximum: fc.integer({ min: 0, max: 7 }),
          exclusiveMinimum: fc.integer({ min: -2, max: 2 }),
          multipleOf: fc.constantFrom(1, 2, 0.5),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constant("string"),
          minLength: fc.integer({ min: 0, max: 2 }),
          maxLength: fc.integer({ min: 1, max: 4 }),
          pattern: fc.constantFrom("^a", "b$", "^[a-z]*$"),
          format: fc.constant("date"),
        },
        { requiredKeys: ["type"] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constant("array"),
          items: sub,
          minItems: fc.integer({ min: 0, max: 2 }),
          maxItems: fc.integer({ min: 0, max: 3 }),
          uniqueItems: fc.boolean(),
          contains: sub,
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        { type: fc.constant("array"), items: fc.array(sub, { maxLength: 2 }), additionalItems: sub },
        { requiredKeys: ["items"] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constant("object"),
          properties: fc.dictionary(names, sub, { maxKeys: 3 }),
          required: fc.uniqueArray(names, { maxLength: 2 }),
          additionalProperties: sub,
          minProperties: fc.integer({ min: 0, max: 2 }),
          maxProperties: fc.integer({ min: 0, max: 3 }),
        },
        { requiredKeys: ["type"] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          properties: fc.dictionary(names, sub, { maxKeys: 2 }),
          patternProperties: fc.dictionary(fc.constantFrom("^a", "b", "."), sub, { maxKeys: 1 }),
          propertyNames: sub,
          dependencies: fc.dictionary(names, fc.oneof(fc.array(names, { maxLength: 2 }), sub), { maxKeys: 1 }),
          additionalProperties: fc.boolean(),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.record({ allOf: fc.array(sub, { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<Json>,
      fc.record({ anyOf: fc.array(sub, { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Json>,
      fc.record({ oneOf: fc.array(sub, { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Json>,
      fc.record({ not: sub }) as fc.Arbitrary<Json>,
      fc.record({ if: sub, then: sub, else: sub }, { requiredKeys: ["if"] }) as fc.Arbitrary<Json>,
    ),
  };
});

/** A schema with the subschema at a position, counted in depth first, exchanged for another. */
function mutate(schema: Json, position: number, by: Json): Json {
  let left = position;
  const walk = (value: Json): Json => {
    left -= 1;
    if (left === 0) return by;
    if (Array.isArray(value)) return value.map(walk);
    if (value === null || typeof value !== "object") return value;
    return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, typeof each === "object" ? walk(each) : each]));
  };
  return walk(schema);
}

const pairs = fc.oneof(
  fc.tuple(schemas, schemas),
  fc.tuple(schemas, fc.integer({ min: 1, max: 8 }), schemas).map(([a, at, by]) => [a, mutate(a, at, by)] as [Json, Json]),
  fc.tuple(schemas, schemas).map(([a, b]) => [a, { anyOf: [b, a] }] as [Json, Json]),
  fc.tuple(schemas, schemas).map(([a, b]) => [{ allOf: [a, b] }, a] as [Json, Json]),
);
const isSchema = (value: Json): boolean =>
  typeof value === "boolean" || (typeof value === "object" && value !== null && !Array.isArray(value));
const node = (value: Json) => {
  const map = parseMap(JSON.stringify({ v: value }));
  const [entry] = map.entries;
  if (!entry) throw new Error();
  return entry.value;
};

it("is right wherever it gives a verdict", () => {
  const counts: Record<string, number> = {};
  fc.assert(
    fc.property(pairs, fc.array(values, { minLength: 150, maxLength: 150 }), ([a, b], drawn) => {
      if (!isSchema(a) || !isSchema(b)) return;
      const [one, other] = [readSchema(a), readSchema(b)];
      const verdict = createContainment([one.side, other.side]).compare(one.schema, other.schema, "strict");
      counts[verdict.verdict] = (counts[verdict.verdict] ?? 0) + 1;
      if (verdict.verdict === "not-contained") {
        expect(one.accepts(verdict.witness)).toBe(true);
        expect(other.accepts(verdict.witness)).toBe(false);
      }
      const counter = drawn.map(node).find((value) => one.accepts(value) === true && other.accepts(value) === false);
      if (verdict.verdict === "contained") expect(counter && printJson(counter)).toBeUndefined();
    }),
    { numRuns: 200 },
  );
  expect(Object.keys(counts).sort()).toEqual(["contained", "not-contained", "unknown"]);
});
