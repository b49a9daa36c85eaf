/**
 * A schema → plausible, deterministic samples that validate, bounded in size; or why there are none. What the schema gives
 * (`const`, `examples`, `default`, `enum`) comes first, then formats, names and patterns.
 */
export type { SampleTests, Sample, Sampler, Samples, SchemaExample } from "./sampler.ts";
export { createSampler, valuesFor } from "./sampler.ts";
export { textsFromPattern } from "./from-pattern.ts";
export * as generated from "./generated.ts";
