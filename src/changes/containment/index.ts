/**
 * Finds out whether every value of one schema is also a value of another. The answer is a proof, a counterexample, or that neither was
 * found. It never guesses.
 */
export type { Containment, ContainmentVerdict, ContainmentProof, Counterexample, OpenContainment, Refusal } from "./containment.ts";
export { comparisonBudget, createContainment, obstacleText } from "./containment.ts";
export type { SchemaEquality, SchemaInterpretation, DocumentSide } from "./proof.ts";
export { judgedSide } from "./proof.ts";
export { withMember } from "./prove-objects.ts";
