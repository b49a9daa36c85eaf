import { describe, expect, test } from "vitest";
import { valueOf } from "../../src/text/json/index.ts";
import { load, withPayload, withSchemas } from "./load.ts";

const names = (list: readonly { name: string }[]) => list.map((each) => each.name);

describe("one schema a node", () => {
  test("recursion is the same object, direct and through files", async () => {
    const { named } = await load(
      withSchemas("Node: { properties: { next: { $ref: '#/components/schemas/Node' }, far: { $ref: './far.json' } } }"),
      { "far.json": '{"properties": {"back": {"$ref": "main.yaml#/components/schemas/Node"}}}' }, // prettier-ignore
    );
    const node = named("Node");
    expect(node.properties[0]?.schema).toBe(node);
    expect(node.properties[1]?.schema.properties[0]?.schema).toBe(node);
  });

  test("a named schema is known by its entity; a shared one is called after the first reference to it", async () => {
    const { named } = await load(
      withSchemas(
        "A: { properties: { b: { $ref: '#/components/schemas/B' }, c: { $ref: '#/components/schemas/B/properties/deep' } } }\nB: { properties: { deep: { type: object } } }",
      ),
    );
    const [b, c] = named("A").properties.map((property) => property.schema);
    expect(b?.named?.id).toBe("B");
    expect(c?.name).toBe("deep");
    expect(c?.origin).toBe("#/components/schemas/B/properties/deep");
  });

  test("a reference that leads nowhere is a schema that says so", async () => {
    const { named } = await load(withSchemas("A: { items: { $ref: './none.json' } }"));
    expect(named("A").items).toMatchObject({ unresolved: "./none.json", types: [] });
  });
});

describe("languages of JSON Schema", () => {
  const format = "application/schema+json;version=draft-07";

  test("$schema decides among drafts, only where the format is JSON Schema", async () => {
    const payload = "$schema: https://json-schema.org/draft/2020-12/schema\nprefixItems: [{ type: string }]\nitems: false";
    const modern = await load(withPayload(payload, { format }));
    expect(modern.payload().language).toBe("2020-12");
    expect(modern.payload().tuple).toHaveLength(1);
    expect(modern.payload().additionalItems?.always).toBe(false);
    const own = await load(withPayload(payload));
    expect(own.payload().language).toBe("schema-object");
    expect(names(own.payload().otherKeywords.map((each) => ({ name: each.key })))).toEqual(["prefixItems"]);
  });

  test("$id and $anchor name what references mean", async () => {
    const { payload } = await load(
      withPayload(
        `$schema: https://json-schema.org/draft/2020-12/schema
$id: https://example.org/root
properties: { a: { $ref: item }, b: { $ref: '#named' }, c: { $ref: 'item#/properties/deep' } }
$defs: { x: { $id: item, title: Item, properties: { deep: { title: Deep } } }, y: { $anchor: named, title: Named } }`,
        { format },
      ),
    );
    expect(payload().properties.map((property) => property.schema.title?.value)).toEqual(["Item", "Named", "Deep"]);
  });

  test("keywords beside a $ref count from 2019-09 on, and are ignored before", async () => {
    const schema = "$id: https://example.org/own\nproperties: { a: { $ref: '#/$defs/x', minLength: 3 } }\n$defs: { x: { type: string } }";
    const modern = await load(withPayload(`$schema: https://json-schema.org/draft/2019-09/schema\n${schema}`, { format }));
    const [property] = modern.payload().properties;
    expect(property?.schema.facts.map((fact) => fact.keyword)).toEqual(["minLength"]);
    expect(property?.schema.allOf[0]?.types).toEqual(["string"]);
    const old = await load(withPayload(schema, { format }));
    expect(old.payload().properties[0]?.schema.facts).toEqual([]);
  });

  test("draft 04 has boolean exclusive bounds, draft 07 numbers", async () => {
    const { payload } = await load(
      withPayload("$schema: http://json-schema.org/draft-04/schema#\nminimum: 1\nexclusiveMinimum: true", { format }),
    );
    expect(payload().facts.map((fact) => fact.keyword)).toContain("exclusiveMinimum");
    const seven = await load(withPayload("minimum: 1\nexclusiveMinimum: true", { format }));
    expect(seven.payload().otherKeywords[0]?.key).toBe("exclusiveMinimum");
  });

  test("a base in a long chain knows the nearest that extend it, and says that others are left out", async () => {
    const chain = (length: number, wide: number): string =>
      Array.from({ length }, (_, at) => {
        const base = at < wide ? 0 : at - 1;
        return `    S${at}: { discriminator: kind, properties: { kind: {} }${at > 0 ? `, allOf: [{ $ref: '#/components/schemas/S${base}' }]` : ""} }`;
      }).join("\n");
    const of = async (length: number, wide = 1) => {
      const more = `components:\n  schemas:\n${chain(length, wide)}`;
      const { payload } = await load(withPayload("$ref: '#/components/schemas/S0'", { more }));
      const { choices = [], cut } = payload().discriminator ?? {};
      return { values: choices.map(({ value }) => value), cut };
    };
    const short = await of(300);
    expect(short.values).toEqual(Array.from({ length: 300 }, (_, at) => `S${at}`));
    expect(short.cut).toBe(false);
    const long = await of(2000);
    expect(long.values.slice(0, 3)).toEqual(["S0", "S1", "S2"]);
    expect(long.values.length).toBeLessThan(200);
    expect(long.cut).toBe(true);
    expect((await of(2000, 1500)).values.length).toBeGreaterThanOrEqual(1500);
  });

  test("a discriminator in another file chooses among the named schemas there, to which nothing refers", async () => {
    const pets = `
components:
  schemas:
    Pet: { discriminator: { propertyName: kind, mapping: { c: Cat } }, properties: { kind: {} } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
    Lion: { title: King of beasts, allOf: [{ $ref: '#/components/schemas/Cat' }] }
    Tiger: { title: Big cat, allOf: [{ $ref: '#/components/schemas/Cat' }] }
    Stone: { type: object }`;
    const { payload } = await load(
      withPayload("$ref: 'pets.yaml#/components/schemas/Pet'", {
        more: "components: { schemas: { Cat: {}, T: { $ref: 'pets.yaml#/components/schemas/Tiger' } } }",
      }),
      {
        "pets.yaml": pets,
      },
    );
    const choices = payload().discriminator?.choices.map(({ value, by, schema }) => [value, by, schema.node.file.id.endsWith("pets.yaml")]);
    expect(choices).toEqual([["c", "mapping", true], ["Pet", "name", true], ["Tiger", "name", true], ["Lion", "name", true]]); // prettier-ignore
  });

  test("a discriminator chooses a schema by its own name, not by that of an alias", async () => {
    const pets = `
components:
  schemas:
    Pet: { discriminator: kind, properties: { kind: {} } }
    Cat: { allOf: [{ $ref: '#/components/schemas/Pet' }] }
    Tom: { $ref: '#/components/schemas/Cat' }`;
    const { payload } = await load(withPayload("$ref: '#/components/schemas/Pet'", { more: pets.trim() }));
    expect(payload().discriminator?.choices.map(({ value }) => value)).toEqual(["Pet", "Cat"]);
  });

  test("OpenAPI: nullable, example, a discriminator with mapping", async () => {
    const { payload } = await load(
      withPayload(
        `type: object
nullable: true
example: { kind: c }
discriminator: { propertyName: kind, mapping: { c: '#/components/schemas/Cat', d: Dog } }
oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: '#/components/schemas/Dog' }]`,
        {
          format: "application/vnd.oai.openapi;version=3.0.0",
          more: "components: { schemas: { Cat: { type: object }, Dog: { type: object } } }",
        },
      ),
    );
    expect(payload().types).toEqual(["object", "null"]);
    expect(payload().examples).toHaveLength(1);
    expect(payload().discriminator?.choices.map(({ value, by }) => [value, by])).toEqual([["c", "mapping"], ["d", "mapping"]]); // prettier-ignore
  });

  test("a custom format is shown as written", async () => {
    const { payload } = await load(withPayload("anything: goes", { format: "application/vnd.custom" }));
    expect(payload().language).toBe("custom");
    expect(valueOf(payload().asWritten, "anything")).toMatchObject({ value: "goes" });
  });
});

describe("usage", () => {
  test("messages, channels by parameters and other schemas refer to a named one, each once and in order", async () => {
    const { api, schemas } = await load(`asyncapi: 2.4.0
info: { title: Test, version: "1" }
channels:
  'c/{p}':
    parameters: { p: { schema: { $ref: '#/components/schemas/Id' } } }
    publish: { message: { name: m, payload: { properties: { a: { $ref: '#/components/schemas/Id' }, b: { items: { $ref: '#/components/schemas/Id' } } } } } }
components: { schemas: { Id: { type: string }, Holder: { allOf: [{ $ref: '#/components/schemas/Id' }] } } }`);
    const id = api.schemas.find((each) => each.id === "Id");
    expect(id && schemas.usedBy(id).map(({ by, part, name }) => [by.kind, part, name])).toEqual([
      ["message", "payload", undefined],
      ["channel", "parameter", "p"],
      ["schema", "schema", undefined],
    ]);
  });
});

describe("own keys only", () => {
  test("__proto__ and constructor are properties like any other", async () => {
    const { payload } = await load(
      withPayload("properties: { __proto__: { type: string }, constructor: { type: integer }, toString: {} }"),
    );
    expect(names(payload().properties)).toEqual(["__proto__", "constructor", "toString"]);
    expect(({} as Record<string, unknown>).type).toBeUndefined();
  });
});

test.each([
  ["additionalItems: false\nitems: { type: string }", "draft-07", ["additionalItems"]],
  ["additionalItems: false\nitems: [{ type: string }]", "draft-07", []],
  ["additionalItems: false\nprefixItems: [{ type: string }]", "2020-12", ["additionalItems"]],
  ["minContains: 2\nmaxContains: 3", "2019-09", ["minContains", "maxContains"]],
  ["contains: { type: string }\nminContains: 2", "2019-09", []],
  ["then: { type: string }\nelse: { type: string }", "draft-07", ["then", "else"]],
  ["if: { type: string }", "draft-07", ["if"]],
  ["if: { type: string }\nunevaluatedProperties: false", "2020-12", []],
  ["exclusiveMinimum: true", "draft-04", ["exclusiveMinimum"]],
  ["exclusiveMaximum: true\nmaximum: 3", "draft-04", []],
  ["contentSchema: { type: string }", "2020-12", ["contentSchema"]],
])("%s in %s: what has no effect alone is shown as written", async (payload, draft, without) => {
  const format = `application/schema+json;version=${draft}`;
  const { payload: of } = await load(withPayload(payload, { format }));
  expect(of().otherKeywords.map(({ key }) => key)).toEqual(without);
});
