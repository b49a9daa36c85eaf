import { describe, expect, it } from "vitest";
import { check, head2, head3 } from "./check.ts";

describe("schemas", () => {
  const inSchema = (schema: string): readonly string[] => check(`${head2}channels: {}\ncomponents: { schemas: { s: ${schema} } }\n`);

  it("have keywords of the types of draft 07", () => {
    expect(inSchema("{ type: ⟦int⟧, required: ⟦true⟧, multipleOf: ⟦0⟧, allOf: ⟦[]⟧, minimum: ⟦true⟧, anyThing: [1] }")).toEqual([
      'error schema/keyword: "type" must be one of "array", "boolean", "integer", "null", "number", "object" or "string", and this is "int". ~ Did you mean "integer"?',
      'error schema/keyword: "required" must be a list, and this is true. ~ Name required properties in the object\'s list.',
      'error schema/keyword: "multipleOf" must be a number greater than 0, and this is 0.',
      'error schema/keyword: "allOf" must be a list of at least one item, and this is an empty list.',
      'error schema/keyword: "minimum" must be a number, and this is true.',
    ]);
  });

  it("have exclusive bounds as draft 04 does, where the format or $schema names it", () => {
    const draft04 = "$schema: 'http://json-schema.org/draft-04/schema#'";
    expect(inSchema(`{ ${draft04}, minimum: 0, exclusiveMinimum: true, properties: { a: { exclusiveMaximum: true } } }`)).toEqual([]);
    expect(inSchema("{ minimum: 0, exclusiveMinimum: ⟦true⟧ }")).toHaveLength(1);
    expect(inSchema(`{ ${draft04}, exclusiveMinimum: ⟦3⟧ }`)).toEqual([
      'error schema/keyword: "exclusiveMinimum" must be true or false, and this is a number, 3.',
    ]);
    const named = "schemaFormat: application/schema+json;version=draft-04";
    const bound = "{ minimum: 0, exclusiveMinimum: true }";
    expect(check(`${head2}channels: { a: { publish: { message: { ${named}, payload: ${bound} } } } }\n`)).toEqual([]);
    const payload = `{ ${named}, schema: ${bound} }`;
    expect(check(`${head3}channels: { a: { address: a, messages: { m: { payload: ${payload} } } } }\n`)).toEqual([]);
  });

  it("are read in the language that stands beside the payload of 3.x, where that is all that is wrong", () => {
    const message = "⟦schemaFormat⟧: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: User, fields: [] }";
    expect(check(`${head3}channels: { a: { address: a, messages: { m: { ${message} } } } }\n`)).toEqual([
      expect.stringMatching(/^error structure\/moved-field: .* payload: \{ schemaFormat, schema \}/),
    ]);
  });

  it("may be true or false, and lists of types repeat nothing", () => {
    expect(inSchema("{ properties: { a: true, b: ⟦null⟧ }, type: [string, ⟦string⟧], required: [a, ⟦a⟧] }")).toEqual([
      'error schema/keyword: "b" must be a schema (an object, true or false), and this is null. ~ Write a value in its place, or remove the key.',
      'error schema/keyword: "type" must be a list without repetition, and this is a string, "string", again.',
      'error schema/keyword: "required" must be a list without repetition, and this is a string, "a", again.',
    ]);
  });

  it("have a property named $ref where names are keys", () => {
    expect(inSchema("{ properties: { $ref: ⟦'#/x'⟧ } }")).toEqual([
      'error schema/keyword: "$ref" must be a schema (an object, true or false), and this is a string, "#/x". ~ Where names are keys, $ref is the name of a property and not a reference.',
    ]);
  });

  it("leave data alone", () => {
    expect(
      inSchema("{ default: { type: 5 }, enum: [{ type: 5 }], const: { type: 5 }, examples: [{ $ref: 5 }], x-a: { type: 5 } }"),
    ).toEqual([]);
  });

  it("leave a discriminator to its own rule", () => {
    expect(inSchema("{ discriminator: { propertyName: a } }")).toEqual([]);
  });

  it("hold an External Documentation Object of the format", () => {
    expect(inSchema("{ ⟦externalDocs⟧: {} }")).toEqual([
      'error structure/required-field: The External Documentation Object must have the field "url".',
    ]);
  });
});

describe("payloads of other formats", () => {
  const message = (fields: string): string => `${head2}channels: { a: { publish: { message: { ${fields} } } } }\n`;

  it("are not read as schemas", () => {
    expect(
      check(message("schemaFormat: 'application/vnd.apache.avro;version=1.9.0', payload: { type: record, name: R, fields: [] }")),
    ).toEqual([]);
    expect(check(message("payload: { type: ⟦record⟧ }"))).toHaveLength(1);
  });

  it("are read by what a trait says, which wins in 2.x", () => {
    expect(check(message("traits: [{ schemaFormat: 'application/vnd.apache.avro;version=1.9.0' }], payload: { type: record }"))).toEqual(
      [],
    );
  });

  it("have OpenAPI's own keywords", () => {
    const openapi =
      "schemaFormat: 'application/vnd.oai.openapi;version=3.0.0', payload: { properties: { a: { nullable: ⟦1⟧, exclusiveMinimum: true } } }";
    expect(check(message(openapi))).toEqual(['error schema/keyword: "nullable" must be true or false, and this is a number, 1.']);
  });

  it("have OpenAPI's own discriminator", () => {
    const openapi = (discriminator: string): string =>
      message(`schemaFormat: 'application/vnd.oai.openapi;version=3.0.0', payload: { ${discriminator} }`);
    expect(check(openapi("discriminator: { propertyName: ⟦1⟧, mapping: { a: ⟦{ }⟧, b: B } }"))).toEqual([
      'error schema/keyword: "propertyName" must be a string, and this is a number, 1. ~ To make it a string, write it in quotes: "1".',
      'error schema/keyword: "a" must be a string, and this is an object.',
    ]);
    expect(check(openapi("discriminator: { propertyName: kind, mapping: ⟦[]⟧ }"))).toEqual([
      'error schema/keyword: "mapping" must be an object, and this is a list.',
    ]);
    expect(check(openapi("⟦discriminator⟧: { mapping: { a: A } }"))).toEqual([
      'error structure/required-field: The Discriminator Object must have the field "propertyName".',
    ]);
    expect(check(openapi("discriminator: ⟦7⟧"))).toEqual([
      'error schema/keyword: "discriminator" must be a string or an object, and this is a number, 7. ~ To make it a string, write it in quotes: "7".',
    ]);
    expect(check(openapi("discriminator: { propertyName: kind, mapping: { a: '#/components/schemas/A' }, x-own: 1 }"))).toEqual([]);
    expect(check(openapi("discriminator: kind"))).toEqual([]);
  });

  it("stand in a Multi Format Schema in 3.x, also behind a reference", () => {
    const source = `${head3}channels: { c: { messages: { m: { payload: { $ref: '#/components/schemas/a' } } } } }
components:
  schemas:
    a: { schemaFormat: 'application/vnd.apache.avro;version=1.9.0', schema: { type: record } }
    ⟦b⟧: { schemaFormat: f }
`;
    expect(check(source)).toEqual(['warning structure/required-field: The Multi Format Schema Object must have the field "schema".']);
  });
});

it("tells to put a space after the dash of items", () => {
  const schema = "{ type: object, required: ⟦-x -y⟧ }";
  expect(check(`${head2}channels: { a: { publish: { message: { payload: ${schema} } } } }\n`)).toEqual([
    'error schema/keyword: "required" must be a list, and this is a string, "-x -y". ~ To make it a list, put a space after each -: "- x".',
  ]);
});
