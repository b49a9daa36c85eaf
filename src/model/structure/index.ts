/**
 * Checks the documents against the tables of the format: what is missing, unknown, misplaced or of the wrong type, in every object,
 * schema and binding. Each is checked once.
 */
export { isOfFastStream } from "./check-value.ts";
export { checkObject, checkStructure } from "./check-structure.ts";
