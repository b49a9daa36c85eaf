/**
 * Validates values against schemas, and gives verdicts with places. JSON Schema is checked by our own validator, which works on the
 * nodes of the document: it never loses digits, and says what was expected and what was found. Foreign schema formats are checked with
 * libraries.
 */
export type { Failure, Outcome } from "./wording.ts";
export { accepts } from "./wording.ts";
export { knowsFormat } from "./formats.ts";
export { LONG_PATTERN } from "./pattern-text.ts";
export { isMultiple } from "./type-keywords.ts";
export { createValidator } from "./validator.ts";
export type { Budget } from "./budget.ts";
export { budget, stopwatch } from "./budget.ts";
export type { Judge, JudgeOptions } from "./judge-examples.ts";
export { createJudge, judgeExamples, judgePayload } from "./judge-examples.ts";
export type { ExampleProblem, Verdict, Verdicts } from "./judge-schema-values.ts";
export { verdictOf } from "./judge-schema-values.ts";
