/** The linked model as JSON, for programs. */
export type { MachineParts } from "./model-json.ts";
export { modelJson } from "./model-json.ts";
