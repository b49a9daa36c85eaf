/**
 * Whether every value of one schema is a value of another: proved, shown not to be by a value that one schema accepts and the other
 * refuses, or not to be told. Never a guess.
 */
export type { Containment, ContainmentVerdict, ContainmentProof, Counterexample, OpenContainment, Refusal } from "./containment.ts";
export { createContainment, obstacleText } from "./containment.ts";
export type { SchemaEquality, SchemaInterpretation } from "./prove.ts";
export type { DocumentSide } from "./sides.ts";
