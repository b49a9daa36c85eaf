/**
 * Fingerprints of the parts of documents: an unchanged part that leads only to unchanged parts need not be checked again.
 */
export type { CheckHistory, CheckMemo, Inspection, StageMarks } from "./inspection.ts";
export type { Fingerprints, FilePiece } from "./fingerprints.ts";
export { takeFingerprints } from "./fingerprints.ts";
export { inspect } from "./inspection.ts";
