import { describe, expect, test } from "vitest";
import { filesOf, validatorOf } from "./files-of.ts";

const head = "asyncapi: 2.4.0\ninfo: { title: T, version: '1' }\nchannels: {}\n";

/** A document of one message `m` with this payload. */
const withPayload = (payload: string, more = "", format = ""): string =>
  `${head}components:\n  messages:\n    m:\n      ${format === "" ? "" : `schemaFormat: "${format}"\n      `}payload: ${payload}\n${more}`;

const FILE = "messages/m.payload.schema.json";

describe("a JSON Schema of a message", () => {
  test("holds all that it refers to, from other files too, recursion and all", async () => {
    const files = await filesOf(
      withPayload(
        "{ $ref: '#/components/schemas/Tree' }",
        "  schemas:\n    Tree:\n      type: object\n      properties:\n        leaf: { $ref: 'leaf.yaml#/Leaf' }\n        children: { type: array, items: { $ref: '#/components/schemas/Tree' } }\n",
      ),
      {
        "leaf.yaml": "Leaf: { type: object, required: [size], properties: { size: { type: integer }, next: { $ref: '#/Leaf' } } }\n",
      },
    );
    const isValid = validatorOf(files, FILE);
    expect(isValid({ leaf: { size: 1, next: { size: 2 } }, children: [{ leaf: { size: 3 } }] })).toBe(true);
    expect(isValid({ leaf: { size: 1, next: {} } })).toBe(false);
    expect(isValid({ children: [{ leaf: { size: "3" } }] })).toBe(false);
    expect(JSON.parse(files.get(FILE) ?? "")).toEqual({
      $schema: "http://json-schema.org/draft-07/schema#",
      $id: "m.payload.schema.json",
      type: "object",
      properties: { leaf: { $ref: "#/definitions/Leaf" }, children: { type: "array", items: { $ref: "#" } } },
      definitions: {
        Leaf: { type: "object", required: ["size"], properties: { size: { type: "integer" }, next: { $ref: "#/definitions/Leaf" } } },
      },
    });
  });

  test("has the address of the site as its identifier, else a name that is true wherever it lies", async () => {
    const text = withPayload("{ type: string }");
    expect((await filesOf(text, {}, "https://example.org/docs/")).get(FILE)).toContain(
      '"$id": "https://example.org/docs/messages/m.payload.schema.json"',
    );
    expect((await filesOf(text)).get(FILE)).toContain('"$id": "m.payload.schema.json"');
  });

  test("keeps every digit, text and extension", async () => {
    const file = (
      await filesOf(withPayload("{ type: number, maximum: 9223372036854775807, multipleOf: 1.10, x-unit: m, description: 'A *length*' }"))
    ).get(FILE);
    expect(file).toContain('"maximum": 9223372036854775807');
    expect(file).toContain('"multipleOf": 1.10');
    expect(file).toContain('"x-unit": "m"');
    expect(file).toContain('"description": "A *length*"');
  });

  test("names of a stranger's choosing are names", async () => {
    const files = await filesOf(
      withPayload("{ type: object, properties: { $ref: { type: string }, definitions: { type: integer }, __proto__: { type: boolean } } }"),
    );
    const isValid = validatorOf(files, FILE);
    expect(isValid({ $ref: "x", definitions: 1 })).toBe(true);
    expect(isValid({ $ref: 1 })).toBe(false);
    expect(isValid({ definitions: "x" })).toBe(false);
    // Ajv itself reads no property of that name.
    expect(files.get(FILE)).toContain('"__proto__": {');
  });

  test("inner identifiers go, and what they were referred to by is found", async () => {
    const payload =
      "{ $id: 'https://example.org/a', properties: { b: { $ref: 'inner' } }, definitions: { I: { $id: 'inner', type: integer } } }";
    const files = await filesOf(withPayload(payload, "", "application/schema+json;version=draft-07"));
    expect(validatorOf(files, FILE)({ b: "x" })).toBe(false);
    expect(files.get(FILE)).not.toContain("https://example.org/a");
  });

  test("beside a reference only what says nothing of validity stays, as the draft has it", async () => {
    const files = await filesOf(
      withPayload(
        "{ properties: { a: { $ref: '#/components/schemas/A', description: Mine, maximum: 1 } } }",
        "  schemas: { A: { type: integer } }\n",
      ),
    );
    expect(JSON.parse(files.get(FILE) ?? "")).toMatchObject({ properties: { a: { $ref: "#/definitions/A", description: "Mine" } } });
    expect(validatorOf(files, FILE)({ a: 5 })).toBe(true);
  });

  test("a reference that leads nowhere asks for nothing, and says so", async () => {
    const files = await filesOf(withPayload("{ properties: { a: { $ref: '#/components/schemas/Gone' } } }"));
    expect(files.get(FILE)).toContain("Leads nowhere: #/components/schemas/Gone");
    expect(validatorOf(files, FILE)({ a: 5 })).toBe(true);
  });

  test("a message with headers has a file for them; one without a payload has none", async () => {
    const files = await filesOf(
      `${head}components: { messages: { m: { headers: { type: object, properties: { h: { type: integer } } } } } }\n`,
    );
    expect([...files.keys()]).toEqual(["messages/m.headers.schema.json"]);
    expect(validatorOf(files, "messages/m.headers.schema.json")({ h: "x" })).toBe(false);
  });
});

describe("drafts", () => {
  test("2020-12: keywords beside a reference count, definitions are $defs", async () => {
    const format = "application/schema+json;version=2020-12";
    const files = await filesOf(
      withPayload("{ $ref: '#/components/schemas/A', maximum: 3 }", "  schemas: { A: { type: integer } }\n", format),
    );
    expect(files.get(FILE)).toContain("https://json-schema.org/draft/2020-12/schema");
    const isValid = validatorOf(files, FILE);
    expect([isValid(2), isValid(5), isValid("x")]).toEqual([true, false, false]);
  });

  test("draft 06 stays what it is: what is no keyword of it means nothing", async () => {
    const files = await filesOf(
      withPayload("{ const: 1, if: { type: integer }, else: false }", "", "application/schema+json;version=draft-06"),
    );
    expect(files.get(FILE)).toContain("draft-06");
    expect(validatorOf(files, FILE)(1)).toBe(true);
  });

  test("draft 04 is brought to draft 07, and means the same", async () => {
    const payload = "{ minimum: 1, exclusiveMinimum: true, maximum: 9, exclusiveMaximum: false, const: 4, id: 'http://example.org/x' }";
    const isValid = validatorOf(await filesOf(withPayload(payload, "", "application/schema+json;version=draft-04")), FILE);
    expect([isValid(1), isValid(1.5), isValid(9), isValid(10)]).toEqual([false, true, true, false]);
  });

  test("OpenAPI 3.0: nullable is a type", async () => {
    const payload = "{ properties: { a: { type: string, nullable: true }, b: { nullable: true }, c: { type: integer, nullable: false } } }";
    const isValid = validatorOf(await filesOf(withPayload(payload, "", "application/vnd.oai.openapi;version=3.0.0")), FILE);
    expect([isValid({ a: null, b: 1 }), isValid({ a: 1 }), isValid({ c: null })]).toEqual([true, false, false]);
  });
});

test("the mapping of a discriminator leads to where its schemas stand in the file", async () => {
  const payload = "{ oneOf: [{ $ref: '#/components/schemas/Cat' }, { $ref: 'more.yaml#/dog' }], discriminator: { propertyName: kind, mapping: { c: Cat, d: 'more.yaml#/dog', x: Gone } } }"; // prettier-ignore
  const schemas = "  schemas: { Cat: { type: object, properties: { lives: { type: integer } } }, Bird: { type: object } }\n";
  const others = { "more.yaml": "dog: { type: object, properties: { barks: { type: boolean } } }\n" };
  const files = await filesOf(withPayload(payload, schemas, "application/vnd.oai.openapi;version=3.0.0"), others);
  const file = JSON.parse(files.get(FILE) ?? "") as { discriminator: unknown; definitions: Record<string, unknown> };
  expect(file.discriminator).toEqual({
    propertyName: "kind",
    mapping: { c: "#/definitions/Cat", d: "#/definitions/dog", x: "Gone" },
  });
  expect(Object.keys(file.definitions).sort()).toEqual(["Cat", "dog"]);
});

describe("size", () => {
  const chain = (count: number, messages: number): string => {
    const wide = Array.from({ length: 60 }, (_, at) => `p${at}: { type: string }`).join(", ");
    const schemas = Array.from(
      { length: count },
      (_, at) =>
        `    S${at}: { type: object, properties: { ${wide}, n${at}: { type: integer }, next: { $ref: '#/components/schemas/S${(at + 1) % count}' } } }`,
    );
    const all = Array.from({ length: messages }, (_, at) => `    m${at}: { payload: { $ref: '#/components/schemas/S${at}' } }`);
    return `${head}components:\n  schemas:\n${schemas.join("\n")}\n  messages:\n${all.join("\n")}\n`;
  };
  const bytes = (files: ReadonlyMap<string, string>): number => [...files.values()].reduce((sum, text) => sum + text.length, 0);

  test("a graph too large to be repeated is files that refer to each other, and twice as much is twice as much", async () => {
    const [small, large] = [
      await filesOf(chain(60, 40), {}, "https://x.example/"),
      await filesOf(chain(120, 80), {}, "https://x.example/"),
    ];
    expect(small.get("messages/m0.payload.schema.json")).toContain('"$ref": "../schemas/s1.schema.json"');
    expect(bytes(large) / bytes(small)).toBeLessThan(2.2);
    const { Ajv } = await import("ajv");
    const ajv = new Ajv({ strict: false });
    for (const text of large.values()) ajv.addSchema(JSON.parse(text) as object);
    const isValid = ajv.getSchema("https://x.example/messages/m0.payload.schema.json");
    expect(isValid?.({ n0: 1, next: { n1: 1, next: { n2: 1 } } })).toBe(true);
    expect(isValid?.({ n0: 1, next: { n1: 1, next: { n2: "x" } } })).toBe(false);
  }, 30_000);

  test("one large schema that is all of many messages is written once, in the file of its own", async () => {
    const wide = (of: (at: number) => string): string =>
      `{ properties: { ${Array.from({ length: 40 }, (_, at) => `p${at}: ${of(at)}`).join(", ")} } }`;
    const messages = Array.from({ length: 140 }, (_, at) => `    m${at}: { payload: { $ref: '#/components/schemas/S' } }`);
    const text = `${head}components:\n  schemas:\n    S: ${wide((at) => wide(() => `{ type: string, maxLength: ${at} }`))}\n  messages:\n${messages.join("\n")}\n`;
    const files = await filesOf(text, {}, "https://x.example/");
    expect(bytes(files)).toBeLessThan(2 * text.length + 140 * 300);
    const { Ajv } = await import("ajv");
    const ajv = new Ajv({ strict: false });
    for (const each of files.values()) ajv.addSchema(JSON.parse(each) as object);
    const isValid = ajv.getSchema("https://x.example/messages/m7.payload.schema.json");
    expect([isValid?.({ p39: { p39: "a" } }), isValid?.({ p39: { p39: 1 } })]).toEqual([true, false]);
    // One alone has what its name says.
    const one = await filesOf(text.replace(/ {4}m1: [^]*/, ""), {}, "https://x.example/");
    expect(one.get("messages/m0.payload.schema.json")).toContain('"maxLength": 39');
  });

  test("what aliases repeat is there once", async () => {
    const wide = Array.from({ length: 30 }, (_, at) => `p${at}: { type: integer }`).join(", ");
    const levels = Array.from(
      { length: 12 },
      (_, at) => `        l${at + 1}: &l${at + 1} { properties: { a: *l${at}, b: *l${at}, c: *l${at} } }`,
    );
    const files = await filesOf(
      withPayload(
        `\n        properties:\n        ${levels.join("\n").trimStart().replace(/^/, "")}`
          .replace("properties:\n", `x-base: &l0 { properties: { ${wide} } }\n        properties:\n  `)
          .replaceAll("\n        l", "\n          l"),
      ),
    );
    expect(bytes(files)).toBeLessThan(10_000);
    expect(
      validatorOf(files, FILE)({ l12: { a: { b: { c: { a: { b: { c: { a: { b: { c: { a: { b: { c: { p1: "x" } } } } } } } } } } } } } }),
    ).toBe(false);
  });

  test("data that aliases make endless is not written out", async () => {
    const levels = Array.from({ length: 20 }, (_, at) => `        x-${at + 1}: &d${at + 1} [*d${at}, *d${at}, *d${at}]`);
    const files = await filesOf(withPayload(`\n        x-0: &d0 [1, 2, 3]\n${levels.join("\n")}`));
    expect(files.get(FILE)).toContain("Too large");
    expect(bytes(files)).toBeLessThan(1000);
  });
});
