/**
 * The rules of the format that need the linked API, with one file for each rule or small family. What the tables alone can check
 * belongs to the structure room, what needs examples to the validate room.
 */
export { checkRules } from "./check-rules.ts";
export type { Rule, RuleContext } from "./rule.ts";
