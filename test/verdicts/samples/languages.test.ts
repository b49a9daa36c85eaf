import { expect, test } from "vitest";
import { samplesOf, values } from "./samples-of.ts";

const avro = (schema: string): unknown[] => values(schema, "{}", ", schemaFormat: 'application/vnd.apache.avro;version=1.9.0'");
const raml = (schema: string): unknown[] => values(schema, "{}", ", schemaFormat: 'application/raml+yaml;version=1.0'");
const protobuf = (schema: string): unknown[] =>
  values(JSON.stringify(schema), "{}", ", schemaFormat: 'application/vnd.google.protobuf;version=3'");

test("Avro: a value of each type", () => {
  const types = ["int", "long", "float", "double", "boolean", '"null"', "bytes", "string"];
  const fields = types.map((type, at) => `{ name: f${at}, type: ${type} }`).join(", ");
  const named = [
    "{ name: e, type: { type: enum, name: E, symbols: [RED, BLUE] } }",
    "{ name: x, type: { type: fixed, name: F, size: 4 } }",
    "{ name: m, type: { type: map, values: int } }",
    "{ name: l, type: { type: array, items: boolean } }",
  ].join(", ");
  const [value] = avro(`{ type: record, name: R, fields: [${fields}, ${named}] }`);
  expect(value).toEqual({
    f0: 1,
    f1: 1,
    f2: 1.5,
    f3: 1.5,
    f4: true,
    f5: null,
    f6: "sample",
    f7: "sample",
    e: "RED",
    x: expect.stringMatching(/^.{4}$/) as string,
    m: { key: 1 },
    l: [true],
  });
});

test("Avro: a default counts, and a union takes the value that is none last", () => {
  expect(avro("{ type: record, name: R, fields: [{ name: a, type: int, default: 42 }] }")).toEqual([{ a: 42 }]);
  expect(avro('{ type: record, name: R, fields: [{ name: b, type: ["null", string] }] }')).toEqual([{ b: "sample" }]);
});

test("Avro: a value of a logical type is one of it", () => {
  const types = [
    "{ type: string, logicalType: uuid }",
    "{ type: bytes, logicalType: decimal, precision: 1 }",
    "{ type: fixed, name: D, size: 3, logicalType: decimal, precision: 1 }",
    "{ type: int, logicalType: time-millis }",
  ];
  expect(
    avro(`{ type: record, name: R, fields: [${types.map((type, at) => `{ name: timestamp${at}, type: ${type} }`).join(", ")}] }`),
  ).toEqual([
    { timestamp0: expect.stringMatching(/^[\da-f-]{36}$/) as string, timestamp1: "\u0001", timestamp2: "\0\0\u0001", timestamp3: 86399999 },
  ]);
});

test("protobuf: a value of each type in the JSON mapping", () => {
  const fields = ["double", "uint32", "sint64", "bool", "bytes", "google.protobuf.Duration", "google.protobuf.BoolValue"];
  const text = `message M { ${fields.map((type, at) => `${type} f${at} = ${at + 1};`).join(" ")} Colour c = 20; map<bool, int32> m = 21; } enum Colour { RED = 0; BLUE = 1; }`;
  const [value] = protobuf(text);
  expect(value).toEqual({ f0: 1.5, f1: 1, f2: 1, f3: true, f4: "c2FtcGxl", f5: "1.5s", f6: true, c: "RED", m: { true: 1 } });
});

test("RAML: dates, files and what is none", () => {
  expect(
    raml("{ type: object, properties: { d: date-only, t: time-only, b: datetime-only, z: datetime, f: file, n: nil, l: 'integer[]' } }"),
  ).toEqual([{ d: "2026-01-15", t: "09:30:00", b: "2026-01-15T09:30:00", z: "2026-01-15T09:30:00Z", f: "sample", n: null, l: [1] }]);
});

test("a schema that cannot be read, or that refers to nothing, has no sample and says why", () => {
  expect(samplesOf("'message {'", "{}", ", schemaFormat: 'application/vnd.google.protobuf;version=3'")).toMatchObject({
    samples: [],
    reason: expect.stringContaining("read") as string,
  });
  expect(samplesOf("{ type: object, required: [a], properties: { a: { $ref: '#/components/schemas/None' } } }")).toMatchObject({
    samples: [],
    reason: expect.stringContaining("#/components/schemas/None") as string,
  });
});

test("a required enumeration of protobuf has a value, and a default of a field counts where its type accepts it", () => {
  const text =
    'message M { required Colour c = 1; optional string s = 2 [default = "usual"]; optional int32 i = 3 [default = "no number"]; } enum Colour { RED = 0; }';
  expect(protobuf(text)).toEqual([{ c: "RED", s: "usual", i: 1 }]);
  expect(avro('{ type: record, name: R, fields: [{ name: a, type: ["null", int], default: null }] }')).toEqual([{ a: 1 }]);
});
