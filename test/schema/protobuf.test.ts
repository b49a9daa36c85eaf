import { describe, expect, test } from "vitest";
import { load } from "./load.ts";

async function proto(text: string, version = 3) {
  const { payload } = await load(`asyncapi: 3.0.0
info: { title: Test, version: "1" }
channels:
  c:
    address: c
    messages:
      m:
        payload:
          schemaFormat: application/vnd.google.protobuf;version=${version}
          schema: |
            ${text.replaceAll("\n", "\n            ")}
`);
  return payload();
}

const order = `syntax = "proto3";
package shop;
import "google/protobuf/timestamp.proto";

// An order.
// Second line.
message Order {
  reserved 9, 15 to 20;
  string id = 1; // The number.
  repeated Line lines = 2;
  map<string, Money> totals = 3;
  oneof payment {
    Card card = 4;
    string iban = 5 [deprecated = true, (my.option) = "x"];
  }
  google.protobuf.Timestamp at = 6;
  Order parent = 7;
  enum Status { UNKNOWN = 0; /* paid */ PAID = 1; }
  Status status = 8;
  message Line { string sku = 1; .shop.Money price = 2; }
}
message Money { int64 units = 1; }
message Card { bytes number = 1; }
service S { rpc Do (Order) returns (Order) { option (x) = { a: "}" }; } }
`;

describe("protobuf", () => {
  test("the payload is the message that no other refers to", async () => {
    const schema = await proto(order);
    expect(schema).toMatchObject({ name: "shop.Order", types: ["message"], description: { value: "An order.\nSecond line." } });
    expect(schema.properties.map((each) => each.name)).toEqual(["id", "lines", "totals", "card", "iban", "at", "parent", "status"]);
    expect(schema.otherKeywords).toMatchObject([{ key: "reserved", value: { value: "9, 15 to 20" } }]);
  });

  test("fields: numbers, labels, maps, oneofs, options, comments, nested and outer names, recursion", async () => {
    const schema = await proto(order);
    const field = (name: string) => schema.properties.find((each) => each.name === name);
    const facts = (name: string) => field(name)?.facts.map((fact) => [fact.keyword, fact.value.kind === "string" ? fact.value.value : ""]);
    expect(field("id")).toMatchObject({ description: { value: "The number." }, schema: { types: ["string"] } });
    expect(field("lines")?.schema).toMatchObject({ types: ["repeated"], items: { name: "shop.Order.Line" } });
    expect(field("totals")?.schema).toMatchObject({ types: ["map"], additionalProperties: { name: "shop.Money" } });
    expect(facts("iban")).toEqual([["field number", "5"], ["oneof", "payment"], ["(my.option)", '"x"']]); // prettier-ignore
    expect(field("iban")?.deprecated).toBe(true);
    expect(field("at")?.schema.types).toEqual(["google.protobuf.Timestamp"]);
    expect(field("parent")?.schema).toBe(schema);
    expect(field("status")?.schema.enum).toMatchObject([
      { value: { value: "UNKNOWN" }, description: { value: "0" } },
      { value: { value: "PAID" }, description: { value: "1: paid" } },
    ]);
  });

  test("proto2 has required fields and defaults", async () => {
    const schema = await proto(`message M { required int32 a = 1; optional string b = 2 [default = "x"]; }`, 2);
    expect(schema.properties).toMatchObject([{ required: true }, { required: false, default: { value: "x" } }]);
    const typed = await proto(`message M { optional int32 a = 1 [default = -5]; optional bool b = 2 [default = true]; }`, 2);
    expect(typed.properties).toMatchObject([{ default: { kind: "number", raw: "-5" } }, { default: { kind: "boolean", value: true } }]);
  });

  test("a proto2 group is a message and a field of it", async () => {
    const schema = await proto(`message M { repeated group Hit = 1 { required string url = 2; } }`, 2);
    expect(schema.properties).toMatchObject([
      { name: "hit", schema: { types: ["repeated"], items: { name: "M.Hit", properties: [{ name: "url", required: true }] } } },
    ]);
  });

  test("several messages of which any may be the payload are a choice", async () => {
    const schema = await proto("message A { int32 a = 1; }\nmessage B { int32 b = 1; }");
    expect(schema.oneOf.map((each) => each.name)).toEqual(["A", "B"]);
  });

  test.each(["message {", "not protobuf at all !", "message A { string }", "", "message A {".repeat(5000)])(
    "%#: what is none is shown as written",
    async (text) => {
      const schema = await proto(text === "" ? "//" : text);
      expect(schema.asWritten).toMatchObject({ kind: "string" });
    },
  );
});
