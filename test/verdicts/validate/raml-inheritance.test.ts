import { describe, expect, test } from "vitest";
import { judgeExamples } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";

/** Types of which some are closed. A type says anew what it takes over (RAML 1.0, "Inheritance"). */
const types = `
types:
  Named: { type: object, properties: { name: string } }
  Aged: { properties: { age?: { type: integer, minimum: 0 } } }
  Person: { type: Named, properties: { nick?: string }, additionalProperties: false }
  Worker: { type: Person, properties: { firm: string } }
  Open: { type: Person, additionalProperties: true }
  Both: { type: [Named, Aged], properties: { id: integer }, additionalProperties: false }
  Left: { type: Named, properties: { left?: string } }
  Right: { type: Named, properties: { right?: string } }
  Diamond: { type: [Left, Right], additionalProperties: false }
  Pet: { type: object, properties: { size: number }, additionalProperties: false }
  Dog: { type: Pet, properties: { bark?: string } }
  Cat: { type: Pet, properties: { meow?: string } }
  House: { type: object, properties: { pet: Pet } }
  DogHouse: { type: House, properties: { pet: Dog } }
  Animal: Dog | Cat
  Homely: { type: Animal, properties: { home: string } }
  HomelyToo: { type: [Named, Dog | Cat], properties: { home: string } }
  ShutUnion: { type: Left | Right, properties: { home: string }, additionalProperties: false }
  Bird: { type: Pet, properties: { sing: string } }
  AnyPet: Animal | Bird
  HomelyPet: { type: AnyPet, properties: { home: string } }
  Housed: { type: Homely | Bird, properties: { street: string } }
  Fish: { type: object, properties: { size: number, deep?: boolean } }
  Shark: { type: Fish, properties: { teeth?: integer } }
  Water: Shark | Fish
  Tank: { type: Water, properties: { size: string } }
  BigTank: { type: Tank, properties: { litres: integer } }
  FreeTank: { type: BigTank, properties: { size: boolean } }
  Kept: { type: Tank | Bird, properties: { deep: string } }
  Ring: Ring | Dog
  OfRing: { type: Ring, properties: { home: string } }
  Patterned: { type: Named, properties: { /^x-/: integer }, additionalProperties: false }
  OfPatterned: { type: Patterned, properties: { more?: boolean } }
  Kind: { type: object, discriminator: kind, properties: { kind: string }, additionalProperties: false }
  OfKind: { type: Kind, properties: { of: string } }
  Short: { type: string, maxLength: 3 }
  Longer: { type: Short, maxLength: 5 }
  Early: { type: Late, properties: { early?: string }, additionalProperties: false }
  Late: { type: Early, properties: { late?: string } }
`;

async function faults(type: string, value: string): Promise<readonly string[]> {
  const message = `m: { schemaFormat: application/raml+yaml;version=1.0, payload: { type: "${type}", minProperties: 0 }, examples: [{ payload: ${value} }] }`;
  const { diagnostics, totals } = await judgeExamples(subjectOf(withMessages(`\n${message}\n`) + types));
  expect(totals).toMatchObject({ checked: 1, notChecked: 0 });
  return diagnostics.map(({ message: said }) => said);
}

describe("a RAML type that inherits", () => {
  test.each([
    ["Person", "{ name: A, nick: B }"],
    ["Worker", "{ name: A, nick: B, firm: C }"],
    ["Open", "{ name: A, other: 1 }"],
    ["Both", "{ name: A, age: 3, id: 1 }"],
    ["Diamond", "{ name: A, left: l, right: r }"],
    ["Dog", "{ size: 1, bark: b }"],
    ["DogHouse", "{ pet: { size: 1, bark: b } }"],
    ["Homely", "{ size: 1, bark: b, home: h }"],
    ["Homely", "{ size: 1, meow: m, home: h }"],
    ["HomelyToo", "{ name: A, size: 1, bark: b, home: h }"],
    ["ShutUnion", "{ name: A, left: l, home: h }"],
    ["AnyPet", "{ size: 1, meow: m }"],
    ["HomelyPet", "{ size: 1, bark: b, home: h }"],
    ["HomelyPet", "{ size: 1, sing: s, home: h }"],
    ["Housed", "{ size: 1, bark: b, home: h, street: s }"],
    ["Housed", "{ size: 1, sing: s, street: s }"],
    ["Tank", "{ size: small, teeth: 3 }"],
    ["BigTank", "{ size: small, litres: 3 }"],
    ["FreeTank", "{ size: true, litres: 3 }"],
    ["Kept", "{ size: small, deep: much }"],
    ["OfRing", "{ size: 1, bark: b, home: h }"],
    ["OfPatterned", "{ name: A, x-a: 1, more: true }"],
    ["OfKind", "{ kind: OfKind, of: x }"],
    ["Longer", "abcde"],
    ["Early", "{ early: e, late: l }"],
    ["Late", "{ early: e, late: l }"],
  ])("%s takes %s", async (type, value) => {
    expect(await faults(type, value)).toEqual([]);
  });

  test.each([
    ["Person", "{ name: A, other: 1 }", /\/other must not be there: the schema lists "nick" and "name"/],
    ["Tank", "{ size: 1 }", /\/size must be of the type string/],
    ["BigTank", "{ size: 1, litres: 3 }", /\/size must be of the type string/],
    ["BigTank", "{ size: small }", /must have the field "litres"/],
    ["FreeTank", "{ size: small, litres: 3 }", /\/size must be of the type boolean/],
    ["Kept", "{ size: small, deep: true }", /\/deep must be of the type string/],
    ["Kept", "{ deep: much }", /matches none/],
    ["Worker", "{ name: A, firm: C, other: 1 }", /\/other must not be there/],
    ["Worker", "{ nick: A, firm: C }", /must have the field "name"/],
    ["Both", "{ name: A, age: -1, id: 1 }", /\/age must be at least 0/],
    ["Both", "{ name: A, id: 1, other: 1 }", /\/other must not be there/],
    ["Diamond", "{ name: A, left: 1 }", /\/left must be of the type string/],
    ["Diamond", "{ left: l, right: r }", /must have the field "name"/],
    ["DogHouse", "{ pet: { size: 1, meow: m } }", /\/pet\/meow must not be there/],
    ["Homely", "{ size: 1, bark: b, meow: m, home: h }", /matches none/],
    ["Homely", "{ size: 1, bark: b }", /must have the field "home"/],
    ["AnyPet", "{ size: 1, other: m }", /must be one of Animal or Bird/],
    ["HomelyPet", "{ size: 1, bark: b, sing: s, home: h }", /matches none/],
    ["HomelyPet", "{ size: 1, bark: b }", /must have the field "home"/],
    ["Housed", "{ size: 1, bark: b, street: s }", /must be one of Homely or Bird/],
    ["ShutUnion", "{ name: A, left: l, right: r, home: h }", /matches none/],
    ["OfPatterned", "{ name: A, x-a: text }", /\/x-a must be of the type integer/],
    ["OfPatterned", "{ name: A, y-a: 1 }", /\/y-a must not be there/],
    ["OfKind", "{ kind: OfKind, of: x, other: 1 }", /\/other must not be there/],
    ["Longer", "abcdef", /must have at most 5 characters/],
  ])("%s does not take %s", async (type, value, said) => {
    expect(await faults(type, value)).toEqual(expect.arrayContaining([expect.stringMatching(said)]));
  });
});
