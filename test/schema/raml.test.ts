import { describe, expect, test } from "vitest";
import { mergeSchemas } from "../../src/schema/index.ts";
import { parseRamlExpression } from "../../src/schema/raml.ts";
import { load, withPayload } from "./load.ts";

async function raml(payload: string, others: Record<string, string> = {}) {
  const { payload: of } = await load(withPayload(payload, { format: "application/raml+yaml;version=1.0" }), others);
  return of();
}

describe("RAML 1.0 types", () => {
  test("declarations, optional and pattern properties, facets", async () => {
    const schema = await raml(`displayName: Person
type: object
properties:
  name: { type: string, minLength: 1, example: Ada }
  age?: integer
  nick: { type: string, required: false }
  what?: { required: true }
  /^x-/: string
additionalProperties: false
(owner): me
`);
    expect(schema).toMatchObject({ title: { value: "Person" }, types: ["object"], additionalProperties: { always: false } });
    expect(schema.properties.map(({ name, required }) => [name, required])).toEqual([["name", true], ["age", false], ["nick", false], ["what?", true]]); // prettier-ignore
    expect(schema.properties[0]?.schema).toMatchObject({
      types: ["string"],
      examples: [{ value: "Ada" }],
      facts: [{ keyword: "minLength" }],
    });
    expect(schema.properties[1]?.schema.types).toEqual(["integer"]);
    expect(schema.patternProperties[0]).toMatchObject({ name: "^x-", schema: { types: ["string"] } });
    expect(schema.otherKeywords.map((each) => each.key)).toEqual(["(owner)"]);
  });

  test("type expressions and inheritance", async () => {
    const schema = await raml("properties: { tags: 'string[]', either: 'integer | nil', list: { type: array, items: number } }");
    const [tags, either, list] = schema.properties.map((each) => each.schema);
    expect(tags).toMatchObject({ types: ["array"], items: { types: ["string"] } });
    expect(either?.anyOf.map((each) => each.types)).toEqual([["integer"], ["null"]]);
    expect(list).toMatchObject({ types: ["array"], items: { types: ["number"] } });
  });

  test("what only names a type is that type, and a declared name stays one of its own", async () => {
    const { payload } = await load(withPayload("$ref: './types.yaml#/types/House'", { format: "application/raml+yaml;version=1.0" }), {
      "types.yaml": `types:
  Pet: { type: object, properties: { size: number } }
  Alias: Pet
  House:
    properties:
      pet: Pet
      other?: { type: Pet }
      third: { type: Pet, required: false }
      alias: Alias
      said: { type: Pet, description: Another. }
`,
    });
    const [pet, other, third, alias, said] = payload().properties;
    expect([pet, other, third].map((each) => each?.schema.name)).toEqual(["Pet", "Pet", "Pet"]);
    expect(pet?.schema.allOf).toEqual([]);
    expect(new Set([pet, other, third].map((each) => each?.schema)).size).toBe(1);
    expect([pet, other, third].map((each) => each?.required)).toEqual([true, false, false]);
    expect(alias?.schema).toMatchObject({ name: "Alias", allOf: [{ name: "Pet" }] });
    expect(said?.schema).toMatchObject({ description: { value: "Another." }, allOf: [{ name: "Pet" }] });
  });

  test("what a closed type inherits says where it comes from and contradicts nothing", async () => {
    const others = {
      "types.yaml": `types:
  Named: { type: object, properties: { name: any, id: integer }, additionalProperties: false }
  Person: { type: Named, properties: { name: string }, additionalProperties: false }
`,
    };
    const { payload } = await load(
      withPayload("$ref: './types.yaml#/types/Person'", { format: "application/raml+yaml;version=1.0" }),
      others,
    );
    const { properties, contradictions } = mergeSchemas([payload()]);
    expect(contradictions).toEqual([]);
    expect(properties.map(({ name, stated }) => [name, stated.map(({ part }) => part.at)])).toEqual([["name", [undefined]], ["id", [0]]]); // prettier-ignore
    expect(payload().unevaluatedProperties).toMatchObject({ always: false });
  });

  test("a line of more types than are looked through holds all the same", async () => {
    const chain = Array.from({ length: 300 }, (_, at) => `  T${at}: { type: T${at + 1}, properties: { p${at}: string } }`).join("\n");
    const { payload } = await load(withPayload("$ref: './types.yaml#/types/T0'", { format: "application/raml+yaml;version=1.0" }), {
      "types.yaml": `types:\n${chain}\n  T300: { type: object, properties: { end: string } }\n`,
    });
    const names = mergeSchemas([payload()]).properties.map(({ name }) => name);
    expect(names.length).toBe(301);
    expect(names).toContain("end");
  });

  test.each([
    ["string[][]", "array"],
    ["(a | b)[]", "array"],
    ["a | b[]", "union"],
    ["x.y", "name"],
  ])("%s is read", (text, kind) => {
    expect(parseRamlExpression(text)?.kind).toBe(kind);
  });

  test.each(["", "a |", "(a", "<xs:schema>", "a b", "(".repeat(10_000), `a${"[]".repeat(10_000)}`])("%#: what is none is not", (text) => {
    expect(parseRamlExpression(text)).toBeUndefined();
  });
});
