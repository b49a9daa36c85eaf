/** Compares schemas, words what follows from them, and compares what they say without asserting anything. */
import type { Direction, SchemaSource } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema, aboutSameValue } from "#schema";
import type { Node, MapNode, Place } from "#text";
import { listSome, MOST_LISTED, printJson, valueOf } from "#text";
import { knowsFormat } from "#verdicts";
import type { Refusal, SchemaInterpretation } from "../containment/index.ts";
import { obstacleText } from "../containment/index.ts";
import type { Affected, ChangeSubject, ChangeFact, ChangeVerdict } from "../report/index.ts";
import { readAvro } from "./avro-resolution.ts";
import { uncapital } from "./compare-words.ts";
import type { ChangeDraft, Comparison, JudgedParts } from "./comparison.ts";
import type { PlacedFact } from "./facts.ts";
import {
  factsAt,
  factsBetween,
  keptAlternatives,
  keywordPlaces,
  ofWhole,
  saidFact,
  unclearFact,
  wordFacts,
  annotationFact,
} from "./facts.ts";
import { messagesOf, readProtobuf } from "./protobuf-changes.ts";
import type { FormatReading, WrittenAndRead } from "./protobuf-reading.ts";
import { changedWords, describedAt, fieldsOf, wordPlaces } from "./schema-fields.ts";
import { statedAt, statedByFields } from "./stated-values.ts";

/** Keywords that programs rely on and that no validator judges by itself. */
const KEYWORDS = ["format", "contentEncoding", "contentMediaType", "readOnly", "writeOnly", "discriminator"] as const;

type AnnotationKeyword = (typeof KEYWORDS)[number];

/** A keyword that differs at one place of the values. */
interface AnnotationChange {
  /** What changed, in words. */
  readonly message: string;
  readonly fact: ChangeFact;
  /** Who is affected, by the direction of the values. */
  readonly verdicts: ReadonlyMap<Direction, ChangeVerdict>;
  readonly old: Place;
  readonly new: Place;
}

/** What one schema says by a keyword. `false` says the same as nothing. */
function statedIn({ node }: Schema, keyword: AnnotationKeyword): string | undefined {
  const value = valueOf(node, keyword);
  if (!value || (value.kind === "boolean" && !value.value)) return undefined;
  return value.kind === "string" ? value.value : printJson(value, { most: 200 });
}

/** What the schemas of one value say by a keyword. */
function statedBy(schema: Schema, keyword: AnnotationKeyword): string | undefined {
  const stated = [...aboutSameValue([schema])].flatMap((each) => statedIn(each, keyword) ?? []);
  return stated.length === 0 ? undefined : [...new Set(stated)].sort().join(", ");
}

interface Said {
  readonly written: string | undefined;
  readonly read: string | undefined;
}

function verdictOf(keyword: AnnotationKeyword, { written, read }: Said, direction: Direction): ChangeVerdict {
  // Who may not set a property still may send the message.
  if (keyword === "readOnly") return direction === "receive" && read !== undefined ? "unknown" : "compatible";
  if (keyword === "writeOnly") return direction === "send" && written !== undefined ? "unknown" : "compatible";
  if (keyword === "discriminator") return "unknown";
  if (read === undefined) return "compatible";
  // Values were judged by the formats that the validator knows.
  if (keyword === "format") return knowsFormat(read) ? "compatible" : "unknown";
  if (written === undefined) return "unknown";
  // Text that is decoded in another way is other bytes, or none.
  return written.toLowerCase() === read.toLowerCase() ? "compatible" : "breaking";
}

interface AnnotationContext {
  readonly directions: readonly Direction[];
  /** The places in values at which a difference is reported as breaking. Formats say nothing more there. */
  readonly refused: ReadonlySet<string>;
}

/** What two JSON Schemas say differently of the same values without refusing any. */
function annotationChanges(old: Schema, now: Schema, { directions, refused }: AnnotationContext): readonly AnnotationChange[] {
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  const pairs = [
    { path: "", pointer: "", one: old, other: now },
    ...[...after].flatMap(([path, { schema, pointer }]) => {
      const earlier = before.get(path);
      return earlier ? [{ path, pointer, one: earlier.schema, other: schema }] : [];
    }),
  ];
  return pairs.flatMap(({ path, pointer, one, other }) =>
    KEYWORDS.flatMap((keyword): AnnotationChange[] => {
      const [was, is] = [statedBy(one, keyword), statedBy(other, keyword)];
      if (was === is || (keyword === "format" && refused.has(path))) return [];
      const verdicts = directions.map((direction) => {
        const said = direction === "send" ? { written: is, read: was } : { written: was, read: is };
        return [direction, verdictOf(keyword, said, direction)] as const;
      });
      const message = `${keyword} of ${path === "" ? "the value" : path} was ${was ?? "not stated"} and is ${is ?? "not stated"}`;
      const both = [describedAt(old, pointer), describedAt(now, pointer)] as const;
      const places = keywordPlaces(both, keyword, ([schema]) => (schema && statedIn(schema, keyword)) ?? "");
      const fact = annotationFact(now, pointer, { keyword, was, is }, places.new);
      return [{ message, fact, verdicts: new Map(verdicts), ...places }];
    }),
  );
}

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
  /** Whether the values are written as JSON, whatever the language of the schema. */
  readonly isJson?: boolean | undefined;
}

/** The same for values that go one way. */
interface DirectedPair extends Omit<SchemaPair, "directions"> {
  readonly direction: Direction;
  /** Changes that readers can read, in words. They are collected, because they are the same both ways. */
  readonly readable: Set<string>;
  /** The places in values at which a difference is reported as breaking. */
  readonly refused: Set<string>;
}

/** Who relied on the old schema. */
export const otherSide: Readonly<Record<Direction, Affected>> = { send: "receivers", receive: "senders" };

interface ReadPair {
  readonly old: Schema;
  readonly new: Schema;
}

type ReadDirected = ReadPair & WrittenAndRead;

/**
 * The result of comparing one direction: a reported change, or that nobody is affected. Then both accept the same values (`equivalent`),
 * the same declared values (`undeclared`), the reader accepts more (`wider`), or more is not known (`compatible`).
 */
type DirectionOutcome = "reported" | "compatible" | "wider" | "undeclared" | "equivalent";

/** Reports the changes between two schemas. If no direction is broken, that is reported once for all. */
export function compareSchemas(pair: SchemaPair, comparison: Comparison): void {
  const { code, what, subject, old, new: now } = pair;
  const about = { code, what: uncapital(what), subject, old: old.node, new: now.node };
  comparison.attempt(about, () => {
    const found = comparison.changes.length;
    comparePair(pair, comparison);
    const whole =
      code === "change/payload" || code === "change/headers"
        ? ({ key: code === "change/payload" ? "change.payload" : "change.headers", blanks: {} } as const)
        : { text: uncapital(what) };
    const added = comparison.changes.splice(found);
    comparison.changes.push(...added.map((change) => ({ ...change, facts: change.facts.map((fact) => ofWhole(fact, whole)) })));
  });
}

function comparePair(pair: SchemaPair, comparison: Comparison): void {
  compareFormatNames(pair, comparison);
  if (comparison.areSame(pair.old.node, pair.new.node) && hasSameFormat(pair, comparison)) return;
  const readable = new Set<string>();
  const refused = new Set<string>();
  const outcomes = pair.directions.map((direction) => compareOneWay({ ...pair, direction, readable, refused }, comparison));
  const schemas = readPair(pair, comparison);
  const { code, what, subject } = pair;
  const places = { old: schemas.old.node, new: schemas.new.node };
  for (const change of [...readable].slice(0, MOST_LISTED)) {
    const facts = [saidFact(change, schemas.new.node)];
    comparison.add({ code, verdict: "compatible", message: `${what}: ${change}.`, facts, subject, ...places });
  }
  const isTold = reportAnnotations(pair, schemas, refused, comparison) || readable.size > 0;
  if (outcomes.includes("reported")) return;
  reportCompatible(pair, schemas, comparison, isTold ? "told" : outcomes);
}

/** Reports another name of the format, such as a later version of it, if schemas of both are read in the same way. */
function compareFormatNames({ what, subject, old, new: now }: SchemaPair, comparison: Comparison): void {
  const [before, after] = [old.format, now.format];
  if (!before || !after || before.value === after.value) return;
  if (comparison.old.schemas.languageOf(old) !== comparison.new.schemas.languageOf(now)) return;
  const message = `The schema format of ${uncapital(what)} was ${before.value} and is ${after.value}.`;
  comparison.add({ code: "change/words", verdict: "annotation", message, subject, old: before, new: after });
}

/** Reports what JSON Schemas say differently without refusing a value, and returns whether there is any. */
function reportAnnotations(
  { code, what, subject, directions, affects }: SchemaPair,
  { old, new: now }: ReadPair,
  refused: ReadonlySet<string>,
  comparison: Comparison,
): boolean {
  if (!isJsonSchema(old.language) || !isJsonSchema(now.language)) return false;
  const changes = annotationChanges(old, now, { directions, refused });
  for (const { message: said, fact, verdicts, ...places } of changes.slice(0, MOST_LISTED)) {
    const message = `${what}: ${said}.`;
    const facts = [fact];
    const harmful = [...verdicts].filter(([, verdict]) => verdict !== "compatible");
    for (const [direction, verdict] of harmful)
      comparison.add({ code, verdict, affects: affects ?? otherSide[direction], message, facts, subject, ...places });
    if (harmful.length === 0) comparison.add({ code, verdict: "compatible", message, facts, subject, ...places });
  }
  return changes.length > 0;
}

function compareOneWay(pair: DirectedPair, comparison: Comparison): DirectionOutcome {
  const schemas = readDirected(pair, comparison);
  const [one, other] = [schemas.old.language, schemas.new.language];
  if (isJsonSchema(one) && isJsonSchema(other)) return compareJson(pair, schemas, comparison);
  if (one !== other) {
    const why = `the schema format changed from ${formatOf(pair.old, one)} to ${formatOf(pair.new, other)}`;
    return reportUnknown(pair, schemas, comparison, why);
  }
  const read = readFormat(schemas, pair.isJson === true);
  if (read) return compareFormat(pair, schemas, comparison, read);
  if (comparison.areSame(pair.old.node, pair.new.node)) return "equivalent";
  return reportUnknown(pair, schemas, comparison, `schemas of the format ${formatOf(pair.new, other)} are not compared`);
}

/** What readers make of two schemas of one format that is no JSON Schema; `undefined` if they are not compared. */
export function readFormat(schemas: WrittenAndRead, isJson: boolean): FormatReading | undefined {
  const { writer, reader } = schemas;
  if (writer.language !== reader.language) return undefined;
  if (writer.language === "avro") return readAvro(schemas);
  const isProtobuf = writer.language === "protobuf" && [writer, reader].every((schema) => messagesOf(schema).length > 0);
  return isProtobuf ? readProtobuf(schemas, isJson ? "json" : "wire") : undefined;
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
  const refusals = [found, ...found.further];
  for (const refusal of refusals) reportBreaking(pair, schemas, comparison, { ...refusal, isOneOfMany: refusals.length > MOST_LISTED });
  return "reported";
}

/** How two schemas agree of which one reads what is written with the other. */
function agreement({ writer, reader }: ReadDirected, comparison: Comparison): DirectionOutcome {
  const within = (a: Schema, b: Schema, reading: SchemaInterpretation): boolean =>
    comparison.contains(a, b, reading).verdict === "contained";
  if (within(writer, reader, "strict")) return within(reader, writer, "strict") ? "equivalent" : "wider";
  return within(reader, writer, comparison.reading) ? "undeclared" : "compatible";
}

function compareFormat(
  pair: DirectedPair,
  schemas: ReadDirected,
  comparison: Comparison,
  { failures, changes, forbidden, isMutual }: FormatReading,
): DirectionOutcome {
  for (const change of changes) pair.readable.add(change);
  const { code, what, subject, direction, affects = otherSide[direction] } = pair;
  for (const each of forbidden) {
    const message = `${what} ${each}.`;
    const facts = [saidFact(each, schemas.new.node)];
    const places = { old: schemas.old.node, new: schemas.new.node };
    comparison.add({ code, verdict: "breaking", affects, message, facts, subject, judged: whole(schemas), ...places });
  }
  const certain = failures.filter((failure) => failure.unclear === undefined);
  for (const failure of certain.slice(0, MOST_LISTED)) reportBreaking(pair, schemas, comparison, failure);
  const unclear = [...new Set(failures.flatMap((failure) => failure.unclear ?? []))];
  if (unclear.length > 0) reportUnknown(pair, schemas, comparison, listSome(unclear, 5));
  if (failures.length > 0 || forbidden.length > 0) return "reported";
  return isMutual ? "equivalent" : "wider";
}

/** All of both schemas. */
function whole({ old, new: now }: ReadPair): JudgedParts {
  return { old: [old.node], new: [now.node] };
}

/** What both schemas say of one place. */
function judgedAt(schemas: ReadPair, at: string, missing: string | undefined): JudgedParts {
  const saying = (schema: Schema): Node[] => [...describedAt(schema, at, missing).schemas].map(({ node }) => node);
  return { old: saying(schemas.old), new: saying(schemas.new) };
}

/** What refuses values in the alternatives of a place that both versions have. */
function factsInside(
  { old, new: now, isWriterNew }: ReadPair & { readonly isWriterNew: boolean },
  at: string,
  comparison: Comparison,
): readonly PlacedFact[] {
  const changed = keptAlternatives(old, now, at).filter(([one, other]) => !comparison.areSameSchemas(one.node, other.node));
  return changed.flatMap(([one, other]) => {
    const [writer, reader] = isWriterNew ? [other, one] : [one, other];
    const found = comparison.contains(writer, reader, comparison.reading);
    if (found.verdict !== "not-contained") return [];
    return [found, ...found.further].slice(0, MOST_LISTED).flatMap((refusal) => factsAt(one, other, refusal.at, refusal.missing));
  });
}

function reportBreaking(
  { code, what, subject, direction, refused, affects = otherSide[direction] }: DirectedPair,
  { old, new: now }: ReadPair,
  comparison: Comparison,
  {
    witness,
    at,
    missing,
    keyword,
    expected,
    isOneOfMany,
  }: Pick<Refusal, "witness" | "at" | "missing" | "expected"> & Partial<Pick<Refusal, "keyword">> & { readonly isOneOfMany?: boolean },
): void {
  refused.add(at);
  const where = at === "" ? "the value" : at;
  const message =
    direction === "send"
      ? `${what} may now be sent in a way that the earlier schema refuses: ${where} ${expected}.`
      : `${what} may no longer be all that the earlier schema accepted: ${where} ${expected}.`;
  const stated = statedAt(old, now, at, missing);
  const own = isJsonSchema(old.language) ? factsAt(old, now, at, missing) : [];
  // What refuses in all alternatives is told of the choice.
  const isChoice = own.length === 0 || keyword === "oneOf" || keyword === "anyOf";
  const known = isChoice ? [...own, ...factsInside({ old, new: now, isWriterNew: direction === "send" }, at, comparison)] : own;
  const placeIn = (schema: Schema): Place => describedAt(schema, at, missing).place;
  const places = known[0]?.places ?? { old: placeIn(old), new: placeIn(now) };
  const facts = known.length > 0 ? known.map(({ fact }) => fact) : [saidFact(`${where} ${expected}`, places.new)];
  // Of very many, not all may be found.
  const judged = known.length > 0 && isOneOfMany !== true ? judgedAt({ old, new: now }, at, missing) : whole({ old, new: now });
  comparison.add({ code, verdict: "breaking", affects, message, facts, subject, stated, judged, witness, at, missing, ...places });
}

function reportUnknown(
  { code, what, subject, direction, affects = otherSide[direction] }: DirectedPair,
  { old, new: now }: ReadPair,
  comparison: Comparison,
  why: string,
): "reported" {
  const message = `Whether ${uncapital(what)} will still fit cannot be told: ${why}.`;
  const stated = statedByFields(old, now);
  const { fact, places } = unclearFact(old, now, why);
  const judged = whole({ old, new: now });
  comparison.add({ code, verdict: "unknown", affects, message, facts: [fact], subject, stated, judged, ...places });
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
  outcomes: readonly DirectionOutcome[] | "told",
): void {
  const [before, after] = [fieldsOf(old), fieldsOf(now)];
  const added = [...after.keys()].filter((path) => !before.has(path));
  const removed = [...before.keys()].filter((path) => !after.has(path));
  const known = isJsonSchema(old.language) && isJsonSchema(now.language) ? factsBetween(old, now) : [];
  const facts = known.map(({ fact }) => fact);
  const places = known[0]?.places ?? { old: old.node, new: now.node };
  if (now.language !== "protobuf" && (added.length > 0 || removed.length > 0)) {
    const parts = [
      ...(added.length > 0 ? [`added ${listSome(added, 5)}`] : []),
      ...(removed.length > 0 ? [`removed ${listSome(removed, 5)}`] : []),
    ];
    const [first = ""] = added;
    const place = known.length === 0 && added.length > 0 ? describedAt(now, first).place : places.new;
    comparison.add({ code, verdict: "compatible", message: `${what}: ${parts.join(", ")}.`, facts, subject, ...places, new: place });
  } else if (outcomes !== "told" && !outcomes.includes("equivalent")) {
    const [direction] = directions;
    const wider = direction === "send" ? "promises more than before" : "accepts more than before";
    const same = "differs only in what is not declared";
    const how = outcomes.includes("undeclared") ? same : outcomes.length === 1 && outcomes[0] === "wider" ? wider : undefined;
    const message = `${what}: the schema ${how ?? (outcomes.length === 1 ? "changed, and what is declared still fits" : "changed, and both sides still fit")}.`;
    comparison.add({ code, verdict: "compatible", message, facts, subject, ...places });
  } else {
    const changed = changedWords(old, now);
    const words = [...changed.new, ...changed.old];
    const keywords = [...new Set(words.map(({ keyword }) => keyword))].sort();
    if (words.length > 0)
      comparison.add({
        code: "change/words",
        verdict: "annotation",
        message: `${what}: words of the schema changed: ${keywords.join(", ")}.`,
        facts: wordFacts(words),
        subject,
        ...wordPlaces(old, now, changed),
      });
    if (facts.length > 0 && outcomes !== "told") {
      const message = `${what}: the schema states the same values in another way.`;
      comparison.add({ code: "change/words", verdict: "annotation", message, facts, subject, ...places });
    }
  }
}

/** A schema for a version that does not write one, to compare with that of the other version. Its place is a place of that version. */
function implied(keywords: Readonly<Record<string, Node>>, { file, start, end }: Place): MapNode {
  return { file, start, end, kind: "map", entries: Object.entries(keywords).map(([key, value]) => ({ file, start, end, key, value })) };
}

/** The schema of all values of one type. */
export function schemaOfType(type: string, place: Place, more: Readonly<Record<string, Node>> = {}): MapNode {
  const { file, start, end } = place;
  return implied({ type: { file, start, end, kind: "string", value: type }, ...more }, place);
}

/** The schema of headers that are not described, where they are sent: those that may be sent are the described ones. */
function noHeaders(place: Place): MapNode {
  const { file, start, end } = place;
  return schemaOfType("object", place, { maxProperties: { file, start, end, kind: "number", raw: "0", value: 0 } });
}

/** The schema of one value. */
export function schemaOfValue(value: Node): MapNode {
  return implied({ const: value }, value);
}
