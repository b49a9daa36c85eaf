import { describe, expect, it } from "vitest";
import { reason } from "#text";
import { createSampler, judgeExamples } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";

async function judge(text: string, others?: Readonly<Record<string, string>>) {
  const subject = subjectOf(text, undefined, others);
  const verdicts = await judgeExamples(subject);
  const said = verdicts.diagnostics.map(
    ({ code, message, place }) => `${code} ${message} @ ${place.file.text.slice(place.start, place.end).trim()}`,
  );
  return { ...subject, verdicts, said };
}

describe("judgeExamples", () => {
  it("counts headers and payload of an example as one", async () => {
    const { verdicts } = await judge(
      withMessages(`
a:
  headers: { type: object, properties: { h: { type: integer } } }
  payload: { type: string }
  examples: [{ headers: { h: 1 }, payload: x }, { headers: { h: x }, payload: 1 }, { headers: { h: 1 } }]
b: { examples: [{ payload: { any: thing } }] }
`),
    );
    expect(verdicts.totals).toEqual({ checked: 4, passed: 3, failed: 1, notChecked: 0 });
  });

  it("reports one diagnostic a failing value, at the value", async () => {
    const { said } = await judge(
      withMessages(`
a:
  headers: { type: object, properties: { h: { type: integer } } }
  payload: { type: object, properties: { code: { type: string, minLength: 5, pattern: "^[A-Z]+$" } } }
  examples: [{ headers: { h: one }, payload: { code: abc } }]
`),
    );
    expect(said).toEqual([
      'example/headers The header /h must be an integer, and this is the string "one". @ one',
      'example/payload /code must have at least 5 characters and must match the pattern ^[A-Z]+$, and this is "abc". @ abc',
    ]);
  });

  it("lets a discriminator choose among the named schemas of its own file", async () => {
    const pets = `
components:
  schemas:
    Pet: { type: object, discriminator: kind, required: [kind], properties: { kind: { type: string } } }
    Cat: { allOf: [{ $ref: "#/components/schemas/Pet" }, { properties: { lives: { type: integer } } }] }
`;
    const { verdicts, said } = await judge(
      withMessages(`
a:
  payload: { $ref: "pets.yaml#/components/schemas/Pet" }
  examples: [{ payload: { kind: Cat, lives: 9 } }, { payload: { kind: Cat, lives: nine } }, { payload: { kind: Dog } }]
`),
      { "pets.yaml": pets },
    );
    expect(verdicts.totals).toEqual({ checked: 3, passed: 1, failed: 2, notChecked: 0 });
    expect(said).toEqual([
      'example/payload /lives must be an integer, and this is the string "nine". @ nine',
      expect.stringMatching(/^example\/payload \/kind must be "Pet" or "Cat", .* and this is "Dog"\. @ Dog$/),
    ]);
  });

  it("checks nothing that it cannot, and says why", async () => {
    const { verdicts, said } = await judge(
      withMessages(`
custom: { schemaFormat: application/x-own, payload: { type: string }, examples: [{ payload: 1 }] }
xml: { contentType: application/xml, payload: { type: object }, examples: [{ payload: "<a/>" }] }
gone: { payload: { $ref: "#/components/schemas/Gone" }, examples: [{ payload: 1 }] }
empty: { payload: { type: object }, examples: [{ name: nothing }] }
`),
    );
    expect(verdicts.totals).toEqual({ checked: 0, passed: 0, failed: 0, notChecked: 4 });
    expect(said.map((each) => each.split(" @ ")[0])).toEqual([
      'example/not-checked This example is not checked: the schema format "application/x-own" is not known.',
      "example/not-checked This example is not checked: it is text of the content type application/xml, and its schema describes a value.",
      'example/not-checked This example is not checked: the reference "#/components/schemas/Gone" does not resolve.',
    ]);
  });

  it("names all messages of an operation that accept an example", async () => {
    const { said, verdicts, api } = await judge(`
asyncapi: 2.6.0
info: { title: Test, version: "1" }
channels:
  c:
    publish:
      message:
        oneOf:
          - { messageId: a, payload: { type: object, required: [x] }, examples: [{ payload: { x: 1 } }] }
          - { messageId: b, payload: { type: object } }
          - { messageId: c, contentType: application/xml, payload: { type: object } }
          - { messageId: d, payload: { type: string }, examples: [{ payload: text }] }
`);
    expect(said.map((each) => each.split(" @ ")[0])).toEqual([
      'example/ambiguous This example is valid against 2 messages, "a" and "b", where exactly one is required.',
    ]);
    const [example] = api.messages[0]?.examples ?? [];
    expect(example && verdicts.of(example)?.alsoMatches.map(({ id }) => id)).toEqual(["b"]);
  });

  it("judges values inside schemas and parameters", async () => {
    const { said } = await judge(
      withMessages(
        "a: { payload: { $ref: '#/components/schemas/S' } }",
        `
    S:
      type: object
      properties:
        p: { type: string, pattern: "[", default: 5, examples: [7, ok] }
        q: { type: integer, minimum: 10, default: 1 }
        r: { type: string, default: null }`,
      ),
    );
    expect(said).toEqual([
      'schema/pattern "[" is not an ECMAScript pattern: Unterminated character class. @ "["',
      "schema/default The default does not conform to its schema: it must be a string, and this is the number 5. @ 5",
      "schema/example This example does not conform to its schema: it must be a string, and this is the number 7. @ 7",
      "schema/value This default does not conform to the rest of its schema: it must be at least 10, and this is 1. @ 1",
      "schema/default The default does not conform to its schema: it must be a string, and this is null. @ null",
    ]);
  });

  it("judges a text of YAML by what it says, and no text of another content type", async () => {
    const { said, verdicts } = await judge(
      withMessages(`
yaml:
  contentType: application/yaml
  payload: { type: object, properties: { lux: { type: integer } } }
  examples: [{ payload: "lux: 1" }, { payload: "lux: x" }, { payload: "lux: [" }, { payload: lux }]
csv: { contentType: text/csv, payload: { type: object }, examples: [{ payload: "lux" }] }
`),
    );
    expect(verdicts.totals).toEqual({ checked: 2, passed: 1, failed: 1, notChecked: 3 });
    expect(said[0]).toBe('example/payload /lux must be an integer, and this is the string "x". @ "lux: x"');
  });

  it("judges Avro, RAML and protobuf by their own words", async () => {
    const { said, verdicts } = await judge(
      withMessages(`
avro:
  schemaFormat: application/vnd.apache.avro;version=1.9.0
  payload:
    type: record
    name: User
    fields: [{ name: id, type: long }, { name: nick, type: [ "null", string ], default: null }, { name: kind, type: { type: enum, name: Kind, symbols: [A, B] } }]
  examples:
    - payload: { id: 9223372036854775807, nick: { string: ada }, kind: A }
    - payload: { id: 9223372036854775808, kind: C, more: 1 }
raml:
  schemaFormat: application/raml+yaml;version=1.0
  payload: { properties: { day: date-only, "note?": string, count: { type: integer, minimum: 1 } } }
  examples: [{ payload: { day: "2026-01-15", count: 1 } }, { payload: { day: soon, count: 0 } }]
broken: { schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: record, name: X } }
`),
    );
    expect(verdicts.totals).toEqual({ checked: 4, passed: 2, failed: 2, notChecked: 0 });
    expect(said.map((each) => each.split(" @ ")[0])).toEqual([
      'message/payload-not-in-format The payload is not an Avro schema: the record needs the attribute "fields".',
      "example/payload /id must be of the type long, and this is the number 9223372036854775808.",
      'example/payload /kind must be "A" or "B", and this is "C".',
      'example/payload /more must not be there: the schema lists "id", "nick" and "kind".',
      'example/payload /day must be of the type date-only, and this is the string "soon".',
      "example/payload /count must be at least 1, and this is 0.",
    ]);
  });

  it("judges protobuf by its JSON mapping", async () => {
    const { said, verdicts } = await judge(
      withMessages(`
order:
  schemaFormat: application/vnd.google.protobuf;version=2
  payload: |
    message Order {
      optional string order_id = 1;
      repeated Line lines = 2;
      map<int32, string> names = 3;
      oneof payment { string card = 4; string iban = 5; }
      optional google.protobuf.Timestamp at = 6;
      optional google.protobuf.UInt64Value n = 7;
      optional bytes raw = 8 [json_name = "octets"];
      repeated Status states = 9;
      optional group Result = 10 { required string url = 1; }
      repeated google.protobuf.Value any = 11;
      extensions 100 to 199;
      enum Status { UNKNOWN = 0; PAID = 1; }
      message Line { optional string sku = 1; }
    }
  examples:
    - payload: { orderId: a, lines: [{ sku: x }], names: { "1": a }, card: x, iban: null, octets: AAA=, states: [PAID, 1] }
    - payload: { order_id: a, at: "2026-01-15T09:30:00Z", n: "18446744073709551615", result: { url: x }, any: [null, 1] }
    - payload: { lines: [{ sku: 1 }, null], names: { a: b, "2": null } }
    - payload: { card: x, iban: y }
    - payload: { order_id: x, orderId: y, raw: A, n: "-1", at: soon }
    - payload: { states: [GONE, 99999999999], result: {}, lines: {} }
    - payload: { "[my.extension]": 1 }
    - payload: null
`),
    );
    expect(verdicts.totals).toEqual({ checked: 7, passed: 2, failed: 5, notChecked: 1 });
    expect(said.map((each) => each.split(" @ ")[0])).toEqual([
      "example/payload /lines/0/sku must be of the type string, and this is the number 1.",
      "example/payload /lines/1 must not be null.",
      "example/payload /names/a must be a key of the type int32.",
      "example/payload /names/2 must not be null.",
      'example/payload /iban must not be there beside "card": the oneof "payment" takes one member.',
      'example/payload /order_id must be given once, and "orderId" is the same field.',
      'example/payload /raw must be of the type bytes, and this is the string "A".',
      'example/payload /n must be of the type google.protobuf.UInt64Value, and this is the string "-1".',
      'example/payload /at must be of the type google.protobuf.Timestamp, and this is the string "soon".',
      'example/payload /states/0 must be "UNKNOWN" or "PAID", and this is "GONE".',
      "example/payload /states/1 must be of the type enum, and this is the number 99999999999.",
      'example/payload /result must have the field "url".',
      "example/payload /lines must be of the type repeated, and this is an object.",
      'example/not-checked This example is not checked: the type "[my.extension]" is not known.',
      "example/payload The payload must be of the type message, and this is null.",
    ]);
  });

  it("counts the bytes of Avro's fixed", async () => {
    const { said, verdicts } = await judge(
      withMessages(`
fixed:
  schemaFormat: application/vnd.apache.avro;version=1.9.0
  payload: { type: record, name: R, fields: [{ name: id, type: { type: fixed, name: Id, size: 4 } }, { name: again, type: [ "null", Id ], default: null }] }
  examples:
    - payload: { id: "abc\\u00ff" }
    - payload: { id: abc }
    - payload: { id: abcd, again: { Id: abcde } }
`),
    );
    expect(verdicts.totals).toMatchObject({ passed: 1, failed: 2 });
    expect(said.map((each) => each.split(" @ ")[0])).toEqual([
      "example/payload /id must have 4 bytes, and this is 3 bytes.",
      "example/payload /again/Id must have 4 bytes, and this is 5 bytes.",
    ]);
  });

  it.each<[type: string, good: readonly unknown[], bad: readonly unknown[], must?: string]>([
    ["string, logicalType: uuid", ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"], ["3f25"], "a UUID"],
    ["fixed, name: F, size: 16, logicalType: uuid", ["\u00ff".repeat(16)], ["3f2504e0-4f89-41d3-9a0c-0305e82c3301"], "16 bytes"],
    ["bytes, logicalType: uuid", ["any"], []],
    [
      "bytes, logicalType: decimal, precision: 3, scale: 2",
      ["\u0003\u00e7", "\u00fc\u0019", "\0\0\0\0\u0001", "\u00ff\u00ff\u00ff\u00ff"],
      ["\u0003\u00e8", "\u00fc\u0018", "12.50"],
      "a decimal of at most 3 digits",
    ],
    ["fixed, name: F, size: 2, logicalType: decimal, precision: 4", ["\u00d8\u00f1"], ["\u007f\u00ff"], "a decimal of at most 4 digits"],
    ["bytes, logicalType: decimal, precision: 100000", ["\u007f".repeat(41524)], ["\u007f".repeat(41525)], "a decimal of at most 100000"],
    ["fixed, name: F, size: 2, logicalType: decimal, precision: 5", ["\u007f\u00ff"], []],
    ["bytes, logicalType: decimal, precision: 1, scale: 2", ["any"], []],
    ["bytes, logicalType: decimal, precision: 1, scale: -1", ["any"], []],
    ["bytes, logicalType: decimal, precision: 0", ["any"], []],
    ["bytes, logicalType: decimal", ["any"], []],
    ["string, logicalType: decimal, precision: 1", ["any"], []],
    ["int, logicalType: time-millis", [0, 86399999], [-1, 86400000], "the milliseconds since midnight"],
    ["long, logicalType: time-micros", [0, 86399999999], [-1, 86400000000], "the microseconds since midnight"],
    ["long, logicalType: time-millis", [-1], []],
    ["int, logicalType: date", [-719162], [2147483648], "of the type int"],
    ["long, logicalType: local-timestamp-micros", [-1], ["2026-01-15T09:30:00"], "of the type long"],
    ["fixed, name: F, size: 12, logicalType: duration", ["\u00ff".repeat(12)], ["P1D"], "12 bytes"],
    ["string, logicalType: colour", ["any"], []],
  ])("holds values to Avro's logical type { type: %s }, where the type may have it", async (type, good, bad, must = "") => {
    const examples = JSON.stringify([...good, ...bad].map((payload) => ({ payload })));
    const schema = `schemaFormat: application/vnd.apache.avro;version=1.9.0, payload: { type: ${type} }`;
    const { said, verdicts } = await judge(withMessages(`\nlogical: { ${schema}, examples: ${examples} }\n`));
    expect(verdicts.totals).toMatchObject({ passed: good.length, failed: bad.length });
    for (const each of said) expect(each).toContain(must);
  });

  it("judges an example of 2.0 that has nothing but headers and payload, and leaves any other map", async () => {
    const { said, verdicts } = await judge(
      withMessages(`
a:
  headers: { type: object, properties: { h: { type: integer } } }
  payload: { type: object, properties: { n: { type: integer } } }
  examples: [{ payload: { n: 1 } }, { payload: { n: x } }, { headers: { h: x } }, { n: x }, { payload: { n: x }, more: 1 }]
`).replace(/2\.6\.0/, "2.0.0"),
    );
    expect(verdicts.totals).toEqual({ checked: 3, passed: 1, failed: 2, notChecked: 2 });
    const free = "example/not-checked This example is not checked: nothing says which part of the message it is.";
    expect(said.map((each) => each.split(" @ ")[0])).toEqual([
      'example/payload /n must be an integer, and this is the string "x".',
      'example/headers The header /h must be an integer, and this is the string "x".',
      free,
      free,
    ]);
  });

  it("says of no value that a schema with an error accepts it", async () => {
    const text = withMessages(`
inner: { payload: { type: object, properties: { n: { type: intger } } }, examples: [{ payload: { n: 1 } }] }
choice: { payload: { oneOf: [{ type: strng }, { type: string }] }, examples: [{ payload: x }] }
sure: { payload: { type: object, required: [a], properties: { n: { type: intger } } }, examples: [{ payload: {} }] }
named: { payload: { $ref: "#/components/messages/inner/payload" }, examples: [{ payload: {} }] }
avro: { schemaFormat: application/vnd.apache.avro, payload: { type: record, name: R, fields: 1 }, examples: [{ payload: {} }] }
fine: { payload: { type: integer }, examples: [{ payload: 1 }] }
`);
    const subject = subjectOf(text);
    const refused = [...text.matchAll(/intger|strng/g)].map(({ index }) => ({
      file: subject.documents.main,
      start: index,
      end: index + 5,
    }));
    const { totals, of, refused: all } = await judgeExamples({ ...subject, refused });
    expect(totals).toEqual({ checked: 2, passed: 1, failed: 1, notChecked: 4 });
    const samples = createSampler({ ...subject, refused: all });
    for (const { id, payload, examples } of subject.api.messages) {
      const reasons = examples.map((example) => of(example)?.reason);
      const isFine = id === "fine";
      expect([id, ...reasons]).toEqual([id, isFine || id === "sure" ? undefined : reason("schema-refused")]);
      expect([id, payload && samples.of(payload).samples.length]).toEqual([id, isFine ? 1 : 0]);
    }
  });
});
