/**
 * The API for programs: lists and `llms.txt` to find pages by, and the linked model as JSON.
 */
export type { MachineFile, MachineParts } from "./machine-parts.ts";
export { llmsText } from "./llms-text.ts";
export { listFiles, type ListedKind } from "./llms-text.ts";
export { modelJson } from "./model-json.ts";
