import { expect } from "vitest";
import { printJson } from "#text";
import type { Samples } from "#verdicts";
import { accepts, createJudge, createSampler } from "#verdicts";
import { subjectOf, withMessages } from "../../support/judged.ts";

/** The samples of a payload written as YAML, each held against its schema. */
export function samplesOf(payload: string, schemas = "{}", format = ""): Samples {
  const subject = subjectOf(withMessages(`m: { payload: ${payload}${format} }`, schemas));
  const source = subject.api.messages[0]!.payload!;
  const made = createSampler(subject).of(source);
  const judge = createJudge(subject);
  for (const { value } of made.samples) expect(accepts(judge.checker.check(source, value)), printJson(value)).toBe(true);
  return made;
}

/** Their values. */
export const values = (payload: string, schemas?: string, format?: string): unknown[] =>
  samplesOf(payload, schemas, format).samples.map(({ value }) => JSON.parse(printJson(value)) as unknown);

/** Their JSON text, with every digit. */
export const texts = (payload: string): string[] => samplesOf(payload).samples.map(({ value }) => printJson(value));
