import { describe, expect, test } from "vitest";
import type { Schema, Schemas } from "../../src/schema/index.ts";
import { schemasBelow } from "../../src/schema/index.ts";
import type { LoadedSchemas } from "./load.ts";
import { load, withPayload, withSchemas } from "./load.ts";

/** The places of all schemas by reading them, which `all()` must find without. */
function byReading({ api }: LoadedSchemas, schemas: Schemas): string[] {
  const found = new Set<Schema>();
  for (const { source } of api.schemas) found.add(schemas.of(source));
  for (const { headers, payload } of api.messages) for (const source of [headers, payload]) if (source) found.add(schemas.of(source));
  for (const schema of found) for (const below of schemasBelow(schema)) found.add(below);
  return [...found].map(({ node, language }) => `${node.start} ${language}`);
}

function sameValueByReading(schema: Schema): Schema[] {
  const single = [schema.not, schema.if, schema.then, schema.else].filter((each) => each !== undefined);
  return [...schema.allOf, ...schema.oneOf, ...schema.anyOf, ...single];
}

const every = `
properties: { a: { type: string }, b: { $ref: '#/x/y' } }
additionalProperties: { title: extra }
patternProperties: { "^x": { title: pattern } }
unevaluatedProperties: false
propertyNames: { title: names }
items: { title: item }
additionalItems: { title: more }
prefixItems: [{ title: first }, true]
unevaluatedItems: { title: rest }
contains: { title: one }
contentSchema: { title: content }
not: { title: no }
if: { title: cond }
then: { title: yes }
else: { title: other }
allOf: [{ title: part, allOf: 5 }]
oneOf: [{ title: choice }, { $ref: '#/x/none' }]
anyOf: [{ title: any }, 7]
dependencies: { a: [b], c: { title: dependent } }
dependentRequired: { a: [b] }
dependentSchemas: { d: { title: ifd } }
definitions: { unused: { title: unused } }
$defs: { named: { $anchor: here, title: named } }
default: 3
`;

const formats = [
  ["the format's own", undefined],
  ["draft 04", "application/schema+json;version=draft-04"],
  ["draft 06", "application/schema+json;version=draft-06"],
  ["draft 07", "application/schema+json;version=draft-07"],
  ["2019-09", "application/schema+json;version=2019-09"],
  ["2020-12", "application/schema+json;version=2020-12"],
  ["OpenAPI 3.0", "application/vnd.oai.openapi+json;version=3.0.0"],
  ["Avro", "application/vnd.apache.avro+json;version=1.9.0"],
  ["RAML", "application/raml+yaml;version=1.0"],
] as const;

describe("the places of all schemas are those of the schemas read, in their order", () => {
  test.each(formats)("in %s", async (_, format) => {
    const beside = "\nmore: { allOf: [{ $ref: '#here', title: beside }, { $dynamicRef: '#here' }] }\n";
    const text = withPayload(`${every}${beside}`.replace("more:", "x-more:").replace("not: {", "not: { items: [{ title: t }, {}],"), {
      ...(format === undefined ? {} : { format }),
    });
    const loaded = await load(text);
    const places = [...loaded.schemas.all()].map(({ node, language }) => `${node.start} ${language}`);
    expect(places).toEqual(byReading(loaded, loaded.schemas));
    for (const place of loaded.schemas.all()) {
      const wanted = sameValueByReading(place.schema).map(({ node }) => node);
      expect(loaded.schemas.ofSameValue(place).map(({ node }) => node)).toEqual(wanted);
    }
  });

  test("through references, loops and what leads nowhere", async () => {
    const loaded = await load(
      withSchemas(`A: { properties: { b: { $ref: '#/components/schemas/B' }, self: { $ref: '#/components/schemas/A' } } }
B: { allOf: [{ $ref: '#/components/schemas/C' }, { $ref: './none.json' }] }
C: { $ref: '#/components/schemas/D' }
D: { items: { $ref: '#/components/schemas/B' } }
E: { $ref: '#/components/schemas/E' }`),
    );
    const places = [...loaded.schemas.all()].map(({ node, language }) => `${node.start} ${language}`);
    expect(places).toEqual(byReading(loaded, loaded.schemas));
    expect(places.length).toBeGreaterThan(4);
  });
});
