import type { Node } from "#json";
import type { Schema } from "#schema";
import { reason } from "#words";
import type { Conjunction } from "./conjunction.ts";
import { sizeOf } from "./conjunction.ts";
import { object, text } from "./generated.ts";
import type { Making, Spot } from "./making.ts";
import { without } from "./making.ts";

interface Member {
  readonly schemas: readonly Schema[];
  readonly required: boolean;
}

/** Everything that is said of a property, wherever it is said. */
function schemasFor({ parts }: Conjunction, name: string, making: Making): Schema[] {
  return parts.flatMap((part) => {
    const own = part.properties.filter((property) => property.name === name).map((property) => property.schema);
    const patterned = part.patternProperties.filter((each) => making.matches(each.name, name)).map((each) => each.schema);
    const said = [...own, ...patterned];
    return said.length > 0 || !part.additionalProperties ? said : [part.additionalProperties];
  });
}

/** The properties to make: the stated ones in their order, then names that are only required. */
function membersOf(conjunction: Conjunction, making: Making): Map<string, Member> {
  const members = new Map<string, Member>();
  const required = new Set(conjunction.parts.flatMap((part) => part.required.map((name) => name.value)));
  const stated = conjunction.parts.flatMap((part) => part.properties);
  for (const property of stated) {
    const isRequired = required.has(property.name) || property.required;
    if (members.get(property.name)?.required !== true) members.set(property.name, { schemas: [], required: isRequired });
  }
  for (const name of [...required, ...conjunction.fixed.keys()]) members.set(name, { schemas: [], required: true });
  for (const [name, member] of members) members.set(name, { ...member, schemas: schemasFor(conjunction, name, making) });
  return members;
}

/** Deeper ones only where they are required. */
const DEEPEST_OPTIONAL = 6;

function isWanted({ schemas, required }: Member, spot: Spot, making: Making): boolean {
  if (required) return true;
  if (!making.plan.optional || spot.depth > DEEPEST_OPTIONAL) return false;
  return !schemas.some(
    (schema) => making.open.has(schema) || schema.deprecated || schema.always === false || schema.unresolved !== undefined,
  );
}

function makeMember(name: string, { conjunction, member, spot }: { conjunction: Conjunction; member: Member; spot: Spot }, making: Making) {
  const fixed = conjunction.fixed.get(name);
  if (fixed !== undefined) return text(fixed);
  if (member.schemas.length === 0) return text("sample");
  return making.make(member.schemas, { name, depth: spot.depth + 1, variant: spot.variant });
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

/** An object with its properties in the order in which they are stated; those that cannot be made are left out unless required. */
export function makeObject(conjunction: Conjunction, spot: Spot, making: Making): Node | undefined {
  const most = sizeOf(conjunction, "maxProperties", "smallest") ?? Infinity;
  const wanted = [...membersOf(conjunction, making)].filter(([, member]) => isWanted(member, spot, making));
  let spare = most - wanted.filter(([, member]) => member.required).length;
  const members = new Map<string, Node>();
  for (const [name, member] of wanted) {
    if (!member.required && spare <= 0) continue;
    const before = making.reason;
    const value = makeMember(name, { conjunction, member, spot }, making);
    if (value) members.set(name, value);
    else if (member.required) return without(making, reason("no-property", { name: JSON.stringify(name) }));
    else making.reason = before;
    if (value && !member.required) spare -= 1;
  }
  freeMembers(conjunction, spot, { making, members });
  return object(members);
}
