/**
 * Schema and value → verdict with places. Our own JSON Schema validator over the placed tree, which never loses digits and says
 * what was expected and what was found; the examples of a document judged by it, and by libraries for foreign schema formats.
 */
export type { Failure, Outcome } from "./failure.ts";
export { accepts } from "./failure.ts";
export { knowsFormat } from "./formats.ts";
export { isMultiple } from "./number-keywords.ts";
export { createValidator } from "./validator.ts";
export { stopwatch } from "./budget.ts";
export type { Judge, JudgeOptions } from "./judge-examples.ts";
export { createJudge, judgeExamples } from "./judge-examples.ts";
export type { ExampleProblem, Verdict, Verdicts } from "./verdict.ts";
export { verdictOf } from "./verdict.ts";
