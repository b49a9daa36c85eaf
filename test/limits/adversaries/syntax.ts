import type { Adversary } from "./adversary.ts";
import { head, many, schemas, times } from "./adversary.ts";

const aliasLists = (levels: number, wide: number): string =>
  Array.from(
    { length: levels },
    (_, at) =>
      `x-${at}: &a${at} [${Array(wide)
        .fill(at === 0 ? "1" : `*a${at - 1}`)
        .join(", ")}]\n`,
  ).join("");

/** A schema that holds the one before it several times, by aliases: 2^levels when written out. */
const aliasTree = (levels: number, wide: number): string =>
  Array.from({ length: levels }, (_, at) => {
    const inner = Array.from({ length: wide }, (__, nth) => `p${nth}: ${at === 0 ? "{ type: string }" : `*s${at - 1}`}`).join(", ");
    return `    S${at}: &s${at} { type: object, required: [p0], properties: { ${inner} } }\n`;
  }).join("");

/** A list of so many items that stands in so many schemas. */
function listInSchemas(keyword: string, [items, users]: readonly [number, number]): string {
  const list = Array.from({ length: items }, (_, at) => (keyword === "allOf" ? "{}" : `v${at}`)).join(", ");
  const uses = Array.from({ length: users }, (_, at) => `s${at}: { ${keyword}: *d }`).join(", ");
  return `${head}x-d: &d [${list}]\nchannels: {}\ncomponents: { schemas: { ${uses} } }\n`;
}

/** What reading costs: nesting, aliases, keys, long lines, digits. */
export const syntax: readonly Adversary[] = [
  { name: "open brackets", make: (bytes) => "[".repeat(bytes) },
  { name: "open braces", make: (bytes) => "{ a: ".repeat(times(bytes, "{ a: ")) },
  { name: "compact lists in lists", make: (bytes) => "- ".repeat(bytes / 2) },
  { name: "explicit keys", make: (bytes) => "? ".repeat(bytes / 2) },
  { name: "open quotes", make: (bytes) => `${head}x-a: ${many(bytes, () => "\"'")}` },
  { name: "anchors and tags alone", make: (bytes) => `${head}x-a:\n${many(bytes, (at) => `  k${at}: !!str &b${at}\n`)}` },
  { name: "unknown YAML tags", make: (bytes) => `${head}x-a:\n${many(bytes, (at) => `  - !t${at} x\n`)}` },
  { name: "directives", make: (bytes) => `${many(bytes, (at) => `%TAG !${at}! a\n`)}---\n${head}` },
  { name: "comments", make: (bytes) => `${head}channels: {}\n${many(bytes, () => "#\n")}` },
  { name: "empty lines", make: (bytes) => `${head}channels: {}${"\n".repeat(bytes)}x-a: 1\n` },
  { name: "blank lines in a literal", make: (bytes) => `${head}channels: {}\nx-a: |\n  a${"\n".repeat(bytes)}  b\n` },
  { name: "spaces", make: (bytes) => `${head}channels: {}\nx-a:${" ".repeat(bytes)}1\n` },
  { name: "carriage returns", make: (bytes) => `${head}channels: {}${"\r".repeat(bytes)}x-a: 1\n` },
  { name: "folded lines", make: (bytes) => `${head}channels: {}\nx-a: >\n${many(bytes, () => "  a\n")}` },
  { name: "plain lines", make: (bytes) => `${head}channels: {}\nx-a: a\n${many(bytes, () => "  a\n")}` },
  { name: "colons", make: (bytes) => `${head}channels: {}\nx-a: ${"a:".repeat(bytes / 2)}\n` },
  { name: "duplicate keys", make: (bytes) => `${head}channels: {}\n${many(bytes, () => "x-a: 1\n")}` },
  { name: "duplicate maps", make: (bytes) => `${head}channels: {}\nx-a: { ${many(bytes, () => "a: {}", ", ")} }\n` },
  { name: "numbers as keys", make: (bytes) => `${head}channels: {}\nx-a: { ${many(bytes, (at) => `${at}: 1`, ", ")} }\n` },
  { name: "maps as keys", make: (bytes) => `${head}channels: {}\nx-a: { ${many(bytes, () => "[a]: 1", ", ")} }\n` },
  {
    name: "merge keys",
    make: (bytes) =>
      `${head}channels: {}\nx-b: &b { ${many(bytes / 2, (at) => `k${at}: 1`, ", ")} }\nx-a:\n${many(bytes / 2, () => "  - { <<: *b }\n")}`,
  },
  {
    name: "merge keys in a chain",
    make: (bytes) =>
      `${head}channels: {}\nx-0: &b0 { a: 1 }\n${many(bytes, (at) => `x-${at + 1}: &b${at + 1} { <<: *b${at}, k${at}: 1 }\n`)}`,
  },
  { name: "words of YAML 1.1", make: (bytes) => `${head}channels: {}\nx-a: [${many(bytes, () => "on", ", ")}]\n` },
  { name: "not JSON", make: (bytes) => `${head}channels: {}\nx-a: [${many(bytes, () => ".inf", ", ")}]\n` },
  { name: "laughs, ten deep", make: () => `${head}channels: {}\n${aliasLists(12, 10)}` },
  {
    name: "laughs, in an example",
    make: () => `${head}${aliasLists(12, 10)}channels: { c: { publish: { message: { payload: {}, examples: [{ payload: *a11 }] } } } }\n`,
  },
  {
    name: "laughs, as traits",
    make: () =>
      `${head}${aliasLists(9, 10).replace("[1,", "[{ x-t: 1 },")}channels: { c: { publish: { traits: *a0, message: { traits: *a8 } } } }\n`,
  },
  {
    name: "aliases of a large list",
    make: (bytes) => `${head}channels: {}\nx-a: &a [${many(bytes / 2, () => "1", ", ")}]\nx-b: [${many(bytes / 2, () => "*a", ", ")}]\n`,
  },
  {
    name: "aliases of a large map as schemas",
    make: (bytes) =>
      `${head}channels: {}\nx-a: &a { type: object, properties: { ${many(bytes / 2, (at) => `p${at}: {}`, ", ")} } }\ncomponents: { schemas: { ${many(bytes / 2, (at) => `S${at}: *a`, ", ")} } }\n`,
  },
  ...["enum", "required", "examples", "allOf"].flatMap((keyword) => [
    {
      name: `aliases of a large ${keyword} in many schemas`,
      make: (bytes: number) => listInSchemas(keyword, [times(bytes / 2, "v10000, "), times(bytes / 2, "s10000: { required: *d }, ")]),
    },
    { name: `aliases of ${keyword} in as many schemas as may be`, make: () => listInSchemas(keyword, [1000, 490]) },
  ]),
  {
    name: "aliases of a channel",
    make: (bytes) =>
      `${head}channels:\n  c: &c { publish: { message: { payload: { type: object, properties: { ${many(bytes / 2, (at) => `p${at}: {}`, ", ")} } } } } }\n${many(bytes / 2, (at) => `  c${at}: *c\n`)}`,
  },
  {
    name: "aliases of a description",
    make: (bytes) =>
      `${head}channels:\n  c: { description: &d ${JSON.stringify("word *emphasis* ".repeat(2000))} }\n${many(bytes - 32_000, (at) => `  c${at}: { description: *d }\n`)}`,
  },
  { name: "lists over lines that are not indented", make: (bytes) => `${head}channels: {}\n${many(bytes, (at) => `x-${at}: [1,\n2]\n`)}` },
  {
    name: "a list over lines that are not indented",
    make: (bytes) => `${head}channels: {}\nx-a:\n  b: [\n${many(bytes, () => "1,\n")}  ]\n`,
  },
  { name: "a tree of aliases, 24 levels of 2", make: () => schemas(aliasTree(24, 2)) },
  { name: "a tree of aliases, 190 levels of 9", make: () => schemas(aliasTree(190, 9)) },
  {
    name: "JSON on one line",
    file: "api.json",
    make: (bytes) =>
      `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{${many(bytes, (at) => `"c${at}":{"publish":{"zzz":1}}`, ",")}}}`,
  },
  {
    name: "JSON of numbers",
    file: "api.json",
    make: (bytes) => `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{},"x-a":[${many(bytes, () => "1", ",")}]}`,
  },
  {
    name: "JSON of escapes",
    file: "api.json",
    make: (bytes) => `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{},"x-a":"${"\\u0001".repeat(bytes / 6)}"}`,
  },
  {
    name: "deep and wide",
    file: "api.json",
    make: (bytes) =>
      `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{},"x-a":${'{"a":'.repeat(190)}[${many(bytes, () => "1", ",")}]${"}".repeat(190)}}`,
  },
  {
    name: "a deep example, wide",
    file: "api.json",
    make: (bytes) =>
      `{"asyncapi":"2.6.0","info":{"title":"T","version":"1"},"channels":{"c":{"publish":{"message":{"payload":{},"examples":[{"payload":${'{"a":'.repeat(180)}[${many(bytes, () => "1", ",")}]${"}".repeat(180)}}]}}}}}`,
  },
];
