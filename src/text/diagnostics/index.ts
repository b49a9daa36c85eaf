/**
 * What can be wrong and how it is said: one catalog of codes, problems at places, the nearest name for a hint.
 */
export type { Code } from "./catalog.ts";
export { catalog } from "./catalog.ts";
export type { Definition, Level } from "./definition.ts";
export type { Blanks, Diagnostic, Insert, Extras, Related, Report, Severity } from "./diagnostic.ts";
export { inQuotes, problem } from "./diagnostic.ts";
export { codesNamed, insteadOf, isOfOtherTool, legacyRules } from "./legacy-rules.ts";
export { beginSearches, didYouMean, nearest, onlyNearest, someOf } from "./nearest.ts";
