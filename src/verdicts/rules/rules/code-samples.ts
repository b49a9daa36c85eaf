import { codeSamplesOf } from "#model";
import { problem } from "#text";
import type { Rule } from "../rule.ts";

/** Code samples that cannot be shown. */
export const codeSamples: Rule = {
  codes: ["operation/code-sample"],
  check({ api, report }) {
    for (const { extensions } of api.operations) {
      for (const part of codeSamplesOf(extensions).wrong) report(problem("operation/code-sample", part, {}));
    }
  },
};
