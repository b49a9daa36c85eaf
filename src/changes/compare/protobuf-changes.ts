/** Compares .proto schemas. */
import { generated } from "#verdicts";
import type { Property, Schema } from "#schema";
import { textFact } from "#schema";
import { listSome } from "#text";
import type { FormatReading, ReadFailure, ProtobufEncoding, WrittenAndRead } from "./protobuf-reading.ts";
import { ProtobufReading, undefinedType, enumNumbers, fieldNumber, jsonName, typeInWords, typeOf } from "./protobuf-reading.ts";

/** A message or enum in both versions, with the path to it in a value. */
interface ProtobufPair {
  readonly old: Schema;
  readonly new: Schema;
  readonly path: string;
}

/** What is told of a field beside its number, name and type. */
function detailsOf(field: Property, encoding: ProtobufEncoding): ReadonlyMap<string, string> {
  const facts = field.facts.filter(({ keyword }) => keyword !== "field number" || encoding === "json");
  const details = facts.map(({ keyword }) => [keyword, textFact(field, keyword) ?? ""] as const);
  const label = field.required ? [["label", "required"] as const] : [];
  const initial = field.default?.kind === "string" ? [["default", field.default.value] as const] : [];
  return new Map([["type", typeInWords(field.schema)], ...details, ...label, ...initial]);
}

function fieldChanges([old, now]: readonly [Property, Property], path: string, encoding: ProtobufEncoding): readonly string[] {
  const [before, after] = [detailsOf(old, encoding), detailsOf(now, encoding)];
  const where = `field ${fieldNumber(now)} (${path}/${now.name})`;
  const renamed = old.name === now.name ? [] : [`${where} was called "${old.name}" and is called "${now.name}"`];
  const details = [...new Set([...before.keys(), ...after.keys()])].filter((detail) => before.get(detail) !== after.get(detail));
  const inWords = (value: string | undefined): string => value ?? "not stated";
  return [
    ...renamed,
    ...details.map((each) => `the ${each} of ${where} was ${inWords(before.get(each))} and is ${inWords(after.get(each))}`),
  ];
}

function enumChanges({ old, new: now }: ProtobufPair, isRefused: boolean): readonly string[] {
  const [before, after] = [enumNumbers(old), enumNumbers(now)];
  const name = now.name ?? "";
  const changes: string[] = [];
  const list = (values: typeof before): string => listSome(values.map((each) => `${each.name} (${each.number})`), 5); // prettier-ignore
  const without = (own: typeof before, others: typeof before): typeof before =>
    own.filter((each) => !others.some((other) => other.name === each.name || other.number === each.number));
  const [added, removed] = [without(after, before), without(before, after)];
  if (added.length > 0) changes.push(`the enum ${name} has a further value: ${list(added)}`);
  if (removed.length > 0) changes.push(`the enum ${name} no longer has the value ${list(removed)}`);
  for (const each of after) {
    if (before.some((other) => other.name === each.name && other.number === each.number)) continue;
    const [byName, byNumber] = [before.find((other) => other.name === each.name), before.find((other) => other.number === each.number)];
    if (byName && !isRefused)
      changes.push(`the value ${each.name} of the enum ${name} had the number ${byName.number} and has ${each.number}`);
    else if (!byName && byNumber)
      changes.push(`the value ${each.number} of the enum ${name} was called ${byNumber.name} and is called ${each.name}`);
  }
  return changes;
}

function matched({ old, new: now }: ProtobufPair, encoding: ProtobufEncoding): readonly (readonly [Property, Property])[] {
  const keyOf = encoding === "wire" ? fieldNumber : jsonName;
  const before = new Map(old.properties.map((field) => [keyOf(field), field]));
  return now.properties.flatMap((field): (readonly [Property, Property])[] => {
    const earlier = before.get(keyOf(field));
    return earlier ? [[earlier, field]] : [];
  });
}

/** What changed between two versions of a message or enum without being refused by a reader, each in words. */
function readableChanges(pair: ProtobufPair, { refused }: Pick<ProtobufReading, "refused">, encoding: ProtobufEncoding): readonly string[] {
  const { old, new: now, path } = pair;
  // In JSON, a value that cannot be read is a further name. In bytes, a further number can be read, whatever happened to others.
  if (typeOf(now) === "enum") return refused.has(now) && encoding === "json" ? [] : enumChanges(pair, refused.has(now));
  const pairs = matched(pair, encoding);
  const kept = new Set(pairs.flat());
  const changes = pairs
    .filter((fields) => !fields.some((field) => refused.has(field)))
    .flatMap((fields) => fieldChanges(fields, path, encoding));
  const alone = (from: Schema): readonly string[] =>
    from.properties.filter((field) => !kept.has(field) && !refused.has(field)).map((field) => `${path}/${field.name}`);
  const [added, removed] = [alone(now), alone(old)];
  const counted = [...(added.length > 0 ? [`added ${listSome(added, 5)}`] : []), ...(removed.length > 0 ? [`removed ${listSome(removed, 5)}`] : [])]; // prettier-ignore
  if (counted.length > 0) changes.push(counted.join(", "));
  const reserved = (schema: Schema): string =>
    schema.otherKeywords.flatMap(({ key, value }) => (value.kind === "string" ? [`${key} ${value.value}`] : [])).join("; ");
  const [before, after] = [reserved(old), reserved(now)];
  if (before !== after)
    changes.push(`${path === "" ? "the message" : path} stated ${before || "nothing"} and states ${after || "nothing"}`);
  return changes;
}

/** The numbers of fields, or in JSON their names, that one message uses and another one reserves. */
function reservedIn(message: Schema, by: Schema, encoding: ProtobufEncoding): readonly string[] {
  const reserved = by.otherKeywords.flatMap(({ key, value }) => (key === "reserved" && value.kind === "string" ? [value.value] : []));
  if (encoding === "json") {
    const names = new Set(reserved.flatMap((text) => [...text.matchAll(/"([^"]*)"/g)].map(([, name]) => name)));
    return message.properties.filter((field) => names.has(field.name) || names.has(jsonName(field))).map(({ name }) => name);
  }
  const ranges = reserved
    .flatMap((text) => [...text.matchAll(/(\d+)(?:\s+to\s+(\d+|max))?/g)])
    .map(([, from, to]) => [Number(from), to === "max" ? Infinity : Number(to ?? from)] as const);
  return message.properties
    .map(fieldNumber)
    .filter((number) => ranges.some(([from, to]) => Number(number) >= from && Number(number) <= to));
}

/** The messages in a .proto text that may be the payload. */
export function messagesOf(schema: Schema): readonly Schema[] {
  return [schema, ...schema.oneOf].filter(({ types }) => types[0] === "message");
}

/** The reader's message for a message of the writer: that of the same name, or the only one if both have one. */
function sameMessage(message: Schema, among: readonly Schema[], beside: readonly Schema[]): Schema | undefined {
  return among.length === 1 && beside.length === 1 ? among[0] : among.find(({ name }) => name === message.name);
}

function failuresOf(writer: Schema, reader: Schema, reading: ProtobufReading): readonly ReadFailure[] {
  const [written, read] = [messagesOf(writer), messagesOf(reader)];
  return written.flatMap((message) => {
    const other = sameMessage(message, read, written);
    return other ? reading.failures(message, other) : [undefinedType(message.name ?? "message", generated.object([]))];
  });
}

/** Reads what is written with one protobuf schema by another. */
export function readProtobuf({ old, writer, reader }: WrittenAndRead, encoding: ProtobufEncoding): FormatReading {
  const reading = new ProtobufReading(encoding);
  const failures = failuresOf(writer, reader, reading);
  const pairs = reading.types.map(({ writer: one, reader: other, path }): ProtobufPair =>
    writer === old ? { old: one, new: other, path } : { old: other, new: one, path },
  );
  const reused = [...new Set(pairs.flatMap((pair) => reservedIn(pair.new, pair.old, encoding)))];
  return {
    failures,
    changes: pairs.flatMap((pair) => readableChanges(pair, reading, encoding)),
    forbidden:
      reused.length > 0 ? [`uses ${encoding === "wire" ? "numbers" : "names"} of fields that were reserved: ${listSome(reused)}`] : [],
    isMutual: failures.length === 0 && failuresOf(reader, writer, new ProtobufReading(encoding)).length === 0,
  };
}
