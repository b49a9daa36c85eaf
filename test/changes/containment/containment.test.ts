import { describe, expect, it } from "vitest";
import { printJson } from "../../../src/text/index.ts";
import { createContainment } from "../../../src/changes/containment/index.ts";
import { compare, readSchema } from "./compare.ts";

const object = (properties: Record<string, unknown>, more: object = {}): object => ({ type: "object", properties, ...more });
const verdictOf = (...args: Parameters<typeof compare>): unknown => {
  const found = compare(...args);
  return found.verdict === "not-contained" ? JSON.parse(printJson(found.witness)) : found.verdict;
};

describe("contained", () => {
  it.each<[string, unknown, unknown]>([
    ["a schema in itself", { type: "string" }, { type: "string" }],
    ["an integer in a number", { type: "integer" }, { type: "number" }],
    ["a narrower range", { type: "integer", minimum: 2, maximum: 5 }, { type: "integer", minimum: 1 }],
    ["an exclusive end in an inclusive one", { type: "number", exclusiveMinimum: 0 }, { type: "number", minimum: 0 }],
    ["multiples of a multiple", { type: "integer", multipleOf: 6 }, { type: "integer", multipleOf: 3 }],
    ["fewer enum values", { enum: ["a", "b"] }, { enum: ["a", "b", "c"] }],
    ["an enum in a pattern", { enum: ["ab", "ac"] }, { type: "string", pattern: "^a" }],
    ["a further property", object({ a: {}, b: {} }, { required: ["a"] }), object({ a: {} })],
    ["one branch in a choice", { type: "string" }, { oneOf: [{ type: "string" }, { type: "number" }] }],
    [
      "variants by their const",
      { oneOf: [object({ k: { const: "x" }, n: { type: "string" } }, { required: ["k"] })] },
      { oneOf: [object({ k: { const: "x" } }, { required: ["k"] }), object({ k: { const: "y" } }, { required: ["k"] })] },
    ],
    [
      "an object told apart by its enum",
      object({ k: { enum: ["x", "y"] } }, { required: ["k"] }),
      { anyOf: [object({ k: { const: "x" } }), object({ k: { const: "y" } })] },
    ],
    [
      "the same condition",
      { if: object({ a: { const: 1 } }), then: { required: ["b"] } },
      { if: object({ a: { const: 1 } }), then: { required: ["b"] } },
    ],
    ["what not excludes", { type: "string" }, { not: { type: "number" } }],
    ["nothing at all", false, { type: "string" }],
    ["what a format promises of lengths", { type: "string", format: "email" }, { type: "string", minLength: 3 }],
    ["what a format promises of the longest", { type: "string", format: "uuid" }, { type: "string", maxLength: 36 }],
    [
      "exactly one of branches that overlap",
      {
        oneOf: [object({ a: { maxLength: 5, type: "string" } }, { required: ["a"] }), object({ a: { maxLength: 9 } }, { required: ["b"] })],
      },
      { oneOf: [object({ a: { maxLength: 5, type: "string" } }, { required: ["a"] }), object({ a: {} }, { required: ["b"] })] },
    ],
    ["an integer above 0 in one of at least 1", { type: "integer", exclusiveMinimum: 0 }, { type: "integer", minimum: 1 }],
    ["an integer below 10 in one of at most 9", { type: "integer", exclusiveMaximum: 10 }, { type: "integer", maximum: 9 }],
    ["integers from a fraction on", { type: "integer", minimum: -0.5 }, { type: "integer", minimum: 0 }],
    ["multiples above 0", { type: "integer", exclusiveMinimum: 0, multipleOf: 5 }, { type: "integer", minimum: 5 }],
    ["integers between which there is none", { type: "integer", exclusiveMinimum: 0, exclusiveMaximum: 1 }, { type: "string" }],
    ["digits in one way in another", { type: "string", pattern: "^[0-9]+$" }, { type: "string", pattern: "^\\d{1,}$" }],
    ["letters in another order", { type: "string", pattern: "^[A-Za-z_\\d]$" }, { type: "string", pattern: "^[\\w]$" }],
    ["a pattern in a wider one", { type: "string", pattern: "^[a-z]{2}$" }, { type: "string", pattern: "^[a-z0-9]{1,3}$" }],
    ["a pattern in one of its beginnings", { type: "string", pattern: "^ab+$" }, { type: "string", pattern: "^a|c" }],
    ["a pattern in its lengths", { type: "string", pattern: "^[a-z]{2,4}$" }, { type: "string", minLength: 2, maxLength: 4 }],
    ["texts in a pattern that all match", { type: "string" }, { type: "string", pattern: "^[^]*$|x" }],
    ["a line break in what is no dot", { type: "string", pattern: "^\\s$" }, { type: "string", pattern: "^(.|[\\n\\r\\u2028\\u2029])$" }],
    ["a group that only groups", { type: "string", pattern: "^(?:a\\.|b)*?$" }, { type: "string", pattern: "^(a[.]|b){0,}$" }],
    [
      "a range parted in three",
      { type: "integer", minimum: 0, maximum: 10 },
      {
        anyOf: [
          { type: "integer", maximum: 3 },
          { type: "integer", minimum: 4, maximum: 6 },
          { type: "integer", minimum: 7 },
        ],
      },
    ],
    [
      "numbers parted at a number",
      { type: "number", minimum: 0, maximum: 10 },
      {
        oneOf: [
          { type: "number", maximum: 5 },
          { type: "number", exclusiveMinimum: 5 },
        ],
      },
    ],
    [
      "texts parted by their lengths",
      { type: "string", minLength: 1 },
      {
        anyOf: [
          { type: "string", maxLength: 5 },
          { type: "string", minLength: 6 },
        ],
      },
    ],
    ["a range that holds no number", { type: "integer", minimum: 5, maximum: 3 }, { type: "string" }],
  ])("has %s", (_, a, b) => {
    expect(verdictOf(a, b)).toBe("contained");
  });

  it("proves recursive schemas by what they assume of further values", () => {
    const tree = (type: string): object => object({ value: { type }, next: { $ref: "#/components/schemas/T" } });
    expect(verdictOf({ $ref: "#/components/schemas/T" }, { $ref: "#/components/schemas/T" }, "strict", { T: tree("integer") })).toBe(
      "contained",
    );
  });

  it("compares the heirs that a discriminator chooses", () => {
    const animals = (type: string): object => ({
      Pet: object({ kind: { type: "string" } }, { discriminator: "kind", required: ["kind"] }),
      Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, object({ lives: { type } })] },
    });
    const pets = (type: string): ReturnType<typeof readSchema> => readSchema({ $ref: "#/components/schemas/Pet" }, animals(type));
    const verdict = (a: string, b: string): string => {
      const [one, other] = [pets(a), pets(b)];
      return createContainment([one.side, other.side]).compare(one.schema, other.schema, "documented").verdict;
    };
    expect(verdict("integer", "number")).toBe("contained");
    expect(verdict("integer", "string")).not.toBe("contained");
  });

  it("cannot tell where a discriminator chooses among too many heirs", () => {
    const chain = (count: number): Record<string, object> =>
      Object.fromEntries(
        Array.from({ length: count }, (_, at) => {
          const base = at > 0 ? { allOf: [{ $ref: `#/components/schemas/S${at - 1}` }] } : {};
          return [`S${at}`, object({ kind: { type: "string" } }, { discriminator: "kind", required: ["kind"], ...base })];
        }),
      );
    const verdict = (count: number): string => {
      const make = () => readSchema({ $ref: "#/components/schemas/S0" }, chain(count));
      const [one, other] = [make(), make()];
      return createContainment([one.side, other.side]).compare(one.schema, other.schema, "documented").verdict;
    };
    expect(verdict(5)).toBe("contained");
    expect(verdict(1000)).toBe("unknown");
  });

  it("knows that no value is of exactly one branch where a branch stands twice", () => {
    const schemas = { T: { type: "number" } };
    const reference = { $ref: "#/components/schemas/T" };
    expect(verdictOf(reference, { oneOf: [reference, reference] }, "strict", schemas)).not.toBe("contained");
    expect(verdictOf({ oneOf: [reference, reference] }, { type: "string" }, "strict", schemas)).toBe("contained");
  });

  it("does not let a schema that is its own branch prove itself", () => {
    const schemas = { T: { anyOf: [{ $ref: "#/components/schemas/T" }, { type: "string" }] } };
    expect(verdictOf({ type: "number" }, { $ref: "#/components/schemas/T" }, "strict", schemas)).not.toBe("contained");
  });
});

describe("witness", () => {
  it.each<[string, unknown, unknown, unknown]>([
    ["a value below the least", { type: "integer", minimum: 0 }, { type: "integer", minimum: 1 }, 0],
    ["a value of an enum that is gone", { enum: ["a", "b"] }, { enum: ["a"] }, "b"],
    ["a text that is too long", { type: "string", maxLength: 4 }, { type: "string", maxLength: 3 }, "aaaa"],
    ["a text that a size which is none allows", { type: "string", maxLength: -1 }, { type: "string", maxLength: 3 }, "aaaa"],
    ["null", { type: ["string", "null"] }, { type: "string" }, null],
    ["a missing property", object({ a: { const: 1 } }), object({ a: {} }, { required: ["a"] }), {}],
    [
      "a property deep inside",
      object({ a: object({ b: { enum: [1, 2] } }, { required: ["b"] }) }, { required: ["a"] }),
      object({ a: object({ b: { const: 1 } }) }),
      { a: { b: 2 } },
    ],
    [
      "another type deep inside",
      object({ a: object({ b: { type: "integer" } }) }),
      object({ a: object({ b: { type: "string" } }) }),
      { a: { b: 1 } },
    ],
    ["a fraction within a range", { type: "number", minimum: 2, maximum: 5 }, { type: "integer", minimum: 2, maximum: 5 }, 2.5],
    ["a text of a format that is too long", { type: "string", format: "uri" }, { type: "string", maxLength: 3 }, "a:aa"],
    ["a text of a format that is too short", { type: "string", format: "email" }, { type: "string", minLength: 4 }, "a@a"],
    ["a line break, which a dot does not match", { type: "string" }, { type: "string", pattern: "^.*$" }, "\n"],
    [
      "another value of an object that is a constant",
      object({ a: { type: "integer" } }, { required: ["a"] }),
      { const: { a: 1 } },
      { a: 0 },
    ],
    ["a text of a wider pattern", { type: "string", pattern: "^[a-y]+z{3}$" }, { type: "string", pattern: "^[a-w]+z{3}$" }, "xzzz"],
    [
      "a text with a sign between two patterns",
      { type: "string", pattern: "^a.{4}$" },
      { type: "string", pattern: "^a[^\u2603]{4}$" },
      "a000☃",
    ],
    ["an item", { type: "array", items: { enum: [1, 2] } }, { type: "array", items: { const: 1 } }, [2]],
  ])("shows %s", (_, a, b, witness) => {
    expect(verdictOf(a, b)).toEqual(witness);
  });

  it.each<[string, unknown, unknown]>([
    ["other properties", { type: "object", additionalProperties: { type: "integer" } }, { additionalProperties: { type: "string" } }],
    ["names", { type: "object", additionalProperties: { type: "string" } }, { propertyNames: { pattern: "^a" } }],
    ["null", { type: ["string", "null"], enum: ["a", null] }, { type: "string", enum: ["a"] }],
  ])("tells one cause once: %s", (_, a, b) => {
    expect(compare(a, b)).toMatchObject({ verdict: "not-contained", further: [] });
  });

  it("is looked for among hundreds of patterns, whose gaps are more than the arguments of a call", () => {
    const patterns = (type: string): object => ({
      type: "object",
      patternProperties: Object.fromEntries(Array.from({ length: 400 }, (_, at) => [`^a{${at}}`, { type }])),
    });
    expect(verdictOf(patterns("integer"), patterns("string"))).not.toBe("contained");
  });

  it("says where it is refused, and what it lacks", () => {
    const found = compare(object({ a: object({ b: { const: 1 } }) }, { required: ["a"] }), object({ a: object({}, { required: ["b"] }) }));
    expect(found).toMatchObject({ verdict: "not-contained", at: "/a", missing: "b", keyword: "required" });
  });
});

describe("readings", () => {
  const open = object({ a: { type: "string" } });
  const wider = object({ a: { type: "string" }, b: { type: "integer" } });

  it("takes what an open object does not declare for not sent, as documented", () => {
    expect(verdictOf(open, wider, "documented")).toBe("contained");
    expect(verdictOf(open, wider, "strict")).toHaveProperty("b");
  });

  it("still requires what is new and required", () => {
    expect(verdictOf(open, object({ a: {}, b: {} }, { required: ["b"] }), "documented")).not.toHaveProperty("b");
  });

  it("has a closed object refuse what is declared", () => {
    expect(verdictOf(wider, { ...open, additionalProperties: false }, "documented")).toHaveProperty("b");
  });

  it.each<[string, unknown, unknown, unknown]>([
    ["in an enum", { minLength: 1, enum: ["a", null] }, { type: "string" }, null],
    [
      "beside branches",
      { ...open, type: ["object", "null"], anyOf: [{ required: ["a"] }, { minProperties: 1 }] },
      { type: "object" },
      null,
    ],
    ["beside allOf", { ...open, type: ["object", "null"], allOf: [{ required: ["a"] }] }, { type: "object" }, null],
    ["in branches", { minimum: 0, anyOf: [{ type: "number" }, { type: "string" }] }, { type: "number", minimum: 0 }, ""],
    ["beside a condition", { ...open, type: ["object", "null"], if: open, then: { required: ["a"] } }, { type: "object" }, null],
    ["of a negated schema only", object({ a: {} }), object({ a: { not: { minLength: 5, maxLength: 2 } } }), { a: 0 }],
  ])("has all types that are named %s", (_, one, other, witness) => {
    expect(verdictOf(one, other, "documented")).toEqual(witness);
  });

  it("takes the types that keywords are about where none is named", () => {
    expect(verdictOf({ minLength: 1 }, { type: "string" }, "documented")).toBe("contained");
    expect(verdictOf({ allOf: [{ minLength: 1 }, { minimum: 1 }] }, { type: "string" }, "documented")).not.toBe("contained");
  });

  it.each<[string, object]>([
    ["additionalProperties: true", { ...open, additionalProperties: true }],
    ["additionalProperties: {}", { ...open, additionalProperties: {} }],
    ["a part of allOf", { allOf: [open, { additionalProperties: true }] }],
    ["a branch that may hold", { ...open, anyOf: [{ required: ["a"] }, { additionalProperties: true }] }],
    ["no property", { type: "object" }],
    ["no property in a branch", { anyOf: [open, { type: "object" }] }],
  ])("takes an object for open that is so by %s", (_, one) => {
    expect(verdictOf(one, { ...open, additionalProperties: false }, "documented")).not.toBe("contained");
    expect(verdictOf(one, { additionalProperties: { type: "string" } }, "documented")).not.toBe("contained");
    expect(verdictOf(one, open, "documented")).not.toBe("unknown");
  });

  it("sends nothing more than maxProperties allows", () => {
    expect(verdictOf({ type: "object", maxProperties: 0 }, object({ b: { type: "string" } }), "documented")).toBe("contained");
  });

  const text = { type: "string" };
  const a = object({ a: text }, { required: ["a"] });
  const b = object({ b: text }, { required: ["b"] });
  it.each<[string, unknown, unknown, unknown]>([
    ["several branches of anyOf", { anyOf: [a, b] }, { oneOf: [a, b] }, { a: "sample", b: "sample" }],
    ["a dependent schema", { ...object({ a: text }), dependencies: { a: b } }, object({ b: { type: "number" } }), { b: "" }],
    ["a condition that is not met", { type: "object", if: a, then: b }, object({ a: { enum: ["a"] } }), { a: 0 }],
  ])("takes what %s declares for sent", (_, one, other, witness) => {
    expect(verdictOf(one, other, "documented")).toEqual(witness);
  });

  it("sends no properties of a branch that excludes the others", () => {
    const variant = (kind: string, more: object): object => object({ kind: { const: kind }, ...more }, { required: ["kind"] });
    const closed = { ...variant("a", { a: text }), additionalProperties: false };
    const other = variant("b", { b: text });
    expect(verdictOf({ anyOf: [variant("a", { a: text }), other] }, { anyOf: [closed, other] }, "documented")).toBe("contained");
    expect(
      verdictOf({ anyOf: [a, b] }, { anyOf: [{ ...a, additionalProperties: false }, b], maxProperties: 1 }, "documented"),
    ).toHaveProperty("b");
  });
});
