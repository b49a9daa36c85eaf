import { describe, expect, test } from "vitest";
import { load, withPayload, withSchemas } from "../../schema/load.ts";
import { pageFor, textOf, treePage } from "./schema-page.ts";

async function tree(payload: string) {
  const loaded = await load(withPayload(payload));
  const { html } = treePage(loaded, loaded.payload());
  return { html, text: textOf(html) };
}

/** What generators write of every property, and what tells a reader nothing. */
describe("what generators repeat", () => {
  test("a title that is the property's name is not said again, any other one is", async () => {
    const { html } = await tree(
      "{ type: object, properties: { __TypeId__: { type: string, title: __TypeId__ }, size: { type: string, title: Of a shirt } } }",
    );
    expect([...html.matchAll(/schema-title">([^<]*)/g)].map(([, title]) => title)).toEqual(["Of a shirt"]);
  });

  test("an identifier that is a pointer to the property itself names nothing, any other one is shown", async () => {
    const { text } = await tree(
      "{ type: array, items: { $id: '#/items', type: object, properties: { a: { $id: '#/items/properties/a' }, b: { $id: 'https://example.org/b' }, c: { $id: '#c' } } } }",
    );
    expect(text.match(/\$id \S+/g)).toEqual(['$id "https://example.org/b"', '$id "#c"']);
  });

  test("a list of one allowed value says what that value is, a list of two that it is one of them", async () => {
    const { text } = await tree("{ type: object, properties: { a: { enum: [x] }, b: { enum: [y, z] } } }");
    expect(text).toContain('always "x"');
    expect(text).toMatch(/one of "y"\s+"z"/);
  });

  test("identifiers and extensions stand among the schema's details, and leave no empty line where they stand alone", async () => {
    const { html } = await tree(
      "{ $schema: 'https://json-schema.org/draft-07/schema', pi: true, properties: { a: { x-parser-schema-id: one }, b: { x-json-schema: {}, pi: true } } }",
    );
    const rest = [...html.matchAll(/schema-rest( aside)?"><dl class="schema-others">(.*?)<\/dl>/g)];
    const said = ([, whole, list = ""]: readonly string[]) => [
      whole,
      ...[...list.matchAll(/<div( class="aside")?><dt><code>([^<]*)/g)].map(([, quiet, key]) => [quiet, key]),
    ];
    expect(rest.map(said)).toEqual([
      [" aside", [' class="aside"', "x-parser-schema-id"]],
      [undefined, [undefined, "pi"], [' class="aside"', "x-json-schema"]],
      [undefined, [' class="aside"', "$schema"], [undefined, "pi"]],
    ]);
  });

  test("where a field comes from and what a part is closed to are details; what closes the whole is none", async () => {
    const { html } = await tree(
      "{ allOf: [{ properties: { a: { minimum: 1 } } }], properties: { b: { additionalProperties: false } }, additionalProperties: false }",
    );
    expect(html).toContain('<li><span class="aside">from part 1</span></li><li>at least');
    expect(html).toContain('<div class="aside"><div class="schema-note">combines');
    expect(html.match(/<div class="schema-note"><span class="aside">No other properties/g)).toHaveLength(2);
    expect(html).toMatch(/schema-root"[^]*No other properties[^]*<ul class="schema-rows">/);
  });

  test("what several parts of a schema say is said once", async () => {
    const { text } = await tree("{ allOf: [{ additionalProperties: false }, { additionalProperties: false, properties: { a: {} } }] }");
    expect(text.match(/No other properties are allowed\./g)).toHaveLength(1);
  });

  test("an example by the keyword of OpenAPI is an example, and one of several lines is folded", async () => {
    const { html, text } = await tree("{ example: { a: 1 }, properties: { a: { example: 1, examples: [2] } } }");
    expect(text).toMatch(/examples 2 1/);
    expect(html).toMatch(/<details><summary>example<\/summary><ul><li><pre/);
    expect(html).not.toContain("schema-others");
  });

  test("examples by the words of tools are examples: one, a list of them, or several by their names", async () => {
    const { html, text } = await tree(
      "{ properties: { a: { x-example: 1 }, b: { x-examples: [2, 3] }, c: { x-examples: { small: 4, large: 5 } }, d: { x-examples: 6 } } }",
    );
    expect(text.match(/examples? [\d ]*\d/g)).toEqual(["example 1", "examples 2 3", "examples 4 5", "example 6"]);
    expect(html).not.toContain("schema-others");
  });

  test("a long value is folded, a short one is not", async () => {
    const long = Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`k${at}`, at]));
    const { html } = await tree(
      `{ type: object, x-long: ${JSON.stringify(long)}, x-short: { a: 1 }, examples: [${JSON.stringify(long)}], properties: {} }`,
    );
    expect(html).toMatch(/<code>x-long<\/code><\/dt><dd><details><summary>32 lines<\/summary><pre/);
    expect(html).toMatch(/<code>x-short<\/code><\/dt><dd><pre/);
    expect(html).toMatch(/<details><summary>example<\/summary>/);
  });

  test("a schema's own page does not say its name in its tree, a tree that refers to it does", async () => {
    const schemas =
      "A: { type: object, properties: { again: { $ref: '#/components/schemas/A' }, b: { $ref: '#/components/schemas/B' } } }\nB: { type: string }";
    const loaded = await load(withSchemas(schemas));
    const context = pageFor(loaded);
    const own = treePage(loaded, loaded.named("A"), {
      ...context,
      path: context.site.routes.pageOf(loaded.named("A").named ?? (undefined as never)),
    });
    expect(own.html).toMatch(/^[^]*?schema-type"><b>object<\/b><\/p>/);
    expect(treePage(loaded, loaded.named("A"), context).html).toMatch(/schema-type"><b>object<\/b> · <a/);
  });
});

test("items that are the only row below an array are in no fold of their name", async () => {
  const readings =
    "{ type: array, items: { type: object, description: One reading., properties: { a: { type: string }, b: { type: string } } } }";
  const { html, text } = await tree(`{ type: object, properties: { readings: ${readings} } }`);
  expect(text.split("each item")).toHaveLength(2);
  expect([...html.matchAll(/<details class="schema-below"[^>]*><summary>([^<]*)/g)].map(([, summary]) => summary)).toEqual([
    "2 properties",
  ]);
});
