/** Guesses what a value is: a schema of which language, an object of the format, or a field that other versions have elsewhere. */
import type { MapNode, Node } from "#text";
import { entryOf, itemsOf, nearest, parseProto, stringOf, valueOf } from "#text";
import type { Dialect } from "./dialect.ts";
import type { Tables } from "./parts.ts";
import { matchesShape, matchingShape, tableFor } from "./parts.ts";
import type { KeywordKind } from "./schema-vocabulary.ts";
import { schemaVocabulary } from "./schema-vocabulary.ts";
import type { ObjectName, ObjectShape, ObjectTable, Shape } from "./shape.ts";
import { isSchemaObject } from "./shape.ts";

type MovedFieldTable = Readonly<Partial<Record<ObjectName, Readonly<Record<string, string>>>>>;

const toInfo = "From 3.0 on it belongs into info.";
const toOperations = (action: string): string =>
  `From 3.0 on an operation is an entry of the root's operations, with action: ${action} and a reference to its channel.`;
const toKey = (map: string): string => `From 3.0 on the key in ${map} is the id.`;
const toChannelMessages = "From 3.0 on messages belong into the messages of the channel that the operation refers to.";

/** A Multi Format Schema Object where a schema must stand. */
const besidePayload = "Write it into the message, beside the payload, and the schema itself as the payload: schemaFormat, payload.";
const atTheRoot = "A schema with its schemaFormat can only be a whole payload, headers or component: write the schema itself here.";

/** Fields of 2.x in 3.x, the draft included. */
const inDraft: MovedFieldTable = {
  Schema: { schemaFormat: besidePayload },
  Root: { tags: toInfo, externalDocs: toInfo },
  Channel: { publish: toOperations("receive"), subscribe: toOperations("send") },
  Operation: { message: toChannelMessages, operationId: toKey("operations") },
  OperationTrait: { operationId: toKey("operations") },
};

const toMultiFormat = "From 3.0 on it belongs into the payload, beside the schema: payload: { schemaFormat, schema }.";

/** Fields of 2.x and the draft in released 3.x. */
const inReleased: MovedFieldTable = {
  ...inDraft,
  Schema: { schemaFormat: atTheRoot },
  Server: { url: "From 3.0 on it is split into host and pathname." },
  Message: { messageId: toKey("messages"), schemaFormat: toMultiFormat },
  MessageTrait: { messageId: toKey("messages"), schemaFormat: toMultiFormat },
  Parameter: { schema: "From 3.0 on a parameter is a string; list its values in enum, default and examples." },
  OAuthFlow: { scopes: "From 3.0 on the scopes of a flow are its availableScopes." },
};

const toOperation = "In 2.x an operation is the publish or subscribe of its channel.";
const toRoot = "In 2.x it belongs to the root.";
const toSchema = "In 2.x the values of a parameter are described by its schema.";
const toUrl = "In 2.x it is a part of url.";
const noReply = "In 2.x there are no replies.";

/** Fields of 3.x in 2.x. */
const in2: MovedFieldTable = {
  Schema: { schemaFormat: besidePayload },
  Root: { operations: toOperation },
  Info: { tags: toRoot, externalDocs: toRoot },
  Server: { host: toUrl, pathname: toUrl },
  Channel: {
    address: "In 2.x the key of the channel is its address.",
    messages: "In 2.x messages belong into the message of publish or subscribe.",
  },
  Operation: {
    action: toOperation,
    channel: toOperation,
    messages: "In 2.x the messages of an operation are its message, several under oneOf.",
    reply: noReply,
  },
  Parameter: { enum: toSchema, default: toSchema, examples: toSchema },
  Components: { operations: toOperation, replies: noReply, replyAddresses: noReply },
  OAuthFlow: { availableScopes: "In 2.x the scopes of a flow are its scopes." },
};

const byLine: Readonly<Record<Dialect["line"], MovedFieldTable>> = { "2": in2, "draft-3": inDraft, "3": inReleased };

/** A sentence that says where a field of another version belongs in this one; `undefined` for any other field. */
export function movedField(dialect: Dialect, object: ObjectName, field: string): string | undefined {
  const fields = byLine[dialect.line][object];
  return fields && Object.hasOwn(fields, field) ? fields[field] : undefined;
}

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
