/**
 * The tables of the format against the documents: what is missing, of the wrong type, unknown or out of place,
 * in every object, schema and binding, each looked at once.
 */
export { checkObject, checkStructure } from "./check-structure.ts";
