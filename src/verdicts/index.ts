/** What is right and what is wrong: examples against their schemas, rules, samples that validate, whether one schema contains another. */

// rules
export { checkRules } from "./rules/index.ts";

// containment

// samples
export type { Sample, Sampler, Samples } from "./samples/index.ts";
export { createSampler } from "./samples/index.ts";

// validate
export type { ExampleProblem, Verdict, Verdicts } from "./validate/index.ts";
export { accepts, createValidator, stopwatch, createJudge, judgeExamples } from "./validate/index.ts";
