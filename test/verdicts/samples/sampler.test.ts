import { describe, expect, it } from "vitest";
import { printJson } from "#text";
import { createSampler } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";
import { samplesOf, values } from "./samples-of.ts";

describe("createSampler", () => {
  it("ends where there is no room, however many names are required", () => {
    const names = Array.from({ length: 600 }, (_, at) => `r${at}`).join(", ");
    expect(samplesOf(`{ type: object, required: [${names}] }`)).toMatchObject({
      samples: [],
      reason: expect.stringContaining("too large") as string,
    });
  });

  it("counts the names that it makes a value by: the samples of thousands of schemas have one budget", () => {
    const types = Array.from({ length: 200 }, (_, at) => `t${at}`).join(", ");
    const subject = subjectOf(withMessages(`m: { payload: { type: object, properties: { a: { type: [${types}, string] } } } }`));
    const source = subject.api.messages[0]!.payload!;
    const of = (steps: number) => createSampler({ ...subject, limits: { steps } }).of(source).samples;
    expect(of(1000)).toHaveLength(1);
    expect(of(20)).toHaveLength(0);
  });

  it("makes messages of protobuf by their JSON mapping: lists, maps, one member of a oneof", () => {
    const proto = [
      "message M { repeated Line lines = 1; map<int32, bytes> parts = 2; oneof by { string card = 3; string iban = 4; }",
      "google.protobuf.Timestamp at = 5; google.protobuf.Int64Value n = 6; repeated bytes raw = 7; } message Line { string sku = 1; }",
    ].join(" ");
    const format = ", schemaFormat: application/vnd.google.protobuf;version=3";
    const [made] = samplesOf(JSON.stringify(proto), "{}", format).samples;
    expect(made && JSON.parse(printJson(made.value))).toEqual({
      lines: [{ sku: expect.any(String) as string }],
      parts: { "1": "c2FtcGxl" },
      card: expect.any(String) as string,
      at: "2026-01-15T09:30:00Z",
      n: expect.any(Number) as number,
      raw: ["c2FtcGxl"],
    });
  });

  it("takes what the schema gives first", () => {
    expect(values("{ type: string, examples: [given] }")).toEqual(["given"]);
    expect(values("{ type: string, default: usual }")).toEqual(["usual"]);
    expect(values("{ const: 5 }")).toEqual([5]);
    expect(values("{ enum: [null, red] }")).toEqual(["red"]);
  });

  it("does not take what the schema gives where that is wrong", () => {
    expect(values("{ type: integer, examples: [text], minimum: 3 }")).toEqual([3]);
  });

  it("fits formats, names, bounds and patterns", () => {
    expect(
      values(`{ type: object, properties: {
        email: { type: string }, id: { type: string, format: uuid }, at: { type: string, format: date-time },
        code: { type: string, pattern: "^[A-Z]{2}-\\\\d{3}(?:x|y)$" }, price: { type: number, exclusiveMinimum: 20, multipleOf: 0.25 }, name: { type: string, maxLength: 3 } } }`),
    ).toEqual([
      {
        email: "ada@example.com",
        id: "3f2504e0-4f89-41d3-9a0c-0305e82c3301",
        at: "2026-01-15T09:30:00Z",
        code: "AB-345x",
        price: 20.25,
        name: "Sam",
      },
    ]);
  });

  it("keeps every digit of a bound", () => {
    const [sample] = samplesOf("{ type: integer, minimum: 9223372036854775806, format: int64 }").samples;
    expect(sample && printJson(sample.value)).toBe("9223372036854775806");
  });

  it("makes a sample a branch", () => {
    const made = values("{ oneOf: [{ type: object, required: [a], properties: { a: { const: 1 } } }, { type: string }] }");
    expect(made).toEqual([{ a: 1 }, "sample"]);
  });

  it("keeps branches apart that mostly accept the same", () => {
    const objects =
      "{ oneOf: [{ type: object, properties: { a: { type: string } } }, { type: object, properties: { b: { type: integer } } }] }";
    expect(values(objects)).toEqual([
      { a: "sample", b: "sample" },
      { b: 1, a: 1 },
    ]);
    expect(values(`{ type: object, required: [in], properties: { in: ${objects} } }`)).toEqual([{ in: { a: "sample", b: "sample" } }]);
    expect(values("{ oneOf: [{ type: string, maxLength: 5 }, { type: string, minLength: 3 }] }")).toEqual(["1", "sample"]);
    expect(values("{ oneOf: [{ type: integer, maximum: 100 }, { type: integer, maximum: 20, minimum: 0 }] }")).toEqual([100]);
    expect(samplesOf("{ oneOf: [{ type: string }, { type: string }] }")).toMatchObject({
      samples: [],
      reason: expect.any(String) as string,
    });
  });

  it("takes two examples of each branch, and ten of the schema itself", () => {
    const examples = Array.from({ length: 12 }, (_, at) => at).join(", ");
    expect(samplesOf(`{ oneOf: [{ type: integer, examples: [${examples}] }, { type: string }] }`).examples).toHaveLength(2);
    expect(samplesOf(`{ type: integer, examples: [${examples}] }`).examples).toHaveLength(10);
  });

  it("makes at most twenty, and says how many are left", () => {
    const branches = Array.from({ length: 50 }, (_, at) => `{ const: ${at} }`).join(", ");
    expect(samplesOf(`{ anyOf: [${branches}] }`)).toMatchObject({ left: 30, samples: { length: 20 } });
  });

  it("says by discriminator which schema it is", () => {
    const schemas = `
    Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { required: [purrs], properties: { purrs: { type: boolean } } }] }
    Bug: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { kind: { const: insect } } }] }`;
    const made = values(`{ $ref: "#/components/schemas/Pet" }`, schemas);
    expect(made).toEqual([{ kind: "insect" }, { kind: "Pet" }, { kind: "Cat", purrs: true }]);
    expect(values(`{ $ref: "#/components/schemas/Cat" }`, schemas)).toEqual([{ kind: "Cat", purrs: true }]);
  });

  it("follows conditions", () => {
    const payload = `{ type: object, properties: { kind: { enum: [card, cash] } }, required: [kind],
      if: { properties: { kind: { const: card } } }, then: { required: [number], properties: { number: { type: string, minLength: 3 } } } }`;
    expect(values(payload)).toEqual([{ kind: "card", number: "sample" }]);
  });

  it("ends recursion, and says where it cannot", () => {
    const schemas = `
    Tree: { type: object, required: [name], properties: { name: { type: string }, left: { $ref: "#/components/schemas/Tree" }, all: { type: array, items: { $ref: "#/components/schemas/Tree" } } } }
    Endless: { type: object, required: [next], properties: { next: { $ref: "#/components/schemas/Endless" } } }`;
    expect(values(`{ $ref: "#/components/schemas/Tree" }`, schemas)).toHaveLength(1);
    expect(samplesOf(`{ $ref: "#/components/schemas/Endless" }`, schemas)).toEqual({
      samples: [],
      examples: [],
      left: 0,
      reason: "its schema contains itself without end",
    });
  });

  it("shows none that does not validate", () => {
    expect(samplesOf("{ type: integer, minimum: 5, maximum: 4 }")).toMatchObject({
      samples: [],
      reason: "no number lies between its bounds",
    });
    expect(samplesOf("{ not: {} }")).toMatchObject({ samples: [] });
  });

  it("is the same each time", () => {
    const payload = "{ type: object, properties: { a: { type: array, minItems: 3, uniqueItems: true, items: { type: string } } } }";
    expect(values(payload)).toEqual(values(payload));
    expect(values(payload)).toEqual([{ a: ["sample", "sample 2", "sample 3"] }]);
  });
});
