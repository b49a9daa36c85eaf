/**
 * Every description of the API through `markdown`, its links resolved by `routes`, its problems placed in the source.
 */
export { createProse } from "./create-prose.ts";
export { findTexts } from "./find-texts.ts";
export { firstSentence } from "./first-sentence.ts";
export type { Asset, FileTarget, Prose, ProseContext, ProseSite } from "./prose.ts";
