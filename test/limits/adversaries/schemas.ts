import type { Adversary } from "./adversary.ts";
import { head, many, message, schemas as ofSchemas } from "./adversary.ts";

const ref = (name: string | number): string => `{ $ref: "#/components/schemas/S${name}" }`;

/** Schemas that each lead to several later ones. */
const fan =
  (keyword: (refs: string[]) => string, wide: number) =>
  (bytes: number): string => {
    const size = keyword(Array(wide).fill(ref(1000)) as string[]).length + 12;
    const count = Math.min(Math.floor(bytes / size), 2000);
    const lines = Array.from({ length: count }, (_, at) => {
      const refs = Array.from({ length: wide }, (__, nth) => ref(Math.min(count, at + 1 + nth)));
      return `    S${at}: ${keyword(refs)}\n`;
    });
    return `${ofSchemas(lines.join(""))}    S${count}: { type: string }\n`;
  };

const properties = (refs: string[]): string => `{ type: object, properties: { ${refs.map((each, at) => `p${at}: ${each}`).join(", ")} } }`;
const required = (refs: string[]): string =>
  properties(refs).replace("object,", `object, required: [${refs.map((_, at) => `p${at}`).join(", ")}],`);
const list =
  (keyword: string) =>
  (refs: string[]): string =>
    `{ ${keyword}: [${refs.join(", ")}] }`;

/** Every schema leads to every other one. */
const all =
  (keyword: (refs: string[]) => string) =>
  (bytes: number): string => {
    const count = Math.floor(Math.sqrt(bytes / 42));
    const refs = Array.from({ length: count }, (_, at) => ref(at));
    return ofSchemas(refs.map((_, at) => `    S${at}: ${keyword(refs)}\n`).join(""));
  };

const used = (document: string, root = "S0"): string =>
  document.replace("channels: {}", `channels: { c: { publish: { message: { payload: { $ref: "#/components/schemas/${root}" } } } } }`);

const kinds = { properties, required, allOf: list("allOf"), oneOf: list("oneOf"), anyOf: list("anyOf") } as const;

const branches = (count: number, piece: (at: number) => string): string => Array.from({ length: count }, (_, at) => piece(at)).join(", ");

/** What expansion, merging and drawing of schemas costs. */
export const schemas: readonly Adversary[] = [
  {
    name: "Avro fields of a type by its aliases",
    make: (bytes) =>
      `${head}channels: { c: { publish: { message: { schemaFormat: "application/vnd.apache.avro;version=1.9.0", payload: { type: record, name: R, aliases: [${many(bytes / 4, (at) => `a${at}`, ", ")}], fields: [${many(bytes / 1.5, (at) => `{ name: f${at}, type: a${at} }`, ", ")}] } } } } }\n`,
  },
  {
    name: "ways back to schemas",
    make: (bytes) => {
      const count = Math.floor(bytes / 110);
      const target = (at: number): string => ref(at % count);
      return ofSchemas(
        Array.from({ length: count }, (_, at) => `    S${at}: { allOf: [${target(at + 1)}, ${target(at >> 1)}] }\n`).join(""),
      );
    },
  },
  ...Object.entries(kinds).flatMap(([name, keyword]): Adversary[] => [
    { name: `a fan of 2 by ${name}`, make: (bytes) => used(fan(keyword, 2)(bytes)) },
    { name: `a fan of 3 by ${name}, 30 levels`, make: () => used(fan(keyword, 3)(8000)) },
    { name: `a fan of 30 by ${name}`, make: (bytes) => used(fan(keyword, 30)(bytes)) },
    { name: `a chain by ${name}`, make: (bytes) => used(fan(keyword, 1)(bytes)) },
    { name: `everything by everything, by ${name}`, make: (bytes) => used(all(keyword)(bytes)) },
  ]),
  {
    name: "a chain of references alone",
    make: (bytes) => used(`${ofSchemas(many(bytes, (at) => `    S${at}: ${ref(at + 1)}\n`))}    Last: {}\n`),
  },
  {
    name: "references to one",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { type: object, properties: { a: { type: string } } }\n    S1: { properties: { ${many(bytes, (at) => `p${at}: ${ref(0)}`, ", ")} } }\n`,
        ),
        "S1",
      ),
  },
  {
    name: "allOf of everything, used by everything",
    make: (bytes) =>
      ofSchemas(
        `    S0: { allOf: [${many(bytes / 2, (at) => `{ properties: { p${at}: {} } }`, ", ")}] }\n${many(bytes / 2, (at) => `    T${at}: { allOf: [${ref(0)}] }\n`)}`,
      ),
  },
  {
    name: "a large schema, used by everything",
    make: (bytes) =>
      ofSchemas(
        `    S0: { type: object, properties: { ${many(bytes / 2, (at) => `p${at}: {}`, ", ")} } }\n${many(bytes / 2, (at) => `    T${at}: ${ref(0)}\n`)}`,
      ),
  },
  {
    name: "a large message, used by every operation",
    make: (bytes) =>
      `${head}channels:\n${many(bytes / 2, (at) => `  c${at}: { publish: { message: { $ref: "#/components/messages/m" } } }\n`)}components: { messages: { m: { payload: { type: object, properties: { ${many(bytes / 2, (at) => `p${at}: { type: string }`, ", ")} } } } } }\n`,
  },
  {
    name: "a large example, used by every operation",
    make: (bytes) =>
      `${head}channels:\n${many(bytes / 2, (at) => `  c${at}: { publish: { message: { $ref: "#/components/messages/m" } } }\n`)}components: { messages: { m: { payload: {}, examples: [{ payload: [${many(bytes / 2, (at) => `${at}`, ", ")}] }] } } }\n`,
  },
  {
    name: "large traits, used by every operation",
    make: (bytes) =>
      `${head}channels:\n${many(bytes / 2, (at) => `  c${at}: { publish: { traits: [{ $ref: "#/components/operationTraits/t" }], message: { traits: [{ $ref: "#/components/messageTraits/t" }] } } }\n`)}components:\n  operationTraits: { t: { x-a: { ${many(bytes / 4, (at) => `k${at}: 1`, ", ")} } } }\n  messageTraits: { t: { headers: { type: object, properties: { ${many(bytes / 4, (at) => `k${at}: {}`, ", ")} } } } }\n`,
  },
  {
    name: "oneOf of 500 messages, in every operation",
    make: (bytes) =>
      `${head}channels:\n${many(bytes / 2, (at) => `  c${at}: { publish: { message: { $ref: "#/components/messages/all" } } }\n`)}components: { messages: { all: { oneOf: [${many(bytes / 2, (at) => `{ name: n${at}, payload: {} }`, ", ")}] } } }\n`,
  },
  {
    name: "choices of 500 in choices of 500",
    make: () =>
      used(
        ofSchemas(
          `    S0: { oneOf: [${branches(500, (at) => `{ properties: { a${at}: ${ref(1)} } }`)}], anyOf: [${branches(500, (at) => `{ properties: { b${at}: ${ref(1)} } }`)}], allOf: [${ref(1)}] }\n    S1: { oneOf: [${branches(500, (at) => `{ type: object, properties: { c${at}: ${ref(0)} } }`)}] }\n`,
        ),
      ),
  },
  { name: "not in not", make: () => used(ofSchemas(`    S0: ${"{ not: ".repeat(190)}{}${" }".repeat(190)}\n`)) },
  { name: "if in if", make: () => used(ofSchemas(`    S0: ${"{ if: { type: string }, then: ".repeat(190)}{}${" }".repeat(190)}\n`)) },
  {
    name: "many conditions",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { type: object, allOf: [${many(bytes, (at) => `{ if: { required: [a${at}] }, then: { required: [b${at}] } }`, ", ")}] }\n`,
        ),
      ),
  },
  {
    name: "lists of everything",
    make: () => used(ofSchemas(`    S0: ${"{ type: array, minItems: 1000000000, items: ".repeat(190)}{}${" }".repeat(190)}\n`)),
  },
  {
    name: "tuples",
    make: (bytes) => used(ofSchemas(`    S0: { type: array, items: [${many(bytes, () => "{ type: string }", ", ")}] }\n`)),
  },
  {
    name: "bounds without end",
    make: () =>
      used(
        ofSchemas(
          "    S0: { type: object, minProperties: 1000000000, properties: { a: { type: string, minLength: 1000000000 }, b: { type: array, minItems: 1000000000 }, c: { type: number, multipleOf: 1e-300, minimum: 1e300 }, d: { type: integer, minimum: 1e999999999 }, e: { type: string, pattern: 'a{1000000000}' }, f: { type: number, exclusiveMinimum: 1e-999999999 } } }\n",
        ),
      ),
  },
  { name: "a large enum", make: (bytes) => used(ofSchemas(`    S0: { enum: [${many(bytes, (at) => `v${at}`, ", ")}] }\n`)) },
  {
    name: "a large enum of maps",
    make: (bytes) => used(ofSchemas(`    S0: { enum: [${many(bytes, (at) => `{ a: ${at} }`, ", ")}], default: { a: 1 } }\n`)),
  },
  {
    name: "required names",
    make: (bytes) => used(ofSchemas(`    S0: { type: object, required: [${many(bytes, (at) => `r${at}`, ", ")}] }\n`)),
  },
  {
    name: "properties and required names",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { type: object, required: [${many(bytes / 2, (at) => `r${at}`, ", ")}], properties: { ${many(bytes / 2, (at) => `r${at}: {}`, ", ")} } }\n`,
        ),
      ),
  },
  {
    name: "definitions inside",
    make: (bytes) => used(ofSchemas(`    S0: { definitions: { ${many(bytes, (at) => `d${at}: { type: string }`, ", ")} } }\n`)),
  },
  {
    name: "subtypes of a discriminator",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }\n${many(bytes, (at) => `    T${at}: { allOf: [${ref(0)}, { properties: { a: {} } }] }\n`)}`,
        ),
      ),
  },
  {
    name: "a chain of discriminators",
    make: (bytes) =>
      used(
        ofSchemas(
          many(
            bytes,
            (at) =>
              `    S${at}: { discriminator: kind, required: [kind], properties: { kind: { type: string }, p${at}: {} }${at > 0 ? `, allOf: [${ref(at - 1)}]` : ""} }\n`,
          ),
        ),
      ),
  },
  {
    name: "nots of properties",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { properties: { ${many(bytes, (at) => `p${at}: { not: { type: object, properties: { a: { type: string }, b: {} } } }`, ", ")} } }\n`,
        ),
      ),
  },
  {
    name: "nots of one schema",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { properties: { ${many(bytes, (at) => `p${at}: { not: ${ref(1)} }`, ", ")} } }\n    S1: { type: object, required: [x] }\n`,
        ),
      ),
  },
  {
    name: "objects as defaults",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { properties: { ${many(bytes, (at) => `p${at}: { default: { a: ${at}, b: { c: x${at} } }, properties: { a: {} } }`, ", ")} } }\n`,
        ),
      ),
  },
  {
    name: "a ring of maps",
    make: (bytes) => {
      const count = Math.floor(bytes / 110);
      const next = (at: number): string => ref((at + 1) % count);
      return used(
        ofSchemas(
          many(bytes, (at) => `    S${at}: { properties: { a: { type: string } }, additionalProperties: ${next(at)} }\n`)
            .split("\n")
            .slice(0, count)
            .join("\n")
            .concat("\n"),
        ),
      );
    },
  },
  {
    name: "ids",
    make: (bytes) =>
      used(
        ofSchemas(
          `    S0: { $schema: "http://json-schema.org/draft-07/schema#", properties: { ${many(bytes, (at) => `p${at}: { $id: "i${at}", $ref: "i${at + 1}" }`, ", ")} } }\n`,
        ),
      ),
  },
  {
    name: "nested ids",
    make: () =>
      used(
        ofSchemas(
          `    S0: { $schema: "http://json-schema.org/draft-07/schema#", not: ${'{ $id: "a/", not: '.repeat(180)}{}${" }".repeat(180)} }\n`,
        ),
      ),
  },
  { name: "unknown keywords", make: (bytes) => used(ofSchemas(`    S0: { ${many(bytes, (at) => `descriptiom${at}: 1`, ", ")} }\n`)) },
  { name: "Avro in Avro", make: () => avro(`${'{"type":"array","items":'.repeat(150)}"string"${"}".repeat(150)}`) },
  {
    name: "Avro records",
    make: (bytes) => avro(`{ type: record, name: R, fields: [${many(bytes, (at) => `{ name: f${at}, type: R }`, ", ")}] }`),
  },
  { name: "Avro unions", make: (bytes) => avro(`[${many(bytes, (at) => `{ type: record, name: R${at}, fields: [] }`, ", ")}]`) },
  {
    name: "Avro namespaces",
    make: (bytes) => avro(`[${many(bytes, (at) => `{ type: record, name: R${at}, namespace: ${"a.".repeat(100)}b, fields: [] }`, ", ")}]`),
  },
  { name: "protobuf in protobuf", make: (bytes) => protobuf(`${"message A { ".repeat(bytes / 24)}${"} ".repeat(bytes / 24)}`) },
  { name: "protobuf fields", make: (bytes) => protobuf(`message A { ${many(bytes, (at) => `string f${at} = ${at + 1};`, " ")} }`) },
  { name: "protobuf without end", make: (bytes) => protobuf("message A { option (a) = { ".repeat(bytes / 28)) },
  { name: "protobuf comments", make: (bytes) => protobuf("/*".repeat(bytes / 2)) },
  { name: "RAML unions", make: (bytes) => raml(`string ${"| string ".repeat(bytes / 9)}`) },
  {
    name: "RAML types in a line",
    make: (bytes) =>
      `types:\n  T0: { type: object }\n${many(bytes / 2, (at) => `  T${at + 1}: { type: T${at}, properties: { a${at}: integer } }\n`, "")}${head}channels:\n${many(bytes / 2, (at) => `  c${at}: { publish: { message: { schemaFormat: "application/raml+yaml;version=1.0", payload: { type: T${at} } } } }\n`, "")}`,
  },
  { name: "RAML brackets", make: (bytes) => raml(`${"(".repeat(bytes / 2)}string${")[]".repeat(bytes / 6)}`) },
  {
    name: "a text as schema",
    make: (bytes) =>
      foreign(
        "application/vnd.oai.openapi;version=3.0.0",
        `{ type: object, properties: { ${many(bytes, (at) => `p${at}: { nullable: true }`, ", ")} } }`,
      ),
  },
  {
    name: "conjunctions of choices",
    make: () =>
      message(`{ allOf: [${branches(60, (at) => `{ oneOf: [{ required: [a${at}] }, { required: [b${at}] }] }`)}] }`, "{ payload: {} }"),
  },
];

function foreign(format: string, payload: string): string {
  return `${head}channels: { c: { publish: { message: { schemaFormat: "${format}", payload: ${payload} } } } }\n`;
}

function avro(payload: string): string {
  return foreign("application/vnd.apache.avro;version=1.9.0", payload);
}

function raml(type: string): string {
  return foreign("application/raml+yaml;version=1.0", `{ type: "${type}" }`);
}

function protobuf(text: string): string {
  return `asyncapi: 3.0.0\ninfo: { title: T, version: '1' }\nchannels: { c: { messages: { m: { payload: { schemaFormat: "application/vnd.google.protobuf;version=3", schema: ${JSON.stringify(`syntax = "proto3"; ${text}`)} } } } } }\n`;
}
