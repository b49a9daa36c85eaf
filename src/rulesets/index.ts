/** Rules of one's own: rulesets of Spectral as far as they are data, run over a document. Code in a ruleset is never run. */
export type { Ruleset } from "./read-ruleset.ts";
export { readRuleset } from "./read-ruleset.ts";
export { runRuleset } from "./run-ruleset.ts";
