import type { Entry, MapNode, Node, StringNode } from "#json";
import { entriesOf, itemsOf, valueOf } from "#json";
import type { Lazy, Plain, Read } from "./make-schema.ts";
import { makeSchema } from "./make-schema.ts";
import type { RamlExpression } from "./raml-expression.ts";
import { parseRamlExpression } from "./raml-expression.ts";
import type { Reading } from "./reading.ts";
import type { Fact, NamedChild, Property, Schema } from "./schema.ts";

/** RAML 1.0, "RAML Data Types": the built-in types. */
const builtIn = new Set([
  "any", "object", "array", "string", "number", "integer", "boolean", "file", "nil",
  "date-only", "time-only", "datetime-only", "datetime", "union",
]); // prettier-ignore

/** Facets that state one plain fact each, under the names that JSON Schema has for the same. */
const factFacets: ReadonlyMap<string, string> = new Map(
  ["minimum", "maximum", "multipleOf", "minLength", "maxLength", "pattern", "minItems", "maxItems", "uniqueItems", "minProperties", "maxProperties", "fileTypes", "discriminatorValue", "xml"].map((name) => [name, name]), // prettier-ignore
);
const otherFacets = ["type", "schema", "properties", "additionalProperties", "items", "enum", "default", "example", "examples", "description", "displayName", "required", "discriminator", "format"]; // prettier-ignore
const known = new Set([...factFacets.keys(), ...otherFacets]);

function text(node: Node | undefined): StringNode | undefined {
  return node?.kind === "string" ? node : undefined;
}

function isFalse(node: Node | undefined): boolean {
  return node?.kind === "boolean" && !node.value;
}

/** The declaration of a name in the `types` of the file that uses it. */
function declared(name: string, at: Node, reading: Reading): Node | undefined {
  return valueOf(valueOf(reading.rootOf(at), "types"), name);
}

/** The schema of a type expression such as `Person[] | nil`; a name that nothing declares stays a type's name. */
function ofExpression(expression: RamlExpression, at: StringNode, reading: Reading): Schema {
  if (expression.kind === "name") {
    const found = builtIn.has(expression.name) ? undefined : declared(expression.name, at, reading);
    return found
      ? reading.child(found)
      : makeSchema(at, "raml", { now: { types: [expression.name === "nil" ? "null" : expression.name] } });
  }
  return makeSchema(at, "raml", readExpression(expression, at, reading));
}

function readExpression(expression: RamlExpression, at: StringNode, reading: Reading): Read {
  if (expression.kind === "array") {
    return { now: { types: ["array"] }, later: { items: () => ofExpression(expression.of, at, reading) } };
  }
  if (expression.kind === "union") return { later: { anyOf: () => expression.of.map((each) => ofExpression(each, at, reading)) } };
  const found = builtIn.has(expression.name) ? undefined : declared(expression.name, at, reading);
  if (found) return { later: { allOf: () => [reading.child(found)] } };
  return { now: { types: [expression.name === "nil" ? "null" : expression.name] } };
}

/** `name?` is optional unless `required` says otherwise; `/…/` is a pattern, of which `//` is any name. */
function property(entry: Entry, reading: Reading): Property {
  const stated = valueOf(entry.value, "required");
  const isOptional = entry.key.endsWith("?") && stated === undefined;
  return {
    name: isOptional ? entry.key.slice(0, -1) : entry.key,
    place: entry,
    schema: reading.child(entry.value),
    required: !isOptional && !isFalse(stated),
    facts: [],
  };
}

function isPattern(entry: Entry): boolean {
  return /^\/.*\/$/.test(entry.key);
}

function patterns(map: Node | undefined, reading: Reading): NamedChild[] {
  return entriesOf(map)
    .filter(isPattern)
    .map((entry) => ({ name: entry.key.slice(1, -1), place: entry, schema: reading.child(entry.value) }));
}

/** `example` is one value, `examples` a list or a map of named ones; either may be wrapped as `{ value: … }`. */
function examplesOf(node: MapNode): Node[] {
  const many = valueOf(node, "examples");
  const all = [valueOf(node, "example"), ...itemsOf(many), ...entriesOf(many).map((entry) => entry.value)];
  return all
    .filter((each) => each !== undefined)
    .map((each) => (valueOf(each, "strict") || each.kind === "map" ? (valueOf(each, "value") ?? each) : each));
}

/** What `type` says: an expression, a declaration in place, or several types to inherit from. */
function inherited(type: Node | undefined, reading: Reading): Read {
  if (type?.kind === "string") {
    const expression = parseRamlExpression(type.value);
    return expression ? readExpression(expression, type, reading) : { now: { otherKeywords: [{ key: "type", value: type }] } };
  }
  if (type?.kind === "list") return { later: { allOf: () => type.items.map((item) => reading.child(item)) } };
  return type?.kind === "map" ? { later: { allOf: () => [reading.child(type)] } } : {};
}

function plain(node: MapNode): Plain {
  const facts: Fact[] = [...factFacets].flatMap(([keyword]) => {
    const value = valueOf(node, keyword);
    return value ? [{ keyword, value }] : [];
  });
  const values = valueOf(node, "enum");
  return {
    title: text(valueOf(node, "displayName")),
    description: text(valueOf(node, "description")),
    format: text(valueOf(node, "format")),
    facts,
    enum: values?.kind === "list" ? values.items.map((value) => ({ value })) : undefined,
    default: valueOf(node, "default"),
    examples: examplesOf(node),
    otherKeywords: node.entries.filter((entry) => !known.has(entry.key)),
  };
}

/** Whether further properties are allowed, where that is said. */
function closed(node: MapNode): Lazy {
  const additional = valueOf(node, "additionalProperties");
  if (additional?.kind !== "boolean") return {};
  return { additionalProperties: () => makeSchema(additional, "raml", { now: { always: additional.value } }) };
}

function below(node: MapNode, reading: Reading): Lazy {
  const properties = valueOf(node, "properties");
  const items = valueOf(node, "items");
  return {
    properties: () => entriesOf(properties).filter((entry) => !isPattern(entry)).map((entry) => property(entry, reading)), // prettier-ignore
    patternProperties: () => patterns(properties, reading),
    ...(items ? { items: () => reading.child(items) } : {}),
  };
}

/** A type declaration: what its facets say, on top of what its `type` says. Without one, properties make an object, else a string. */
function declaration(node: MapNode, reading: Reading): Read {
  const type = valueOf(node, "type") ?? valueOf(node, "schema");
  const from = inherited(type, reading);
  const implied = valueOf(node, "properties") ? ["object"] : valueOf(node, "items") ? ["array"] : ["string"];
  const now = plain(node);
  const property = text(valueOf(node, "discriminator"));
  return {
    now: {
      ...now,
      types: from.now?.types ?? (type ? [] : implied),
      otherKeywords: [...(from.now?.otherKeywords ?? []), ...(now.otherKeywords ?? [])],
    },
    later: {
      ...closed(node),
      ...(property ? { discriminator: () => ({ property, choices: [] }) } : {}),
      ...below(node, reading),
      ...from.later,
      ...(valueOf(node, "items") ? below(node, reading) : {}),
    },
  };
}

/** Reads RAML 1.0 types: declarations with facets, type expressions, unions, inheritance, optional and pattern properties. */
export function readRaml(node: Node, reading: Reading): Read {
  if (node.kind === "map") return declaration(node, reading);
  // RAML 1.0: a property declared by nothing is a string.
  if (node.kind === "null") return { now: { types: ["string"] } };
  const expression = node.kind === "string" ? parseRamlExpression(node.value) : undefined;
  if (node.kind !== "string" || !expression) return { now: { asWritten: node } };
  return readExpression(expression, node, reading);
}
