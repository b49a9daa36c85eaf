import type { Adversary } from "./adversary.ts";
import { head, many, message } from "./adversary.ts";

const numbers = (bytes: number): string => many(bytes, (at) => `${at}`, ", ");
const objects = (bytes: number): string => many(bytes, (at) => `{ a: ${at}, b: [] }`, ", ");
const list = (count: number, piece: (at: number) => string): string => Array.from({ length: count }, (_, at) => piece(at)).join(", ");

const slow = [
  "^(a+)+$",
  "^(a|a)*$",
  "^(a|aa)+$",
  "(.*a){20}",
  "^(([a-z])+.)+[A-Z]([a-z])+$",
  "(x+x+)+y",
  "^(\\\\w+\\\\s?)*$",
  "a*a*a*a*a*a*b",
  "(?=(a+))a*b\\\\1",
];
const text = `${"a".repeat(60)}!`;

/** What judging values costs: patterns, comparisons, alternatives, digits. */
export const values: readonly Adversary[] = [
  {
    name: "patterns without end, one text each",
    make: (bytes) =>
      `${head}channels:\n${many(bytes, (at) => `  c${at}: { publish: { message: { payload: { type: string, pattern: "${slow[at % slow.length] ?? ""}${at}" }, examples: [{ payload: "${text}" }] } } }\n`)}`,
  },
  {
    name: "patterns of properties without end",
    make: (bytes) =>
      message(
        `{ patternProperties: { ${many(bytes / 2, (at) => `"${slow[at % slow.length] ?? ""}${at}": { type: string }`, ", ")} } }`,
        `{ payload: { ${many(bytes / 2, (at) => `${text.slice(0, 40)}${at}: 1`, ", ")} } }`,
      ),
  },
  {
    name: "harmless patterns of properties",
    make: (bytes) =>
      message(
        `{ patternProperties: { ${many(bytes / 2, (at) => `"^a${at}$": { type: string }`, ", ")} } }`,
        `{ payload: { ${many(bytes / 2, (at) => `k${at}: 1`, ", ")} } }`,
      ),
  },
  { name: "one large pattern", make: (bytes) => message(`{ type: string, pattern: "${"(a?)".repeat(bytes / 4)}" }`, "{ payload: aaaa }") },
  {
    name: "a pattern just under its limit",
    make: () => message(`{ type: string, pattern: "${"(a*)*".repeat(3900)}b" }`, `{ payload: ${"a".repeat(5000)} }`),
  },
  {
    name: "a pattern of counts",
    make: () => message(`{ type: string, pattern: "(((a{1,1000}){1,1000}){1,1000}){1,1000}" }`, `{ payload: ${"a".repeat(11)} }`),
  },
  {
    name: "patterns of samples",
    make: (bytes) =>
      `${head}channels:\n${many(bytes, (at) => `  c${at}: { publish: { message: { payload: { type: string, pattern: "^(a|b)*c{${at % 900}}(?=x)$" } } } }\n`)}`,
  },
  {
    name: "patterns of samples without end",
    make: (bytes) =>
      `${head}channels:\n${many(bytes, (at) => `  c${at}: { publish: { message: { payload: { type: string, minLength: 40, pattern: "^((a|a)+)+b${at}$" } } } }\n`)}`,
  },
  {
    name: "a quadratic pattern over long texts",
    make: (bytes) =>
      `${head}channels:\n${many(bytes, (at) => `  c${at}: { publish: { message: { payload: { type: string, pattern: "a*b" }, examples: [{ payload: ${"a".repeat(1990)} }] } } }\n`)}`,
  },
  {
    name: "a quadratic pattern over one text",
    make: (bytes) => message('{ type: string, pattern: "a*b" }', `{ payload: ${"a".repeat(bytes)} }`),
  },
  { name: "unique numbers", make: (bytes) => message("{ uniqueItems: true }", `{ payload: [${numbers(bytes)}] }`) },
  { name: "unique objects", make: (bytes) => message("{ uniqueItems: true }", `{ payload: [${objects(bytes)}] }`) },
  {
    name: "unique lists of the same",
    make: (bytes) => message("{ uniqueItems: true }", `{ payload: [${many(bytes, () => "[1]", ", ")}] }`),
  },
  { name: "contains", make: (bytes) => message("{ contains: { type: string } }", `{ payload: [${numbers(bytes)}] }`) },
  {
    name: "enum over many",
    make: (bytes) => message(`{ items: { enum: [${objects(bytes / 2)}] } }`, `{ payload: [${objects(bytes / 2)}] }`),
  },
  {
    name: "const of a large value",
    make: (bytes) => message(`{ items: { const: [${numbers(bytes / 2)}] } }`, `{ payload: [${many(bytes / 2, () => "[]", ", ")}] }`),
  },
  {
    name: "alternatives over many",
    make: (bytes) =>
      message(
        `{ items: { oneOf: [${many(bytes / 2, (at) => `{ required: [k${at}] }`, ", ")}] } }`,
        `{ payload: [${many(bytes / 2, () => "{}", ", ")}] }`,
      ),
  },
  {
    name: "alternatives in alternatives",
    make: () =>
      message(
        `{ $ref: "#/components/schemas/S" }`,
        `{ payload: ${"{ n: ".repeat(150)}1${" }".repeat(150)} }`,
        'components: { schemas: { S: { anyOf: [{ properties: { n: { $ref: "#/components/schemas/S" } }, required: [x] }, { properties: { n: { $ref: "#/components/schemas/S" } }, required: [y] }] } } }\n',
      ),
  },
  {
    name: "alternatives that fail",
    make: (bytes) =>
      message(
        `{ oneOf: [${many(bytes / 2, (at) => `{ type: object, properties: { a: { const: ${at} } } }`, ", ")}] }`,
        many(bytes / 2, () => "{ payload: { a: x } }", ", "),
      ),
  },
  {
    name: "examples that fail",
    make: (bytes) =>
      message(
        "{ type: string }",
        many(bytes, () => "{ payload: 1 }", ", "),
      ),
  },
  { name: "items that fail", make: (bytes) => message("{ items: { type: string } }", `{ payload: [${numbers(bytes)}] }`) },
  {
    name: "items that fail twice",
    make: (bytes) =>
      message(
        "{ items: { type: string, allOf: [{ type: string }, { minLength: 1 }], oneOf: [{ type: string }, { type: 'null' }] } }",
        `{ payload: [${numbers(bytes)}] }`,
      ),
  },
  {
    name: "properties that are not allowed",
    make: (bytes) =>
      message(
        "{ type: object, additionalProperties: false, properties: { aaa: {}, bbb: {} } }",
        `{ payload: { ${many(bytes, (at) => `aab${at}: 1`, ", ")} } }`,
      ),
  },
  {
    name: "properties that are not allowed, beside many that are",
    make: (bytes) =>
      message(
        `{ type: object, additionalProperties: false, properties: { ${many(bytes / 2, (at) => `some${at}: {}`, ", ")} } }`,
        `{ payload: { ${many(bytes / 2, (at) => `soem${at}: 1`, ", ")} } }`,
      ),
  },
  {
    name: "names of properties",
    make: (bytes) =>
      message('{ propertyNames: { pattern: "^b", enum: [a] } }', `{ payload: { ${many(bytes, (at) => `k${at}: 1`, ", ")} } }`),
  },
  {
    name: "dependencies",
    make: (bytes) =>
      message(
        `{ dependencies: { ${many(bytes / 2, (at) => `k${at}: [k${at + 1}]`, ", ")} } }`,
        `{ payload: { ${many(bytes / 2, (at) => `k${at}: 1`, ", ")} } }`,
      ),
  },
  { name: "one integer", make: (bytes) => message("{ type: integer, multipleOf: 7, minimum: 1 }", `{ payload: ${"7".repeat(bytes)} }`) },
  {
    name: "many large integers",
    make: (bytes) =>
      message("{ items: { type: integer, multipleOf: 7, format: int64 } }", `{ payload: [${many(bytes, () => "7".repeat(5000), ", ")}] }`),
  },
  {
    name: "exponents",
    make: (bytes) =>
      message(
        "{ items: { type: number, multipleOf: 0.1, minimum: -1e999999999, maximum: 1e999999999 } }",
        `{ payload: [${many(bytes, (at) => `1e${999_000_000 + at}, 1e-${999_000_000 + at}`, ", ")}] }`,
      ),
  },
  {
    name: "exponents to divide by",
    make: (bytes) =>
      message(
        `{ items: { anyOf: [${many(bytes / 2, (at) => `{ multipleOf: 1e-${100_000_000 + at} }`, ", ")}] } }`,
        `{ payload: [${many(bytes / 2, (at) => `3e${at}`, ", ")}] }`,
      ),
  },
  {
    name: "exponents of exponents",
    make: () =>
      message(
        "{ items: { multipleOf: 3, maximum: 1e99999999999999999999, enum: [1e300000000, 3e400000000] } }",
        "{ payload: [1e300000000, 3e99999999999999999999, 1e-99999999999999999999] }",
      ),
  },
  {
    name: "equal numbers, written differently",
    make: (bytes) =>
      message("{ uniqueItems: true }", `{ payload: [${many(bytes, (at) => `1${"0".repeat(at % 300)}e-${at % 300}`, ", ")}] }`),
  },
  {
    name: "long texts of formats",
    make: (bytes) =>
      message(
        "{ items: { anyOf: [{ format: email }, { format: uri }, { format: hostname }, { format: ipv6 }, { format: date-time }, { format: uri-template }, { format: json-pointer }, { format: regex }, { format: idn-email }, { format: iri }, { format: uuid }] } }",
        `{ payload: [${many(bytes, (at) => JSON.stringify(["a.", "a@", "-", ":", "%41", "{a", "/~1", "(a"][at % 8]?.repeat(5000) ?? ""), ", ")}] }`,
      ),
  },
  {
    name: "one long text of every format",
    make: (bytes) =>
      message(
        "{ allOf: [{ format: email }, { format: uri }, { format: hostname }, { format: ipv6 }, { format: date-time }, { format: uri-template }, { format: json-pointer }, { format: regex }] }",
        `{ payload: "${"a.".repeat(bytes / 2)}" }`,
      ),
  },
  {
    name: "schema examples that fail",
    make: (bytes) => `${head}channels: {}\ncomponents: { schemas: { A: { type: string, examples: [${numbers(bytes)}] } } }\n`,
  },
  {
    name: "defaults that fail",
    make: (bytes) =>
      `${head}channels: {}\ncomponents: { schemas: { A: { properties: { ${many(bytes, (at) => `p${at}: { type: string, default: ${at} }`, ", ")} } } } }\n`,
  },
  {
    name: "messages that all accept",
    make: (bytes) =>
      `${head}channels: { c: { publish: { message: { oneOf: [${many(bytes, (at) => `{ name: n${at}, payload: { type: object }, examples: [{ payload: { a: ${at} } }] }`, ", ")}] } } } }\n`,
  },
  {
    name: "messages that all accept a large value",
    make: (bytes) =>
      `${head}channels: { c: { publish: { message: { oneOf: [${many(bytes / 2, (at) => `{ name: n${at}, payload: { items: { minimum: 0 } } }`, ", ")}, { name: big, payload: {}, examples: [{ payload: [${numbers(bytes / 2)}] }] }] } } } }\n`,
  },
  { name: "one long text", make: (bytes) => message("{ type: string }", `{ payload: "${"a".repeat(bytes)}" }`) },
  { name: "one long key", make: (bytes) => message("{ type: object }", `{ payload: { "${"a".repeat(bytes)}": 1 } }`) },
  { name: "invisible characters", make: (bytes) => message("{ type: string }", `{ payload: "${"\u202e".repeat(bytes / 3)}" }`) },
  {
    name: "text as value",
    make: (bytes) =>
      `${head}channels: { c: { publish: { message: { contentType: text/plain, payload: { type: string }, examples: [${many(bytes, () => '{ payload: "a\\nb" }', ", ")}] } } } }\n`,
  },
  {
    name: "deep values by a deep schema",
    make: () =>
      message(
        `{ $ref: "#/components/schemas/S" }`,
        `{ payload: ${"[".repeat(180)}${"]".repeat(180)} }`,
        `components: { schemas: { S: { items: { $ref: "#/components/schemas/S" }, allOf: [${list(300, () => "{ type: array }")}] } } }\n`,
      ),
  },
];
