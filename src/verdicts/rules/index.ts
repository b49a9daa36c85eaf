/**
 * The rules of the format that need the linked API: one file a rule or a small family.
 * What the tables alone can say is the structure room's; what examples say is the validate room's.
 */
export { checkRules } from "./check-rules.ts";
export type { Rule, RuleContext } from "./rule.ts";
