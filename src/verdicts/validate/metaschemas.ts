import type { Entry, Node, TextFile } from "#text";

/** A JSON value in JavaScript. */
type PlainJson = string | number | boolean | null | readonly PlainJson[] | { readonly [key: string]: PlainJson };

/** Turns a built-in value into nodes. It has no place in any document, so all its places are the start of an empty text with a name. */
function builtIn(name: string, value: PlainJson): Node {
  const file: TextFile = { id: name, name, text: "", language: "json" };
  const place = { file, start: 0, end: 0 };
  const node = (from: PlainJson): Node => {
    if (from === null) return { ...place, kind: "null" };
    if (typeof from === "string") return { ...place, kind: "string", value: from };
    if (typeof from === "number") return { ...place, kind: "number", value: from, raw: String(from) };
    if (typeof from === "boolean") return { ...place, kind: "boolean", value: from };
    if (Array.isArray(from)) return { ...place, kind: "list", items: from.map((item: PlainJson) => node(item)) };
    const entries = Object.entries(from).map(([key, each]): Entry => ({ ...place, key, value: node(each) }));
    return { ...place, kind: "map", entries };
  };
  return node(value);
}

const self = { $ref: "#" };
const size = { $ref: "#/definitions/nonNegativeInteger" };
const sizeOrNone = { $ref: "#/definitions/nonNegativeIntegerDefault0" };
const schemas = { $ref: "#/definitions/schemaArray" };
const texts = { $ref: "#/definitions/stringArray" };
const text = { type: "string" };
const flag = { type: "boolean", default: false };
const schemaMap = { type: "object", additionalProperties: self, default: {} };

/** The metaschema of JSON Schema draft 07. */
const draft07: PlainJson = {
  $schema: "http://json-schema.org/draft-07/schema#",
  $id: "http://json-schema.org/draft-07/schema#",
  title: "Core schema meta-schema",
  definitions: {
    schemaArray: { type: "array", minItems: 1, items: self },
    nonNegativeInteger: { type: "integer", minimum: 0 },
    nonNegativeIntegerDefault0: { allOf: [size, { default: 0 }] },
    simpleTypes: { enum: ["array", "boolean", "integer", "null", "number", "object", "string"] },
    stringArray: { type: "array", items: text, uniqueItems: true, default: [] },
  },
  type: ["object", "boolean"],
  properties: {
    $id: { type: "string", format: "uri-reference" },
    $schema: { type: "string", format: "uri" },
    $ref: { type: "string", format: "uri-reference" },
    $comment: text,
    title: text,
    description: text,
    default: true,
    readOnly: flag,
    writeOnly: flag,
    examples: { type: "array", items: true },
    multipleOf: { type: "number", exclusiveMinimum: 0 },
    maximum: { type: "number" },
    exclusiveMaximum: { type: "number" },
    minimum: { type: "number" },
    exclusiveMinimum: { type: "number" },
    maxLength: size,
    minLength: sizeOrNone,
    pattern: { type: "string", format: "regex" },
    additionalItems: self,
    items: { anyOf: [self, schemas], default: true },
    maxItems: size,
    minItems: sizeOrNone,
    uniqueItems: flag,
    contains: self,
    maxProperties: size,
    minProperties: sizeOrNone,
    required: texts,
    additionalProperties: self,
    definitions: schemaMap,
    properties: schemaMap,
    patternProperties: { ...schemaMap, propertyNames: { format: "regex" } },
    dependencies: { type: "object", additionalProperties: { anyOf: [self, texts] } },
    propertyNames: self,
    const: true,
    enum: { type: "array", items: true },
    type: {
      anyOf: [
        { $ref: "#/definitions/simpleTypes" },
        { type: "array", items: { $ref: "#/definitions/simpleTypes" }, minItems: 1, uniqueItems: true },
      ],
    },
    format: text,
    contentMediaType: text,
    contentEncoding: text,
    if: self,
    then: self,
    else: self,
    allOf: schemas,
    anyOf: schemas,
    oneOf: schemas,
    not: self,
  },
  default: true,
};

/** The built-in metaschema for a URI without fragment; `undefined` for others. Documents may refer to it without the network. */
export function metaschema(uri: string): Node | undefined {
  return uri === "http://json-schema.org/draft-07/schema" ? builtIn("draft-07 meta-schema", draft07) : undefined;
}
