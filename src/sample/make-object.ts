import type { Node } from "#json";
import type { Property, Schema } from "#schema";
import { reason } from "#words";
import type { Conjunction } from "./conjunction.ts";
import { sizeOf } from "./conjunction.ts";
import { object, text } from "./generated.ts";
import type { Making, Spot } from "./making.ts";
import { without } from "./making.ts";

interface Member {
  readonly name: string;
  readonly required: boolean;
}

type Named = ReadonlyMap<string, readonly Property[]>;

const indexes = new WeakMap<Schema, Named>();

/** The properties of one schema by their names: a schema of thousands is asked for each of them. */
function propertiesOf(part: Schema): Named {
  const before = indexes.get(part);
  if (before) return before;
  const known = new Map<string, Property[]>();
  for (const property of part.properties) known.set(property.name, [...(known.get(property.name) ?? []), property]);
  indexes.set(part, known);
  return known;
}

/** Everything that is said of a property, wherever it is said. */
function schemasFor({ parts }: Conjunction, name: string, making: Making): Schema[] {
  return parts.flatMap((part) => {
    const own = (propertiesOf(part).get(name) ?? []).map((property) => property.schema);
    const patterned = part.patternProperties.filter((each) => making.matches(each.name, name)).map((each) => each.schema);
    const said = [...own, ...patterned];
    return said.length > 0 || !part.additionalProperties ? said : [part.additionalProperties];
  });
}

/** The properties to make, as far as they are looked at: the stated ones in their order, then names that are only required. */
function* membersOf({ parts, fixed }: Conjunction): Generator<Member> {
  const required = new Set(parts.flatMap((part) => part.required.map((name) => name.value)));
  const told = new Set<string>();
  const isRequired = (name: string): boolean =>
    required.has(name) ||
    fixed.has(name) ||
    parts.some(
      (part) =>
        propertiesOf(part)
          .get(name)
          ?.some((each) => each.required) === true,
    );
  const names = function* (): Generator<string> {
    for (const part of parts) for (const { name } of part.properties) yield name;
    yield* required;
    yield* fixed.keys();
  };
  for (const name of names()) {
    if (told.has(name)) continue;
    told.add(name);
    yield { name, required: isRequired(name) };
  }
}

/** Whether there is room for what must be there at least. */
function hasRoom({ parts }: Conjunction, { left }: Making): boolean {
  return parts.every((part) => part.required.length <= left);
}

/** Deeper ones only where they are required. */
const DEEPEST_OPTIONAL = 6;

function isWanted(schemas: readonly Schema[], spot: Spot, making: Making): boolean {
  if (!making.plan.optional || spot.depth > DEEPEST_OPTIONAL) return false;
  return !schemas.some(
    (schema) => making.open.has(schema) || schema.deprecated || schema.always === false || schema.unresolved !== undefined,
  );
}

interface Whole {
  readonly conjunction: Conjunction;
  readonly spot: Spot;
}

/** The value of one property; nothing where it is not to be there, or cannot be made. */
function makeMember({ name, required }: Member, { conjunction, spot }: Whole, making: Making): Node | undefined {
  making.looks -= 1;
  if (making.looks < 0) making.left = -1;
  if (making.left < 0) return without(making, reason("too-large"));
  const schemas = schemasFor(conjunction, name, making);
  if (!required && !isWanted(schemas, spot, making)) return undefined;
  const fixed = conjunction.fixed.get(name);
  if (fixed === undefined && schemas.length > 0) return making.make(schemas, { name, depth: spot.depth + 1, variant: spot.variant });
  making.left -= 1;
  return making.left < 0 ? without(making, reason("too-large")) : text(fixed ?? "sample");
}

/** A name for a property that is not stated: what `propertyNames` and patterns ask for. */
function freeNames(conjunction: Conjunction, spot: Spot, making: Making): string[] {
  const names = conjunction.parts.flatMap((part) => part.propertyNames ?? []);
  const patterned = conjunction.parts.flatMap((part) => part.patternProperties.map((each) => each.name));
  const count = Math.max(1, sizeOf(conjunction, "minProperties", "largest") ?? 0);
  const made: string[] = [];
  for (let variant = 0; made.length < Math.min(count, 20) && variant < 40; variant += 1) {
    const name = names.length > 0 ? making.make(names, { name: "key", depth: spot.depth + 1, variant }) : undefined;
    const next = name?.kind === "string" ? name.value : patterned.length > 0 ? undefined : variant === 0 ? "key" : `key${variant + 1}`;
    if (next !== undefined && !made.includes(next)) made.push(next);
  }
  return made;
}

/** Members of a map: an object whose properties have no names of their own. */
function freeMembers(conjunction: Conjunction, spot: Spot, { making, members }: { making: Making; members: Map<string, Node> }): void {
  const least = sizeOf(conjunction, "minProperties", "largest") ?? 0;
  const values = conjunction.parts.flatMap((part) => part.additionalProperties ?? []);
  const isMap = members.size === 0 && values.length > 0 && making.plan.optional;
  if (members.size >= least && !isMap) return;
  for (const name of freeNames(conjunction, spot, making)) {
    if (members.size >= Math.max(least, 1)) return;
    const schemas = schemasFor(conjunction, name, making);
    const before = making.reason;
    const value = schemas.length === 0 ? text("sample") : making.make(schemas, { name, depth: spot.depth + 1, variant: members.size });
    if (value) members.set(name, value);
    else making.reason = before;
  }
}

/** How many properties there may be that are not required. */
function spareOf(conjunction: Conjunction, making: Making): number {
  const most = sizeOf(conjunction, "maxProperties", "smallest");
  if (most === undefined) return Infinity;
  const all = [...membersOf(conjunction)];
  making.looks -= all.length;
  return most - all.filter(({ required }) => required).length;
}

/** An object with its properties in the order in which they are stated; those that cannot be made are left out unless required. */
export function makeObject(conjunction: Conjunction, spot: Spot, making: Making): Node | undefined {
  if (!hasRoom(conjunction, making)) return without(making, reason("too-large"));
  let spare = spareOf(conjunction, making);
  const members = new Map<string, Node>();
  for (const member of membersOf(conjunction)) {
    if (!member.required && (spare <= 0 || making.left < 0)) continue;
    const before = making.reason;
    const value = makeMember(member, { conjunction, spot }, making);
    if (value) members.set(member.name, value);
    else if (member.required) return without(making, reason("no-property", { name: JSON.stringify(member.name) }));
    else making.reason = before;
    if (value && !member.required) spare -= 1;
  }
  freeMembers(conjunction, spot, { making, members });
  return object(members);
}
