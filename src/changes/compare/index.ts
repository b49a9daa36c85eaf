/**
 * Finds what changed between two versions of an API, and whom it breaks. Things are matched by what users rely on: addresses and names,
 * not component keys or files. A breaking change of a schema has a witness: a value that was valid and is no longer.
 */
export type { ApiVersion, CompareLimits, CompareOptions, ComparisonFailure, EntityMatch, FieldChange } from "./comparison.ts";
export type { ApiComparison } from "./compare-apis.ts";
export { compareApis, notCompared } from "./compare-apis.ts";
export { readFormat } from "./compare-schemas.ts";
