import { expect, it } from "vitest";
import { compare } from "./compare.ts";

const heir = (name: string, required: readonly string[] = []): object => ({
  allOf: [{ $ref: "#/components/schemas/Pet" }, { type: "object", required, properties: { [`of${name}`]: { type: "string" } } }],
});

const schemas = {
  Pet: { type: "object", discriminator: "petType", required: ["petType"], properties: { petType: { type: "string" } } },
  Cat: heir("Cat"),
  Dog: heir("Dog"),
  Cow: heir("Cow"),
};

const oneOf = (...names: readonly string[]): object => ({
  discriminator: "petType",
  oneOf: names.map((name) => ({ $ref: `#/components/schemas/${name}` })),
});

it("lets a discriminator choose among schemas that fit each other's values", () => {
  expect(compare(oneOf("Cat", "Dog"), oneOf("Cat", "Dog", "Cow"), "documented", schemas).verdict).toBe("contained");
  expect(compare(oneOf("Cat", "Dog", "Cow"), oneOf("Cat", "Dog"), "documented", schemas).verdict).toBe("not-contained");
});
