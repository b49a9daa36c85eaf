import type { Schema } from "#schema";
import { factOf, sizesOf } from "#schema";
import type { Node } from "#text";
import { isTrue, printJson, reason } from "#text";
import type { Conjunction } from "./conjunction.ts";
import { conjunctionOf } from "./conjunction.ts";
import { boolean, list, nothing, number, text, without } from "./sample-attempt.ts";
import type { JsonKind } from "./kinds.ts";
import { kindsOf } from "./kinds.ts";
import { makeNumber } from "./make-number.ts";
import { makeObject } from "./make-object.ts";
import { makeText } from "./make-text.ts";
import type { SampleAttempt, SamplePosition } from "./sample-attempt.ts";

/** The most values of one list that are tried: a long list would be searched again wherever it is used. */
const MOST_LOOKED_AT = 1000;

/** The value of OpenAPI's `example`. Many authors write it, though the format does not have it. */
function singleExample({ otherKeywords }: Schema): Node[] {
  const entry = otherKeywords.slice(0, MOST_LOOKED_AT).find(({ key }) => key === "example");
  return entry ? [entry.value] : [];
}

/** Values that the schema gives. They tell more than generated ones. */
function named({ parts }: Conjunction, { plan }: SampleAttempt): Node[] {
  const constants = parts.flatMap((part) => part.const ?? []);
  const given = plan.given
    ? parts.flatMap((part) => [...part.examples.slice(0, MOST_LOOKED_AT), ...singleExample(part), ...(part.default ? [part.default] : [])])
    : [];
  const values = parts.flatMap((part) => (part.enum ?? []).slice(0, MOST_LOOKED_AT).map((each) => each.value));
  const isNull = (value: Node): boolean => value.kind === "null";
  return [...constants, ...given.filter((value) => !isNull(value)), ...values.filter((value) => !isNull(value)), ...values.filter(isNull)];
}

function isClosed({ parts }: Conjunction): boolean {
  return parts.some((part) => part.const ?? part.enum);
}

/** The most values that are tried. */
const MOST_TRIED = 30;

function fromNamed(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  const values = named(conjunction, making);
  const turned = [...values.slice(spot.variant), ...values.slice(0, spot.variant)].slice(0, MOST_TRIED);
  return turned.find((value) => conjunction.parts.every((part) => making.accepts(part, value)));
}

function ofKind(
  kind: JsonKind,
  { conjunction, spot }: { conjunction: Conjunction; spot: SamplePosition },
  making: SampleAttempt,
): Node | undefined {
  switch (kind) {
    case "object":
      return makeObject(conjunction, spot, making);
    case "array":
      return makeList(conjunction, spot, making);
    case "string":
      return makeText(conjunction, spot, making);
    case "boolean":
      return boolean(spot.variant % 2 === 0);
    case "null":
      return nothing();
    default:
      return makeNumber(conjunction, spot, { making, isInteger: kind === "integer" });
  }
}

/** How often a required property may lead back to its own schema, before another branch ends it. */
const MOST_NESTED = 20;

function kindFor(conjunction: Conjunction, making: SampleAttempt): JsonKind | "any" | undefined {
  const kinds = kindsOf(conjunction);
  const kind = kinds.find((each) => each !== "null") ?? kinds[0];
  if (kind) return kind;
  const isStated = conjunction.parts.some((part) => part.types.length > 0);
  return isStated ? without(making, reason("types-contradict")) : "any";
}

/** Runs a function that makes a value, with the schemas marked as open. */
function opening(
  kind: JsonKind,
  { conjunction, spot }: { conjunction: Conjunction; spot: SamplePosition },
  making: SampleAttempt,
): Node | undefined {
  const opened = conjunction.parts.filter((part) => !making.open.has(part));
  if (opened.length < conjunction.parts.length && spot.depth > MOST_NESTED) {
    return without(making, reason("endless"));
  }
  for (const part of opened) making.open.add(part);
  const value = ofKind(kind, { conjunction, spot }, making);
  for (const part of opened) making.open.delete(part);
  return value;
}

/** The cost of a value, in names and branches visited: a schema with thousands costs more than a step. */
function looksOf({ parts }: Conjunction): number {
  return parts.reduce((sum, { types, required, oneOf, anyOf }) => sum + types.length + required.length + oneOf.length + anyOf.length, 0);
}

/** Makes one value that all schemas should accept. */
export function makeValue(schemas: readonly Schema[], spot: SamplePosition, making: SampleAttempt): Node | undefined {
  making.left -= 1;
  if (making.left < 0) return without(making, reason("too-large"));
  const conjunction = conjunctionOf(schemas, making);
  if (!conjunction) return undefined;
  const given = fromNamed(conjunction, spot, making);
  if (given) return given;
  if (isClosed(conjunction)) return without(making, reason("none-accepted"));
  if (!making.affords(looksOf(conjunction))) return without(making, reason("too-large"));
  const kind = kindFor(conjunction, making);
  if (kind !== "any") return kind && opening(kind, { conjunction, spot }, making);
  return spot.depth === 0 ? makeObject(conjunction, spot, making) : text("sample");
}

/** The schemas for the item at an index: its place in a tuple, the schema for further items, or the one for all. */
function schemasAt({ parts }: Conjunction, index: number): readonly Schema[] {
  return parts.flatMap((part) => {
    const own = part.tuple ? (part.tuple[index] ?? part.additionalItems) : part.items;
    return own ? [own] : [];
  });
}

interface ItemCounts {
  readonly wanted: number;
  readonly least: number;
}

const MOST_ITEMS = 50;

function countsOf(conjunction: Conjunction): ItemCounts {
  const { least, most } = sizesOf(conjunction.parts, "Items");
  const tuple = conjunction.parts.reduce((most, part) => Math.max(most, part.tuple?.length ?? 0), 0);
  return { wanted: Math.min(Math.max(least, tuple, 1), most), least };
}

/** Makes items that differ, as `uniqueItems` requires. It tries as many variants as it takes, up to a limit. */
function different(
  schemas: readonly Schema[],
  spot: SamplePosition,
  { making, met }: { making: SampleAttempt; met: Set<string> },
): Node | undefined {
  for (let variant = spot.variant; variant < spot.variant + 10; variant += 1) {
    const value = making.make(schemas, { ...spot, variant });
    if (!value || !met.has(printJson(value))) return value;
  }
  return undefined;
}

/** A short value for a schema without constraints. */
function anything(index: number): Node {
  return index % 2 === 0 ? text("sample") : number(String(index));
}

/** A list of one item, or as many as the schema needs. A recursive item is left out if the list may be empty. */
export function makeList(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  const { wanted, least } = countsOf(conjunction);
  if (least > MOST_ITEMS) return without(making, reason("long-list", { size: least }));
  const mustDiffer = conjunction.parts.some((part) => isTrue(factOf(part, "uniqueItems")));
  const contained = conjunction.parts.flatMap((part) => part.contains ?? []);
  const met = new Set<string>();
  const items: Node[] = [];
  for (let index = 0; index < wanted; index += 1) {
    const schemas = [...schemasAt(conjunction, index), ...(index === 0 ? contained : [])];
    const below: SamplePosition = { name: spot.name.replace(/s$/, ""), depth: spot.depth + 1, variant: mustDiffer ? index : 0 };
    const before = making.reason;
    const item = schemas.length === 0 ? anything(index) : different(schemas, below, { making, met });
    if (!item) {
      if (index < least || contained.length > 0) return without(making, reason("no-item"));
      making.reason = before;
      break;
    }
    if (mustDiffer) met.add(printJson(item));
    items.push(item);
  }
  return list(items);
}
