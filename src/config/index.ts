/**
 * Settings file and flags → settings. The file is checked against the schema that is published for editors;
 * what is wrong with it has a place, and a script is never run.
 */
export { defaultLimits } from "./settings.ts";
export type { Flags } from "./load-settings.ts";
export { loadSettings, settingsFiles } from "./load-settings.ts";
export { packageRoot } from "./package-root.ts";
export type { Limits, RemoteSettings, Settings } from "./settings.ts";
