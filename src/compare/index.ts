/**
 * Two versions of an API → what changed, and whom it breaks. Things are matched by what people rely on: addresses and names, not
 * component keys or files. A breaking change of a schema has a witness, a value that was fine and no longer is.
 */
export type { ApiVersion, CompareLimits } from "./api-version.ts";
export { bindingLine, bindingPaths } from "./binding-lines.ts";
export { compareApis } from "./compare-apis.ts";
export { notCompared } from "./compare-references.ts";
export type { CompareOptions } from "./comparison.ts";
