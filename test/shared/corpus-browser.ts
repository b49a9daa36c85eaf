import { fileURLToPath } from "node:url";

export { openBrowser } from "../browser/open-browser.ts";

/** The folder of the real documents. */
export const corpus = fileURLToPath(new URL("../../../shared/corpus/real", import.meta.url));
