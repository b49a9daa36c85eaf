// rules
export type { Rule, RuleContext } from "./rules/index.ts";
export { checkRules } from "./rules/index.ts";

// containment
export type { Containment, ContainmentVerdict, Contained, NotContained, Undecided, Reading, Side } from "./containment/index.ts";
export { createContainment } from "./containment/index.ts";

// samples
export type { Means, Sample, Sampler, Samples } from "./samples/index.ts";
export { createSampler, valuesFor, textsFromPattern, generated } from "./samples/index.ts";

// validate
export type { Failure, Outcome, Judge, JudgeOptions, Problem, Verdict, Verdicts } from "./validate/index.ts";
export { accepts, knowsFormat, isMultiple, createValidator, stopwatch, createJudge, judgeExamples } from "./validate/index.ts";
