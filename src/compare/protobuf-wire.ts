import type { Property, Schema } from "#schema";
import { factOf } from "#schema";
import type { Node } from "#text";
import { asString } from "#text";
import { generated } from "#verdicts";
import type { ReadFailure } from "./format-failure.ts";
import { failureInside, undefinedType, withMember } from "./format-failure.ts";

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

const DEEPEST = 100;

/** A byte that is neither text in UTF-8 nor an encoded message, as base64. */
const NO_TEXT = generated.text("/w==");

function typeOf(schema: Schema): string {
  return schema.types[0] ?? "";
}

function textFact(schema: Pick<Schema, "facts">, keyword: string): string {
  return asString(factOf(schema, keyword))?.value ?? "";
}

function byNumber({ properties }: Schema): ReadonlyMap<string, Property> {
  return new Map(properties.map((field) => [textFact(field, "field number"), field]));
}

function sampleKey(map: Schema): string {
  return textFact(map, "map key") === "string" ? "a" : "1";
}

function valueOf({ additionalProperties: value }: Schema, depth: number): Node {
  return value && depth <= 20 ? sampleOf(value, depth + 1) : generated.text("a");
}

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

function isSameWire(one: string, other: string): boolean {
  return one === other || WIRE_GROUPS.some((group) => group.includes(one) && group.includes(other));
}

/** An entry of a map: the type of its key, its value, and the name of the value where it is written as JSON. */
interface MapEntry {
  readonly key: string | undefined;
  readonly value: Schema | undefined;
  readonly name: string;
}

/** What a map or repeated messages hold as entries: a map is written as repeated messages with the fields 1 and 2. */
function entryOf(schema: Schema): MapEntry | undefined {
  if (typeOf(schema) === "map") {
    return { key: textFact(schema, "map key"), value: schema.additionalProperties, name: sampleKey(schema) };
  }
  if (typeOf(schema) !== "repeated" || !schema.items || typeOf(schema.items) !== "message") return undefined;
  const fields = byNumber(schema.items);
  const [key, value] = [fields.get("1")?.schema, fields.get("2")];
  return { key: key && typeOf(key), value: value?.schema, name: value?.name ?? "" };
}

/** Finds what a reader with one protobuf message type cannot read of what was written with another, by the wire format. */
export class ProtobufWire {
  readonly #met = new Map<Schema, Set<Schema>>();

  failures(writer: Schema, reader: Schema, depth = 0): readonly ReadFailure[] {
    if (this.#met.get(writer)?.has(reader) === true || depth > DEEPEST) return [];
    this.#met.set(writer, (this.#met.get(writer) ?? new Set()).add(reader));
    const sample = sampleOf(writer);
    const written = byNumber(writer);
    const fields = [...byNumber(reader)].flatMap(([number, field]): readonly ReadFailure[] => {
      const own = written.get(number);
      if (field.required && own?.required !== true)
        return [{ witness: sample, at: "", missing: field.name, expected: `must have the required field "${field.name}" (${number})` }];
      if (!own) return [];
      return this.#types(own.schema, field.schema, depth).map((each) =>
        failureInside(each, own.name, (value) => withMember(sample, own.name, value)),
      );
    });
    return [...fields, ...this.#choices(writer, reader, sample)];
  }

  #types(writer: Schema, reader: Schema, depth: number): readonly ReadFailure[] {
    const [own, other] = [elementOf(writer), elementOf(reader)];
    const [type, wanted] = [typeOf(own), typeOf(other)];
    const refuse = (expected: string): readonly ReadFailure[] => [{ witness: sampleOf(writer), at: "", expected }];
    if (typeOf(writer) === "map" || typeOf(reader) === "map") return this.#maps(writer, reader, depth);
    const isNumber = !["string", "bytes", "message"].includes(type);
    // Repeated numbers are packed, which a reader of a single number cannot read. A reader of several also reads a single one.
    if (typeOf(writer) === "repeated" && typeOf(reader) !== "repeated" && isNumber) return refuse("must be one value");
    if (type === "message" && wanted === "message") {
      const failures = this.failures(own, other, depth + 1);
      return own === writer ? failures : failures.map((each) => failureInside(each, "0", (value) => generated.list([value])));
    }
    const unread = type === wanted ? undefined : [type, wanted].find((name) => !DEFINED.has(name));
    if (unread !== undefined) return [undefinedType(unread, sampleOf(writer))];
    if (type === "bytes" && (wanted === "string" || wanted === "message")) {
      const expected = wanted === "string" ? "must be text in UTF-8" : `must be an encoded ${other.name ?? "message"}`;
      const failure = { witness: NO_TEXT, at: "", expected };
      return own === writer ? [failure] : [failureInside(failure, "0", (value) => generated.list([value]))];
    }
    if (isSameWire(type, wanted) || (type === "message" && wanted === "bytes")) return [];
    return refuse(`must be of the type ${other.name ?? wanted}`);
  }

  #maps(writer: Schema, reader: Schema, depth: number): readonly ReadFailure[] {
    const refuse = (expected: string): readonly ReadFailure[] => [{ witness: sampleOf(writer), at: "", expected }];
    const [own, other] = [entryOf(writer), entryOf(reader)];
    if (!own || !other) return refuse(`must be ${typeOf(reader) === "map" ? "a map" : `of the type ${typeOf(reader)}`}`);
    if (own.key !== undefined && other.key !== undefined && !isSameWire(own.key, other.key))
      return refuse(`must have keys of the type ${other.key}`);
    if (!own.value || !other.value) return [];
    return this.#types(own.value, other.value, depth + 1).map((each) => {
      const entry = failureInside(each, own.name, (value) => generated.object([[own.name, value]]));
      return typeOf(writer) === "map" ? entry : failureInside(entry, "0", (value) => generated.list([value]));
    });
  }

  /** Fields that could be sent together before, but of which the reader keeps only one. */
  #choices(writer: Schema, reader: Schema, sample: Node): readonly ReadFailure[] {
    const written = byNumber(writer);
    const kept = new Map<string, Property>();
    for (const [number, field] of byNumber(reader)) {
      const [choice, own] = [textFact(field, "oneof"), written.get(number)];
      if (choice === "" || !own) continue;
      const before = kept.get(choice);
      if (before && (textFact(before, "oneof") === "" || textFact(before, "oneof") !== textFact(own, "oneof"))) {
        const witness = withMember(withMember(sample, before.name, sampleOf(before.schema)), own.name, sampleOf(own.schema));
        return [{ witness, at: "", expected: `must have only one of "${before.name}" and "${own.name}"` }];
      }
      kept.set(choice, own);
    }
    return [];
  }
}

/** The numbers of fields in one message type that another one reserves. */
export function reservedNumbers(message: Schema, by: Schema): readonly string[] {
  const reserved = by.otherKeywords.flatMap(({ key, value }) => (key === "reserved" && value.kind === "string" ? [value.value] : []));
  const ranges = reserved
    .flatMap((text) => [...text.matchAll(/(\d+)(?:\s+to\s+(\d+|max))?/g)])
    .map(([, from, to]) => [Number(from), to === "max" ? Infinity : Number(to ?? from)] as const);
  return [...byNumber(message).keys()].filter((number) => ranges.some(([from, to]) => Number(number) >= from && Number(number) <= to));
}
