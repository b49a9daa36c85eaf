import { generated } from "#verdicts";
import type { NumberRange, RangeEnd, Schema } from "#schema";
import { partsOf, rangeOf } from "#schema";
import type { Node } from "#text";
import type { Cell, Proof } from "./proof.ts";
import { plainValues, typeOf } from "./proof.ts";
import { partsAt, numbersOf } from "./prove-numbers.ts";
import type { ObjectProofs } from "./prove-objects.ts";
import { isRequired } from "./prove-objects.ts";
import { lengthsOf } from "./prove-texts.ts";

/** Whether the discriminator of a choice, if it has one, chooses this branch for every value of the cell. */
export function isChosen(objects: ObjectProofs, cell: Cell, { discriminator }: Schema, branch: Schema): boolean {
  if (!discriminator || cell.type !== "object") return true;
  const name = discriminator.property.value;
  const values = cell.pins.get(name) ?? pinnable(objects, cell, name);
  const choiceFor = (value: Node): Schema | undefined =>
    discriminator.choices.find((choice) => value.kind === "string" && choice.value === value.value)?.schema;
  return values?.every((value) => choiceFor(value) === branch) ?? false;
}

/** Whether the discriminator decides for every value of the cell, so that no other branch is asked. */
export function isDecided(objects: ObjectProofs, cell: Cell, b: Schema, branch: Schema): boolean {
  const name = b.discriminator?.property.value;
  if (name === undefined || cell.type !== "object" || !(cell.present.has(name) || isRequired(cell, name))) return false;
  return isChosen(objects, cell, b, branch);
}

/** Objects of a cell beside one: each has another value of one property. */
export function objectsBeside(proof: Proof, objects: ObjectProofs, cell: Cell, value: Node | undefined): readonly Node[] {
  if (value?.kind !== "map" || cell.type !== "object") return [];
  const members = value.entries.map(({ key, value: member }) => [key, member] as const);
  return members.flatMap(([name, own], at) => {
    const others = [...proof.samples(objects.member(cell, name).schemas), ...plainValues(typeOf(own))];
    return others.slice(0, 4).map((other) => generated.object(members.with(at, [name, other])));
  });
}

/** The most branches whose ends part a range. */
const MOST_BRANCHES = 40;

/** Splits numbers, or texts by their lengths, where the range of a branch begins or ends. */
function byRange(cell: Cell, branches: readonly Schema[]): readonly Cell[] | undefined {
  if (branches.length > MOST_BRANCHES) return undefined;
  const end = (value: number): RangeEnd | undefined => (Number.isFinite(value) ? { raw: String(value), exclusive: false } : undefined);
  const rangeIn = (within: Pick<Cell, "parts" | "range">): NumberRange => {
    const { least, most } = lengthsOf(within);
    return { least: end(least), most: end(most) };
  };
  const whole = cell.type === "number" ? numbersOf(cell) : rangeIn(cell);
  for (const branch of branches) {
    const parts = partsOf(branch);
    const cut = partsAt(whole, cell.type === "number" ? rangeOf(parts) : rangeIn({ parts }));
    if (cut.length > 0) return cut.map((range): Cell => ({ ...cell, range }));
  }
  return undefined;
}

/**
 * Splits a cell by the values of the property that the branches choose by, or where their ranges begin and end; `undefined` if they
 * choose by neither.
 */
export function cases(
  objects: ObjectProofs,
  cell: Cell,
  { discriminator }: Schema,
  branches: readonly Schema[],
): readonly Cell[] | undefined {
  if (cell.type === "number" || cell.type === "string") return byRange(cell, branches);
  if (cell.type !== "object") return undefined;
  const chooser = discriminator ? [discriminator.property.value] : [];
  const names = new Set([
    ...chooser,
    ...branches.flatMap((branch) =>
      partsOf(branch).flatMap((part) => part.properties.filter(({ schema }) => schema.const ?? schema.enum).map(({ name }) => name)),
    ),
  ]);
  for (const name of names) {
    const pinned = cell.pins.get(name);
    const values = pinned ?? pinnable(objects, cell, name);
    if (!values || values.length < 2 || values.length > 200) continue;
    const present = values.map((value): Cell => ({
      ...cell,
      pins: new Map([...cell.pins, [name, [value]]]),
      present: new Set([...cell.present, name]),
    }));
    if (cell.present.has(name) || isRequired(cell, name)) return present;
    const absent: Cell = { ...cell, pins: new Map([...cell.pins, [name, []]]) };
    return [...present, absent];
  }
  return undefined;
}

/** The values of a property, if they are few: those by which a discriminator chose the schemas of the cell, or those that are listed. */
function pinnable(objects: ObjectProofs, cell: Cell, name: string): readonly Node[] | undefined {
  for (const { discriminator, oneOf, anyOf } of cell.parts) {
    if (discriminator?.property.value !== name || discriminator.cut) continue;
    const chosen = discriminator.choices.filter(({ schema }) => cell.parts.includes(schema) && [...oneOf, ...anyOf].includes(schema));
    if (chosen.length > 0) return chosen.map(({ value }) => generated.text(value));
  }
  const schemas = objects.member(cell, name).schemas.flatMap(partsOf);
  for (const schema of schemas) {
    if (schema.const) return [schema.const];
    if (schema.enum) return schema.enum.map(({ value }) => value);
    if (schema.types.length === 1 && schema.types[0] === "boolean") return [generated.boolean(true), generated.boolean(false)];
  }
  return undefined;
}
