import { expect, test } from "vitest";
import { judgeExamples } from "#verdicts";
import { folder, msgdocs, report } from "../../app/cli/shell.ts";
import { subjectOf } from "../../support/judged.ts";

const ref = (at: number): string => `{ $ref: "#/components/schemas/S${at}" }`;

/** Every way in which a schema is applied to the value itself. */
const links: Readonly<Record<string, (next: string) => string>> = {
  allOf: (next) => `{ allOf: [${next}] }`,
  anyOf: (next) => `{ anyOf: [{ type: integer }, ${next}] }`,
  oneOf: (next) => `{ oneOf: [{ type: integer }, ${next}] }`,
  not: (next) => `{ not: ${next} }`,
  if: (next) => `{ if: ${next}, then: {} }`,
  then: (next) => `{ if: {}, then: ${next} }`,
  dependencies: (next) => `{ dependencies: { a: ${next} } }`,
};

test.each(Object.entries(links))("a chain of 2,000 schemas by %s is too deep to be judged, and no fault of ours", async (_, link) => {
  const chain = Array.from({ length: 2000 }, (__, at) => `    S${at}: ${link(ref(at + 1))}\n`).join("");
  const { totals } = await judgeExamples(
    subjectOf(`asyncapi: 2.6.0
info: { title: T, version: "1" }
channels: { c: { publish: { message: { payload: ${ref(0)}, examples: [{ payload: { a: x } }] } } } }
components:
  schemas:
${chain}    S2000: { type: object }
`),
  );
  expect(totals).toEqual({ checked: 0, passed: 0, failed: 0, notChecked: 1 });
});

/** A value that is so many records deep. */
const avro = (depth: number): string => `asyncapi: 2.6.0
info: { title: T, version: "1" }
channels:
  c:
    publish:
      message:
        schemaFormat: application/vnd.apache.avro;version=1.9.0
        payload: { type: record, name: Link, fields: [{ name: next, type: ["null", Link] }] }
        examples: [{ payload: ${"{ next: ".repeat(depth)}null${" }".repeat(depth)} }]
`;

test.each([
  [150, { checked: 1, passed: 1, failed: 0, notChecked: 0 }],
  [450, { checked: 0, passed: 0, failed: 0, notChecked: 1 }],
])("a value of Avro that is %d records deep is judged, or too deep to be", async (depth, expected) => {
  const cwd = folder({ "asyncapi.yaml": avro(depth), "msgdocs.yaml": "limits: { depth: 1000 }\n" });
  expect(report(await msgdocs(cwd, ["check", "--format", "json"])).summary.examples).toEqual(expected);
});

/** A base with a discriminator, and a schema that reaches it over many others. */
const family = (payload: string, schemas: string, kind: string): string => `asyncapi: 2.6.0
info: { title: T, version: "1" }
channels: { c: { publish: { message: { payload: ${payload}, examples: [{ payload: { k: ${kind} } }] } } } }
components:
  schemas:
    Base: { type: object, discriminator: k, required: [k], properties: { k: { type: string } } }
    S499: { allOf: [{ $ref: "#/components/schemas/Base" }] }
${schemas}`;
const line = (from: number): string =>
  Array.from({ length: 499 - from }, (_, at) => `    S${from + at}: { allOf: [${ref(from + at + 1)}] }\n`).join("");
const wide = `    Wide: { allOf: [${Array.from({ length: 450 }, () => "{}").join(", ")}, ${ref(499)}] }\n`;
const base = `{ $ref: "#/components/schemas/Base" }`;

test.each([
  ["a schema that a base is far from is chosen", family(base, line(200), "S300"), "passed"],
  ["a name that nothing has is refused", family(base, line(200), "Other"), "failed"],
  ["a schema that the base is too far from may be meant", family(base, line(0), "S5"), "notChecked"],
  ["a base may stand behind hundreds of parts", family(`{ $ref: "#/components/schemas/Wide" }`, wide, "Other"), "notChecked"],
])("discriminators: %s", async (_, document, verdict) => {
  const { totals } = await judgeExamples(subjectOf(document));
  expect(totals).toEqual({ checked: verdict === "notChecked" ? 0 : 1, passed: 0, failed: 0, notChecked: 0, [verdict]: 1 });
});
