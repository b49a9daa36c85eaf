/**
 * Problems: the catalog of codes, diagnostics with their places, the nearest name for a hint.
 */
export type { Code, CodeDefinition, Level, RuleLevels } from "./catalog.ts";
export { catalog, isAcceptable, isOff, codesForName, replacementNote, isLegacyRule, legacyRules } from "./catalog.ts";
export type { Blanks, Diagnostic, Insertion, ProblemExtras, Related, DiagnosticReporter, Severity } from "./diagnostic.ts";
export { inQuotes, nextStep, problem } from "./diagnostic.ts";
export { didYouMean, nearest, onlyNearest, withSearchBudget } from "./nearest.ts";
