import { describe, expect, it } from "vitest";
import { createContainment } from "../../../src/changes/containment/index.ts";
import { readSchema } from "./compare.ts";

const draft07 = "application/schema+json;version=draft-07";
const draft2020 = "application/schema+json;version=2020-12";

/** Whether readers of a schema take everything that was written by an older one. */
function verdict(old: unknown, now: unknown, format = draft07): string {
  const [writer, reader] = [readSchema(old, {}, format), readSchema(now, {}, format)];
  return createContainment([writer.side, reader.side]).compare(writer.schema, reader.schema, "strict").verdict;
}

const string = { type: "string" };
const number = { type: "number" };
const integer = { type: "integer" };
const of = (properties: object, more: object = {}): object => ({ properties, ...more });
const closed = { additionalProperties: false };
const tuple = (items: readonly object[], more: object = {}): object => ({ type: "array", items, ...more });

/**
 * What the JSON Schema compatibility tests of Confluent's Schema Registry ask, in words of our own: `yes` where data of the old schema is
 * valid by the new one. Where the registry says something else, the last column says why.
 */
describe("agrees with the cases of a schema registry, or says why not", () => {
  it.each<readonly [what: string, old: unknown, now: unknown, compatible: "yes" | "no", registry?: string]>([
    ["anything to an empty schema", { properties: {} }, {}, "yes"],
    ["words", { title: "a", description: "b" }, { title: "c" }, "yes"],
    ["another type", { type: "object" }, { type: "array" }, "no"],
    ["minLength up", { ...string, minLength: 3 }, { ...string, minLength: 4 }, "no"],
    ["minLength down", { ...string, minLength: 4 }, { ...string, minLength: 3 }, "yes"],
    ["maxLength up", { ...string, maxLength: 3 }, { ...string, maxLength: 4 }, "yes"],
    ["maxLength down", { ...string, maxLength: 4 }, { ...string, maxLength: 3 }, "no"],
    ["pattern gone", { ...string, pattern: "^a" }, string, "yes"],
    ["another pattern", { ...string, pattern: "^a" }, { ...string, pattern: "^b" }, "no"],
    ["maximum gone", { ...number, maximum: 5 }, number, "yes"],
    ["maximum down", { ...number, maximum: 5 }, { ...number, maximum: 4 }, "no"],
    ["minimum up", { ...number, minimum: 5 }, { ...number, minimum: 6 }, "no"],
    ["minimum down", { ...number, minimum: 6 }, { ...number, minimum: 5 }, "yes"],
    ["exclusiveMaximum new", number, { ...number, exclusiveMaximum: 5 }, "no"],
    ["multipleOf by a factor", { ...number, multipleOf: 15 }, { ...number, multipleOf: 3 }, "yes"],
    ["another multipleOf", { ...number, multipleOf: 10 }, { ...number, multipleOf: 9 }, "no"],
    ["integer for number", number, integer, "no"],
    ["number for integer", integer, number, "yes"],
    ["not: excludes less", { not: number }, { not: integer }, "yes"],
    ["not: excludes more", { not: integer }, { not: number }, "no"],
    ["enum gone", { ...string, enum: ["a"] }, string, "yes"],
    ["another enum", { allOf: [string, { enum: ["a"] }] }, { allOf: [string, { enum: ["b"] }] }, "no"],
    ["a longer enum, branches in another order", { allOf: [string, { enum: ["a"] }] }, { allOf: [{ enum: ["a", "b"] }, string] }, "yes"],
    ["a further type", { type: ["object"] }, { type: ["object", "array"] }, "yes"],
    ["another branch", { oneOf: [string] }, { oneOf: [number] }, "no"],
    ["a further branch", { oneOf: [string] }, { oneOf: [number, string] }, "yes"],
    ["a branch gone", { oneOf: [number, string] }, { oneOf: [string] }, "no"],
    ["a wider branch", { oneOf: [{ ...string, maxLength: 5 }] }, { oneOf: [number, { ...string, maxLength: 8 }] }, "yes"],
    ["oneOf to anyOf", { oneOf: [string] }, { anyOf: [number, string] }, "yes"],
    ["anyOf to oneOf of disjoint types", { anyOf: [string] }, { oneOf: [number, string] }, "yes"],
    ["anyOf to allOf of one branch", { anyOf: [string] }, { allOf: [string] }, "yes"],
    ["oneOf to allOf with a further type", { oneOf: [string] }, { allOf: [number, string] }, "no"],
    ["a part of allOf gone", { allOf: [{ enum: ["a"] }, string] }, { allOf: [string] }, "yes"],
    ["a part of allOf new", { allOf: [string] }, { allOf: [{ enum: ["a"] }, string] }, "no"],
    ["the same part twice", { allOf: [string] }, { allOf: [string, string] }, "yes"],
    ["a plain schema to a choice", string, { oneOf: [number, string] }, "yes"],
    ["other properties of an open object", of({ a: string }), of({ b: string }), "no"],
    ["another type of a property", of({ a: string }), of({ a: number }), "no"],
    ["a property new in a closed object", of({ a: string }, closed), of({ a: string, b: number }, closed), "yes"],
    ["a property gone from a closed object", of({ a: string, b: number }, closed), of({ a: string }, closed), "no"],
    [
      "a property that a pattern covers",
      of({ a: string }, { ...closed, patternProperties: { "^S_": string, "^I_": integer } }),
      of({ a: string, I_1: number }, { ...closed, patternProperties: { "^S_": string, "^I_": integer } }),
      "yes",
    ],
    ["a property that other properties covered", of({ a: string }, { additionalProperties: string }), of({ a: string, b: string }), "yes"],
    ["a property of another type than others had", of({}, { additionalProperties: string }), of({ b: number }), "no"],
    ["a required property", of({ a: string }), of({ a: string, b: string }, { required: ["b"] }), "no"],
    ["required no longer", of({ a: string }, { required: ["a"] }), of({ a: string }), "yes"],
    ["an object closed", of({ a: string }), of({ a: string }, closed), "no"],
    ["an object opened", of({ a: string }, closed), of({ a: string }), "yes"],
    ["maxProperties up", { maxProperties: 1 }, { maxProperties: 2 }, "yes"],
    ["maxProperties down", { maxProperties: 2 }, { maxProperties: 1 }, "no"],
    ["minProperties up", { minProperties: 1 }, { minProperties: 2 }, "no"],
    ["a dependency gone", { dependencies: { a: ["b"] } }, {}, "yes"],
    ["a dependency new", {}, { dependencies: { a: ["b"] } }, "no"],
    ["a longer dependency", { dependencies: { a: ["b"] } }, { dependencies: { a: ["b", "c"] } }, "no"],
    ["a schema of a dependency gone", { dependencies: { a: string, b: string } }, { dependencies: { a: string } }, "yes"],
    ["a schema of another dependency", { dependencies: { a: string } }, { dependencies: { b: string } }, "no"],
    ["maxItems down", { type: "array", maxItems: 2 }, { type: "array", maxItems: 1 }, "no"],
    ["minItems down", { type: "array", minItems: 2 }, { type: "array", minItems: 1 }, "yes"],
    ["uniqueItems new", { type: "array" }, { type: "array", uniqueItems: true }, "no"],
    ["uniqueItems gone", { type: "array", uniqueItems: true }, { type: "array" }, "yes"],
    ["another type of items", { type: "array", items: string }, { type: "array", items: number }, "no"],
    [
      "an item new in a closed tuple",
      tuple([string], { additionalItems: false }),
      tuple([string, number], { additionalItems: false }),
      "yes",
    ],
    [
      "an item gone from a closed tuple",
      tuple([string, number], { additionalItems: false }),
      tuple([string], { additionalItems: false }),
      "no",
    ],
    ["an item that further items cover", tuple([string], { additionalItems: string }), tuple([string, string]), "yes"],
    // The registry goes by keywords where the values that they allow say otherwise.
    [
      "a dependency no object can meet, stated otherwise",
      { dependencies: { a: string } },
      { dependencies: { a: number } },
      "yes",
      "no: the type changed; but either schema refuses every object with the property",
    ],
    [
      "another required property",
      of({ a: string }, { required: ["a"] }),
      of({ a: string }, { required: ["b"] }),
      "no",
      "yes: the name is no property of the schema; but it is required",
    ],
    [
      "additionalItems without a tuple",
      { additionalItems: true },
      { additionalItems: false },
      "yes",
      "no: the keyword changed; but beside no tuple it has no meaning",
    ],
  ])("%s", (_, old, now, compatible) => {
    expect(verdict(old, now)).toBe(compatible === "yes" ? "contained" : "not-contained");
  });

  it.each<readonly [what: string, old: unknown, now: unknown, compatible: "yes" | "no"]>([
    [
      "a property new where others are refused",
      of({ a: string }, { unevaluatedProperties: false }),
      of({ a: string, b: number }, { unevaluatedProperties: false }),
      "yes",
    ],
    [
      "a property gone where others are refused",
      of({ a: string, b: number }, { unevaluatedProperties: false }),
      of({ a: string }, { unevaluatedProperties: false }),
      "no",
    ],
    [
      "a property that others covered",
      of({ a: string }, { unevaluatedProperties: string }),
      of({ a: string, b: string }, { unevaluatedProperties: string }),
      "yes",
    ],
    [
      "an item that others covered",
      { type: "array", prefixItems: [number], unevaluatedItems: string },
      { type: "array", prefixItems: [number, string], unevaluatedItems: string },
      "yes",
    ],
    [
      "an item that others cover",
      { type: "array", prefixItems: [number, string], unevaluatedItems: string },
      { type: "array", prefixItems: [number], unevaluatedItems: string },
      "yes",
    ],
    ["a schema of a dependency gone", { dependentSchemas: { a: string, b: string } }, { dependentSchemas: { a: string } }, "yes"],
  ])("in 2020-12: %s", (_, old, now, compatible) => {
    expect(verdict(old, now, draft2020)).toBe(compatible === "yes" ? "contained" : "not-contained");
  });
});
