import type { JsonSchemaDialect } from "#format";
import { describe, expect, it } from "vitest";
import type { Node } from "#text";
import { itemsOf, stringOf, valueOf } from "#text";
import { accepts, createValidator } from "#verdicts";
import { tree } from "./tree.ts";

function validate(schema: string, instance: string, dialect?: JsonSchemaDialect) {
  return createValidator().validate(tree(schema, "schema.yaml"), tree(instance, "instance.yaml"), dialect);
}

/** Each failure as `pointer: expected | found @ the text it is placed on < the keyword's value in the schema`. */
function failures(schema: string, instance: string, dialect?: JsonSchemaDialect): string[] {
  const outcome = validate(schema, instance, dialect);
  return outcome.failures.map(({ pointer, expected, found, place, schemaPlace }) => {
    const text = (file: string, { start, end }: { start: number; end: number }) => file.slice(start, end).trim();
    return `${pointer}: ${expected} | ${found} @ ${text(instance, place)} < ${text(schema, schemaPlace)}`;
  });
}

const ok = (schema: string, instance: string, dialect?: JsonSchemaDialect) => accepts(validate(schema, instance, dialect));

describe("createValidator", () => {
  it("says what was expected and found, where in the value and where in the schema", () => {
    expect(failures("{properties: {lumens: {type: integer, minimum: 0}}}", "{lumens: -4}")).toEqual([
      "/lumens: must be at least 0 | -4 @ -4 < 0",
    ]);
    expect(failures("{type: [string, 'null']}", "12")).toEqual([": must be a string or null | the number 12 @ 12 < [string, 'null']"]);
  });

  it("goes on after a failure", () => {
    expect(failures("{properties: {a: {type: string}, b: {enum: [1, 2]}, c: {maxLength: 2}}}", "{a: 1, b: 3, c: abc}")).toHaveLength(3);
  });

  it("places required on the object that lacks it, additionalProperties on the extra key", () => {
    const schema = "{required: [id, toString], properties: {id: {}, name: {}}, additionalProperties: false}";
    expect(failures(schema, "{nmae: 1}")).toEqual([
      ': must have the properties "id" and "toString" |  @ {nmae: 1} < [id, toString]',
      '/nmae: must not be there | the schema lists "id" and "name" @ nmae < false',
    ]);
  });

  it("sees own keys only", () => {
    expect(ok("{required: [toString]}", "{}")).toBe(false);
    expect(ok("{required: [toString, __proto__]}", "{toString: 1, __proto__: 2}")).toBe(true);
    expect(ok("{properties: {a: {}}, additionalProperties: false}", "{constructor: 1}")).toBe(false);
    expect(ok("{properties: {__proto__: {type: string}}}", "{__proto__: 1}")).toBe(false);
  });

  it("compares numbers by their digits", () => {
    expect(ok("{const: 9223372036854775807}", "9223372036854775808")).toBe(false);
    expect(ok("{enum: [1.0]}", "1")).toBe(true);
    expect(ok("{maximum: 9007199254740992}", "9007199254740993")).toBe(false);
    expect(ok("{multipleOf: 0.1}", "0.3")).toBe(true);
    expect(ok("{uniqueItems: true}", "[9223372036854775807, 9223372036854775808]")).toBe(true);
    expect(failures("{type: integer, format: int64}", "9223372036854775808")[0]).toContain("must be a 64-bit integer");
  });

  it("gives one failure for a choice, with what each branch lacks", () => {
    const outcome = validate("{oneOf: [{type: object, title: A, required: [a]}, {type: object, required: [b]}]}", "{c: 1}");
    expect(outcome.failures).toHaveLength(1);
    expect(outcome.failures[0]?.related.map(({ message }) => message)).toEqual([
      'not schema 1: it must have the property "a"',
      'not schema 2: it must have the property "b"',
    ]);
    expect(failures("{oneOf: [{type: integer}, {minimum: 2}]}", "3")[0]).toContain("must match exactly one of 2 schemas");
  });

  it("counts characters, not UTF-16 units", () => {
    expect(ok("{maxLength: 1}", '"😀"')).toBe(true);
    expect(ok("{minLength: 2}", '"😀"')).toBe(false);
  });

  it("loses one keyword to a pattern that is none", () => {
    expect(ok("{pattern: '[', minLength: 3}", "ab")).toBe(false);
    expect(ok("{pattern: '[', minLength: 2}", "ab")).toBe(true);
  });

  it("does not know what a pattern that never ends would say", () => {
    const validator = createValidator({ patternMs: 50 });
    const outcome = validator.validate(tree("{pattern: '^(a+)+$'}"), tree(`${"a".repeat(45)}!`));
    expect(outcome.failures).toEqual([]);
    expect(outcome.unknown).toBe('the pattern "^(a+)+$" takes too long');
  });

  it("stops at its budget and says so", () => {
    const validator = createValidator({ steps: 10 });
    const list = tree(`[${Array.from({ length: 50 }, (_, at) => at).join(", ")}]`);
    expect(validator.validate(tree("{items: {allOf: [{type: integer}]}}"), list).unknown).toContain("10 steps");
    expect(validator.spent()).toBe(true);
  });

  const names = (count: number): string => Array.from({ length: count }, (_, at) => `r${at}`).join(", ");
  const pairs = (count: number, value: string): string => Array.from({ length: count }, (_, at) => `r${at}: ${value}`).join(", ");

  it.each([
    ["required names", (count: number) => `required: [${names(count)}]`],
    ["names that depend on one", (count: number) => `dependencies: { a: [${names(count)}] }`],
    ["names that something depends on", (count: number) => `dependencies: { ${pairs(count, "[b]")} }`],
    ["schemas that depend on names", (count: number) => `dependencies: { ${pairs(count, "{ type: object }")} }`],
    ["patterns of names", (count: number) => `patternProperties: { ${pairs(count, "{}")} }`],
    [
      "patterns of names beside which nothing may be",
      (count: number) => `additionalProperties: false, patternProperties: { ${pairs(count, "{}")} }`,
    ],
  ])("counts %s, of which thousands are looked for in each of thousands of values", (_, keyword) => {
    const taken = (count: number): number => {
      const validator = createValidator();
      validator.validate(tree(`{ items: { ${keyword(count)} } }`), tree(`[${Array<string>(50).fill("{ a: 1 }").join(", ")}]`));
      return validator.budget.taken();
    };
    expect(taken(400) - taken(200)).toBeGreaterThanOrEqual((50 * 200) / 8);
    const validator = createValidator({ steps: 20 });
    const outcome = validator.validate(tree(`{ ${keyword(400)} }`), tree("{ a: 1, r1: 2 }"));
    expect(outcome.unknown).toContain("20 steps");
  });

  it("does not judge by what does not resolve, not even inside not", () => {
    const schema = tree("{not: {$ref: 'gone.yaml'}}");
    const outcome = createValidator({ follow: (node) => (stringOf(node, "$ref") === undefined ? node : undefined) }).validate(
      schema,
      tree("1"),
    );
    expect(outcome).toMatchObject({ failures: [], unknown: 'the reference "gone.yaml" does not resolve' });
  });

  it("ends where a schema leads to itself", () => {
    const schema = tree("{allOf: [{$ref: '#'}], anyOf: [{$ref: '#'}], type: string}");
    const follow = (node: Node): Node => (stringOf(node, "$ref") === undefined ? node : schema);
    const validator = createValidator({ follow });
    expect(accepts(validator.validate(schema, tree("text")))).toBe(true);
    expect(accepts(validator.validate(schema, tree("1")))).toBe(false);
  });

  it("takes values of aliases once", () => {
    const lines = ["- &a0 [x]", ...Array.from({ length: 40 }, (_, at) => `- &a${at + 1} [*a${at}, *a${at}]`)];
    const bomb = itemsOf(tree(lines.join("\n"))).at(-1)!;
    const schema = tree("{items: {items: {items: {}}}, uniqueItems: true}");
    expect(validate("{}", "1").failures).toEqual([]);
    expect(createValidator().validate(schema, bomb).failures.length).toBeLessThan(5);
  });
});

describe("dialects", () => {
  it("ignore what stands beside a reference up to draft 07", () => {
    const schema = "{definitions: {s: {type: string}}, $ref: '#/definitions/s', maxLength: 1}";
    expect(ok(schema, "abc", "draft-07")).toBe(true);
    expect(ok("{$defs: {s: {type: string}}, $ref: '#/$defs/s', maxLength: 1}", "abc", "2019-09")).toBe(false);
  });

  it("read boolean exclusive bounds in draft 04 and OpenAPI 3.0 only", () => {
    for (const dialect of ["draft-04", "openapi-3.0"] as const)
      expect(ok("{minimum: 1, exclusiveMinimum: true}", "1", dialect)).toBe(false);
    expect(ok("{minimum: 1, exclusiveMinimum: true}", "1", "draft-07")).toBe(true);
    expect(ok("{exclusiveMinimum: 1}", "1", "draft-07")).toBe(false);
  });

  it("take nullable in OpenAPI 3.0 and explain it elsewhere", () => {
    expect(ok("{type: string, nullable: true}", "null", "openapi-3.0")).toBe(true);
    const [failure] = validate("{type: string, nullable: true}", "null").failures;
    expect(failure?.hint?.()).toContain('list "null" among the types');
  });

  it("resolve identifiers only where the schema says JSON Schema", () => {
    const text = "{$id: 'https://a.example/root', definitions: {s: {$id: s, type: string}}, properties: {x: {$ref: s}}}";
    expect(ok(text, "{x: 1}", "draft-07")).toBe(false);
    expect(validate(text, "{x: 1}").unknown).toContain("does not resolve");
    const named = `{$schema: 'http://json-schema.org/draft-07/schema#', ${text.slice(1)}`;
    expect(ok(named, "{x: 1}")).toBe(false);
  });

  it("know what was evaluated from 2019-09 on", () => {
    const schema = "{allOf: [{properties: {a: {}}}], unevaluatedProperties: false}";
    expect(ok(schema, "{a: 1}", "2019-09")).toBe(true);
    expect(ok(schema, "{a: 1, b: 2}", "2020-12")).toBe(false);
    expect(ok("{prefixItems: [{type: string}], items: {type: integer}}", "[a, 1, 2]", "2020-12")).toBe(true);
    expect(ok("{prefixItems: [{type: string}], unevaluatedItems: false}", "[a, 1]", "2020-12")).toBe(false);
    expect(ok("{dependentRequired: {a: [b]}}", "{a: 1}", "2019-09")).toBe(false);
  });

  it("follow a dynamic reference to the outermost anchor", () => {
    const schema = `
$id: https://a.example/strict
$dynamicAnchor: node
$ref: tree
unevaluatedProperties: false
$defs:
  tree:
    $id: tree
    $dynamicAnchor: node
    properties: { value: {}, children: { items: { $dynamicRef: "#node" } } }
`;
    expect(ok(schema, "{children: [{value: 1}]}", "2020-12")).toBe(true);
    expect(ok(schema, "{children: [{valeu: 1}]}", "2020-12")).toBe(false);
  });
});

describe("discriminator", () => {
  const document = tree(`
Pet: { type: object, discriminator: petType, required: [petType], properties: { petType: { type: string } } }
Cat: { allOf: [{ $ref: Pet }, { required: [hunts] }] }
Stick: { allOf: [{ $ref: Pet }, { properties: { petType: { const: bug } }, required: [color] }] }
Choice: { discriminator: kind, required: [kind], oneOf: [{ $ref: Card }, { $ref: Cash }] }
Card: { properties: { kind: { const: card } }, required: [number] }
Cash: { type: object }
AnyPet: { oneOf: [{ $ref: Cat }, { $ref: Stick }] }
`);
  const follow = (node: Node): Node | undefined => {
    const name = stringOf(node, "$ref");
    return name === undefined ? node : valueOf(document, name);
  };
  const named = ["Pet", "Cat", "Stick", "Choice", "Card", "Cash", "AnyPet"].map((name) => ({ name, schema: valueOf(document, name)! }));
  const judge = (name: string, instance: string) =>
    createValidator({ follow, named })
      .validate(valueOf(document, name)!, tree(instance))
      .failures.map(({ pointer, expected }) => `${pointer}: ${expected}`);

  it("chooses the schema by name", () => {
    expect(judge("Pet", "{petType: Cat}")).toEqual([': must have the property "hunts"']);
    expect(judge("Pet", "{petType: Cat, hunts: yes}")).toEqual([]);
    expect(judge("Pet", "{petType: Pet}")).toEqual([]);
  });

  it("puts the const before the name", () => {
    expect(judge("Pet", "{petType: bug}")).toEqual([': must have the property "color"']);
    expect(judge("Pet", "{petType: Stick, color: green}")[0]).toContain('must be "Pet", "Cat" or "bug"');
  });

  it("refuses what names no schema, and another heir", () => {
    expect(judge("Pet", "{petType: Bird}")).toEqual([
      '/petType: must be "Pet", "Cat" or "bug", by which the discriminator chooses a schema',
    ]);
    expect(judge("Cat", "{petType: bug, hunts: 1, color: x}")[0]).toContain('/petType: must be "Cat"');
  });

  it("chooses among branches", () => {
    expect(judge("Choice", "{kind: card}")).toEqual([': must have the property "number"']);
    expect(judge("Choice", "{kind: Cash}")).toEqual([]);
    expect(judge("AnyPet", "{petType: Cat, hunts: 1}")).toEqual([]);
  });
});
