import type { Code, Report } from "#diagnostics";
import type { Api } from "#model";
import type { Documents } from "#reference";
import type { Schemas } from "#schema";

/** What a rule may look at. Rules see the version-free model; what only one line of the format says asks `api.dialect`. */
export interface RuleContext {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  readonly report: Report;
}

/** One rule, or a small family that is found in one walk. */
export interface Rule {
  /** Every code that it may report. */
  readonly codes: readonly Code[];
  check(context: RuleContext): void;
}
