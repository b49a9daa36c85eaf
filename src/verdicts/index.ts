/** Checks examples against their schemas, checks the rules, measures what is documented, generates samples, and compares schemas. */

// rules
export { checkRules } from "./rules/index.ts";

// coverage
export { measureCoverage } from "./coverage/index.ts";

// containment
export type { Containment, ContainmentVerdict, DocumentSide, Refusal, SchemaEquality, SchemaInterpretation } from "./containment/index.ts";
export { createContainment, judgedSide, obstacleText } from "./containment/index.ts";

// samples
export { generated } from "./samples/index.ts";
export type { Sample, Sampler, Samples, SchemaExample } from "./samples/index.ts";
export { createSampler } from "./samples/index.ts";

// validate
export type { ExampleProblem, Judge, Verdict, Verdicts } from "./validate/index.ts";
export { accepts, createValidator, stopwatch, createJudge, judgeExamples, knowsFormat } from "./validate/index.ts";
