import { describe, expect, test } from "vitest";
import { samplesOf, texts, values } from "./samples-of.ts";

const reasonFor = (payload: string, schemas?: string): string | undefined => {
  const { samples, reason } = samplesOf(payload, schemas);
  expect(samples).toEqual([]);
  return reason;
};

describe("a number", () => {
  test.each([
    ["{ type: number }", "1.5"],
    ["{ type: integer }", "1"],
    ["{ type: integer, minimum: 7 }", "7"],
    ["{ type: integer, maximum: -7 }", "-7"],
    ["{ type: number, maximum: -7 }", "-7"],
    ["{ type: number, exclusiveMaximum: -7 }", "-7.1"],
    ["{ type: integer, exclusiveMinimum: 7 }", "8"],
    ["{ type: integer, minimum: 7.5 }", "8"],
    ["{ type: integer, maximum: -7.5 }", "-8"],
    ["{ type: number, minimum: 0.1, maximum: 0.1 }", "0.1"],
    ["{ type: number, exclusiveMinimum: 0.1, exclusiveMaximum: 0.2 }", "0.19"],
    ["{ type: integer, multipleOf: 6, minimum: 20 }", "24"],
    ["{ type: integer, multipleOf: 6, maximum: 20, minimum: 19 }", undefined],
    ["{ type: integer, multipleOf: 6, maximum: -1 }", "-6"],
    ["{ type: number, multipleOf: 0.05, minimum: 1.01 }", "1.5"],
    ["{ allOf: [{ type: integer, multipleOf: 4 }, { multipleOf: 6, minimum: 1 }] }", "24"],
    ["{ allOf: [{ type: number }, { type: integer, minimum: 2 }] }", "2"],
    ["{ type: integer, minimum: 1e20 }", "100000000000000000000"],
    ["{ type: integer, format: uint64, minimum: 18446744073709551615 }", "18446744073709551615"],
    ["{ type: integer, format: int32, minimum: 2147483647 }", "2147483647"],
    ["{ type: integer, format: int8, maximum: -128 }", "-128"],
    ["{ minimum: 3 }", "3"],
  ])("of %s is %s", (schema, expected) => {
    expect(texts(schema)).toEqual(expected === undefined ? [] : [expected]);
  });

  test.each(["{ type: integer, minimum: 1.2, maximum: 1.8 }", "{ type: integer, exclusiveMinimum: 1, exclusiveMaximum: 2 }"])(
    "of %s is none, and says so",
    (schema) => {
      expect(reasonFor(schema)).toBe("no number lies between its bounds");
    },
  );

  test("stays within the bits of its format", () => {
    expect(reasonFor("{ type: integer, format: int32, minimum: 2147483648 }")).toBe("no number lies between its bounds");
    expect(reasonFor("{ type: integer, format: int8, maximum: -129 }")).toBe("no number lies between its bounds");
  });

  test("is what its name says", () => {
    const names = ["latitude", "unitPrice", "year", "port", "userAge", "order_id", "speed", "sample_rate", "x"];
    const members = names.map((name) => `${name}: { type: number }`).join(", ");
    expect(values(`{ type: object, properties: { ${members} } }`)).toEqual([
      { latitude: 51.5072, unitPrice: 19.99, year: 2026, port: 8080, userAge: 36, order_id: 1001, speed: 12.5, sample_rate: 16000, x: 1.5 },
    ]);
  });
});

describe("a text", () => {
  test.each([
    ["{ type: string, format: date }", "2026-01-15"],
    ["{ type: string, format: date-time }", "2026-01-15T09:30:00Z"],
    ["{ type: string, format: time }", "09:30:00Z"],
    ["{ type: string, format: duration }", "PT15M"],
    ["{ type: string, format: hostname }", "example.com"],
    ["{ type: string, format: ipv4 }", "192.0.2.1"],
    ["{ type: string, format: ipv6 }", "2001:db8::1"],
    ["{ type: string, format: uri }", "https://example.com/"],
    ["{ type: string, format: json-pointer }", "/sample"],
    ["{ type: string, format: a-format-of-ones-own }", "sample"],
    ["{ type: string, minLength: 10 }", "samplesamp"],
    ["{ type: string, maxLength: 3 }", "sam"],
    ["{ type: string, minLength: 2, maxLength: 0 }", undefined],
    ["{ type: string, pattern: '^a{3}$' }", "aaa"],
    ["{ type: string, pattern: '^[^a-z]$' }", "A"],
    ["{ type: string, pattern: '^(?<x>[0-9])-\\k<x>$' }", "0-0"],
    ["{ type: string, pattern: '^(ab)\\1?\\.$' }", "ab."],
    ["{ type: string, pattern: '^\\u0041\\x42$' }", "AB"],
    ["{ type: string, pattern: '^\\d+$', minLength: 4 }", "012345"],
    ["{ type: string, pattern: '^(?=.*Z)[A-Z]$' }", undefined],
    ["{ type: string, pattern: '^(?:x)(y)\\1(?<z>w)\\k<z>$' }", "xyyww"],
    ["{ minLength: 3 }", "sample"],
    ["{ format: date }", "2026-01-15"],
    ["{ allOf: [{ pattern: '^b' }, { maxLength: 2 }] }", "b"],
  ])("of %s is %s", (schema, expected) => {
    const made = values(schema);
    if (expected === undefined) expect(made).toEqual([]);
    else expect(made).toEqual([expected]);
  });

  test("is what its name says, however the name is spelled", () => {
    const names = ["email", "firstName", "last_name", "CITY", "currency", "createdAt", "birthDate", "customer-id", "callbackUrl", "x"];
    const members = names.map((name) => `${name}: { type: string }`).join(", ");
    expect(values(`{ type: object, properties: { ${members} } }`)).toEqual([
      {
        email: "ada@example.com",
        firstName: "Ada",
        last_name: "Lovelace",
        CITY: "London",
        currency: "EUR",
        createdAt: "2026-01-15T09:30:00Z",
        birthDate: "2026-01-15",
        "customer-id": "a1b2c3",
        callbackUrl: "https://example.com/",
        x: "sample",
      },
    ]);
  });

  test("that is too long to show, or that no pattern gives, is none, and says so", () => {
    expect(reasonFor("{ type: string, minLength: 5001 }")).toBe("a text of 5001 characters is too long to show");
    expect(values("{ type: string, minLength: 5000 }")).toEqual([expect.stringMatching(/^.{5000}$/)]);
    expect(reasonFor("{ allOf: [{ type: string, pattern: '^a$' }, { pattern: '^b$' }] }")).toBe(
      'no text was found that matches "^a$", "^b$"',
    );
  });
});

describe("a list", () => {
  test.each([
    ["{ type: array }", ["sample"]],
    ["{ type: array, maxItems: 0 }", []],
    ["{ type: array, minItems: 3 }", ["sample", 1, "sample"]],
    ["{ type: array, minItems: 2, items: { type: boolean } }", [true, true]],
    ["{ type: array, minItems: 2, uniqueItems: true, items: { type: boolean } }", [true, false]],
    ["{ type: array, minItems: 2, uniqueItems: true, items: { enum: [a, b] } }", ["a", "b"]],
    ["{ type: array, minItems: 2, uniqueItems: true, items: { type: integer, minimum: 4 } }", [4, 5]],
    ["{ type: array, items: [{ const: a }, { const: 2 }], additionalItems: false }", ["a", 2]],
    ["{ type: array, items: [{ const: a }], additionalItems: { const: b }, minItems: 3 }", ["a", "b", "b"]],
    ["{ type: array, contains: { const: 5 } }", [5]],
    ["{ type: array, items: { type: integer }, contains: { minimum: 50 } }", [50]],
    ["{ items: { type: integer } }", [1]],
    ["{ type: array, items: false }", []],
  ])("of %s is %j", (schema, expected) => {
    expect(values(schema)).toEqual([expected]);
  });

  test("that is too long, or whose items cannot differ, is none, and says so", () => {
    expect(reasonFor("{ type: array, minItems: 51 }")).toBe("a list of 51 items is too long to show");
    expect(values("{ type: array, minItems: 50, items: { const: 0 } }")).toEqual([Array<number>(50).fill(0)]);
    expect(reasonFor("{ type: array, minItems: 3, uniqueItems: true, items: { type: boolean } }")).toBe("an item of a list cannot be made");
  });

  test("has items by the name of the list", () => {
    expect(values("{ type: object, properties: { emails: { type: array, items: { type: string } } } }")).toEqual([
      { emails: ["ada@example.com"] },
    ]);
  });
});

describe("an object", () => {
  test.each([
    ["{ type: object }", {}],
    ["{ type: object, additionalProperties: { type: integer } }", { key: 1 }],
    ["{ type: object, additionalProperties: { type: integer }, minProperties: 2 }", { key: 1, key2: 2 }],
    ["{ type: object, minProperties: 2 }", { key: "sample", key2: "sample" }],
    ["{ type: object, propertyNames: { pattern: '^x-a$' }, minProperties: 1 }", { "x-a": "sample" }],
    ["{ type: object, properties: { a: { const: 1 }, b: { const: 2 }, c: { const: 3 } }, maxProperties: 2 }", { a: 1, b: 2 }],
    ["{ type: object, properties: { a: { const: 1 }, b: { const: 2 } }, required: [b], maxProperties: 1 }", { b: 2 }],
    ["{ type: object, properties: { a: { const: 1 }, old: { const: 2, deprecated: true } } }", { a: 1 }],
    ["{ type: object, properties: { a: { const: 1 }, no: false } }", { a: 1 }],
    ["{ type: object, required: [a], patternProperties: { '^a': { const: 7 } } }", { a: 7 }],
    ["{ type: object, required: [b], patternProperties: { '^a': { const: 7 } }, additionalProperties: { const: 8 } }", { b: 8 }],
    ["{ required: [a] }", { a: "sample" }],
    ["{ properties: { a: { const: 1 } }, allOf: [{ required: [b] }] }", { a: 1, b: "sample" }],
  ])("of %s is %j", (schema, expected) => {
    expect(values(schema)).toEqual([expected]);
  });

  test("names the property that it cannot have", () => {
    expect(reasonFor("{ type: object, required: [a], properties: { a: false } }")).toBe("its schema accepts nothing");
    expect(values("{ type: object, properties: { a: { type: integer, minimum: 2, maximum: 1 }, b: { const: 1 } } }")).toEqual([{ b: 1 }]);
  });

  test("has optional properties six levels deep, and required ones further down", () => {
    const nested = (depth: number, required: string): string =>
      depth === 0 ? "{ const: 0 }" : `{ type: object, ${required} properties: { a: ${nested(depth - 1, required)} } }`;
    const depthOf = (value: unknown): number => (typeof value === "object" && value !== null && "a" in value ? 1 + depthOf(value.a) : 0);
    expect(depthOf(values(nested(12, ""))[0])).toBe(7);
    expect(depthOf(values(nested(12, "required: [a],"))[0])).toBe(12);
  });
});

describe("a choice", () => {
  test("takes a value that is none only where there is no other", () => {
    expect(values('{ type: ["null", string] }')).toEqual(["sample"]);
    expect(values('{ type: "null" }')).toEqual([null]);
    expect(values('{ type: object, properties: { a: { oneOf: [{ type: "null" }, { const: 1 }] } } }')).toEqual([{ a: 1 }]);
  });

  test("is found inside of allOf, and a branch that has no value is left out", () => {
    expect(
      values(
        "{ allOf: [{ type: object, required: [k], properties: { k: { const: 1 } } }, { oneOf: [{ required: [a] }, { required: [b] }] }] }",
      ),
    ).toEqual([
      { k: 1, a: "sample" },
      { k: 1, b: "sample" },
    ]);
    expect(values("{ oneOf: [{ type: integer, minimum: 2, maximum: 1 }, { const: 5 }] }")).toEqual([5]);
  });

  test("says of the first branch why there is no value", () => {
    expect(reasonFor("{ oneOf: [{ type: integer, minimum: 2, maximum: 1 }, false] }")).toBe("no number lies between its bounds");
  });

  test("takes the other side of a condition where the first has no value", () => {
    const payload =
      "{ type: object, required: [kind], properties: { kind: { type: string } }, if: { required: [kind] }, then: false, else: {} }";
    expect(values(payload)).toEqual([]);
    expect(values("{ type: object, properties: { a: { const: 1 } }, if: { required: [a] }, then: false }")).toEqual([{}]);
  });

  test("gives both keywords their due where they stand beside each other", () => {
    expect(values("{ type: object, oneOf: [{ required: [a] }], anyOf: [{ required: [b] }, { required: [c] }] }")).toEqual([
      { a: "sample", b: "sample" },
    ]);
  });

  test("of values none of which is accepted is none, and says so, wherever the list of them is", () => {
    expect(reasonFor("{ type: string, enum: [1, 2] }")).toBe("none of the values that it lists is accepted");
    expect(reasonFor("{ type: string, allOf: [{ const: 5 }] }")).toBe("none of the values that it lists is accepted");
    expect(values("{ enum: [1, 2, x], type: string }")).toEqual(["x"]);
  });

  test("of types that contradict each other is none, and says so", () => {
    expect(reasonFor("{ allOf: [{ type: string }, { type: integer }] }")).toBe("its types contradict each other");
  });
});

test("a single example as OpenAPI writes it is used if the schema accepts it", () => {
  expect(texts("{ type: string, example: AHWR }")).toEqual(['"AHWR"']);
  expect(texts("{ type: object, properties: { scheme: { type: integer, example: 7, default: 3 } } }")).toEqual(['{\n  "scheme": 7\n}']);
  expect(texts("{ type: integer, example: seven }")).toEqual(["1"]);
});

test("made-up values go by whole words at the end of a name, and a binary payload gets none", () => {
  const names = ["authorizationCode", "colorimetry", "authority", "statement", "discountry", "emailTemplate", "status", "state"];
  const made = Object.fromEntries(
    Object.entries(values(`{ type: object, properties: { ${names.map((name) => `${name}: { type: string }`).join(", ")} } }`)[0] as object),
  );
  expect(made).toEqual(Object.fromEntries(names.map((name) => [name, "sample"])));
  expect(values("{ type: object, properties: { code: { type: integer } } }")[0]).not.toEqual({ code: 200 });
  expect(values("{ type: object, properties: { customerEmail: { type: string }, cityName: { type: string } } }")[0]).toEqual({
    customerEmail: "ada@example.com",
    cityName: "London",
  });
  const binary = samplesOf("{ type: string, format: binary }");
  expect([binary.samples, binary.reason]).toEqual([[], "its payload is binary"]);
});

test("a made value names the optional properties that it lacks because their schemas could not be read", () => {
  const broken = "{ $ref: '#/components/schemas/Gone' }";
  const made = samplesOf(`{ type: object, properties: { a: { type: boolean }, b: ${broken}, c: { properties: { d: ${broken} } } } }`);
  expect(made.samples.map(({ unread }) => unread)).toEqual([["b", "d"]]);
  expect(samplesOf("{ type: object, properties: { a: { type: boolean } } }").samples.map(({ unread }) => unread)).toEqual([undefined]);
});

test("a pattern of repetitions of what is empty ends", () => {
  expect(samplesOf("{ type: string, pattern: '^((((){1000}){1000}){1000}){1000}$' }").samples).toHaveLength(1);
});

test("a name that is made up says nothing of the value", () => {
  const text = "additionalProperties: { type: string }";
  expect(values(`{ type: object, ${text} }`)[0]).toEqual({ key: "sample" });
  expect(values(`{ type: object, propertyNames: { type: string }, ${text} }`)[0]).toEqual({ sample: "sample" });
  expect(values(`{ type: object, propertyNames: { enum: [email] }, ${text} }`)[0]).toEqual({ email: "ada@example.com" });
});
