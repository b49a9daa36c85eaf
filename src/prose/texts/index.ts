/** Renders all descriptions of an API, resolves their links with `routes`, and places their problems in the source. */
export type { Embed, AuthorFile, FileTarget, GuideTwins, Prose, ProseContext, ProsePart, ProseSite } from "./prose.ts";
export { firstSentence, GUIDE_PREFIX } from "./prose.ts";
export { createProse, renderSettingsText, settingsTextProblems, findTexts } from "./create-prose.ts";
