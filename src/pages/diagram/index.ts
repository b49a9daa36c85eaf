/**
 * Pictures made at build time: SVG with links, text that can be selected and read aloud, and classes instead of colours. This is only
 * layout: the caller decides what is in a picture and how much of it.
 */
export type { ApplicationPicture, ApplicationSide } from "./application.ts";
export { drawApplication, drawApplicationNarrow } from "./application.ts";
export type { Chain } from "./chain.ts";
export { drawChains, drawChainsNarrow } from "./chain.ts";
export type { MatrixCell, MatrixEntry, MatrixPicture } from "./matrix.ts";
export { drawMatrix } from "./matrix.ts";
export { drawReferrers, drawReferrersNarrow } from "./referrers.ts";
export type { Box, Drawing } from "./svg.ts";
export { fitText, textWidth, wrapText } from "./svg.ts";
