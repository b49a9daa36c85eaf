/** The linked model as JSON, for programs. */
export type { MachineParts } from "./machine-parts.ts";
export { modelJson } from "./model-json.ts";
