import type { Documents } from "#documents";
import type { Api } from "#model";
import type { Schemas } from "#schema";
import type { Judge } from "#verdicts";
import { createJudge } from "#verdicts";
import type { DocumentSide } from "../containment/index.ts";
import { judgedSide } from "../containment/index.ts";

/** One version of an API, read and linked. */
export interface ApiVersion {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
}

/** Time limits of validation in milliseconds. */
export interface CompareLimits {
  readonly validationMs: number;
  readonly patternMs: number;
}

/**
 * How often the validation budget may start again during one comparison, so that a slow schema does not prevent the others from being
 * compared.
 */
const MOST_JUDGES = 6;

/** Validates values against the JSON Schemas of one version. */
export function createSide({ documents, api, schemas }: ApiVersion, limits: CompareLimits): DocumentSide {
  let made = 0;
  let judge: Judge | undefined;
  const current = (): Judge => {
    if (!judge || (judge.validator.spent() && made < MOST_JUDGES)) {
      judge = createJudge({ api, documents, schemas, limits });
      made += 1;
    }
    return judge;
  };
  return judgedSide(documents.files, current);
}
