import { expect, it } from "vitest";
import { compareApis } from "../../../src/changes/compare/index.ts";
import type { ApiVersion } from "../../../src/changes/compare/index.ts";
import { dialects, formatDocument } from "../../support/format-document.ts";
import type { Leaves } from "../../support/format-document.ts";
import type { Plain } from "../../support/plain.ts";
import { printPlain } from "../../support/plain.ts";
import { markerLeaves } from "../../security/marker-leaves.ts";
import { versionOf } from "./versions.ts";

/** What is not compared, by the end of its pointer, and why. */
const NOT_COMPARED: readonly (readonly [where: RegExp, why: string])[] = [
  [/^\/(?:asyncapi|msgapi)$/, "the version of the format is no change of the API"],
  [/^\/info\/version$/, "the version announces changes and is none"],
  [/\/\$comment$/, "it is for authors, and no page shows it"],
  [/^\/channels\/[^/]+\/servers\/\d+$/, "the name of a server that does not exist is an error of the document"],
  [
    /\/traits\/0\/(?:name|title|summary|description|contentType|correlationId|tags|externalDocs|deprecated)\b/,
    "the message says it itself",
  ],
];

/** What means the same without it, by the end of its pointer, and why. */
const SAME_WITHOUT: readonly (readonly [where: RegExp, why: string])[] = [
  [
    /\/bindings\/.*\/(?:payloadFormatIndicator|destinationType|fifoThroughputLimit|deduplicationScope|durablePermitted|is)$/,
    "it states the default of the binding",
  ],
  [/^\/channels\/[^/]+\/address null$/, "an address that is null is not known, as one that is not there"],
  [/^\/components\/operations\/.*\/\$ref$/, "it leads to an empty object, and leaves one"],
  [/\/action$/, "an operation without an action is an error of the document"],
  [/\/schema\/(?:minProperties|dependentRequired\/a\/0|properties\/g\/minContains)$/, "the schema says it by `required` or `contains` too"],
];

type Path = readonly string[];

interface Leaf {
  readonly path: Path;
  readonly value: string | number | bigint | boolean | null;
}

const isList = (value: Plain): value is readonly Plain[] => Array.isArray(value);
const isMap = (value: Plain): value is ReadonlyMap<string, Plain> => value instanceof Map;

function* leavesOf(value: Plain, path: Path = []): Generator<Leaf> {
  if (isMap(value)) for (const [key, each] of value) yield* leavesOf(each, [...path, key]);
  else if (isList(value)) for (const [at, each] of value.entries()) yield* leavesOf(each, [...path, String(at)]);
  else yield { path, value };
}

/** The document with another leaf, or without it. */
function withLeaf(value: Plain, [first = "", ...rest]: Path, leaf: Plain | undefined): Plain {
  const inside = (key: string, each: Plain): Plain | undefined =>
    key !== first ? each : rest.length === 0 ? leaf : withLeaf(each, rest, leaf);
  if (isList(value)) return value.flatMap((each, at) => inside(String(at), each) ?? []);
  if (!isMap(value)) return value;
  return new Map(
    [...value].flatMap(([key, each]): (readonly [string, Plain])[] => {
      const made = inside(key, each);
      return made === undefined ? [] : [[key, made]];
    }),
  );
}

/** Another value of the same type. */
function another(value: Leaf["value"]): Leaf["value"] {
  if (value === "send" || value === "receive") return value === "send" ? "receive" : "send";
  if (typeof value === "string") return /^[a-z]+$/.test(value) && OTHERS[value] !== undefined ? OTHERS[value] : `${value}x`;
  if (typeof value === "bigint") return value + 1n;
  if (typeof value === "number") return value + 1;
  return typeof value === "boolean" ? !value : "x";
}

/** Words of schemas that cannot just be another text. */
const OTHERS: Readonly<Record<string, string>> = {
  string: "integer",
  object: "array",
  long: "double",
  ignore: "descending",
  fixed: "enum",
};

function isTold(old: ApiVersion, now: ApiVersion): boolean {
  return compareApis(old, now, { reading: "documented", limits: { validationMs: 60_000, patternMs: 1_000 } }).changes.length > 0;
}

/** The leaves of a document whose change or removal is answered with no change, or whose change back is. */
function silentLeaves(document: Plain, within: (pointer: string) => boolean = () => true): readonly string[] {
  const base = versionOf(printPlain(document));
  return [...leavesOf(document)].flatMap(({ path, value }) => {
    const pointer = `/${path.join("/")}`;
    if (!within(pointer) || NOT_COMPARED.some(([where]) => where.test(pointer))) return [];
    const isSameWithout = SAME_WITHOUT.some(([where]) => where.test(pointer) || where.test(`${pointer} ${String(value)}`));
    return [another(value), ...(isSameWithout ? [] : [undefined])].flatMap((leaf) => {
      const changed = versionOf(printPlain(withLeaf(document, path, leaf)));
      const what = `${pointer} ${String(value)}${leaf === undefined ? " removed" : ""}`;
      return [...(isTold(base, changed) ? [] : [what]), ...(isTold(changed, base) ? [] : [`${what}, back`])];
    });
  });
}

/** Texts of which each is there once. Every field is in one object at least. */
function oneOfEach(isIncluded: (field: string) => boolean): Leaves {
  let count = 0;
  const any = (): Plain => `any ${(count += 1)}`;
  return { ...markerLeaves(), any, count: () => 1, includes: (_, field, nth) => nth < 1 && isIncluded(field) };
}

it.each(dialects)("no leaf of a document of line $line changes without a word", (dialect) => {
  const document = formatDocument(
    dialect,
    oneOfEach((field) => field !== "traits"),
  );
  expect(silentLeaves(document)).toEqual([]);
});

it.each(dialects)("no leaf of a trait of line $line changes without a word", (dialect) => {
  const document = formatDocument(
    dialect,
    oneOfEach(() => true),
  );
  expect(silentLeaves(document, (pointer) => pointer.includes("/traits/"))).toEqual([]);
});

function plainOf(value: unknown): Plain {
  if (Array.isArray(value)) return value.map(plainOf);
  if (typeof value === "object" && value !== null) return new Map(Object.entries(value).map(([key, each]) => [key, plainOf(each)]));
  return value as Plain;
}

function withSchema(schema: unknown, schemaFormat: string, action: string): Plain {
  return plainOf({
    asyncapi: "3.0.0",
    info: { title: "T", version: "1.0.0" },
    channels: { c: { address: "c", messages: { m: { payload: { schemaFormat, schema } } } } },
    operations: { o: { action, channel: { $ref: "#/channels/c" } } },
  });
}

const json = {
  $comment: "c",
  title: "t",
  description: "d",
  type: "object",
  required: ["id"],
  minProperties: 1,
  maxProperties: 20,
  dependentRequired: { a: ["id"] },
  properties: {
    id: { type: "string", format: "iban", minLength: 1, maxLength: 9, pattern: "^a", default: "a", examples: ["ab"], deprecated: true },
    a: { type: "string", contentEncoding: "base64", contentMediaType: "image/png", readOnly: true },
    b: { type: "integer", minimum: 1, maximum: 9, writeOnly: true },
    q: { type: "number", multipleOf: 3 },
    c: { type: "number", exclusiveMinimum: 1, exclusiveMaximum: 9 },
    d: { enum: ["x", "y"] },
    e: { const: "z" },
    f: { type: "array", minItems: 1, maxItems: 5, uniqueItems: true, prefixItems: [{ type: "string" }], items: { type: "integer" } },
    g: { type: "array", contains: { type: "string" }, minContains: 1, maxContains: 3 },
    h: { type: "object", additionalProperties: false, patternProperties: { "^s": { type: "string", maxLength: 3 } } },
    i: { type: "object", propertyNames: { maxLength: 3 }, additionalProperties: { type: "string" } },
    j: { if: { minimum: 3 }, then: { maximum: 5 }, else: { maximum: 1 }, type: "number" },
    k: { anyOf: [{ type: "string" }, { maximum: 1, type: "integer" }] },
    l: { oneOf: [{ type: "string" }, { maximum: 1, type: "integer" }] },
    m: { allOf: [{ type: "string" }, { maxLength: 4 }] },
    n: { type: "string", not: { minLength: 4 } },
    o: { type: "object", dependentSchemas: { a: { required: ["b"] } } },
    p: { $ref: "#/channels/c/messages/m/payload/schema/$defs/P" },
  },
  $defs: { P: { type: "string", maxLength: 7, description: "p" } },
};

const avro = {
  type: "record",
  name: "R",
  namespace: "n",
  doc: "d",
  aliases: ["A"],
  fields: [
    { name: "f", type: "string", default: "x", doc: "d", order: "ignore", aliases: ["g"] },
    { name: "e", type: { type: "enum", name: "E", symbols: ["A", "B"], default: "A", doc: "d" } },
    { name: "d", type: { type: "bytes", logicalType: "decimal", precision: 9, scale: 2 } },
    { name: "x", type: { type: "fixed", name: "F", size: 4 } },
    { name: "t", type: { type: "long", logicalType: "timestamp-millis" } },
    { name: "m", type: { type: "map", values: "long" } },
    { name: "a", type: { type: "array", items: "string" } },
    { name: "u", type: ["null", "string"], default: null },
  ],
};

it.each(["send", "receive"])("no leaf of a schema that the application uses to %s changes without a word", (action) => {
  expect(silentLeaves(withSchema(json, "application/schema+json;version=2020-12", action))).toEqual([]);
  expect(silentLeaves(withSchema(avro, "application/vnd.apache.avro;version=1.9.0", action))).toEqual([]);
});

const proto = `syntax = "proto3";
package p;
// Says it.
message M {
  // Of it.
  string id = 1 [deprecated = true];
  reserved 5;
  oneof o { int32 a = 2; bool b = 3; }
  repeated E e = 4;
  map<string, int32> m = 6;
}
enum E { A = 0; B = 1; }
`;

it.each([
  ["package p", "package q"],
  ["Says it", "Tells it"],
  ["Of it", "On it"],
  ["string id", "bytes id"],
  ["id = 1", "id = 7"],
  [" [deprecated = true]", ""],
  ["reserved 5", "reserved 8"],
  ["oneof o", "oneof q"],
  ["int32 a", "int64 a"],
  ["bool b", "bool c"],
  ["repeated E", "E"],
  ["string, int32", "string, bool"],
  ["B = 1", "B = 2"],
  ["B = 1", "C = 1"],
])("does not keep silent of protobuf: %s to %s", (from, to) => {
  for (const action of ["send", "receive"]) {
    const [old, now] = [proto, proto.replace(from, to)].map((text) =>
      versionOf(printPlain(withSchema(text, "application/vnd.google.protobuf;version=3", action))),
    );
    expect([action, old && now && isTold(old, now), old && now && isTold(now, old)]).toEqual([action, true, true]);
  }
});
