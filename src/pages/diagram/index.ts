/**
 * Pictures made at build time: SVG with links, text that can be selected and read aloud, and classes instead of colours. This is only
 * layout: the caller decides what is in a picture and how much of it.
 */
export type { ApplicationPicture, ApplicationSide } from "./application.ts";
export { drawApplication, drawApplicationNarrow } from "./application.ts";
export type { Chain } from "./chain.ts";
export { drawChains, drawChainsNarrow } from "./chain.ts";
export { drawReferrers, drawReferrersNarrow } from "./referrers.ts";
export type { Box, Drawing } from "./svg.ts";
export { drawText, escapeText, fitText, textWidth, wrapText } from "./svg.ts";
