import type { NamedSchema } from "#model";
import type { RowBudget, SafeHtml } from "./context.ts";
import type { Child } from "./schema-children.ts";
import type { EffectiveSchema } from "./schema-effective.ts";
import type { Ancestors } from "./schema-recursion.ts";
import type { TreePath } from "./schema-path.ts";
import type { RowFace } from "./schema-row.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** A row with what is below it. */
export interface Row extends RowFace {
  below: Below | undefined;
  /** Where what is not opened here is shown: the same schema above, its page, a section below, the source. */
  links: readonly SafeHtml[];
}

/** Rows are made in great number, so of one shape: their fields are there in one order, and none is copied twice. */
export class TreeRow implements Row {
  readonly id: RowFace["id"];
  readonly label: RowFace["label"];
  readonly path: RowFace["path"];
  readonly kind: RowFace["kind"];
  readonly required: RowFace["required"];
  readonly deprecated: RowFace["deprecated"];
  readonly access: RowFace["access"];
  readonly type: RowFace["type"];
  readonly title: RowFace["title"];
  readonly descriptions: RowFace["descriptions"];
  readonly facts: RowFace["facts"];
  readonly values: RowFace["values"];
  readonly notes: RowFace["notes"];
  readonly contradictions: RowFace["contradictions"];
  readonly docs: RowFace["docs"];
  readonly problems: RowFace["problems"];
  readonly others: RowFace["others"];
  readonly parts: RowFace["parts"];
  below: Below | undefined;
  links: readonly SafeHtml[];

  constructor(face: RowFace) {
    this.id = face.id;
    this.label = face.label;
    this.path = face.path;
    this.kind = face.kind;
    this.required = face.required;
    this.deprecated = face.deprecated;
    this.access = face.access;
    this.type = face.type;
    this.title = face.title;
    this.descriptions = face.descriptions;
    this.facts = face.facts;
    this.values = face.values;
    this.notes = face.notes;
    this.contradictions = face.contradictions;
    this.docs = face.docs;
    this.problems = face.problems;
    this.others = face.others;
    this.parts = face.parts;
    this.below = undefined;
    this.links = [];
  }
}

export interface Below {
  readonly summary: string;
  readonly open: boolean;
  readonly rows: Row[];
}

/** Rows deep inside, continued at the end of the tree under their full path. */
export interface Section {
  readonly id: string;
  readonly title: string;
  readonly rows: Row[];
  /** Where it goes on. */
  readonly links: readonly SafeHtml[];
}

/** A row whose children are yet to be made. */
export interface RowTask {
  readonly row: Row;
  readonly effective: EffectiveSchema;
  readonly children: readonly Child[];
  /** Of what the children stand in: the row's, or that of its items. */
  readonly path: TreePath;
  readonly summary: string;
  readonly depth: number;
  readonly ancestors: Ancestors;
}

/** Children that a page has no room for: from which one on. */
export interface RemainingRows {
  readonly task: RowTask;
  readonly from: number;
}

/** The anchor of the section that goes on with a rest. */
export function sectionOf({ task, from }: RemainingRows): string {
  return `${task.row.id}.~${from === 0 ? "" : from}`;
}

/** What the rows of a tree are made for, and how many there may be. */
export interface TreeRowOptions {
  readonly context: TreeContext;
  readonly prefix: string;
  readonly budget: RowBudget;
  /** Where the whole tree is shown when there is no room for it here. */
  readonly more: string | undefined;
  /** Where the tree's own rest is continued, if it is. */
  readonly continued?: ((rest: RemainingRows) => string | undefined) | undefined;
  /** Told of each named schema around rows that are made: that they count as repeated is no link to its page. */
  readonly around?: ((named: NamedSchema) => void) | undefined;
  /** Whether this goes on with a tree: what has a page of its own is linked then. */
  readonly resumes?: boolean;
}

