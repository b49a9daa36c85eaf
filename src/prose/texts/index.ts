/** Renders all descriptions of an API, resolves their links with `routes`, and places their problems in the source. */
export type { Embed } from "./resolve-embed.ts";
export { firstSentence, GUIDE_PREFIX } from "./prose.ts";
export { createProse } from "./create-prose.ts";
export { renderSettingsText, settingsTextProblems } from "./settings-text.ts";
export { findTexts } from "./find-texts.ts";
export type { AuthorFile, FileTarget, GuideTwins, Prose, ProseContext, ProsePart, ProseSite } from "./prose.ts";
