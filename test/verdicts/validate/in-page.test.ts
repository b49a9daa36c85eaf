import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { addressing, draftOf, sameValueKeywords } from "../../../src/format/index.ts";
import { createPageJudge } from "../../../src/verdicts/validate/in-page.ts";
import * as ofPage from "../../../src/pages/try/browser/format.js";
import * as textOfPage from "../../../src/pages/try/browser/text.js";

const DRAFT_07 = "http://json-schema.org/draft-07/schema#";
const judge = (schema: object, text: string) =>
  createPageJudge(JSON.stringify({ $schema: DRAFT_07, $id: "x.schema.json", ...schema }))(text);

test("a text is judged with the place and words of each problem", () => {
  const schema = { type: "object", properties: { a: { $ref: "#/definitions/A" } }, definitions: { A: { minimum: 3 } } };
  expect(judge(schema, '{ "a": 3 }')).toEqual({ state: "passed", problems: [] });
  expect(judge(schema, '{ "a": 1 }')).toEqual({
    state: "failed",
    problems: [{ start: 7, pointer: "/a", message: "must be at least 3, and this is 1" }],
  });
});

test.each([
  ["what is no JSON", "{", "this { is not closed"],
  ["nothing", " ", "nothing"],
  ["a key twice", '{ "a": 1, "a": 2 }', "already used"],
  ["what is too deep", "[".repeat(1001), "nested deeper than"],
])("%s is no value", (_, text, message) => {
  const { state, problems } = judge({}, text);
  expect([state, problems[0]?.pointer]).toEqual(["failed", undefined]);
  expect(problems[0]?.message).toContain(message);
});

test.each([
  ["a discriminator", { discriminator: "kind", properties: { kind: { type: "string" } } }, '{ "kind": "x" }', "discriminator"],
  ["a reference to another file", { properties: { a: { $ref: "other.schema.json" } } }, '{ "a": 1 }', "does not resolve"],
  ["a pattern that might take long", { pattern: "^(a+)+$" }, `"${"a".repeat(40)}!"`, "takes too long"],
])("what only the document or a clock could tell is not checked: %s", (_, schema, text, reason) => {
  const verdict = judge(schema, text);
  expect(verdict.state).toBe("not-checked");
  expect(verdict.reason).toContain(reason);
});

test("a schema that multiplies without end is given up", () => {
  const names = Array.from({ length: 40 }, (_, at) => `x${at}`);
  const items = (name: string | undefined) => ({ items: { $ref: `#/definitions/${name ?? "x0"}` } });
  const definitions = Object.fromEntries(
    names.map((name, at) => [name, { anyOf: [items(names[at + 1]), items(names[at + 2]), items(names[at + 3])] }]),
  );
  const text = `${"[".repeat(150)}${"[],".repeat(3_000)}[]${"]".repeat(150)}`;
  expect(["passed", "not-checked"]).toContain(judge({ ...items("x0"), definitions }, text).state);
});

test("digits are compared as they are written", () => {
  expect(judge({ maximum: 9007199254740992 }, "9007199254740993").state).toBe("failed");
  expect(judge({ multipleOf: 0.01 }, "19.99").state).toBe("passed");
  expect(judge({ multipleOf: 0.01 }, "19.9900000001").state).toBe("failed");
});

test("names of every object are names as others", () => {
  expect(judge({ required: ["toString"] }, "{}").state).toBe("failed");
  expect(judge({ properties: { constructor: { type: "string" } } }, "{}").state).toBe("passed");
});

test("the tables of the page are those of the format", () => {
  expect(addressing).toMatchObject(ofPage.addressing);
  expect([...ofPage.sameValueKeywords].sort()).toEqual([...sameValueKeywords].sort());
  for (const uri of [DRAFT_07, "https://json-schema.org/draft/2020-12/schema", "https://example.com/"]) {
    expect(ofPage.draftOf(uri)).toBe(draftOf(uri));
  }
});

/** The values that a file and those of its room that it leads to import from another room. The bundler takes a name that is missing for undefined. */
function importedFrom(room: string, file: string, seen = new Set<string>()): string[] {
  if (seen.has(file)) return [];
  seen.add(file);
  const imports = [...readFileSync(file, "utf8").matchAll(/^(?:import|export) \{([^}]*)\} from "([^"]*)";$/gm)];
  return imports.flatMap(([, names = "", from = ""]) => {
    if (from.startsWith("./")) return importedFrom(room, join(dirname(file), from), seen);
    return from === room ? names.split(",").map((name) => name.trim()) : [];
  });
}

test.each([
  ["#text", textOfPage],
  ["#format", ofPage],
])("the page has all that its validator takes of %s", (room, has) => {
  const taken = importedFrom(room, join(import.meta.dirname, "../../../src/verdicts/validate/in-page.ts"));
  expect(taken.length).toBeGreaterThan(3);
  expect(taken.filter((name) => name !== "" && !(name in has))).toEqual([]);
});
