import type { Node } from "#text";
import type { Property, Schema } from "#schema";
import { allRequired, requiredNames, sizesOf, textFact } from "#schema";
import { reason, oncePerObject, groupBy } from "#text";
import type { Conjunction, SampleAttempt, SamplePosition } from "./sample-attempt.ts";
import { nothing, number, object, text, without } from "./sample-attempt.ts";

/** The properties of one schema by name. The map is kept, because a schema with thousands of properties is asked for each. */
const propertiesOf = oncePerObject((part: Schema): ReadonlyMap<string, readonly Property[]> =>
  groupBy(part.properties, ({ name }) => name),
);

/** All declarations of a property, in all parts. */
function schemasFor({ parts }: Conjunction, name: string, making: SampleAttempt): Schema[] {
  return parts.flatMap((part) => {
    const own = (propertiesOf(part).get(name) ?? []).map((property) => property.schema);
    const patterned = part.patternProperties.filter((each) => making.matches(each.name, name)).map((each) => each.schema);
    const said = [...own, ...patterned];
    return said.length > 0 || !part.additionalProperties ? said : [part.additionalProperties];
  });
}

/** Below this depth, only required properties are made. */
const DEEPEST_OPTIONAL = 6;

/** Whether an optional property is made. One whose schema could not be read is noted. */
function isWanted(name: string, schemas: readonly Schema[], { spot, making }: { spot: SamplePosition; making: SampleAttempt }): boolean {
  if (!making.plan.optional || spot.depth > DEEPEST_OPTIONAL) return false;
  if (schemas.some((schema) => making.open.has(schema) || schema.deprecated || schema.always === false)) return false;
  const isUnread = schemas.some(({ unresolved }) => unresolved !== undefined);
  if (isUnread) making.unread.add(name);
  return !isUnread;
}

interface ObjectContext {
  readonly conjunction: Conjunction;
  readonly required: ReadonlySet<string>;
  readonly spot: SamplePosition;
}

/** The property's own default, as in Avro and protobuf, if its schemas accept it. */
function defaultOf(
  { parts }: Conjunction,
  name: string,
  { schemas, making }: { schemas: readonly Schema[]; making: SampleAttempt },
): Node | undefined {
  const given = parts.flatMap((part) => (propertiesOf(part).get(name) ?? []).flatMap((property) => property.default ?? []));
  if (given.length === 0 || !making.plan.given) return undefined;
  return given.find((value) => value.kind !== "null" && schemas.every((schema) => making.accepts(schema, value)));
}

/** The value of one property; `undefined` if it is left out or cannot be generated. */
function makeMember(name: string, { conjunction, required, spot }: ObjectContext, making: SampleAttempt): Node | undefined {
  making.looks -= 1;
  if (making.looks < 0) making.left = -1;
  if (making.left < 0) return without(making, reason("too-large"));
  const schemas = schemasFor(conjunction, name, making);
  if (!required.has(name) && !isWanted(name, schemas, { spot, making })) return undefined;
  const fixed = conjunction.fixed.get(name);
  const usual = fixed === undefined ? defaultOf(conjunction, name, { schemas, making }) : undefined;
  if (fixed === undefined && usual === undefined && schemas.length > 0)
    return making.make(schemas, { name, depth: spot.depth + 1, variant: spot.variant });
  making.left -= 1;
  return making.left < 0 ? without(making, reason("too-large")) : (usual ?? text(fixed ?? "sample"));
}

/** A key of a protobuf map, whose type need not be text. */
function mapKey(conjunction: Conjunction, variant: number): string | undefined {
  const [type] = conjunction.parts.flatMap((part) => textFact(part, "map key") ?? []);
  if (type === undefined || type === "string") return undefined;
  return type === "bool" ? String(variant % 2 === 0) : String(variant + 1);
}

/** A name for an undeclared property, as `propertyNames` and patterns require. */
function freeNames(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): string[] {
  const names = conjunction.parts.flatMap((part) => part.propertyNames ?? []);
  const patterned = conjunction.parts.flatMap((part) => part.patternProperties.map((each) => each.name));
  const count = Math.max(1, sizesOf(conjunction.parts, "Properties").least);
  const found: string[] = [];
  for (let variant = 0; found.length < Math.min(count, 20) && variant < 40; variant += 1) {
    const name = names.length > 0 ? making.make(names, { name: "", depth: spot.depth + 1, variant }) : undefined;
    const made = mapKey(conjunction, variant) ?? (variant === 0 ? "key" : `key${variant + 1}`);
    const next = name?.kind === "string" ? name.value : patterned.length > 0 ? undefined : made;
    if (next !== undefined && !found.includes(next)) found.push(next);
  }
  return found;
}

/** The members of a map: an object whose properties have no fixed names. */
function freeMembers(
  conjunction: Conjunction,
  spot: SamplePosition,
  { making, members }: { making: SampleAttempt; members: Map<string, Node> },
): void {
  const { least } = sizesOf(conjunction.parts, "Properties");
  const values = conjunction.parts.flatMap((part) => part.additionalProperties ?? []);
  const isNamed = conjunction.parts.some((part) => part.propertyNames !== undefined);
  const isMap = members.size === 0 && values.length > 0 && making.plan.optional;
  if (members.size >= least && !isMap) return;
  for (const name of freeNames(conjunction, spot, making)) {
    if (members.size >= Math.max(least, 1)) return;
    const schemas = schemasFor(conjunction, name, making);
    const before = making.reason;
    // A name that we made up says nothing of the value.
    const hint = { name: isNamed ? name : "", depth: spot.depth + 1, variant: members.size };
    const value = schemas.length === 0 ? text("sample") : making.make(schemas, hint);
    if (value) members.set(name, value);
    else making.reason = before;
  }
}

/** The names of properties in order, then those that are only required. A schema has thousands of which a few may be made. */
function* namesOf({ conjunction, required }: ObjectContext): Generator<string> {
  for (const part of conjunction.parts) for (const { name } of part.properties) yield name;
  yield* required;
}

/** The names to try, each once, until no more may be made. Thousands of messages may use a schema. */
function* tried(whole: ObjectContext, making: SampleAttempt): Generator<string> {
  const told = new Set<string>();
  try {
    for (const name of namesOf(whole)) {
      if (making.left < 0) return;
      if (told.has(name)) continue;
      told.add(name);
      yield name;
    }
  } finally {
    if (!making.affords(told.size)) making.left = -1;
  }
}

/** The `oneof` of protobuf that a property is a member of. */
function groupOf({ parts }: Conjunction, name: string): string | undefined {
  return parts.flatMap((part) => (propertiesOf(part).get(name) ?? []).flatMap((property) => textFact(property, "oneof") ?? []))[0];
}

/** The members that can be generated; `undefined` if a required one cannot. */
function makeMembers(whole: ObjectContext, making: SampleAttempt): Map<string, Node> | undefined {
  const { required } = whole;
  // How many optional properties may be made.
  let spare = sizesOf(whole.conjunction.parts, "Properties").most - required.size;
  const members = new Map<string, Node>();
  const groups = new Set<string>();
  for (const name of tried(whole, making)) {
    const isRequired = required.has(name);
    const group = groupOf(whole.conjunction, name);
    if ((!isRequired && spare <= 0) || (group !== undefined && groups.has(group))) continue;
    const before = making.reason;
    const value = makeMember(name, whole, making);
    if (value && group !== undefined) groups.add(group);
    if (value) members.set(name, value);
    else if (isRequired) return without(making, reason("no-property", { name: JSON.stringify(name) }));
    else making.reason = before;
    if (value && !isRequired) spare -= 1;
  }
  for (const name of required) if (!members.has(name)) return without(making, reason("too-large"));
  return members;
}

/** Values of different types, of which most schemas refuse one. */
const ODD: readonly Node[] = [text("sample"), number("1"), nothing(), object([])];

/**
 * Adds a member to an object for each other branch of its `oneOf` that would accept it, too: one that the branch refuses, by a name
 * that the chosen branch leaves open.
 */
function keepApart(conjunction: Conjunction, members: Map<string, Node>, making: SampleAttempt): void {
  for (const other of conjunction.others) {
    if (!making.accepts(other, object(members))) continue;
    if (!making.affords(other.properties.length)) return;
    for (const { name, schema } of other.properties) {
      const known = members.has(name) || schemasFor(conjunction, name, making).length > 0;
      const odd = known ? undefined : ODD.find((value) => !making.accepts(schema, value));
      if (!odd) continue;
      members.set(name, odd);
      break;
    }
  }
}

/** An object with its properties in the order of the schema. Optional properties that cannot be generated are left out. */
export function makeObject(conjunction: Conjunction, spot: SamplePosition, making: SampleAttempt): Node | undefined {
  const { parts, fixed } = conjunction;
  if (parts.some((part) => requiredNames(part).size > making.left)) return without(making, reason("too-large"));
  const members = makeMembers({ conjunction, required: new Set([...allRequired(parts), ...fixed.keys()]), spot }, making);
  if (!members) return undefined;
  freeMembers(conjunction, spot, { making, members });
  keepApart(conjunction, members, making);
  return object(members);
}
