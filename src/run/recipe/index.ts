/**
 * The recipe: from a document to its problems and to the files of its site. Stages take values and return values; commands decide what
 * to do with them.
 */
export type { MadeSite, SiteOptions } from "./build-site.ts";
export {
  filesOf,
  footerOf,
  makeSite,
  openTheme,
  partFilesOf,
  portalFilesOf,
  readAsset,
  singleFileOf,
  themeFolders,
  tooLargeSite,
  tooManyPages,
} from "./build-site.ts";
export type { Examined, Subject, Contact, RunContext } from "./load.ts";
export { load, networkRefusal, TextMemo } from "./load.ts";
export { examine, readVersion } from "./recipe.ts";
export type { ReadVersion } from "./recipe.ts";
export { guidePages, makeProse, textProblems } from "./make-prose.ts";
export { entryKey, programKey, settingsKey, siteKey } from "./site-key.ts";
export { wings } from "./wings.ts";
