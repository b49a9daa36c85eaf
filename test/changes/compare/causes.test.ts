import { expect, it } from "vitest";
import { causesOf, headlineOf, reachedBy } from "../../../src/changes/report/index.ts";
import { changesOf } from "./versions.ts";

/** An API that sends two messages and receives one, all of one schema `S` unless it is said otherwise. */
function api(schema: string, { root = "", one = "$ref: '#/components/schemas/S'" } = {}): string {
  const shared = "$ref: '#/components/schemas/S'";
  return `asyncapi: 2.6.0
info: { title: T, version: 1.0.0 }
${root}
channels:
  a: { subscribe: { message: { messageId: One, payload: { ${one} } } } }
  b: { subscribe: { message: { messageId: Two, payload: { properties: { inner: { ${shared} } } } } } }
  c: { publish: { message: { messageId: Three, payload: { ${shared} } } } }
components: { schemas: { S: ${schema} } }
`;
}

/** The causes, each as its verdict, whom it affects, its headline, and the ids that it reaches. */
function told(old: string, now: string): readonly string[] {
  const changes = changesOf(old, now).filter(({ code }) => code !== "change/version");
  return causesOf(changes.map((change) => ({ ...change, accepted: undefined }))).map((cause) => {
    const ids = reachedBy(cause).map(({ id }) => id);
    return `${cause.changes[0].verdict} ${cause.affects}: ${headlineOf(cause)} (${ids.join(", ")})`;
  });
}

const closed = (properties: string, required = ""): string =>
  `{ type: object, additionalProperties: false, required: [${required}], properties: { ${properties} } }`;

it.each<[what: string, old: string, now: string, causes: readonly string[]]>([
  [
    "an optional field of a closed object",
    closed("a: {}"),
    closed("a: {}, b: { type: string }"),
    [
      "breaking receivers: Optional field `b` added to `S` (closed object) (One, Two)",
      "compatible nobody: Optional field `b` added to `S` (closed object) (Three)",
    ],
  ],
  [
    "a required field of a closed object",
    closed("a: {}"),
    closed("a: {}, b: { type: string }", "b"),
    ["breaking all: Required field `b` added to `S` (closed object) (One, Two, Three)"],
  ],
  [
    "several fields that became required",
    "{ properties: { a: {}, b: {} } }",
    "{ required: [a, b], properties: { a: {}, b: {} } }",
    [
      "breaking senders: Fields `a`, `b` of `S` are now required (Three)",
      "compatible nobody: Fields `a`, `b` of `S` are now required (One, Two)",
    ],
  ],
  [
    "an enum",
    "{ enum: [open, shut] }",
    "{ enum: [open, done] }",
    ['breaking all: `enum` of `S` lost `"shut"` and gained `"done"` (One, Two, Three)'],
  ],
  [
    "an enum and a type that lost null",
    "{ type: [string, 'null'], enum: [a, null] }",
    "{ type: string, enum: [a] }",
    [
      "breaking senders: `type` of `S` lost `null`, and `enum` of `S` lost `null` (Three)",
      "compatible nobody: `type` of `S` lost `null` (One, Two)",
      "compatible nobody: `enum` of `S` lost `null` (One, Two)",
    ],
  ],
  [
    "names of properties",
    "{ type: object }",
    "{ type: object, propertyNames: { pattern: ^a } }",
    [
      'breaking senders: `propertyNames` of `S` is now `pattern: "^a"` (Three)',
      'compatible nobody: `propertyNames` of `S` is now `pattern: "^a"` (One, Two)',
    ],
  ],
  [
    "the values of further properties",
    "{ type: object, additionalProperties: { type: string } }",
    "{ type: object, additionalProperties: { type: integer } }",
    ["breaking all: `additionalProperties` of `S` was `type: string` and is `type: integer` (One, Two, Three)"],
  ],
  [
    "an optional field that is gone, where one like it is new",
    "{ type: object, properties: { a: { type: string }, c: {} } }",
    "{ type: object, properties: { b: { type: string }, c: {} } }",
    ["compatible nobody: Field `a` removed from `S`, and `b` added, which states the same (One, Two, Three)"],
  ],
  [
    "a required field that is gone, where one like it is new",
    "{ type: object, required: [a], properties: { a: { type: string } } }",
    "{ type: object, required: [b], properties: { b: { type: string } } }",
    ["breaking all: Field `a` removed from `S`, and `b` added, which states the same (One, Two, Three)"],
  ],
  [
    "fields that are new, of which two may be like the one that is gone",
    "{ type: object, properties: { a: { type: string } } }",
    "{ type: object, properties: { b: { type: string }, c: { type: string } } }",
    [
      "compatible nobody: Field `a` removed from `S` (One, Two, Three)",
      "compatible nobody: Optional fields `b`, `c` added to `S` (One, Two, Three)",
    ],
  ],
  ["words", "{ description: A }", "{ description: B }", ["annotation nobody: Words of `S`: `description` (One, Two, Three)"]],
  [
    "values that nobody needs",
    "{ type: string, default: a, examples: [a]}",
    "{ type: string, default: b, examples: [b]}",
    ["annotation nobody: Words of `S`: `default`, `examples` (One, Two, Three)"],
  ],
])("tells %s once", (_, old, now, causes) => {
  expect([...told(api(old), api(now))].sort()).toEqual([...causes].sort());
});

it("tells of two places twice, in whatever is called the same", () => {
  const causes = told(api("{ maxLength: 9 }", { one: "maxLength: 9" }), api("{ maxLength: 10 }", { one: "maxLength: 10" }));
  expect(causes).toContain("breaking receivers: `maxLength` of the payload was `9` and is `10` (One)");
  expect(causes).toContain("breaking receivers: `maxLength` of `S` was `9` and is `10` (Two)");
});

it("tells a content type that messages take from the root once", () => {
  const [old, now] = ["json", "cbor"].map((type) => api("{}", { root: `defaultContentType: application/${type}` })); // prettier-ignore
  expect(told(old ?? "", now ?? "")).toEqual([
    "breaking all: The content type was `application/json` and is `application/cbor` (One, Two, Three)",
  ]);
});

it("names the channels that a change concerns", () => {
  const channels = changesOf(api(closed("a: {}")), api(closed("a: {}, b: {}"))).map((change) => [change.subject.id, change.channels]);
  expect(channels).toContainEqual(["Two", ["b"]]);
});

it("tells messages that a channel gained or lost once", () => {
  const api = (names: readonly string[]): string => `asyncapi: 2.6.0
info: { title: T, version: 1.0.0 }
channels: { c: { subscribe: { message: { oneOf: [${names.map((name) => `{ name: ${name}, payload: { const: ${name} } }`).join(", ")}] } } } }
`;
  const [few, many] = [api(["A", "B"]), api(["A", "B", "C", "D"])];
  expect(told(few, many)).toEqual(['breaking receivers: Messages "C", "D" are sent to channel "c", where they were not before (C, D)']);
  expect(told(many, few)).toEqual(['compatible nobody: Messages "C", "D" are no longer sent to channel "c" (C, D)']);
  expect(told(few, api(["A", "B", "C"]))).toEqual(['breaking receivers: Message "C" is sent to channel "c", where it was not before. (C)']);
});
