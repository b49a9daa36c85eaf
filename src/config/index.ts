/**
 * Settings from the settings file and the flags. The file is checked against the schema that is published for editors. Every problem
 * has a place, and scripts are never run.
 */
export { settingSections, settingsSchema } from "./setting-rows.ts";
export { codeLanguages, defaultLimits, settingsAccess, settingsFiles, settingsInputs } from "./settings.ts";
export type { Flags } from "./load-settings.ts";
export { loadSettings } from "./load-settings.ts";
export { isDay } from "./check-settings.ts";
export { packageRoot } from "./make-settings.ts";
export { isRulesetName, themeFiles } from "./check-files.ts";
export type { Limits, PortalDocument, PortalSettings, RemoteSettings, Settings } from "./settings.ts";
