import type { SafeHtml } from "./context.ts";
import type { Child } from "./schema-children.ts";
import type { Effective } from "./schema-effective.ts";
import type { FieldProblem } from "./problems-view.ts";
import type { BranchAnchor, Note } from "./schema-notes.ts";
import type { Values } from "./schema-values.ts";

/** What a template shows of a row, but for what is below it. Every field is there, empty where there is nothing. */
export interface RowFace {
  readonly id: string;
  readonly label: SafeHtml;
  readonly path: string;
  readonly kind: Child["kind"] | "root";
  /** Words for a flag, empty where it is not set. */
  readonly required: string;
  readonly deprecated: string;
  readonly access: readonly string[];
  readonly type: SafeHtml;
  readonly title: string;
  readonly descriptions: readonly SafeHtml[];
  readonly facts: readonly SafeHtml[];
  readonly values: readonly Values[];
  readonly notes: readonly Note[];
  readonly docs: readonly { readonly href: string; readonly text: string }[];
  /** What is wrong with the schema, apart from what is wrong with those below it. */
  readonly problems: readonly FieldProblem[];
  /** Extensions and keywords that the language does not know, as written. */
  readonly others: readonly { readonly key: string; readonly value: SafeHtml; readonly block: boolean; readonly fold: string }[];
  /** The parts of `allOf` as written, on request. */
  readonly parts: { readonly summary: string; readonly items: readonly { readonly name: SafeHtml; readonly written: SafeHtml | undefined }[] } | undefined;
}

/** What a row says that its schemas do not. */
export type OwnFace = Pick<RowFace, "id" | "path" | "label" | "kind" | "required">;

/** What a face is made of. */
export interface RowSpot {
  readonly child: Child | undefined;
  readonly row: Effective;
  readonly id: string;
  readonly path: string;
  readonly anchor: BranchAnchor;
  /** The same schema stands above: what it says is not said again, only what is said of this use of it. */
  readonly again?: boolean;
}
