import type { Direction, SchemaSource } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Affected, ChangeSubject } from "#report";
import { listSome } from "#text";
import type { Refusal, SchemaInterpretation } from "#verdicts";
import { generated, obstacleText } from "#verdicts";
import { AvroResolution } from "./avro-resolution.ts";
import type { ChangeDraft, Comparison } from "./comparison.ts";
import type { ReadFailure } from "./format-failure.ts";
import { undefinedType } from "./format-failure.ts";
import { noHeaders } from "./implied-schema.ts";
import { ProtobufWire, reservedNumbers } from "./protobuf-wire.ts";
import { describedAt, fieldsOf, wordsOf } from "./schema-fields.ts";
import { statedAt, statedByFields } from "./stated-values.ts";

/** A schema in both versions, and how its changes are reported. */
export interface SchemaPair {
  readonly code: ChangeDraft["code"];
  /** What the schema describes, such as `The payload of message "OrderCreated"`. */
  readonly what: string;
  readonly subject: ChangeSubject;
  readonly old: SchemaSource;
  readonly new: SchemaSource;
  /** The version that does not describe its headers. Its schema is one of any headers. */
  readonly undescribed?: "old" | "new" | undefined;
  /** Which ways the application sends the values. */
  readonly directions: readonly Direction[];
  /** Who relied on the old schema, if it is not the other side of a direction. */
  readonly affects?: Affected | undefined;
}

/** The same for values that go one way. */
interface DirectedPair extends Omit<SchemaPair, "directions"> {
  readonly direction: Direction;
}

/** Who relied on the old schema. */
export const otherSide: Readonly<Record<Direction, Affected>> = { send: "receivers", receive: "senders" };

interface ReadPair {
  readonly old: Schema;
  readonly new: Schema;
}

interface ReadDirected extends ReadPair {
  /** The schema with which values in this direction are written. The other schema reads them. */
  readonly writer: Schema;
  readonly reader: Schema;
}

/**
 * The result of comparing one direction: a reported change, or that nobody is affected. Then both accept the same values (`equivalent`),
 * the same declared values (`undeclared`), the reader accepts more (`wider`), or more is not known (`compatible`).
 */
type DirectionOutcome = "reported" | "compatible" | "wider" | "undeclared" | "equivalent";

/** Reports the changes between two schemas. If no direction is broken, that is reported once for all. */
export function compareSchemas(pair: SchemaPair, comparison: Comparison): void {
  if (comparison.areSame(pair.old.node, pair.new.node) && hasSameFormat(pair, comparison)) return;
  const outcomes = pair.directions.map((direction) => compareOneWay({ ...pair, direction }, comparison));
  if (outcomes.includes("reported")) return;
  const schemas = readPair(pair, comparison);
  reportCompatible(pair, schemas, comparison, outcomes);
}

function compareOneWay(pair: DirectedPair, comparison: Comparison): DirectionOutcome {
  const schemas = readDirected(pair, comparison);
  const [one, other] = [schemas.old.language, schemas.new.language];
  if (isJsonSchema(one) && isJsonSchema(other)) return compareJson(pair, schemas, comparison);
  if (one !== other) {
    const why = `the schema format changed from ${formatOf(pair.old, one)} to ${formatOf(pair.new, other)}`;
    return reportUnknown(pair, schemas, comparison, why);
  }
  if (one === "avro") return compareFormat(pair, schemas, comparison, avroFailures);
  if (one === "protobuf" && messagesOf(schemas.old).length > 0 && messagesOf(schemas.new).length > 0)
    return compareProtobuf(pair, schemas, comparison);
  if (comparison.areSame(pair.old.node, pair.new.node)) return "equivalent";
  return reportUnknown(pair, schemas, comparison, `schemas of the format ${formatOf(pair.new, other)} are not compared`);
}

/** The messages in a .proto text that may be the payload. */
function messagesOf(schema: Schema): readonly Schema[] {
  return [schema, ...schema.oneOf].filter(({ types }) => types[0] === "message");
}

function formatOf({ format }: SchemaSource, language: string): string {
  return format?.value ?? language;
}

function hasSameFormat({ old, new: now }: SchemaPair, comparison: Comparison): boolean {
  const [one, other] = [comparison.old.schemas.languageOf(old), comparison.new.schemas.languageOf(now)];
  return one === other && (one !== "custom" || old.format?.value === now.format?.value);
}

function readPair({ old, new: now }: Pick<SchemaPair, "old" | "new">, comparison: Comparison): ReadPair {
  return { old: comparison.old.schemas.of(old), new: comparison.new.schemas.of(now) };
}

function readDirected(pair: DirectedPair, comparison: Comparison): ReadDirected {
  const { old, new: now } = readPair(pair, comparison);
  const [writer, reader] = pair.direction === "send" ? [now, old] : [old, now];
  const isUndescribed = comparison.reading === "documented" && pair.undescribed === (pair.direction === "send" ? "new" : "old");
  return {
    old,
    new: now,
    reader,
    writer: isUndescribed ? comparison[pair.undescribed].schemas.of({ node: noHeaders(writer.node) }) : writer,
  };
}

function compareJson(pair: DirectedPair, schemas: ReadDirected, comparison: Comparison): DirectionOutcome {
  const { writer, reader } = schemas;
  const found = comparison.contains(writer, reader, comparison.reading);
  if (found.verdict === "contained") return agreement(schemas, comparison);
  if (found.verdict === "unknown") return reportUnknown(pair, schemas, comparison, obstacleText(found.keyword));
  for (const refusal of [found, ...found.further]) reportBreaking(pair, schemas, comparison, refusal);
  return "reported";
}

/** How two schemas agree of which one reads what is written with the other. */
function agreement({ writer, reader }: ReadDirected, comparison: Comparison): DirectionOutcome {
  const within = (a: Schema, b: Schema, reading: SchemaInterpretation): boolean =>
    comparison.contains(a, b, reading).verdict === "contained";
  if (within(writer, reader, "strict")) return within(reader, writer, "strict") ? "equivalent" : "wider";
  return within(reader, writer, comparison.reading) ? "undeclared" : "compatible";
}

function compareProtobuf(pair: DirectedPair, schemas: ReadDirected, comparison: Comparison): DirectionOutcome {
  const [before, after] = [messagesOf(schemas.old), messagesOf(schemas.new)];
  const reused = after.flatMap((message) => {
    const earlier = sameMessage(message, before, after);
    return earlier ? reservedNumbers(message, earlier) : [];
  });
  if (reused.length > 0) {
    const { code, what, subject, direction, affects = otherSide[direction] } = pair;
    const message = `${what} uses numbers of fields that were reserved: ${listSome(reused)}.`;
    comparison.add({ code, verdict: "breaking", affects, message, subject, old: schemas.old.node, new: schemas.new.node });
  }
  const outcome = compareFormat(pair, schemas, comparison, protobufFailures);
  return reused.length > 0 ? "reported" : outcome;
}

/** The reader's message for a message of the writer: that of the same name, or the only one if both have one. */
function sameMessage(message: Schema, among: readonly Schema[], beside: readonly Schema[]): Schema | undefined {
  return among.length === 1 && beside.length === 1 ? among[0] : among.find(({ name }) => name === message.name);
}

const protobufFailures: ReadFailures = (writer, reader) => {
  const [written, read] = [messagesOf(writer), messagesOf(reader)];
  return written.flatMap((message) => {
    const other = sameMessage(message, read, written);
    return other ? new ProtobufWire().failures(message, other) : [undefinedType(message.name ?? "message", generated.object([]))];
  });
};

/** Returns what a reader with one schema cannot read of what was written with another. */
type ReadFailures = (writer: Schema, reader: Schema) => readonly ReadFailure[];

const avroFailures: ReadFailures = (writer, reader) => new AvroResolution().failures(writer, reader);

function compareFormat(pair: DirectedPair, schemas: ReadDirected, comparison: Comparison, failuresOf: ReadFailures): DirectionOutcome {
  const { writer, reader } = schemas;
  const failures = failuresOf(writer, reader);
  if (failures.length === 0) return failuresOf(reader, writer).length === 0 ? "equivalent" : "wider";
  const certain = failures.filter((failure) => failure.undefinedType === undefined);
  for (const failure of certain.slice(0, MOST_FAILURES)) reportBreaking(pair, schemas, comparison, failure);
  const open = failures.flatMap((failure) => failure.undefinedType ?? []);
  if (open.length > 0) reportUnknown(pair, schemas, comparison, `a schema does not define ${listSome([...new Set(open)])}`);
  return "reported";
}

const MOST_FAILURES = 20;

function reportBreaking(
  { code, what, subject, direction, affects = otherSide[direction] }: DirectedPair,
  { old, new: now }: ReadPair,
  comparison: Comparison,
  { witness, at, missing, expected }: Pick<Refusal, "witness" | "at" | "missing" | "expected">,
): void {
  const where = at === "" ? "the value" : at;
  const message =
    direction === "send"
      ? `${what} may now be sent in a way that the earlier schema refuses: ${where} ${expected}.`
      : `${what} may no longer be all that the earlier schema accepted: ${where} ${expected}.`;
  const places = { old: describedAt(old, at, missing).place, new: describedAt(now, at, missing).place };
  const stated = statedAt(old, now, at, missing);
  comparison.add({ code, verdict: "breaking", affects, message, subject, stated, witness, at, missing, ...places });
}

function reportUnknown(
  { code, what, subject, direction, affects = otherSide[direction] }: DirectedPair,
  { old, new: now }: ReadPair,
  comparison: Comparison,
  why: string,
): "reported" {
  const message = `Whether ${what.charAt(0).toLowerCase()}${what.slice(1)} will still fit cannot be told: ${why}.`;
  const stated = statedByFields(old, now);
  comparison.add({ code, verdict: "unknown", affects, message, subject, stated, old: old.node, new: now.node });
  return "reported";
}

/**
 * Reports a change that breaks nobody: of fields, of accepted values, or of descriptions. Schemas with the same meaning are not
 * reported.
 */
function reportCompatible(
  { code, what, subject, directions }: SchemaPair,
  { old, new: now }: ReadPair,
  comparison: Comparison,
  outcomes: readonly DirectionOutcome[],
): void {
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  const added = [...after.keys()].filter((path) => !before.has(path));
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const places = { old: old.node, new: now.node };
  if (added.length > 0 || removed.length > 0) {
    const parts = [
      ...(added.length > 0 ? [`added ${listSome(added, 5)}`] : []),
      ...(removed.length > 0 ? [`removed ${listSome(removed, 5)}`] : []),
    ];
    const [first = ""] = added;
    const place = added.length > 0 ? describedAt(now, first).place : now.node;
    comparison.add({ code, verdict: "compatible", message: `${what}: ${parts.join(", ")}.`, subject, ...places, new: place });
  } else if (!outcomes.includes("equivalent")) {
    const [direction] = directions;
    const wider = direction === "send" ? "promises more than before" : "accepts more than before";
    const same = "differs only in what is not declared";
    const how = outcomes.includes("undeclared") ? same : outcomes.length === 1 && outcomes[0] === "wider" ? wider : undefined;
    const message = `${what}: the schema ${how ?? (outcomes.length === 1 ? "changed, and what is declared still fits" : "changed, and both sides still fit")}.`;
    comparison.add({ code, verdict: "compatible", message, subject, ...places });
  } else if (!sameWords(old, now)) {
    comparison.add({ code: "change/words", verdict: "annotation", message: `${what}: words of the schema changed.`, subject, ...places });
  }
}

function sameWords(old: Schema, now: Schema): boolean {
  const [before, after] = [wordsOf(old), wordsOf(now)];
  return before.size === after.size && [...before].every((word) => after.has(word));
}
