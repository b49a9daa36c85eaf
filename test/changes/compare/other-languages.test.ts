import { describe, expect, it } from "vitest";
import { printJson } from "../../../src/text/index.ts";
import { changesOf, lamps } from "./versions.ts";

/** What a reader of the old schema makes of what is sent by the new one: `compatible`, `none`, or the value that breaks it. */
function sentBy(format: string, old: string, now: string): unknown {
  const api = (schema: string): string => lamps({ payload: schema, message: `schemaFormat: "${format}"` });
  const [change] = changesOf(api(old), api(now));
  if (!change) return "none";
  return change.witness ? JSON.parse(printJson(change.witness)) : change.verdict;
}

const harmless = ["compatible", "none", "annotation"];

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
    expect(harmless).toContain(avro(writer, reader));
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

/** Pairs of the compatibility tests of the Avro project that the cases above do not have. */
describe("agrees with the Avro project", () => {
  const symbols = (name: string, ...values: string[]): object => ({ type: "enum", name, symbols: values });
  const bytes = (size: number, name = "F"): object => ({ type: "fixed", name, size });
  const list = (type: string): object => record([field("head", type), field("tail", { type: "array", items: "R" })]);

  it.each<[string, unknown, unknown]>([
    ["long as float", { type: "long" }, { type: "float" }],
    ["float as double in a union", ["float"], ["double"]],
    ["a union by a type that takes all of it", ["int", "float"], { type: "double" }],
    ["a union in another order", ["string", "int"], ["int", "string"]],
    ["the empty union", [], ["float"]],
    ["an enum of another namespace", symbols("one.E", "A"), symbols("two.E", "A")],
    ["a record of another namespace", record([], { name: "ns.R" }), record([])],
    ["a fixed of the same size", bytes(4), bytes(4)],
    ["a recursive record", list("int"), list("long")],
    ["a symbol that is the default of the enum", symbols("E", "A", "B", "C"), { ...symbols("E", "A", "B"), default: "A" }],
  ])("reads %s", (_, writer, reader) => {
    expect(harmless).toContain(avro(writer, reader));
  });

  it.each<[string, unknown, unknown]>([
    ["int as null", { type: "int" }, { type: "null" }],
    ["null as bytes", { type: "null" }, { type: "bytes" }],
    ["a string as a fixed", { type: "string" }, bytes(4)],
    ["an enum as an int", symbols("E", "A"), { type: "int" }],
    ["a map as an array", { type: "map", values: "int" }, { type: "array", items: "int" }],
    ["values of a map that are wider", { type: "map", values: "long" }, { type: "map", values: "int" }],
    ["a union by a type that takes some of it", ["int", "float"], { type: "long" }],
    ["a union of wider numbers", ["long"], ["int"]],
    ["a record of another name in a union", ["int", record([], { name: "S" })], ["int", record([])]],
    ["an enum of another name", symbols("E", "A"), symbols("F", "A")],
    ["a fixed of another name", bytes(4, "G"), bytes(4)],
    ["a wider recursive record", list("long"), list("int")],
    [
      "a symbol that is the default of the field only",
      record([field("a", symbols("E", "A", "B"))]),
      record([field("a", symbols("E", "A"), { default: "A" })]),
    ],
  ])("does not read %s", (_, writer, reader) => {
    expect([...harmless, "unknown"]).not.toContain(avro(writer, reader));
  });

  it.each<[string, unknown, unknown, unknown]>([
    [
      "milliseconds as microseconds",
      { type: "long", logicalType: "timestamp-millis" },
      { type: "long", logicalType: "timestamp-micros" },
      1,
    ],
    ["a date as a time of the same type", { type: "int", logicalType: "date" }, { type: "int", logicalType: "time-millis" }, 1],
    [
      "an int that is promoted, as another time",
      { type: "int", logicalType: "time-millis" },
      { type: "long", logicalType: "time-micros" },
      1,
    ],
    ["any text as a UUID", { type: "string" }, { type: "string", logicalType: "uuid" }, "a"],
    [
      "a decimal of another scale",
      record([field("a", { type: "bytes", logicalType: "decimal", precision: 9, scale: 2 })]),
      record([field("a", { type: "bytes", logicalType: "decimal", precision: 9, scale: 3 })]),
      { a: "a" },
    ],
  ])("does not read %s", (_, writer, reader, witness) => {
    expect(avro(writer, reader)).toEqual(witness);
  });

  it.each<[string, unknown, unknown, string]>([
    ["takes a logical type for its type", { type: "long", logicalType: "timestamp-millis" }, { type: "long" }, "compatible"],
    ["cannot tell what a plain long was", { type: "long" }, { type: "long", logicalType: "timestamp-millis" }, "unknown"],
    [
      "cannot tell of a logical type of its own",
      { type: "string", logicalType: "iban" },
      { type: "string", logicalType: "bic" },
      "unknown",
    ],
    [
      "ignores a logical type on a type that it does not annotate",
      { type: "string", logicalType: "timestamp-millis" },
      { type: "string", logicalType: "timestamp-micros" },
      "none",
    ],
    ["tells a default that is gone", record([field("a", "int")]), record([field("a", "int", { default: 0 })]), "compatible"],
  ])("%s", (_, writer, reader, verdict) => {
    expect(avro(writer, reader)).toBe(verdict);
  });

  it("cannot tell what a type that is nowhere defined is", () => {
    expect(avro(record([field("a", "com.Other")]), record([field("a", "int")]))).toBe("unknown");
    expect(avro(record([field("a", "int")]), record([field("a", ["null", "com.Other"])]))).toBe("unknown");
    expect(avro(record([field("a", "com.Other"), field("b", "int")]), record([field("a", "com.Other")]))).toBe("compatible");
  });
});

/** protobuf's "Updating A Message Type". */
describe("protobuf", () => {
  it.each([
    ["a field that is new", "optional int32 a = 1; optional int32 b = 2;", "optional int32 a = 1;"],
    ["a field that is gone", "optional int32 a = 1;", "optional int32 a = 1; optional int32 b = 2;"],
    ["another name of the same number", "optional int32 b = 1;", "optional int32 a = 1;"],
    ["types of one wire format", "optional int32 a = 1;", "optional int64 a = 1;"],
    ["one text as several", "optional string a = 1;", "repeated string a = 1;"],
    ["one number as several", "optional int32 a = 1;", "repeated int32 a = 1;"],
    ["text as bytes", "optional string a = 1;", "optional bytes a = 1;"],
    [
      "a message as bytes",
      "message N { optional string b = 1; } optional N a = 1;",
      "message N { optional string b = 1; } optional bytes a = 1;",
    ],
    ["keys of one wire format", "map<int32, string> a = 1;", "map<int64, string> a = 1;"],
    ["a map as its entries", "map<int32, string> a = 1;", "message E { optional int32 k = 1; optional string v = 2; } repeated E a = 1;"],
  ])("reads %s", (_, writer, reader) => {
    expect(harmless).toContain(proto(writer, reader));
  });

  it.each<[string, string, string, unknown]>([
    ["another wire format", "optional string a = 1;", "optional int32 a = 1;", { a: "a" }],
    ["zigzag as plain", "optional sint32 a = 1;", "optional int32 a = 1;", { a: 1 }],
    ["bytes that are no text", "optional bytes a = 1;", "optional string a = 1;", { a: "/w==" }],
    ["several of them", "repeated bytes a = 1;", "repeated string a = 1;", { a: ["/w=="] }],
    [
      "bytes that hold no message",
      "message N { optional string b = 1; } optional bytes a = 1;",
      "message N { optional string b = 1; } optional N a = 1;",
      { a: "/w==" },
    ],
    ["keys of another wire format", "map<sint32, string> a = 1;", "map<int64, string> a = 1;", { a: { 1: "a" } }],
    [
      "a map as other entries",
      "map<int32, string> a = 1;",
      "message E { optional string k = 1; optional string v = 2; } repeated E a = 1;",
      { a: { 1: "a" } },
    ],
    [
      "another type in one of several messages",
      "message N { optional string b = 1; } repeated N a = 1;",
      "message N { optional int32 b = 1; } repeated N a = 1;",
      { a: [{ b: "a" }] },
    ],
    ["another type of values", "map<int32, string> a = 1;", "map<int32, int32> a = 1;", { a: { 1: "a" } }],
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

  /**
   * The protobuf tests of Confluent's Schema Registry in words of our own. It calls some changes incompatible that readers of bytes do not
   * notice: another package or type name, a required field or a member of a `oneof` that readers lose. Imports are not read here.
   */
  describe("agrees with a schema registry", () => {
    const text = (body: string): string => JSON.stringify(`syntax = "proto3"; ${body}`);
    const read = (writer: string, reader: string): unknown =>
      sentBy("application/vnd.google.protobuf;version=3", text(reader), text(writer));
    const one = "message M { oneof c { string a = 1; int32 b = 2; } }";

    it.each<[string, string, string]>([
      ["an enum as a number", "message M { E a = 1; } enum E { X = 0; }", "message M { int32 a = 1; }"],
      ["a number as an enum", "message M { int32 a = 1; }", "message M { E a = 1; } enum E { X = 0; }"],
      [
        "one field that moved into a new oneof",
        "message M { string a = 1; int32 b = 2; }",
        "message M { string a = 1; oneof c { int32 b = 2; } }",
      ],
      ["a renamed oneof", one, one.replace("oneof c", "oneof d")],
      ["a member of a oneof that moved out", one, "message M { string a = 1; int32 b = 2; }"],
      [
        "one message as several",
        "message M { N a = 1; } message N { int32 b = 1; }",
        "message M { repeated N a = 1; } message N { int32 b = 1; }",
      ],
      ["a message beside others", "message M { string a = 1; }", "message N { string a = 1; } message M { string a = 1; }"],
      [
        "messages in another order",
        "message M { string a = 1; } message N { string a = 1; }",
        "message N { string a = 1; } message M { string a = 1; }",
      ],
      [
        "a type by its full name",
        "package p; message M { N a = 1; message N { int32 b = 1; } }",
        "package p; message M { .p.M.N a = 1; message N { int32 b = 1; } }",
      ],
    ])("reads %s", (_, writer, reader) => {
      expect(harmless).toContain(read(writer, reader));
    });

    it.each<[string, string, string]>([
      ["a number as a message", "message M { int32 a = 1; }", "message M { N a = 1; } message N { int32 b = 1; }"],
      ["several numbers as one", "message M { repeated int32 a = 1; }", "message M { int32 a = 1; }"],
      ["fields that moved into one that was there", "message M { oneof c { string a = 1; } int32 b = 2; }", one],
      ["two oneofs that became one", "message M { oneof c { string a = 1; } oneof d { int32 b = 2; } }", one],
      ["another type of what moved out of a oneof", one, "message M { string a = 1; string b = 2; }"],
      [
        "another type inside of a message",
        "message M { N a = 1; } message N { int32 b = 1; }",
        "message M { N a = 1; } message N { string b = 1; }",
      ],
    ])("does not read %s", (_, writer, reader) => {
      expect([...harmless, "unknown"]).not.toContain(read(writer, reader));
    });

    it("cannot tell of types that are imported, or of messages that the reader lacks", () => {
      expect(read('import "o.proto"; message M { o.Other a = 1; }', "message M { N a = 1; } message N { int32 b = 1; }")).toBe("unknown");
      expect(read("message M { string a = 1; } message N { int32 a = 1; }", "message M { string a = 1; }")).toBe("unknown");
    });
  });

  const sentAs = (contentType: string, writer: string, reader: string): readonly string[] => {
    const api = (text: string): string =>
      lamps({
        payload: JSON.stringify(`syntax = "proto3"; ${text}`),
        message: `contentType: ${contentType}, schemaFormat: "application/vnd.google.protobuf;version=3"`,
      });
    return changesOf(api(reader), api(writer))
      .filter(({ code }) => code === "change/payload")
      .map(({ verdict, message }) => `${verdict} ${message.split(/: (.*)/s)[1] ?? message}`);
  };
  const onTheWire = (writer: string, reader: string): readonly string[] => sentAs("application/x-protobuf", writer, reader);

  it.each<[string, string, string, readonly string[]]>([
    ["a changed number", "message M { string a = 2; }", "message M { string a = 1; }", ["breaking /a must have the number 1, and has 2."]],
    [
      "swapped numbers",
      "message M { string a = 2; string b = 1; }",
      "message M { string a = 1; string b = 2; }",
      ["breaking /a must have the number 1, and has 2.", "breaking /b must have the number 2, and has 1."],
    ],
    [
      "a renumbered value",
      "message M { enum E { NONE = 0; ON = 2; OFF = 1; } E e = 1; }",
      "message M { enum E { NONE = 0; ON = 1; OFF = 2; } E e = 1; }",
      ["breaking /e must have the number 1, and has 2."],
    ],
    [
      "a longer number",
      "message M { int64 a = 1; }",
      "message M { int32 a = 1; }",
      ["breaking /a must be from -2147483648 to 2147483647, because it is read as int32."],
    ],
    [
      "a number with a sign",
      "message M { N n = 1; message N { sfixed32 a = 1; } }",
      "message M { N n = 1; message N { fixed32 a = 1; } }",
      ["breaking /n/a must be from 0 to 4294967295, because it is read as fixed32."],
    ],
    [
      "a shorter number",
      "message M { int32 a = 1; }",
      "message M { int64 a = 1; }",
      ["compatible the type of field 1 (/a) was int64 and is int32."],
    ],
    [
      "a further value",
      "message M { E e = 1; } enum E { X = 0; Y = 1; }",
      "message M { E e = 1; } enum E { X = 0; }",
      ["compatible the enum E has a further value: Y (1)."],
    ],
    [
      "another name",
      "message M { string b = 1; }",
      "message M { string a = 1; }",
      [`compatible field 1 (/b) was called "a" and is called "b".`],
    ],
    ["a number in another notation", "message M { string a = 0x10; }", "message M { string a = 16; }", []],
    [
      "a number that a nested message reserved",
      "message M { N n = 1; message N { string b = 2; } }",
      "message M { N n = 1; message N { reserved 2; } }",
      ["breaking 2.", "compatible added /n/b.", "compatible /n stated reserved 2 and states nothing."],
    ],
  ])("tells %s on the wire", (_, writer, reader, expected) => {
    expect(onTheWire(writer, reader)).toEqual(expected);
  });

  it.each<[string, string, string, readonly string[]]>([
    [
      "another number",
      "message M { string a = 2; }",
      "message M { string a = 1; }",
      ["compatible the field number of field 2 (/a) was 1 and is 2."],
    ],
    [
      "the same name in another case",
      "message M { string order_id = 1; }",
      "message M { string orderId = 1; }",
      [`compatible field 1 (/order_id) was called "orderId" and is called "order_id".`],
    ],
    ["another name", "message M { string b = 1; }", "message M { string a = 1; }", [`breaking /b must be called "a".`]],
    [
      "a further value",
      "message M { E e = 1; } enum E { X = 0; Y = 1; }",
      "message M { E e = 1; } enum E { X = 0; }",
      ["breaking /e must be one of X."],
    ],
    ["text as bytes", "message M { string a = 1; }", "message M { bytes a = 1; }", ["breaking /a must be of the type bytes."]],
    ["one as several", "message M { string a = 1; }", "message M { repeated string a = 1; }", ["breaking /a must be a list."]],
    [
      "a number with its sign in another encoding",
      "message M { sint32 a = 1; }",
      "message M { int32 a = 1; }",
      ["compatible the type of field 1 (/a) was int32 and is sint32."],
    ],
    [
      "a new name",
      "message M { string a = 1; string b = 2; }",
      "message M { string a = 1; }",
      [`unknown readers of protobuf as JSON refuse names that they do not know, unless they are told to ignore them: "b".`],
    ],
  ])("tells %s as JSON", (_, writer, reader, expected) => {
    expect(sentAs("application/json", writer, reader)).toEqual(expected);
    expect(sentAs("application/x-protobuf+json", writer, reader)).toEqual(expected);
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
