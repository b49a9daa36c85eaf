/**
 * Makes plausible, deterministic samples for a schema. They are valid and limited in size; without any, a reason is given. Values of
 * the schema (`const`, `examples`, `default`, `enum`) come first, then formats, names and patterns.
 */
export type { SampleTests, Sample, Sampler, Samples, SchemaExample } from "./sampler.ts";
export { createSampler, valuesFor } from "./sampler.ts";
export type { CharacterRange, PatternNode } from "./pattern-syntax.ts";
export { LAST_CHARACTER, mergedRanges, readExactly } from "./pattern-syntax.ts";
export { textsFromPattern } from "./make-text.ts";
export * as generated from "./sample-attempt.ts";
