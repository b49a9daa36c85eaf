import { expect, test } from "vitest";
import { filesOf, schemaFilesOf } from "./files-of.ts";

const head = "msgapi: 2.6.0\ninfo: { title: T, version: '1' }\nchannels: {}\n";
const wide = (count: number): string => Array.from({ length: count }, (_, at) => `p${at}: { type: integer }`).join(", ");

/** A message of two schemas, the first of which is to be an object with a property `in`. */
const document = (first: string, second: string): string =>
  `${head}components:\n  messages: { m: { payload: { allOf: [{ $ref: '#/components/schemas/A' }, { $ref: '${second}' }] } } }\n  schemas: { A: ${first}, B: { type: object } }\n`;

/** What is said of the files of a document when they are made. */
async function areAlone(text: string): Promise<boolean> {
  let noted: boolean | undefined;
  const made = await schemaFilesOf(text);
  expect([...made.files({ isKept: () => false, areAlone: false, note: (found) => (noted = found) })].length).toBeGreaterThan(0);
  return noted!;
}

const inner = (count: number): string => `{ properties: { in: { properties: { ${wide(count)} } } } }`;
const middle = "#/components/schemas/A/properties/in";

test.each([
  ["each holds what it refers to", true, document(inner(30), "#/components/schemas/B")],
  ["what stands in two places is small", true, document(inner(3), middle)],
  ["what stands in two places is large", false, document(inner(30), middle)],
  ["one is too large for others to hold", false, document(inner(4000), "#/components/schemas/B")],
])("schemas are known to stand alone, or not to: %s", async (_, expected, text) => {
  expect(await areAlone(text)).toBe(expected);
});

test("where that is known, a file that is made again is the same, and those that are kept are not made", async () => {
  const text = document(inner(30), "#/components/schemas/B");
  const whole = await filesOf(text);
  const made = await schemaFilesOf(text);
  const again = [...made.files({ isKept: (path) => path.startsWith("schemas/"), areAlone: true, note: () => undefined })];
  expect(again.map(({ path }) => path)).toEqual([...whole.keys()]);
  for (const { path, contents } of again) expect(contents).toBe(path.startsWith("schemas/") ? "" : whole.get(path));
});
