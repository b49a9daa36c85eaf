/** Limits of reading; sizes in bytes. A part of the settings' limits. */
export interface ReadLimits {
  readonly yamlBytes: number;
  readonly jsonBytes: number;
  /** Of all files that are read together. */
  readonly totalBytes: number;
  readonly files: number;
  /** Maps and lists inside one another. */
  readonly depth: number;
}

const MB = 1024 * 1024;

/** What is read where the settings say nothing else. */
export const readLimits: ReadLimits = { yamlBytes: 40 * MB, jsonBytes: 64 * MB, totalBytes: 256 * MB, files: 2000, depth: 200 };

/** What to do about nesting that is over the limit, which text of the product's own making never is. */
export const NESTED_HINT = "Nest less deeply, or raise limits.depth in the settings (1000 at most).";
