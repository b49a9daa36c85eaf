/** Guesses what a value is: a schema of which language, or an object of the format. */
import type { MapNode, Node } from "#text";
import { entryOf, itemsOf, nearest, parseProto, stringOf, valueOf } from "#text";
import { movedField } from "./moved-fields.ts";
import { matchesShape, matchingShape, tableFor } from "./parts.ts";
import type { KeywordKind } from "./schema-vocabulary.ts";
import { schemaVocabulary } from "./schema-vocabulary.ts";
import type { ObjectName, ObjectShape, ObjectTable, Shape } from "./shape.ts";
import { isSchemaObject } from "./shape.ts";
import type { Tables } from "./tables.ts";

/*
 * A reference may lead to any file in the folder, such as a key file or a package.json. This file tells data meant by a reference from
 * other data. It only looks at keys and is tolerant: a few misspelt keys do not matter.
 */

const types = ["array", "boolean", "integer", "null", "number", "object", "string"];

/**
 * Whether a value is a schema, or a reference. Real documents replace whole maps of schemas by a reference, so the text of a `$ref`
 * counts too.
 */
function isSchemaValue(value: Node, key = ""): boolean {
  return value.kind === "map" || value.kind === "boolean" || value.kind === "null" || key === "$ref";
}

/** Whether a keyword with this kind of value may have the value. */
function mayHold(kind: KeywordKind, value: Node): boolean {
  switch (kind) {
    case "value":
      return true;
    case "schema":
      return isSchemaValue(value);
    case "strings":
      return value.kind === "list" && value.items.every((item) => item.kind === "string");
    case "map of schemas":
      return value.kind === "map" && value.entries.every((entry) => isSchemaValue(entry.value, entry.key));
    case "map of schemas or names":
      return value.kind === "map" && value.entries.every((entry) => isSchemaValue(entry.value, entry.key) || entry.value.kind === "list");
    case "list of schemas":
    case "values":
      return value.kind === "list";
    case "reference":
    case "identifier":
      return value.kind === "string";
    default:
      return value.kind === kind;
  }
}

const dialects = Object.values(schemaVocabulary);
/** Keywords that other data often have too. They do not prove that an object with unknown keys is a schema. */
const common = new Set(["title", "description", "id", "$id", "$schema", "$comment", "default", "const", "example", "examples", "format", "pattern", "deprecated"]); // prettier-ignore

/** Whether a keyword of any dialect may have this value. */
function fitsKeyword(key: string, value: Node): boolean {
  if (key === "type" && value.kind === "string") return types.includes(value.value);
  return dialects.some((table) => table.get(key)?.some((kind) => mayHold(kind, value)));
}

interface Keys {
  /** Whether the language has this key, with any value. */
  readonly isKnown: (key: string) => boolean;
  /** Whether a key and its value show that the object is in the language. */
  readonly tells: (key: string, value: Node) => boolean;
  /** Keys that prove nothing by themselves. */
  readonly common: ReadonlySet<string>;
}

/** Whether at least as many keys are known, with fitting values, as are unknown. Extensions count as neither. */
function hasKeys({ entries }: MapNode, { isKnown, tells, common: weak }: Keys): boolean {
  const unknown = entries.filter(({ key }) => !key.startsWith("x-") && !isKnown(key)).length;
  const telling = entries.filter(({ key, value }) => tells(key, value));
  return unknown === 0 || (unknown <= telling.length && telling.some(({ key }) => !weak.has(key)));
}

const schemaKeys: Keys = { isKnown: (key) => dialects.some((table) => table.has(key)), tells: fitsKeyword, common };

function isLikelySchema(node: Node): boolean {
  // A Multi Format Schema of 3.x.
  if (stringOf(node, "schemaFormat") !== undefined && valueOf(node, "schema")) return true;
  return node.kind === "boolean" || (node.kind === "map" && hasKeys(node, schemaKeys));
}

const avroTypes = ["null", "boolean", "int", "long", "float", "double", "bytes", "string"];
const avroAttributes = new Set(["type", "name", "namespace", "doc", "fields", "symbols", "default", "items", "values", "size", "aliases", "logicalType", "precision", "scale"]); // prettier-ignore
/** The attribute that an Avro type must have. */
const avroNeeds = new Map([["record", "fields"], ["error", "fields"], ["enum", "symbols"], ["fixed", "size"], ["array", "items"], ["map", "values"]]); // prettier-ignore

function isLikelyAvroMap(node: MapNode): boolean {
  const type = valueOf(node, "type");
  if (type?.kind !== "string") return type !== undefined && isLikelyAvro(type);
  const need = avroNeeds.get(type.value);
  if (need !== undefined) return entryOf(node, need) !== undefined;
  const isKnown = (key: string): boolean => avroAttributes.has(key);
  return avroTypes.includes(type.value) && hasKeys(node, { isKnown, tells: isKnown, common });
}

/** Whether a value is probably an Avro schema. The name of a type alone could be any word. */
export function isLikelyAvro(node: Node): boolean {
  if (node.kind === "string") return avroTypes.includes(node.value);
  if (node.kind === "map") return isLikelyAvroMap(node);
  const isName = (item: Node): boolean => item.kind === "string" && /^[\w.]+$/.test(item.value);
  return itemsOf(node).some(isLikelyAvro) && itemsOf(node).every((item) => isName(item) || isLikelyAvro(item));
}

const ramlTypes = ["any", "object", "array", "string", "number", "integer", "boolean", "file", "nil", "date-only", "time-only", "datetime-only", "datetime", "union"]; // prettier-ignore
const ramlFacets = new Set(["displayName", "facets", "xml", "fileTypes", "discriminator", "discriminatorValue", "schema", "example"]);
const ramlKeys: Keys = {
  isKnown: (key) => schemaKeys.isKnown(key) || ramlFacets.has(key) || /^\(.*\)$/.test(key),
  // The name of another type could be any text.
  tells: (key, value) => (key === "type" ? isLikelyRaml(value) : ramlFacets.has(key) || fitsKeyword(key, value)),
  common: new Set([...common, ...ramlFacets]),
};

function isLikelyRaml(node: Node): boolean {
  if (node.kind === "string") return ramlTypes.includes(node.value.replace(/\[\]$/, ""));
  return node.kind === "map" && hasKeys(node, ramlKeys);
}

/** Whether a text is a .proto file that defines something. */
export function isLikelyProtobuf(node: Node): boolean {
  const file = node.kind === "string" ? parseProto(node.value) : undefined;
  return file !== undefined && file.messages.length + file.enums.length > 0;
}

/** Whether a value only refers to another one. What it refers to is judged by itself. */
const isReferenceOnly = (node: Node): boolean => stringOf(node, "$ref") !== undefined && node.kind === "map" && node.entries.length === 1;

/** Whether a schema is probably in its language. For a language that is not read, an object with the keys of another language counts. */
function isLikelyPayload(node: Node, { language }: ObjectShape): boolean {
  if (language === "protobuf") return isLikelyProtobuf(node);
  if (language === "avro") return isLikelyAvro(node) || isReferenceOnly(node);
  if (language === "raml") return isLikelyRaml(node);
  return node.kind === "map" && [isLikelySchema, isLikelyAvro, isLikelyRaml].some((isLikely) => isLikely(node));
}

/** Whether most of a value's keys are fields of the object with a fitting value. */
function isLikelyObject(
  node: MapNode,
  { table, object }: { readonly table: ObjectTable; readonly object: ObjectName },
  tables: Tables,
): boolean {
  const { others: inside } = table;
  if (inside) return node.entries.every(({ value }) => inside.shape.kind === "any" || isLikely(inside.shape, value, tables));
  const fields = node.entries.filter(({ key, value }) => {
    const field = Object.hasOwn(table.fields, key) ? table.fields[key] : undefined;
    return key === "$ref" || (field !== undefined && matchesShape(field.shape, value));
  });
  const others = node.entries.filter(({ key }) => !key.startsWith("x-") && key !== "$ref" && !Object.hasOwn(table.fields, key));
  // A misspelt or moved field was meant to be one, and is reported separately.
  const isMeant = ({ key }: { readonly key: string }): boolean =>
    nearest(key, Object.keys(table.fields)) !== undefined || movedField(tables.dialect, object, key) !== undefined;
  const strange = others.filter((entry) => !isMeant(entry));
  return strange.length === 0 || strange.length < fields.length + others.length - strange.length;
}

/** The object in a shape for a value that is not a map. */
function objectIn(shape: Shape): ObjectShape | undefined {
  if (shape.kind === "object") return shape.when ? undefined : shape;
  return shape.kind === "either" ? shape.of.map(objectIn).find((each) => each !== undefined) : undefined;
}

/** Whether a value is probably what a shape expects. It is for files that are not documents of the format. */
export function isLikely(shape: Shape, node: Node, tables: Tables): boolean {
  const plain = matchingShape(shape, node);
  const fitted = plain?.kind === "object" ? plain : objectIn(shape);
  if (!fitted) return true;
  if (fitted.object === "Payload") return isLikelyPayload(node, fitted);
  if (isSchemaObject(fitted.object)) return isLikelySchema(node);
  // A trait may have fields that only the whole object has. That is reported separately.
  const whole = fitted.object === "MessageTrait" ? "Message" : fitted.object === "OperationTrait" ? "Operation" : undefined;
  const table = whole ? tables.object(whole) : tableFor(fitted, node, tables);
  return node.kind === "map" && table !== undefined && isLikelyObject(node, { table, object: fitted.object }, tables);
}

/** Whether a value is a schema or a map of only schemas. In such data, a boolean or `{}` is a schema too. */
export function holdsSchemas(node: Node): boolean {
  if (node.kind !== "map") return node.kind === "boolean";
  return isLikelySchema(node) || node.entries.every(({ value }) => holdsSchemas(value));
}
