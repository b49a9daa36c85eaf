/** What a reader with one protobuf schema cannot read of another's values, and the words for why, which Avro shares. */
import { integerRanges } from "#format";
import type { Property, Schema } from "#schema";
import { textFact } from "#schema";
import type { Node } from "#text";
import { listSome, DEEPEST_NESTED, asString, escapeToken } from "#text";
import { generated } from "#verdicts";
import { withMember } from "../containment/index.ts";

/** How messages are written: as bytes with the numbers of fields, or as JSON with their names. */
export type ProtobufEncoding = "wire" | "json";

/** Groups of types that can be read as each other (protobuf, "Updating A Message Type"). */
const WIRE_GROUPS: readonly (readonly string[])[] = [
  ["int32", "int64", "uint32", "uint64", "bool", "enum"],
  ["sint32", "sint64"],
  ["fixed32", "sfixed32"],
  ["fixed64", "sfixed64"],
  ["float"],
  ["double"],
  ["string", "bytes"],
];

const DEFINED = new Set([...WIRE_GROUPS.flat(), "message", "map", "repeated"]);

/** Whether protobuf itself, or the .proto text, says what a type is. */
function isDefined(type: string): boolean {
  return DEFINED.has(type);
}

function isSameWire(one: string, other: string): boolean {
  return one === other || WIRE_GROUPS.some((group) => group.includes(one) && group.includes(other));
}

type Range = readonly [least: bigint, most: bigint];

const RANGES: ReadonlyMap<string, Range> = new Map([
  ...[...integerRanges].map(([type, [least, most]]) => [type, [BigInt(least), BigInt(most)]] as const),
  // An enum is written as an int32.
  ["enum", [-(2n ** 31n), 2n ** 31n - 1n]],
  ["bool", [0n, 1n]],
]);

/** Whether values of a type are whole numbers, and no more than that. */
function isInteger(type: string): boolean {
  return DEFINED.has(type) && integerRanges.has(type);
}

/** What is known of a type without its fields. The type of a map's key is no more than that. */
type PlainType = Pick<Schema, "types" | "enum" | "name">;

export function typeOf({ types }: Pick<Schema, "types">): string {
  return types[0] ?? "";
}

/** A number of a field or enum value in decimal digits, however it is written. */
function digitsOf(written: string): string {
  const [, sign = "", digits = ""] = /^(-?)((?:0[xX][\da-fA-F]+)|\d+)$/.exec(written) ?? [];
  if (digits === "") return written;
  const isOctal = /^0[0-7]+$/.test(digits);
  return String(BigInt(isOctal ? `0o${digits}` : digits) * (sign === "" ? 1n : -1n));
}

export function fieldNumber(field: Property): string {
  return digitsOf(textFact(field, "field number") ?? "");
}

/** The values of an enum in their order. Several names may have one number. */
export function enumNumbers({ enum: values = [] }: PlainType) {
  return values.map(({ value, number = "" }) => ({ name: asString(value)?.value ?? "", number: digitsOf(number) }));
}

function rangeOf(schema: PlainType, isWriter: boolean): Range | undefined {
  const type = typeOf(schema);
  if (type !== "enum" || !isWriter) return RANGES.get(type);
  const numbers = enumNumbers(schema).flatMap(({ number }) => (/^-?\d+$/.test(number) ? [BigInt(number)] : []));
  if (numbers.length === 0) return [0n, 0n];
  return numbers.reduce<Range>(([least, most], each) => [each < least ? each : least, each > most ? each : most], [0n, 0n]);
}

/** A number that is written with one type and that another does not hold. A reader would take it for another number. */
function outOfRange(writer: PlainType, reader: PlainType): { readonly witness: Node; readonly expected: string } | undefined {
  const [own, other] = [rangeOf(writer, true), rangeOf(reader, false)];
  if (!own || !other || (own[0] >= other[0] && own[1] <= other[1])) return undefined;
  const outside = own[1] > other[1] ? other[1] + 1n : other[0] - 1n;
  const named =
    typeOf(writer) === "enum"
      ? enumNumbers(writer).find(({ number }) => BigInt(number) < other[0] || BigInt(number) > other[1])
      : undefined;
  const witness = named ? generated.text(named.name) : generated.number(String(outside));
  return { witness, expected: `must be from ${other[0]} to ${other[1]}, because it is read as ${typeOf(reader)}` };
}

/** The name of a field as JSON: the option `json_name`, otherwise its name in lowerCamelCase (ProtoJSON). */
export function jsonName(field: Property): string {
  const written = (textFact(field, "json_name") ?? "").replace(/^["'](.*)["']$/s, "$1");
  return written === "" ? field.name.replace(/_+([^_]?)/g, (_, next: string) => next.toUpperCase()) : written;
}

function sampleKey(map: Schema): string {
  return textFact(map, "map key") === "string" ? "a" : "1";
}

function valueOf({ additionalProperties: value }: Schema, depth: number): Node {
  return value && depth <= 20 ? sampleOf(value, depth + 1) : generated.text("a");
}

/** A small value of a type. */
function sampleOf(schema: Schema, depth = 0): Node {
  const type = typeOf(schema);
  if (type === "repeated") return generated.list(schema.items ? [sampleOf(schema.items, depth)] : []);
  if (type === "map") return generated.object([[sampleKey(schema), valueOf(schema, depth)]]);
  if (type === "message") {
    const required = depth > 20 ? [] : schema.properties.filter((field) => field.required);
    return generated.object(required.map((field) => [field.name, sampleOf(field.schema, depth + 1)] as const));
  }
  if (type === "enum") return schema.enum?.[0]?.value ?? generated.text("");
  if (type === "bool") return generated.boolean(true);
  // In the JSON of protobuf, bytes are written as base64.
  if (type === "bytes") return generated.text("YQ==");
  return type === "string" ? generated.text("a") : generated.number("1");
}

/** The element type of a repeated field, otherwise the type itself. */
function elementOf(schema: Schema): Schema {
  return typeOf(schema) === "repeated" && schema.items ? schema.items : schema;
}

/** The type as it is written in a .proto text, for messages. */
export function typeInWords(schema: Schema): string {
  const type = typeOf(schema);
  if (type === "repeated") return `repeated ${schema.items ? typeInWords(schema.items) : ""}`.trim();
  if (type === "map")
    return `map<${textFact(schema, "map key") ?? ""}, ${schema.additionalProperties ? typeInWords(schema.additionalProperties) : ""}>`;
  return schema.name ?? type;
}

/** A value written with one schema that a reader with another cannot read. */
export interface ReadFailure {
  readonly witness: Node;
  /** A JSON Pointer (RFC 6901) into the witness. */
  readonly at: string;
  readonly missing?: string | undefined;
  /** What is required, such as `must be of the type long`. */
  readonly expected: string;
  /** Why it is unknown whether the value can be read, if it is. */
  readonly unclear?: string | undefined;
}

/** The failure for a type without a definition. */
export function undefinedType(name: string, witness: Node): ReadFailure {
  return { witness, at: "", expected: `must be of the type ${name}`, unclear: `a schema does not define ${name}` };
}

/** Wraps a failure in an inner value for the value that contains it. */
export function failureInside(failure: ReadFailure, token: string, wrap: (value: Node) => Node): ReadFailure {
  return { ...failure, witness: wrap(failure.witness), at: `/${escapeToken(token)}${failure.at}` };
}

/** A schema of two versions: values are written with one of them and read with the other. */
export interface WrittenAndRead {
  readonly old: Schema;
  readonly writer: Schema;
  readonly reader: Schema;
}

/** What readers of a format that is no JSON Schema make of two versions of a schema. */
export interface FormatReading {
  readonly failures: readonly ReadFailure[];
  /** What changed and can be read, in words. */
  readonly changes: readonly string[];
  /** What a version does although the earlier one forbade it, in words. */
  readonly forbidden: readonly string[];
  /** Whether the two schemas can be exchanged. */
  readonly isMutual: boolean;
}

/** A byte that is neither text in UTF-8 nor an encoded message, as base64. */
const NO_TEXT = generated.text("/w==");

/** An entry of a map: the type of its key, its value, and the name of the value where it is written as JSON. */
interface MapEntry {
  readonly key: PlainType | undefined;
  readonly value: Schema | undefined;
  readonly name: string;
}

/** What a map or repeated messages hold as entries: a map is written as repeated messages with the fields 1 and 2. */
function entryOf(schema: Schema, encoding: ProtobufEncoding): MapEntry | undefined {
  if (typeOf(schema) === "map") {
    return { key: { types: [textFact(schema, "map key") ?? ""] }, value: schema.additionalProperties, name: sampleKey(schema) };
  }
  if (encoding === "json" || typeOf(schema) !== "repeated" || !schema.items || typeOf(schema.items) !== "message") return undefined;
  const [key, value] = ["1", "2"].map((number) => schema.items?.properties.find((field) => fieldNumber(field) === number));
  return { key: key?.schema, value: value?.schema, name: value?.name ?? "" };
}

/** A message or enum of the writer and what the reader has for it, with the path to it in a value. */
export interface ReadTypes {
  readonly writer: Schema;
  readonly reader: Schema;
  readonly path: string;
}

/** Finds what a reader with one protobuf message type cannot read of what was written with another, as bytes or as JSON (ProtoJSON). */
export class ProtobufReading {
  /** The messages and enums that were compared. */
  readonly types: ReadTypes[] = [];
  /** The fields and enums, of the writer and the reader, in which something cannot be read. */
  readonly refused = new Set<Property | Schema>();
  readonly #encoding: ProtobufEncoding;
  readonly #met = new Map<Schema, Set<Schema>>();

  constructor(encoding: ProtobufEncoding) {
    this.#encoding = encoding;
  }

  /** The name of a field in a value. */
  #nameOf(field: Property): string {
    return this.#encoding === "json" ? jsonName(field) : field.name;
  }

  #isNew(writer: Schema, reader: Schema, path: string): boolean {
    const met = this.#met.get(writer) ?? new Set();
    if (met.has(reader)) return false;
    this.#met.set(writer, met.add(reader));
    this.types.push({ writer, reader, path });
    return true;
  }

  failures(writer: Schema, reader: Schema, path = "", depth = 0): readonly ReadFailure[] {
    if (depth > DEEPEST_NESTED || !this.#isNew(writer, reader, path)) return [];
    const sample = sampleOf(writer);
    const written = this.#writtenBy(writer, reader);
    const fields = reader.properties.flatMap((field): readonly ReadFailure[] => {
      const own = written.get(field);
      const moved = this.#movedTo(writer, field, own);
      if (moved) return this.#moved(moved, field, sample);
      const name = this.#nameOf(field);
      if (field.required && own?.required !== true) {
        this.refused.add(field);
        return [{ witness: sample, at: "", missing: name, expected: `must have the required field "${name}" (${fieldNumber(field)})` }];
      }
      if (!own) return [];
      const below = this.#types(own.schema, field.schema, `${path}/${this.#nameOf(own)}`, depth).map((each) =>
        failureInside(each, this.#nameOf(own), (value) => withMember(sample, this.#nameOf(own), value)),
      );
      if (below.length > 0) this.refused.add(own).add(field);
      return below;
    });
    return [...fields, ...this.#choices(written, sample), ...this.#unknownNames(writer, written)];
  }

  /** The field of the writer for each field of the reader: by number, or by one of the names that a parser of JSON accepts. */
  #writtenBy(writer: Schema, reader: Schema): ReadonlyMap<Property, Property> {
    const byNumber = new Map(writer.properties.map((field) => [fieldNumber(field), field]));
    const byName = new Map(writer.properties.map((field) => [jsonName(field), field]));
    const found = reader.properties.flatMap((field): (readonly [Property, Property])[] => {
      const own =
        this.#encoding === "wire"
          ? byNumber.get(fieldNumber(field))
          : (byName.get(jsonName(field)) ?? byName.get(field.name) ?? byNumber.get(fieldNumber(field)));
      return own ? [[field, own]] : [];
    });
    return new Map(found);
  }

  /** The writer's field of the same name that has another number. In JSON: the one of the same number that has another name. */
  #movedTo(writer: Schema, field: Property, own: Property | undefined): Property | undefined {
    if (this.#encoding === "json") return own && ![jsonName(field), field.name].includes(jsonName(own)) ? own : undefined;
    return own?.name === field.name ? undefined : writer.properties.find(({ name }) => name === field.name);
  }

  /** "Changing" a number deletes a field and adds another one (protobuf, "Updating A Message Type"): what is written is not found. */
  #moved(own: Property, field: Property, sample: Node): readonly ReadFailure[] {
    this.refused.add(own).add(field);
    const name = this.#nameOf(own);
    const expected =
      this.#encoding === "wire"
        ? `must have the number ${fieldNumber(field)}, and has ${fieldNumber(own)}`
        : `must be called "${this.#nameOf(field)}"`;
    return [failureInside({ witness: sampleOf(own.schema), at: "", expected }, name, (value) => withMember(sample, name, value))];
  }

  /** Names that the reader does not have. By default parsers of JSON refuse them, and can be told to ignore them. */
  #unknownNames(writer: Schema, written: ReadonlyMap<Property, Property>): readonly ReadFailure[] {
    if (this.#encoding === "wire") return [];
    const known = new Set(written.values());
    const unknown = writer.properties.filter((field) => !known.has(field));
    if (unknown.length === 0) return [];
    for (const field of unknown) this.refused.add(field);
    const named = listSome(unknown.map((field) => `"${jsonName(field)}"`), 5); // prettier-ignore
    const unclear = `readers of protobuf as JSON refuse names that they do not know, unless they are told to ignore them: ${named}`;
    return [{ witness: generated.object([]), at: "", expected: "", unclear }];
  }

  #types(writer: Schema, reader: Schema, path: string, depth: number): readonly ReadFailure[] {
    const [own, other] = [elementOf(writer), elementOf(reader)];
    const [type, wanted] = [typeOf(own), typeOf(other)];
    const inside = (failures: readonly ReadFailure[]): readonly ReadFailure[] =>
      own === writer ? failures : failures.map((each) => failureInside(each, "0", (value) => generated.list([value])));
    const refuse = (expected: string): readonly ReadFailure[] => [{ witness: sampleOf(writer), at: "", expected }];
    if (typeOf(writer) === "map" || typeOf(reader) === "map") return this.#maps(writer, reader, path, depth);
    const [isList, takesList] = [typeOf(writer) === "repeated", typeOf(reader) === "repeated"];
    if (this.#encoding === "json" && isList !== takesList) return refuse(takesList ? "must be a list" : "must be one value");
    const isNumber = !["string", "bytes", "message"].includes(type);
    // Repeated numbers are packed, which a reader of a single number cannot read. A reader of several also reads a single one.
    if (isList && !takesList && isNumber) return refuse("must be one value");
    if (type === "message" && wanted === "message") return inside(this.failures(own, other, path, depth + 1));
    const unread = type === wanted ? undefined : [type, wanted].find((name) => !isDefined(name));
    if (unread !== undefined) return [undefinedType(unread, sampleOf(writer))];
    if (type === "enum" && wanted === "enum") return inside(this.#enums(own, other, path));
    const failure = this.#encoding === "json" ? unreadJson(own, other) : unreadBytes(own, other);
    return failure ? inside([{ at: "", ...failure }]) : [];
  }

  #enums(writer: Schema, reader: Schema, path: string): readonly ReadFailure[] {
    if (!this.#isNew(writer, reader, path)) return [];
    const known = enumNumbers(reader);
    const lost = enumNumbers(writer).find(({ name, number }) => {
      const named = known.filter((each) => each.name === name);
      if (this.#encoding === "json") return named.length === 0;
      return named.length > 0 && !named.some((each) => each.number === number);
    });
    // A further number breaks nobody: readers keep it, as they keep a field that they do not know.
    if (!lost) return [];
    this.refused.add(writer).add(reader);
    const names = known.map(({ name }) => name);
    const expected =
      this.#encoding === "json"
        ? `must be one of ${listSome(names, 10)}`
        : `must have the number ${known.find(({ name }) => name === lost.name)?.number ?? ""}, and has ${lost.number}`;
    return [{ witness: generated.text(lost.name), at: "", expected }];
  }

  #maps(writer: Schema, reader: Schema, path: string, depth: number): readonly ReadFailure[] {
    const refuse = (expected: string): readonly ReadFailure[] => [{ witness: sampleOf(writer), at: "", expected }];
    const [own, other] = [entryOf(writer, this.#encoding), entryOf(reader, this.#encoding)];
    if (!own || !other) return refuse(`must be ${typeOf(reader) === "map" ? "a map" : `of the type ${typeOf(reader)}`}`);
    if (own.key && other.key) {
      const [key, wanted] = [typeOf(own.key), typeOf(other.key)];
      const isRead =
        this.#encoding === "json"
          ? key === wanted || wanted === "string" || (isInteger(key) && isInteger(wanted))
          : isSameWire(key, wanted);
      if (!isRead) return refuse(`must have keys of the type ${wanted}`);
      const outside = outOfRange(own.key, other.key);
      if (outside) return refuse(`must have keys of the type ${wanted}, which holds fewer numbers`);
    }
    if (!own.value || !other.value) return [];
    return this.#types(own.value, other.value, `${path}/*`, depth + 1).map((each) => {
      const entry = failureInside(each, own.name, (value) => generated.object([[own.name, value]]));
      return typeOf(writer) === "map" ? entry : failureInside(entry, "0", (value) => generated.list([value]));
    });
  }

  /** Fields that could be sent together before, but of which the reader keeps only one. */
  #choices(written: ReadonlyMap<Property, Property>, sample: Node): readonly ReadFailure[] {
    const kept = new Map<string, Property>();
    for (const [field, own] of written) {
      const choice = textFact(field, "oneof");
      if (choice === undefined) continue;
      const before = kept.get(choice);
      if (before && textFact(before, "oneof") !== (textFact(own, "oneof") ?? "")) {
        this.refused.add(before).add(own).add(field);
        const [one, other] = [this.#nameOf(before), this.#nameOf(own)];
        const witness = withMember(withMember(sample, one, sampleOf(before.schema)), other, sampleOf(own.schema));
        return [{ witness, at: "", expected: `must have only one of "${one}" and "${other}"` }];
      }
      kept.set(choice, own);
    }
    return [];
  }
}

type Unread = Pick<ReadFailure, "witness" | "expected">;

/** What bytes of one type hold that a reader of another type does not read; `undefined` if nothing. */
function unreadBytes(own: Schema, other: Schema): Unread | undefined {
  const [type, wanted] = [typeOf(own), typeOf(other)];
  if (type === "bytes" && wanted === "string") return { witness: NO_TEXT, expected: "must be text in UTF-8" };
  if (type === "bytes" && wanted === "message") return { witness: NO_TEXT, expected: `must be an encoded ${other.name ?? "message"}` };
  if (type === "message" && wanted === "bytes") return undefined;
  if (!isSameWire(type, wanted)) return { witness: sampleOf(own), expected: `must be of the type ${other.name ?? wanted}` };
  return outOfRange(own, other);
}

/** The same for JSON. Numbers may be written as texts, and 64-bit numbers are. */
function unreadJson(own: Schema, other: Schema): Unread | undefined {
  const [type, wanted] = [typeOf(own), typeOf(other)];
  if (type === wanted) return undefined;
  if (isInteger(type) && (isInteger(wanted) || wanted === "enum")) return outOfRange(own, other);
  if (isInteger(type) && ["float", "double"].includes(wanted)) return undefined;
  if (type.endsWith("64") && wanted === "string") return undefined;
  if (type === "float" && wanted === "double") return undefined;
  const witnesses: Readonly<Record<string, Node>> = {
    float: generated.number("0.5"),
    double: generated.number(wanted === "float" ? "1e300" : "0.5"),
    string: generated.text("?"),
  };
  return { witness: witnesses[type] ?? sampleOf(own), expected: `must be of the type ${other.name ?? wanted}` };
}
