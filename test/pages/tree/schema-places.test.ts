import { expect, test } from "vitest";
import { load, withPayload } from "../../schema/load.ts";
import { pageFor, textOf, treePage } from "./schema-page.ts";

type JsonSchema = Readonly<Record<string, unknown>>;

/** What a schema may say, each with a marker somewhere in its value. */
const keywords: Readonly<Record<string, (marker: string) => JsonSchema>> = {
  title: (title) => ({ title }),
  description: (description) => ({ description }),
  format: (format) => ({ format }),
  "format of a type": (format) => ({ type: "string", format }),
  pattern: (pattern) => ({ pattern }),
  $comment: ($comment) => ({ $comment }),
  $id: (id) => ({ $id: `https://example.org/${id}` }),
  minLength: (marker) => ({ minLength: Number(marker.slice(1)) }),
  maximum: (marker) => ({ maximum: Number(marker.slice(1)) }),
  maxItems: (marker) => ({ maxItems: Number(marker.slice(1)) }),
  minProperties: (marker) => ({ minProperties: Number(marker.slice(1)) }),
  multipleOf: (marker) => ({ multipleOf: Number(marker.slice(1)) }),
  contentMediaType: (contentMediaType) => ({ contentMediaType }),
  enum: (marker) => ({ enum: [marker] }),
  "enum of two": (marker) => ({ enum: ["a", marker] }),
  const: (marker) => ({ const: marker }),
  "const beside enum": (marker) => ({ const: "a", enum: ["a", marker] }),
  "descriptions of values": (marker) => ({ enum: ["a"], "x-enumDescriptions": { a: marker } }),
  default: (marker) => ({ default: marker }),
  examples: (marker) => ({ examples: [marker] }),
  externalDocs: (marker) => ({ externalDocs: { url: "https://example.org", description: marker } }),
  required: (marker) => ({ required: [marker] }),
  "required twice": (marker) => ({ properties: { p: { required: [marker] } } }),
  properties: (marker) => ({ properties: { [marker]: {} } }),
  "a property that is": (marker) => ({ properties: { p: { const: marker } } }),
  "a property with more": (marker) => ({ properties: { p: { const: 1, description: marker } } }),
  "a property that must not be": (marker) => ({ properties: { [marker]: false } }),
  patternProperties: (marker) => ({ patternProperties: { [marker]: { type: "string" } } }),
  "patternProperties of false": (marker) => ({ patternProperties: { [marker]: false } }),
  additionalProperties: (marker) => ({ additionalProperties: { description: marker } }),
  propertyNames: (marker) => ({ propertyNames: { enum: [marker] } }),
  "names of a format": (marker) => ({ propertyNames: { format: marker } }),
  dependencies: (marker) => ({ dependencies: { a: [marker] } }),
  "dependencies of true": (marker) => ({ dependencies: { [marker]: true } }),
  "dependencies of schemas": (marker) => ({ dependencies: { a: { required: [marker] } } }),
  items: (marker) => ({ items: { description: marker } }),
  "items of a format": (marker) => ({ type: "array", items: { format: marker } }),
  "items by position": (marker) => ({ items: [{ title: marker }] }),
  contains: (marker) => ({ contains: { const: marker } }),
  allOf: (marker) => ({ allOf: [{ description: marker }] }),
  "allOf of a clause": (marker) => ({ allOf: [{ required: [marker] }] }),
  oneOf: (marker) => ({ oneOf: [{ description: marker }] }),
  anyOf: (marker) => ({ anyOf: [{ required: [marker] }, { required: ["b"] }] }),
  "null or": (marker) => ({ oneOf: [{ type: "null" }, { description: marker }] }),
  not: (marker) => ({ not: { required: [marker] } }),
  "not a format": (marker) => ({ not: { format: marker } }),
  if: (marker) => ({ if: { required: [marker] }, then: { required: ["b"] } }),
  "if alone": (marker) => ({ if: { required: [marker] } }),
  "if of a true": (marker) => ({ if: { required: [marker] }, then: true }),
  then: (marker) => ({ if: { required: ["a"] }, then: { required: [marker] } }),
  "then alone": (marker) => ({ then: { required: [marker] } }),
  else: (marker) => ({ if: { required: ["a"] }, else: { required: [marker] } }),
  "then a format": (marker) => ({ if: { required: ["a"] }, then: { format: marker } }),
  discriminator: (discriminator) => ({ discriminator }),
  definitions: (marker) => ({ definitions: { [marker]: { type: "string" } } }),
  "definitions of true": (marker) => ({ definitions: { [marker]: true } }),
  extension: (marker) => ({ "x-a": marker }),
  unknown: (marker) => ({ unknown: marker }),
  "of a wrong kind": (marker) => ({ minimum: marker }),
};

/** What stands beside, so that a schema is told in another way: as a clause, with a type, as a list. */
const beside: Readonly<Record<string, JsonSchema>> = {
  nothing: {},
  required: { required: ["r"] },
  properties: { properties: { q: { const: 1 } } },
  type: { type: "string" },
};

/** Where a schema may stand within another. */
const places: Readonly<Record<string, (schema: JsonSchema) => JsonSchema>> = {
  "a property": (schema) => schema,
  items: (schema) => ({ type: "array", items: schema }),
  "items of items": (schema) => ({ type: "array", items: { type: "array", items: schema } }),
  "items by position": (schema) => ({ type: "array", items: [schema], additionalItems: false }),
  "further items": (schema) => ({ type: "array", items: [{}], additionalItems: schema }),
  contains: (schema) => ({ contains: schema }),
  patternProperties: (schema) => ({ patternProperties: { a: schema } }),
  additionalProperties: (schema) => ({ type: "object", additionalProperties: schema }),
  propertyNames: (schema) => ({ propertyNames: schema }),
  dependencies: (schema) => ({ dependencies: { a: schema } }),
  allOf: (schema) => ({ allOf: [{ type: "object" }, schema] }),
  "allOf twice": (schema) => ({ allOf: [{ allOf: [schema] }] }),
  oneOf: (schema) => ({ oneOf: [schema, { type: "boolean" }] }),
  "oneOf and null": (schema) => ({ oneOf: [{ type: "null" }, schema] }),
  "anyOf, null first": (schema) => ({ anyOf: [{ type: "null", ...schema }, { type: "boolean" }] }),
  "beside a choice with null": (schema) => ({ oneOf: [{ type: "null" }, { minLength: 1 }], ...schema }),
  "beside a choice": (schema) => ({ anyOf: [{ type: "string" }, { type: "number" }], ...schema }),
  anyOf: (schema) => ({ anyOf: [schema, { required: ["b"] }] }),
  not: (schema) => ({ not: schema }),
  "not a property": (schema) => ({ not: { properties: { k: schema } } }),
  if: (schema) => ({ if: schema, then: { required: ["b"] } }),
  "if, of what is no clause": (schema) => ({ if: schema, then: { minLength: 1 }, else: { maxLength: 1 } }),
  "if a property": (schema) => ({ if: { properties: { k: schema } }, then: { required: ["b"] } }),
  then: (schema) => ({ if: { required: ["a"] }, then: schema }),
  "then a property": (schema) => ({ if: { required: ["a"] }, then: { properties: { k: schema } } }),
  else: (schema) => ({ if: { required: ["a"] }, else: schema }),
  "then without if": (schema) => ({ then: schema }),
  "a definition": (schema) => ({ definitions: { d: schema } }),
  "not not": (schema) => ({ not: { not: schema } }),
};

/** Each place meets one in so many of what a schema may say, each beside another companion; MSGDOCS_LONG=1 takes all, by hand. */
const step = process.env.MSGDOCS_LONG === undefined ? 3 : 1;

test.each(Object.entries(places).map(([name, place], nth) => ({ name, place, nth })))(
  "whatever a schema says as $name is on the page",
  async ({ place, nth }) => {
    const all = Object.entries(keywords).flatMap(([keyword, say]) =>
      Object.entries(beside).map(([companion, more]) => ({
        what: `${keyword}, beside ${companion}`,
        make: (marker: string) => place({ ...more, ...say(marker) }),
      })),
    );
    const said = all.filter((_, at) => (at + nth) % step === 0);
    const lost = [];
    for (let first = 0; first < said.length; first += 60) {
      const some = said.slice(first, first + 60).map((each, at) => ({ ...each, marker: `m${70_000 + first + at}` }));
      const properties = Object.fromEntries(some.map(({ make, marker }, at) => [`k${at}`, make(marker)]));
      const loaded = await load(withPayload(JSON.stringify({ properties })));
      const { html } = treePage(loaded, loaded.payload(), pageFor(loaded));
      const text = `${textOf(html)} ${html}`;
      lost.push(...some.filter(({ marker }) => !text.includes(marker.slice(1))).map(({ what }) => what));
    }
    expect(lost).toEqual([]);
  },
);

test.each([
  ["not: { format: card }", "must not be card"],
  ["not: { type: string, required: [a] }", "must not be string 1 property a required"],
  ["not: true", "must not be any value"],
  ["if: { required: [a] }\nthen: false", "when a is present no value: it must not be present"],
  ["if: { required: [a] }", 'any value if { "required" : [ "a" ]'],
  ["contains: false", "no value: it must not be present"],
  ["oneOf: [{ type: 'null' }, { type: object }]\nadditionalProperties: false", "No other properties are allowed."],
  ["oneOf: [{ type: 'null' }, { type: object }]\nnot: { required: [a] }", "not allowed: a is present"],
])("%s", async (payload, words) => {
  const loaded = await load(withPayload(payload));
  expect(textOf(treePage(loaded, loaded.payload()).html)).toContain(words);
});
