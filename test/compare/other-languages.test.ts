import { describe, expect, it } from "vitest";
import { printJson } from "#text";
import { changesOf, lamps } from "./versions.ts";

/** What a reader of the old schema makes of what is sent by the new one: `compatible`, `none`, or the value that breaks it. */
function sentBy(format: string, old: string, now: string): unknown {
  const api = (schema: string): string => lamps({ payload: schema, message: `schemaFormat: "${format}"` });
  const [change] = changesOf(api(old), api(now));
  if (!change) return "none";
  return change.witness ? JSON.parse(printJson(change.witness)) : change.verdict;
}

const avro = (writer: unknown, reader: unknown): unknown =>
  sentBy("application/vnd.apache.avro;version=1.9.0", JSON.stringify(reader), JSON.stringify(writer));
const record = (fields: readonly object[], more: object = {}): object => ({ type: "record", name: "R", fields, ...more });
const field = (name: string, type: unknown, more: object = {}): object => ({ name, type, ...more });

/** Avro 1.9.0, "Schema Resolution"; one case for each of its rules. */
describe("Avro", () => {
  it.each<[string, unknown, unknown]>([
    ["int to long", { type: "int" }, { type: "long" }],
    ["int to double", { type: "int" }, { type: "double" }],
    ["float to double", { type: "float" }, { type: "double" }],
    ["string to bytes", { type: "string" }, { type: "bytes" }],
    ["bytes to string", { type: "bytes" }, { type: "string" }],
    ["items", { type: "array", items: "int" }, { type: "array", items: "long" }],
    ["values of a map", { type: "map", values: "int" }, { type: "map", values: "long" }],
    ["one branch of a union", { type: "int" }, ["string", "long"]],
    ["a smaller union", ["int"], ["int", "string"]],
    ["a union of one branch", ["int"], { type: "long" }],
    ["a field that the reader ignores", record([field("a", "int"), field("b", "int")]), record([field("a", "int")])],
    ["a field with a default", record([field("a", "int")]), record([field("a", "int"), field("b", "int", { default: 0 })])],
    ["a field by its alias", record([field("a", "int")]), record([field("b", "int", { aliases: ["a"] })])],
    ["a record by its alias", record([field("a", "int")]), record([field("a", "int")], { name: "S", aliases: ["R"] })],
    ["fewer symbols", { type: "enum", name: "E", symbols: ["A"] }, { type: "enum", name: "E", symbols: ["A", "B"] }],
    [
      "a symbol that becomes the default",
      { type: "enum", name: "E", symbols: ["A", "C"] },
      { type: "enum", name: "E", symbols: ["A", "B"], default: "A" },
    ],
  ])("reads %s", (_, writer, reader) => {
    expect(["compatible", "none"]).toContain(avro(writer, reader));
  });

  it.each<[string, unknown, unknown, unknown]>([
    ["long as int", { type: "long" }, { type: "int" }, 1],
    ["double as float", { type: "double" }, { type: "float" }, 0.5],
    ["a string as an int", { type: "string" }, { type: "int" }, "a"],
    ["a branch that the reader lacks", ["int", "string"], ["int"], "a"],
    ["a missing field without default", record([field("a", "int")]), record([field("a", "int"), field("b", "int")]), { a: 1 }],
    ["a field of another type", record([field("a", "string")]), record([field("a", "int")]), { a: "a" }],
    ["a further symbol", { type: "enum", name: "E", symbols: ["A", "B"] }, { type: "enum", name: "E", symbols: ["A"] }, "B"],
    ["a record of another name", record([], { name: "S" }), record([]), {}],
    ["a fixed of another size", { type: "fixed", name: "F", size: 2 }, { type: "fixed", name: "F", size: 1 }, "\u0000\u0000"],
    ["items of another type", { type: "array", items: "string" }, { type: "array", items: "int" }, ["a"]],
  ])("does not read %s", (_, writer, reader, witness) => {
    expect(avro(writer, reader)).toEqual(witness);
  });
});

const proto = (writer: string, reader: string): unknown => {
  const text = (fields: string, syntax = "proto2"): string => JSON.stringify(`syntax = "${syntax}"; message M { ${fields} }`);
  return sentBy("application/vnd.google.protobuf;version=2", text(reader), text(writer));
};

/** protobuf's "Updating A Message Type". */
describe("protobuf", () => {
  it.each([
    ["a field that is new", "optional int32 a = 1; optional int32 b = 2;", "optional int32 a = 1;"],
    ["a field that is gone", "optional int32 a = 1;", "optional int32 a = 1; optional int32 b = 2;"],
    ["another name of the same number", "optional int32 b = 1;", "optional int32 a = 1;"],
    ["types of one wire format", "optional int32 a = 1;", "optional int64 a = 1;"],
    ["one text as several", "optional string a = 1;", "repeated string a = 1;"],
  ])("reads %s", (_, writer, reader) => {
    expect(["compatible", "none"]).toContain(proto(writer, reader));
  });

  it.each<[string, string, string, unknown]>([
    ["another wire format", "optional string a = 1;", "optional int32 a = 1;", { a: "a" }],
    ["zigzag as plain", "optional sint32 a = 1;", "optional int32 a = 1;", { a: 1 }],
    ["a missing required field", "optional int32 a = 1;", "required int32 a = 1;", {}],
    [
      "two fields of which one is kept",
      "optional int32 a = 1; optional int32 b = 2;",
      "oneof c { int32 a = 1; int32 b = 2; }",
      { a: 1, b: 1 },
    ],
  ])("does not read %s", (_, writer, reader, witness) => {
    expect(proto(writer, reader)).toEqual(witness);
  });

  it("refuses numbers that were reserved", () => {
    expect(proto("optional int32 b = 2;", "reserved 2, 5 to 7;")).toBe("breaking");
  });
});

it("says that it cannot tell where a format is not compared, or changed", () => {
  expect(sentBy("application/vnd.example", "{ a: 1 }", "{ a: 2 }")).toBe("unknown");
  const formats = ["application/vnd.apache.avro;version=1.9.0", "application/schema+json;version=draft-07"] as const;
  const [old, now] = formats.map((format) => lamps({ payload: "{ type: string }", message: `schemaFormat: "${format}"` }));
  expect(changesOf(old ?? "", now ?? "").map(({ verdict, code }) => `${verdict} ${code}`)).toEqual(["unknown change/payload"]);
});
