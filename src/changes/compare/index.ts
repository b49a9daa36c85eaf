/**
 * Finds what changed between two versions of an API, and whom it breaks. Things are matched by what users rely on: addresses and names,
 * not component keys or files. A breaking change of a schema has a witness: a value that was valid and is no longer.
 */
export type { ApiVersion, CompareLimits } from "./api-version.ts";
export type { ApiComparison } from "./compare-apis.ts";
export { compareApis } from "./compare-apis.ts";
export { readFormat } from "./compare-schemas.ts";
export { notCompared } from "./compare-apis.ts";
export type { CompareOptions, ComparisonFailure, EntityMatch, FieldChange } from "./comparison.ts";
