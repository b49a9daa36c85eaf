import { expect, test } from "vitest";
import { judgeExamples } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";

async function faultsOf(schema: string, more = "", version = "1.9.0"): Promise<string[]> {
  const format = `schemaFormat: application/vnd.apache.avro;version=${version}`;
  const { diagnostics } = await judgeExamples(subjectOf(withMessages(`a: { ${format}, payload: ${schema} }\n${more}`)));
  return diagnostics.map(({ message, place }) => {
    const [, reason = message] = /Avro schema: (.*)\.$/.exec(message) ?? [];
    return `${reason} @ ${place.file.text.slice(place.start, place.end).trim()}`;
  });
}

const record = (fields: string): string => `{ type: record, name: R, fields: [${fields}] }`;

test.each([
  [record("{ name: a, type: strin }"), ['it has no type "strin" @ strin']],
  [record("{ name: a, type: { type: strin, logicalType: x } }"), ['it has no type "strin" @ strin']],
  [record("{ name: a, type: map }"), ['the type "map" needs an object of its own @ map']],
  [record('{ name: a, type: [ "null", string, string ] }'), ['the union has "string" twice @ string']],
  [record('{ name: a, type: [ "null", [int] ] }'), ["a union stands directly in a union @ [int]"]],
  [record("{ name: a, type: [ null, int ] }"), ["null without quotes is no name of a type @ null"]],
  [record("{ name: a, type: int }, { name: a, type: int }"), ['the record has two fields "a" @ a']],
  [record("{ name: 1a, type: int }"), ['"1a" is not a name @ 1a']],
  [record("{ type: int }"), ["the field needs a name @ { type: int }"]],
  [record("{ name: a }"), ["the field needs a type @ { name: a }"]],
  [record("a"), ["a field must be an object @ a"]],
  ["{ type: record, name: R }", ['the record needs the attribute "fields" @ { type: record, name: R }']],
  ["{ type: record, name: R, fields: { a: int } }", ['"fields" must be a list @ { a: int }']],
  ["{ type: record, fields: [] }", ["the record needs a name @ { type: record, fields: [] }"]],
  ["{ type: record, name: a.-b, fields: [] }", ['"a.-b" is not a name @ a.-b']],
  ["{ type: enum, name: E }", ['the enum needs the attribute "symbols" @ { type: enum, name: E }']],
  ["{ type: enum, name: E, symbols: [] }", ['"symbols" must be a list of names @ []']],
  ["{ type: enum, name: E, symbols: [A, A, B, A] }", ['the enum has "A" 3 times @ A']],
  [
    record('{ name: a, type: [ "null", string, string, string, "null" ] }'),
    ['the union has "string" 3 times @ string', 'the union has "null" twice @ "null"'],
  ],
  [record("{ name: a, type: int }, { name: a, type: int }, { name: a, type: int }"), ['the record has 3 fields "a" @ a']],
  ["{ type: enum, name: E, symbols: [A, A] }", ['the enum has "A" twice @ A']],
  ["{ type: enum, name: E, symbols: [A-B] }", ["a symbol must be a name of letters, digits and _ @ A-B"]],
  ["{ type: fixed, name: F }", ['the fixed needs the attribute "size" @ { type: fixed, name: F }']],
  ["{ type: fixed, name: F, size: -1 }", ['"size" must be a whole number of bytes @ -1']],
  ["{ type: array }", ['the array needs the attribute "items" @ { type: array }']],
  ["{ type: map, values: str }", ['it has no type "str" @ str']],
  ["{ name: R }", ['a type needs the attribute "type" @ { name: R }']],
  ["true", ["a type is an object, a list or a name @ true"]],
  [`'{ "type": "string" }'`, [`a text stands where a type belongs @ '{ "type": "string" }'`]],
  // What only the library knows stands at the whole schema.
  [
    record("{ name: a, type: int, default: x }"),
    ['incompatible field default "x" (invalid "int": "x") @ ' + record("{ name: a, type: int, default: x }")],
  ],
  // The library has doubles, and we have the digits.
  ...[
    ["long", "9223372036854775808"],
    ["long", "-9223372036854775809"],
    ["long", "1.10"],
    ["int", "9223372036854775807"],
    ["int", "2147483648.0"],
    ["string", "0.1000000000000000055"],
  ].map(([type, digits]): [string, string[]] => {
    const schema = record(`{ name: a, type: ${type}, default: ${digits} }`);
    return [schema, [`incompatible field default ${digits} (invalid "${type}": ${digits}) @ ${schema}`]];
  }),
])("%s", async (schema, faults) => {
  expect(await faultsOf(schema)).toEqual(faults);
});

test("every fault of a schema is told, in the order of the document", async () => {
  const many = record("{ name: a, type: strin }, { name: b, type: { type: array } }, { name: c, type: [ int, int ] }");
  expect(await faultsOf(many)).toEqual([
    'it has no type "strin" @ strin',
    'the array needs the attribute "items" @ { type: array }',
    'the union has "int" twice @ int',
  ]);
});

test.each([
  '"null"',
  "string",
  '[ "null", { type: array, items: long }, { type: map, values: bytes } ]',
  "{ type: string, avro.java.string: String }",
  "{ type: bytes, logicalType: decimal, precision: 9 }",
  record("{ name: next, type: [ 'null', R ], default: null }"),
  record("{ name: a, type: long, default: 9223372036854775807 }, { name: b, type: long, default: -9223372036854775808 }"),
  record("{ name: a, type: long, default: 9007199254740993 }, { name: b, type: double, default: 9007199254740993.10 }"),
  record("{ name: a, type: { type: enum, name: E, symbols: [A] } }, { name: b, type: [ E, { type: fixed, name: n.F, size: 2 } ] }"),
  record("{ name: a, type: { type: error, name: x.y.Z, fields: [] } }, { name: b, type: x.y.Z }"),
])("nothing is wrong with %s", async (schema) => {
  expect(await faultsOf(schema)).toEqual([]);
});

test("a schema of the components is held to its format though no message leads to it, and what has a format only is left alone", async () => {
  const format = "schemaFormat: application/vnd.apache.avro;version=1.9.0";
  const text = `asyncapi: 3.0.0
info: { title: T, version: "1" }
components:
  schemas:
    Wrong: { ${format}, schema: { type: recod } }
    Empty: { ${format} }
    Text: { schemaFormat: application/vnd.google.protobuf;version=3, schema: "syntax = \\"proto3\\"; message A {\\n  int32 a 1;\\n}" }
`;
  const { diagnostics } = await judgeExamples(subjectOf(text));
  expect(diagnostics.map(({ message, place }) => `${message} @ ${place.file.text.slice(place.start, place.end)}`)).toEqual([
    'The schema is not an Avro schema: it has no type "recod". @ recod',
    "The schema is not a protobuf schema: illegal token '1', '=' expected. @ 1",
  ]);
});

test("a protobuf message of thousands of fields is not held against its language, and that is said: the library goes through all of them for each", async () => {
  const proto = (fields: number): string =>
    `message A { ${Array.from({ length: fields }, (_, at) => `string f${at} = ${at + 1};`).join(" ")} }`;
  const document = (text: string): string => `
asyncapi: 3.0.0
info: { title: T, version: '1' }
channels: {}
components:
  schemas:
    Text: { schemaFormat: application/vnd.google.protobuf;version=3, schema: ${JSON.stringify(`syntax = "proto3"; ${text}`)} }
`;
  const problems = async (text: string): Promise<string[]> =>
    (await judgeExamples(subjectOf(document(text)))).diagnostics.map(({ message }) => message);
  const tooMany = "Whether this is a protobuf schema is not checked: its messages have too many fields.";
  expect(await problems(proto(4000))).toEqual([tooMany]);
  expect(await problems(proto(300))).toEqual([]);
  // What our own reading makes nothing of counts as if all of it were one message.
  expect(await problems(`${proto(4000)} message B { int32 a 1; }`)).toEqual([tooMany]);
});

test("the default of a union is of any of its types from Avro 1.12 on, and of the first before", async () => {
  const union = (branches: string, value: string): string => record(`{ name: a, type: [${branches}], default: ${value} }`);
  const late = '"null", string, { type: enum, name: E, symbols: [A] }, { type: array, items: int }';
  for (const value of ["null", "x", "[1, 2]"]) expect([value, await faultsOf(union(late, value), "", "1.12.0")]).toEqual([value, []]);
  for (const value of ["1", "[x]", "{ a: 1 }"])
    expect(await faultsOf(union(late, value), "", "1.12.0")).toEqual([
      expect.stringMatching(/^the default .* is of no type of the union @ /),
    ]);
  expect(await faultsOf(union('"null", string', "x"), "", "1.11.3")).toHaveLength(1);
  expect(await faultsOf(union('string, "null"', "x"), "", "1.11.3")).toEqual([]);
});

test("the default of a union is told from objects by their members, and from names by what they name", async () => {
  const inner = "{ type: record, name: I, fields: [{ name: i, type: int }, { name: j, type: [string, I], default: x }] }";
  const union = (value: string): string =>
    record(
      `{ name: b, type: { type: fixed, name: F, size: 2 } }, { name: a, type: ["null", F, { type: map, values: boolean }, ${inner}], default: ${value} }`,
    );
  for (const value of ["ab", "{}", "{ x: true }", "{ i: 1 }", "{ i: 1, j: y }", "{ i: 1, j: { i: 2 } }"])
    expect([value, await faultsOf(union(value), "", "1.12.0")]).toEqual([value, []]);
  for (const value of ["1", "{ x: y }", "{ i: x }", "{ i: 1, j: 2 }", "{ i: 1, j: { i: x } }"])
    expect([value, await faultsOf(union(value), "", "1.12.0")]).toEqual([
      value,
      [expect.stringMatching(/^the default .* is of no type of the union @ /)],
    ]);
});
