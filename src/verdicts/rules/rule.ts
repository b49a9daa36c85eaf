import type { Code, Node, Report } from "#text";
import type { Api } from "#model";
import type { Documents } from "#documents";
import type { SchemaPlace, Schemas } from "#schema";

/** What a rule may look at. Rules see the version-free model; what only one line of the format says asks `api.dialect`. */
export interface RuleContext {
  readonly api: Api;
  readonly documents: Documents;
  readonly schemas: Schemas;
  /** Where every schema of the API is written, each once, but for those that are known to be without a fault; made when first asked for. */
  readonly allSchemas: () => ReadonlySet<SchemaPlace>;
  /** Whether the forms of the texts at a value in its place, and of all that it leads to, are known to be right. */
  readonly spares: (node: Node) => boolean;
  readonly report: Report;
}

/** One rule, or a small family that is found in one walk. */
export interface Rule {
  /** Every code that it may report. */
  readonly codes: readonly Code[];
  check(context: RuleContext): void;
}
