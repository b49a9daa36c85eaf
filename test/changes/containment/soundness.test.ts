import { Ajv } from "ajv";
import { Ajv2020 } from "ajv/dist/2020.js";
import { expect, it } from "vitest";
import { printJson } from "../../../src/text/index.ts";
import { createContainment } from "../../../src/changes/containment/index.ts";
import type { SchemaInterpretation } from "../../../src/changes/containment/index.ts";
import fc from "../../support/fast-check.ts";
import { parseMap } from "../../support/documents.ts";
import { readSchema } from "./compare.ts";
import { isDocumentedValue } from "./documented-values.ts";
import type { Json } from "./draw-values.ts";
import { drawValue, isObject, randomOf } from "./draw-values.ts";

/** Runs for many minutes on `MSGDOCS_LONG`. `MSGDOCS_FUZZ_SEED` draws other pairs. */
const { MSGDOCS_LONG } = process.env;
const RUNS = MSGDOCS_LONG === undefined ? 120 : 20_000;
const VALUES = MSGDOCS_LONG === undefined ? 300 : 100;
const TIMEOUT = MSGDOCS_LONG === undefined ? undefined : 3_600_000;

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
        { type: fc.uniqueArray(types, { minLength: 2, maxLength: 3 }), properties: fc.dictionary(names, sub, { maxKeys: 2 }) },
        {
          requiredKeys: ["type"],
        },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constantFrom<Json>(["object", "null"], ["string", "null"], "object"),
          minLength: fc.integer({ min: 0, max: 2 }),
          minimum: fc.integer({ min: -1, max: 2 }),
          properties: fc.dictionary(names, sub, { maxKeys: 2 }),
          required: fc.uniqueArray(names, { maxLength: 2 }),
          enum: fc.uniqueArray(scalars, { minLength: 1, maxLength: 4, selector: (each) => JSON.stringify(each) }),
          anyOf: fc.array(sub, { minLength: 1, maxLength: 2 }),
          allOf: fc.array(sub, { minLength: 1, maxLength: 2 }),
          not: sub,
          if: sub,
          then: sub,
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constantFrom("number", "integer"),
          minimum: fc.constantFrom(-1, 0, 0.5, 1, 2),
          maximum: fc.constantFrom(0, 1, 2, 2.5, 3, 7),
          exclusiveMinimum: fc.integer({ min: -2, max: 2 }),
          exclusiveMaximum: fc.integer({ min: 0, max: 8 }),
          multipleOf: fc.constantFrom(1, 2, 0.5),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        {
          type: fc.constant("string"),
          minLength: fc.integer({ min: 0, max: 2 }),
          maxLength: fc.integer({ min: 1, max: 4 }),
          pattern: fc.constantFrom(
            "^a",
            "b$",
            "^[a-z]*$",
            "^[^A-Z\\d]*$",
            "^\\d",
            "^[0-9]",
            "^(?:a|\\w)+$",
            "^(a|[0-9a-zA-Z_]){1,}$",
            "^[\\\\d]*$",
          ),
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
          minContains: fc.integer({ min: 0, max: 2 }),
          maxContains: fc.integer({ min: 0, max: 2 }),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.record(
        { type: fc.constant("array"), prefixItems: fc.array(sub, { minLength: 1, maxLength: 2 }), items: sub, unevaluatedItems: sub },
        { requiredKeys: ["prefixItems"] },
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
          dependentRequired: fc.dictionary(names, fc.uniqueArray(names, { maxLength: 2 }), { maxKeys: 1 }),
          dependentSchemas: fc.dictionary(names, sub, { maxKeys: 1 }),
          additionalProperties: fc.boolean(),
          unevaluatedProperties: sub,
          allOf: fc.array(sub, { minLength: 1, maxLength: 1 }),
        },
        { requiredKeys: [] },
      ) as fc.Arbitrary<Json>,
      fc.constant<Json>({ $ref: "#/components/schemas/T" }),
      fc.record({ allOf: fc.array(sub, { minLength: 1, maxLength: 2 }) }) as fc.Arbitrary<Json>,
      fc.record({ anyOf: fc.array(sub, { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Json>,
      fc.record({ oneOf: fc.array(sub, { minLength: 1, maxLength: 3 }) }) as fc.Arbitrary<Json>,
      fc.record({ not: sub }) as fc.Arbitrary<Json>,
      fc.record({ if: sub, then: sub, else: sub }, { requiredKeys: ["if"] }) as fc.Arbitrary<Json>,
    ),
  };
});

const LISTS = ["allOf", "anyOf", "oneOf", "prefixItems"];
const MAPS = ["properties", "patternProperties", "dependentSchemas"];
const DATA = ["enum", "const", "required", "type", "dependentRequired"];

/** A schema with the subschema at a position, counted in depth first, exchanged for another. */
function mutate(schema: Json, position: number, by: Json): Json {
  let left = position;
  const walk = (value: Json): Json => {
    left -= 1;
    if (left === 0) return by;
    return isObject(value) ? Object.fromEntries(Object.entries(value).map(([key, each]) => [key, inside(key, each)])) : value;
  };
  const inside = (key: string, value: Json): Json => {
    if (DATA.includes(key)) return value;
    if (LISTS.includes(key) && Array.isArray(value)) return value.map(walk);
    if (MAPS.includes(key) && isObject(value)) return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, walk(each)]));
    return isObject(value) ? walk(value) : value;
  };
  return walk(schema);
}

const pairs = fc.oneof(
  fc.tuple(schemas, schemas),
  fc.tuple(schemas, fc.integer({ min: 1, max: 8 }), schemas).map(([a, at, by]) => [a, mutate(a, at, by)] as [Json, Json]),
  fc.tuple(schemas, schemas).map(([a, b]) => [a, { anyOf: [b, a] }] as [Json, Json]),
  fc.tuple(schemas, schemas).map(([a, b]) => [{ allOf: [a, b] }, a] as [Json, Json]),
);
const isSchema = (value: Json): boolean => typeof value === "boolean" || isObject(value);
const node = (value: Json) => {
  const map = parseMap(JSON.stringify({ v: value }));
  const [entry] = map.entries;
  if (!entry) throw new Error();
  return entry.value;
};

/** A schema of 2020-12 in the words of drafts 04, 06 and 07, as far as they have words for it. */
function inDraft(schema: Json, draft: number): Json {
  if (Array.isArray(schema)) return schema.map((each) => inDraft(each, draft));
  if (!isObject(schema)) return schema;
  const missing = ["minContains", "maxContains", "unevaluatedItems", "unevaluatedProperties", "dependentRequired", "dependentSchemas"];
  if (draft < 7) missing.push("if", "then", "else");
  if (draft < 6) missing.push("const", "contains", "propertyNames", "exclusiveMaximum");
  const own: Record<string, Json> = {};
  for (const [keyword, value] of Object.entries(schema)) {
    if (missing.includes(keyword)) continue;
    if (keyword === "enum" || keyword === "const") own[keyword] = value;
    else if (keyword === "prefixItems") own.items = inDraft(value, draft);
    else if (keyword === "items" && schema.prefixItems !== undefined) own.additionalItems = inDraft(value, draft);
    else own[keyword] = inDraft(value, draft);
  }
  const { dependentRequired, dependentSchemas } = schema;
  const dependencies = {
    ...(isObject(dependentRequired) ? dependentRequired : {}),
    ...(isObject(dependentSchemas) ? dependentSchemas : {}),
  };
  if (Object.keys(dependencies).length > 0) own.dependencies = inDraft(dependencies, draft);
  return own;
}

/** `exclusiveMinimum` as the flag of draft 04, and a schema where later drafts allow `true` and `false`. */
function asDraft04(schema: Json): Json {
  if (Array.isArray(schema)) return schema.map(asDraft04);
  if (!isObject(schema)) return typeof schema === "boolean" ? (schema ? {} : { not: {} }) : schema;
  const data = ["enum", "uniqueItems", "required"];
  const own = Object.fromEntries(Object.entries(schema).map(([key, value]) => [key, data.includes(key) ? value : asDraft04(value)]));
  if (typeof own.exclusiveMinimum !== "number") return own;
  const { exclusiveMinimum, minimum, ...others } = own;
  if (typeof minimum === "number" && minimum > exclusiveMinimum) return { ...others, minimum };
  return { ...others, minimum: exclusiveMinimum, exclusiveMinimum: true };
}

const drafts = ["04", "06", "07", "2020-12"] as const;
const ajvOptions = { strict: false, formats: { date: /^\d{4}-\d\d-\d\d$/ }, validateSchema: false, logger: false } as const;

/**
 * What Ajv makes of a schema; `undefined` where its generated code throws, as for an `items: {}` within `not`, or does not end. It has no draft 04, and
 * reads the same schema in the words of draft 07.
 */
function ajvAccepts(schema: Json, shared: Json, draft: (typeof drafts)[number]): (value: unknown) => boolean | undefined {
  const ajv = draft === "2020-12" ? new Ajv2020(ajvOptions) : new Ajv(ajvOptions);
  const keyword = draft === "2020-12" ? "$defs" : "definitions";
  const text = JSON.stringify({ allOf: [schema], [keyword]: { T: shared } }).replaceAll("#/components/schemas/", `#/${keyword}/`);
  const validate = ajv.compile(JSON.parse(text) as object);
  return (value) => {
    try {
      return validate(value);
    } catch (error) {
      if (error instanceof ReferenceError || error instanceof RangeError) return undefined;
      throw error;
    }
  };
}

/** Whether a schema is its own branch: then there is no end to asking Ajv. */
function isEndless(shared: Json): boolean {
  return JSON.stringify(shared).includes('"$ref"') && !(isObject(shared) && shared.type !== undefined);
}

interface Drawn {
  readonly pair: readonly [Json, Json];
  readonly shared: Json;
  readonly draft: (typeof drafts)[number];
  readonly seed: number;
}

const drawn = fc.record<Drawn>({ pair: pairs, shared: schemas, draft: fc.constantFrom(...drafts), seed: fc.nat() });

it(
  "is right by Ajv wherever it gives a verdict, in both readings",
  () => {
    const counts: Record<string, number> = {};
    fc.assert(
      fc.property(drawn, ({ pair, shared: given, draft, seed }) => {
        if (!pair.every(isSchema) || !isSchema(given) || isEndless(given)) return;
        const number = Number(draft);
        const shared = Number.isNaN(number) ? given : inDraft(given, number);
        const [a, b] = Number.isNaN(number) ? pair : [inDraft(pair[0], number), inDraft(pair[1], number)];
        const written = (schema: Json): Json => (draft === "04" ? asDraft04(schema) : schema);
        const format = `application/schema+json;version=draft-${draft}`;
        const [one, other] = [a, b].map((each) => readSchema(written(each), { T: written(shared) }, format));
        const [byA, byB] = [a, b].map((each) => ajvAccepts(each, shared, draft));
        if (!one || !other || !byA || !byB) return;
        const contained: SchemaInterpretation[] = [];
        for (const reading of ["strict", "documented"] as const) {
          const found = createContainment([one.side, other.side]).compare(one.schema, other.schema, reading);
          const key = `${reading} ${found.verdict}`;
          counts[key] = (counts[key] ?? 0) + 1;
          if (found.verdict === "contained") contained.push(reading);
          if (found.verdict !== "not-contained") continue;
          const witness: unknown = JSON.parse(printJson(found.witness));
          expect([one.accepts(found.witness), other.accepts(found.witness)]).toEqual([true, false]);
          expect([byA(witness) ?? true, byB(witness) ?? false]).toEqual([true, false]);
        }
        if (contained.length === 0) return;
        const options = { random: randomOf(seed), resolve: () => shared, noise: 0.1 };
        for (let at = 0; at < VALUES; at += 1) {
          const value = drawValue(at % 3 === 0 ? b : a, options);
          if (byA(value) !== true || byB(value) !== false || one.accepts(node(value)) !== true) continue;
          expect(contained.includes("strict") ? value : "none").toBe("none");
          expect(isDocumentedValue(one, [one.schema], node(value)) ? value : "none").toBe("none");
        }
      }),
      { numRuns: RUNS },
    );
    const verdicts = ["contained", "not-contained", "unknown"];
    expect(Object.keys(counts).sort()).toEqual(["documented", "strict"].flatMap((reading) => verdicts.map((each) => `${reading} ${each}`)));
  },
  TIMEOUT,
);
