import { readLimits } from "#text";
import type { Limits } from "./settings.ts";

/** What is read and shown where the settings say nothing else; see the schema of the settings for what each means. */
export const defaultLimits: Limits = {
  ...readLimits,
  reportCharacters: 50_000_000,
  descriptionBytes: 64 * 1024,
  pages: 6000,
  siteCharacters: 100_000_000,
  schemaRows: 1000,
  schemaDepth: 6,
  repeatedRows: 40_000,
  listRows: 100,
  sourceLines: 1000,
  sampleNodes: 500,
  patternMs: 1000,
  validationMs: 5000,
  markdownMs: 5000,
  remoteFiles: 20,
  remoteBytes: 5 * 1024 * 1024,
  remoteMs: 10_000,
};
