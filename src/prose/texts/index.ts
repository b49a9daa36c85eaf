/**
 * Every description of the API through `markdown`, its links resolved by `routes`, its problems placed in the source.
 */
export type { Embed } from "./resolve-embed.ts";
export { firstSentence, GUIDE_PREFIX } from "./prose.ts";
export { createProse } from "./create-prose.ts";
export { findTexts } from "./find-texts.ts";
export type { AuthorFile, FileTarget, Prose, ProseContext, ProsePart, ProseSite } from "./prose.ts";
