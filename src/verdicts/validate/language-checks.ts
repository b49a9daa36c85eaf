import type { Node } from "#text";
import { counted, entriesOf, entryOf, asString, compareDecimals, decimalOf, isIntegerNode, quoted } from "#text";
import type { Language, Property, Schema, Schemas } from "#schema";
import { factOf, textFact } from "#schema";
import type { Budget } from "./budget.ts";
import type { ForeignCheck } from "./validator.ts";
import { avroTypes, protobufTypes, ramlTypes } from "./language-types.ts";
import { dialectRules } from "./dialects.ts";
import type { TreeRules } from "./tree-run.ts";
import { TreeRun } from "./tree-run.ts";
import type { ValidationRun, KeywordVisit } from "./visit.ts";
import { constraintEntry, fail } from "./visit.ts";
import { inWords } from "./wording.ts";
import { brokenFormat } from "./formats.ts";

/** Says what a value must be if it breaks a logical type. `undefined` if it does not, or if its schema may not have the type. */
type LogicalType = (value: Node, schema: Schema) => string | undefined;

function wholeFact(schema: Schema, keyword: string): number | undefined {
  const value = factOf(schema, keyword);
  return value?.kind === "number" && isIntegerNode(value) && value.value >= 0 ? value.value : undefined;
}

/** The number of digits that any number of this many bytes in two's complement has room for. */
const digitsOf = (octets: number): number => Math.floor((8 * octets - 1) * Math.log10(2));

/** The number of digits that a decimal may have; `undefined` if precision and scale are invalid, so that it is plain bytes. */
function precisionOf(schema: Schema): number | undefined {
  const precision = wholeFact(schema, "precision") ?? 0;
  const scale = factOf(schema, "scale") ? wholeFact(schema, "scale") : 0;
  if (precision === 0 || scale === undefined || scale > precision) return undefined;
  if (schema.types.includes("bytes")) return precision;
  const size = schema.types.includes("fixed") ? wholeFact(schema, "size") : undefined;
  return size !== undefined && precision <= digitsOf(size) ? precision : undefined;
}

/** Whether bytes, written as characters, are a number with at most this many digits. Their count often tells without making the number. */
function hasDigits(octets: string, precision: number): boolean {
  const isNegative = (octets.charCodeAt(0) & 0x80) !== 0;
  const digits = octets.replace(isNegative ? /^\u00ff+/ : /^\0+/, "");
  if (digitsOf(digits.length + 1) < precision) return true;
  if (digitsOf(digits.length) >= precision + 3) return false;
  const hex = Array.from(digits, (each) => each.charCodeAt(0).toString(16).padStart(2, "0")).join("");
  const unsigned = BigInt(`0x0${hex}`);
  const size = isNegative ? (1n << BigInt(8 * digits.length)) - unsigned : unsigned;
  return size < 10n ** BigInt(precision);
}

const decimal: LogicalType = (value, schema) => {
  const precision = precisionOf(schema);
  if (precision === undefined || value.kind !== "string" || hasDigits(value.value, precision)) return undefined;
  return `must be a decimal of at most ${counted(precision, "digit")}, as the octets of its unscaled number`;
};

function uuid(value: Node, { types }: Schema): string | undefined {
  const name = types.includes("string") && value.kind === "string" ? brokenFormat("uuid", value) : undefined;
  return name && `must be ${name}`;
}

/** A time of day, in some unit since midnight. */
function time(type: string, unit: string, most: string): LogicalType {
  const first = decimalOf("0");
  const last = decimalOf(most);
  return (value, { types }) => {
    const number = types.includes(type) && value.kind === "number" ? decimalOf(value.raw) : undefined;
    if (!number || !first || !last) return undefined;
    const isInDay = compareDecimals(number, first) >= 0 && compareDecimals(number, last) <= 0;
    return isInDay ? undefined : `must be the ${unit} since midnight, from 0 to ${most}`;
  };
}

/**
 * Avro 1.12, "Logical Types". The others (`date`, `duration`, timestamps, `uuid` of a fixed) accept every value of their type. A
 * logical type that its schema may not have is ignored, as the specification says.
 */
const avroLogicalTypes: ReadonlyMap<string, LogicalType> = new Map([
  ["decimal", decimal],
  ["uuid", uuid],
  ["time-millis", time("int", "milliseconds", "86399999")],
  ["time-micros", time("long", "microseconds", "86399999999")],
]);

/** Reads a value of a union in Avro's JSON encoding, `{"name": value}`. */
function unwrap(value: Node): { readonly name: string; readonly value: Node } | undefined {
  const [only] = value.kind === "map" && value.entries.length === 1 ? value.entries : [];
  return only && { name: only.key, value: only.value };
}

function camelCase(name: string): string {
  return name.replace(/_+(.?)/g, (_, letter: string) => letter.toUpperCase());
}

/**
 * The names of a protobuf field in ProtoJSON: readers accept its name in the .proto file, and its `json_name` or otherwise its name in
 * lowerCamelCase.
 */
function protobufNames({ name, facts }: Property): readonly string[] {
  const given = textFact({ facts }, "json_name")?.replace(/^"(.*)"$/, "$1");
  return [...new Set([given ?? camelCase(name), name])];
}

/** In ProtoJSON a field may occur once, and of a oneof only one field. Null stands for an absent field. */
function judgeMessage({ properties }: Schema, visit: KeywordVisit): void {
  const taken = new Map<string, string>();
  for (const property of properties) {
    const found = protobufNames(property).flatMap((name) => entryOf(visit.instance, name) ?? []);
    const [first, again] = found;
    if (again) fail(visit, constraintEntry("fields", property.schema.node), { expected: `must be given once, and ${quoted(first?.key ?? "")} is the same field`, place: again, below: again.key }); // prettier-ignore
    const group = asString(factOf(property, "oneof"));
    const set = found.find(({ value }) => value.kind !== "null" || property.schema.types.includes("google.protobuf.Value"));
    if (!group || !set) continue;
    const other = taken.get(group.value);
    taken.set(group.value, other ?? set.key);
    const expected = `must not be there beside ${quoted(other ?? "")}: the oneof ${quoted(group.value)} takes one member`;
    if (other !== undefined) fail(visit, constraintEntry("oneof", group), { expected, place: set, below: set.key });
  }
}

/** In ProtoJSON only fields may be null. Values of type `google.protobuf.Value` may be null themselves. */
function judgeNulls(inner: Schema | undefined, visit: KeywordVisit): void {
  if (!inner || inner.types.some((type) => ["google.protobuf.Value", "google.protobuf.NullValue"].includes(type))) return;
  const { instance } = visit;
  const all = instance.kind === "list" ? [...instance.items.entries()] : entriesOf(instance).map(({ key, value }) => [key, value] as const);
  for (const [at, value] of all) {
    const below = String(at);
    if (value.kind === "null") fail(visit, constraintEntry("type", inner.node), { expected: "must not be null", place: value, below });
  }
}

/** ProtoJSON writes the keys of a map as strings, whatever their type. */
function judgeKeys(schema: Schema, visit: KeywordVisit): void {
  const type = asString(factOf(schema, "map key"));
  if (!type || type.value === "string") return;
  for (const member of entriesOf(visit.instance)) {
    const { file, start, end } = member;
    const key: Node = { kind: "string", value: member.key, file, start, end };
    const isKey = type.value === "bool" ? /^(?:true|false)$/.test(member.key) : protobufTypes.get(type.value)?.(key);
    if (isKey === false) fail(visit, constraintEntry("map key", type), { expected: `must be a key of the type ${type.value}`, place: member, below: member.key }); // prettier-ignore
  }
}

function judgeProtobuf(schema: Schema, visit: KeywordVisit): void {
  if (schema.types.includes("message")) judgeMessage(schema, visit);
  if (schema.types.includes("repeated")) judgeNulls(schema.items, visit);
  if (!schema.types.includes("map")) return;
  judgeNulls(schema.additionalProperties, visit);
  judgeKeys(schema, visit);
}

/** Avro writes each byte of a `fixed` as one character. */
function judgeFixed({ types, facts }: Schema, visit: KeywordVisit): void {
  const { instance } = visit;
  const size = types.includes("fixed") ? factOf({ facts }, "size") : undefined;
  if (size?.kind !== "number" || instance.kind !== "string" || instance.value.length === size.value) return;
  fail(visit, constraintEntry("size", size), {
    expected: `must have ${counted(size.raw, "byte")}`,
    found: counted(instance.value.length, "byte"),
  });
}

function judgeAvro(schema: Schema, visit: KeywordVisit): void {
  judgeFixed(schema, visit);
  const { format } = schema;
  const expected = format && avroLogicalTypes.get(format.value)?.(visit.instance, schema);
  if (expected !== undefined)
    fail(visit, constraintEntry("logicalType", format ?? schema.node), { expected, found: inWords(visit.instance) });
}

const plainName = ({ name }: Property): readonly string[] => [name];

/** The languages that are validated by their schema trees. */
const rules: Readonly<Partial<Record<Language, TreeRules>>> = {
  avro: {
    types: avroTypes,
    closed: ["record", "error"],
    nullable: false,
    namesOf: plainName,
    enumByNumber: false,
    unwrap,
    judge: judgeAvro,
  },
  protobuf: {
    types: protobufTypes,
    closed: ["message"],
    nullable: true,
    namesOf: protobufNames,
    enumByNumber: true,
    judge: judgeProtobuf,
    // In ProtoJSON, extensions have names in brackets. Any file may define them.
    isForeign: (name) => /^\[[\w./]+\]$/.test(name),
  },
  raml: { types: ramlTypes, closed: [], nullable: false, namesOf: plainName, enumByNumber: false },
};

/** Creates the check for values of foreign languages. It uses the trees of the schema room, which keep places and digits. */
export function languageCheck({
  schemas,
  budget,
  newRun,
}: {
  schemas: Schemas;
  budget: Budget;
  newRun: () => ValidationRun;
}): ForeignCheck {
  const scope = { reading: dialectRules["draft-07"], resource: undefined, trail: [] };
  return (language, source, value, schema) => {
    const own = rules[language];
    return own && new TreeRun({ rules: own, budget, run: newRun(), scope }).judge(schema ?? schemas.of(source), value, undefined);
  };
}
