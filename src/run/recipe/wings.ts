import type { CodeSamples } from "#pages";
import type { CodeTemplates, CodeWriting } from "#render";

/** What the house can do without, each by itself. A wing is loaded when it is needed. */
interface Wings {
  /** Samples of code on the pages of operations. */
  readonly samples?: () => Promise<{
    /** How templates of code write values. */
    readonly writing: CodeWriting;
    createCodeSamples(templates: CodeTemplates): CodeSamples;
  }>;
}

/** The wings of this program: a line for each. */
export const wings: Wings = {
  samples: () => import("#samples"),
};
