/**
 * The API for programs: every page as Markdown, `llms.txt` to find them by, and the linked model as JSON.
 * Made from the model and not from pages, in English whatever the language of the interface.
 */
export type { MachineFile, MachineParts } from "./writing.ts";
export { llmsText } from "./llms-text.ts";

export { markdownFiles } from "./markdown-files.ts";
export { modelJson } from "./model-json.ts";
