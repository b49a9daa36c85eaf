import type { Documents } from "#documents";
import type { Api } from "#model";
import type { Schemas } from "#schema";
import type { Budget } from "#verdicts";
import { createJudge } from "#verdicts";
import type { DocumentSide } from "../containment/index.ts";
import { judgedSide } from "../containment/index.ts";

/** One version of an API, read and linked. */
export interface ApiVersion {
  readonly documents: Documents;
  readonly api: Api;
  readonly schemas: Schemas;
}

/** Time limits in milliseconds: of a comparison for each megabyte of a version, and of one pattern. */
export interface CompareLimits {
  readonly validationMs: number;
  readonly patternMs: number;
}

/** Validates values against the JSON Schemas of one version. */
export function createSide({ documents, api, schemas }: ApiVersion, patternMs: number, budget: Budget): DocumentSide {
  return judgedSide(documents.files, createJudge({ api, documents, schemas, limits: { patternMs }, budget }));
}
