import { expect, it } from "vitest";
import { judgeExamples } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";

it.each([
  ["{ type: string }", "17", 'Put it in quotes: "17".'],
  ["{ type: [string, 'null'] }", "true", 'Put it in quotes: "true".'],
  ["{ type: integer }", '"17"', "Remove the quotes: 17."],
  ["{ type: integer }", '"1.5"', undefined],
  ["{ type: number }", '"2 kg"', undefined],
  ["{ type: boolean }", '"true"', "Remove the quotes: true."],
  ["{ type: boolean }", "No", 'Write false: "No" is a text.'],
  ["{ type: boolean }", "constructor", undefined],
  ["{ type: array }", "x", "Put it in brackets, if it is the only item."],
  ["{ type: [array, object] }", "x", undefined],
  ["{ type: array }", "null", undefined],
  ["{ type: object }", "3", undefined],
  ["{ enum: [done, open] }", "Open", 'Did you mean "open"?'],
  ["{ enum: [done, open] }", "elsewhere", undefined],
  ["{ enum: ['1', '2'] }", "2", 'Put it in quotes: "2".'],
  ["{ const: 1 }", '"1"', "Remove the quotes: 1."],
  ["{ format: date-time }", '"2026-01-02"', "Add a time and its offset, such as 2026-01-02T00:00:00Z."],
  ["{ format: date-time }", '"2026-01-02T10:00:00"', "Add the offset, such as Z for UTC."],
  ["{ format: date-time }", "soon", undefined],
  ["{ pattern: 'c[01]_\\\\w+' }", "c0_text", "The pattern asks for backslashes. Write each of them once there."],
  ["{ pattern: 'c[01]_\\\\w+' }", "d0_text", undefined],
  // Whether a pattern that may go back long would match is not worth the time of other examples.
  ["{ pattern: '^(\\\\w+ ?)+$' }", "one two three four five six seven eight nine ten", undefined],
  ["{ pattern: 'c[01]_\\d+' }", "c0_text", undefined],
  ["{ format: date }", '"2026-01-02T10:00:00Z"', "Leave the time out: 2026-01-02."],
])("what to do about an example of %s that is %s: %s", async (schema, value, hint) => {
  const document = withMessages(`m: { payload: { properties: { at: ${schema} } }, examples: [{ payload: { at: ${value} } }] }`);
  const { diagnostics } = await judgeExamples(subjectOf(document));
  expect(diagnostics.map((each) => [each.code, each.hint])).toEqual([["example/payload", hint]]);
});
