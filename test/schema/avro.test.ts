import { describe, expect, test } from "vitest";
import { avroAlone } from "../../src/schema/index.ts";
import { printJson } from "../../src/text/index.ts";
import { load, withPayload } from "./load.ts";

const format = "application/vnd.apache.avro;version=1.9.0";

const record = `type: record
name: User
namespace: com.example
doc: Who writes.
aliases: [Person]
fields:
  - { name: id, type: long, doc: The number. }
  - { name: email, type: ['null', string], default: null, order: ignore, aliases: [mail] }
  - { name: born, type: { type: int, logicalType: date } }
  - { name: balance, type: { type: bytes, logicalType: decimal, precision: 20, scale: 4 } }
  - { name: role, type: { type: enum, name: Role, symbols: [ADMIN, GUEST], default: GUEST } }
  - { name: manager, type: ['null', User] }
  - { name: tags, type: { type: array, items: string } }
  - { name: scores, type: { type: map, values: double } }
  - { name: hash, type: { type: fixed, name: Md5, size: 16 } }
  - { name: other, type: com.example.Role }
  - { name: lost, type: Nowhere }
  - { name: either, type: [{ type: record, name: A, fields: [] }, { type: record, name: B, fields: [] }] }
`;

async function avro(payload: string) {
  const { payload: of } = await load(withPayload(payload, { format }));
  const schema = of();
  return { schema, field: (name: string) => schema.properties.find((each) => each.name === name) };
}

describe("Avro 1.9", () => {
  test("a record has its full name, doc, aliases and fields with defaults", async () => {
    const { schema, field } = await avro(record);
    expect(schema).toMatchObject({ name: "com.example.User", types: ["record"], description: { value: "Who writes." } });
    expect(schema.facts.map((fact) => fact.keyword)).toEqual(["aliases"]);
    expect(field("id")).toMatchObject({ required: true, description: { value: "The number." }, schema: { types: ["long"] } });
    expect(field("email")).toMatchObject({ required: false, default: { kind: "null" }, schema: { types: ["null", "string"] } });
    expect(field("email")?.facts.map((fact) => fact.keyword)).toEqual(["order", "aliases"]);
  });

  test("logical types, enums, arrays, maps, fixed", async () => {
    const { field } = await avro(record);
    expect(field("born")?.schema).toMatchObject({ types: ["int"], format: { value: "date" } });
    expect(field("balance")?.schema.facts.map((fact) => fact.keyword)).toEqual(["precision", "scale"]);
    expect(field("role")?.schema).toMatchObject({
      name: "com.example.Role",
      enum: [{ value: { value: "ADMIN" } }, { value: { value: "GUEST" } }],
      default: { value: "GUEST" },
    });
    expect(field("tags")?.schema.items?.types).toEqual(["string"]);
    expect(field("scores")?.schema.additionalProperties?.types).toEqual(["double"]);
    expect(field("hash")?.schema.facts[0]).toMatchObject({ keyword: "size", value: { raw: "16" } });
  });

  test("names are resolved by namespace; recursion is the same object; an unknown name is unresolved", async () => {
    const { schema, field } = await avro(record);
    expect(field("manager")?.schema.oneOf[1]).toBe(schema);
    expect(field("other")?.schema).toBe(field("role")?.schema);
    expect(field("lost")?.schema.unresolved).toBe("Nowhere");
    expect(field("either")?.schema.oneOf.map((each) => each.name)).toEqual(["com.example.A", "com.example.B"]);
  });

  test("a reference may be a record's name, in this file or another", async () => {
    const { payload } = await load(
      withPayload("type: record\nname: R\nfields:\n  - { name: a, type: { $ref: './types.avsc#/Second' } }", { format }),
      {
        "types.avsc":
          '[{"type":"record","name":"First","fields":[]},{"type":"record","name":"Second","fields":[{"name":"x","type":"int"}]}]',
      },
    );
    expect(payload().properties[0]?.schema).toBeDefined();
  });

  test("a schema given as text is shown as written", async () => {
    const { schema } = await avro(`'{"type": "string"}'`);
    expect(schema.asWritten).toMatchObject({ kind: "string" });
  });
});

describe("an Avro schema that stands alone", () => {
  const alone = async (payload: string, keeps?: (key: string) => boolean) => {
    const { schemas, payload: of } = await load(withPayload(payload, { format }));
    const made = avroAlone(schemas, of().node, keeps);
    return made && printJson(made, { indent: "" }).replace(/\s+/g, "");
  };
  const line = "{ type: record, name: Line, namespace: sales, doc: One., fields: [{ name: sku, type: string, doc: Its number. }] }";

  test("defines a name where it is first used, and keeps only the attributes that are asked for", async () => {
    const order = `type: record\nname: Order\nfields: [{ name: first, type: ${line} }, { name: rest, type: { type: array, items: sales.Line } }]`;
    const fields = '"fields":[{"name":"sku","type":"string"}]';
    expect(await alone(order, (key) => key !== "doc")).toBe(
      `{"type":"record","name":"Order","fields":[{"name":"first","type":{"type":"record","name":"sales.Line",${fields}}},{"name":"rest","type":{"type":"array","items":"sales.Line"}}]}`,
    );
    expect(await alone(order)).toContain('"doc":"Itsnumber."');
  });

  test("defines what `type` only names", async () => {
    const order = `type: record\nname: Order\nfields: [{ name: all, type: { type: array, items: { type: Code } } }, { name: code, type: { type: fixed, name: Code, size: 2 } }]`;
    expect(await alone(order)).toContain('"items":{"type":{"type":"fixed","name":"Code","size":2}}}},{"name":"code","type":"Code"}');
  });

  test("is too large where aliases repeat its types without end", async () => {
    const levels = Array.from(
      { length: 24 },
      (_, at) => `  - &a${at + 1} { type: map, values: [*a${at}, { type: array, items: *a${at} }] }`,
    );
    expect(await alone(`- &a0 { type: array, items: string }\n${levels.join("\n").replace(/^ {2}/gm, "")}`)).toBeUndefined();
  });
});
