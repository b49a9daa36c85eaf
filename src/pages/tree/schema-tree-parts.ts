/** Rows, their paths and anchors, and what recurs in them. */
import { escapeToken } from "#text";
import { anchorAt, anchorStep } from "#model";
import type { Schema } from "#schema";
import { lineHtml, type CodeText, type Line } from "../blocks/index.ts";
import type { RowBudget } from "../frame/index.ts";
import type { Child } from "./schema-children.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import type { RowFace } from "./schema-row.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** The path of a row in three forms. */
export interface TreePath {
  /** The steps from the root of the tree, as in anchors; `undefined` for the root. */
  readonly anchor: string | undefined;
  /** The path for readers: `customer.addresses[].street`. */
  readonly text: string;
  /** The path in a JSON value, as a pointer with `*` for any item or name: `/customer/addresses/∗/street`. */
  readonly instance: string;
}

export const rootPath: TreePath = { anchor: undefined, text: "", instance: "" };

function textOf(path: TreePath, child: Child): string {
  const step = child.step;
  if (child.kind === "property") return path.text === "" ? step : `${path.text}.${step}`;
  if (child.kind === "item") return `${path.text}${step}`;
  if (child.kind === "choice") return `${path.text}(${step.slice(1)})`;
  return path.text === "" ? step : `${path.text} ${step}`;
}

/**
 * A step as in anchors: `*` for any item, `(Card)` for a choice. Both are safe in URLs and cannot collide with a name, since
 * `anchorStep` escapes these signs.
 */
export function stepAnchor({ kind, step }: Pick<Child, "kind" | "step">): string {
  if (kind === "item" && step === "[]") return "*";
  if (kind === "choice") return `(${step.startsWith("?") ? "any." : ""}${anchorStep(step.slice(1))})`;
  return anchorStep(step);
}

/** The path of a child. */
export function pathOf(path: TreePath, child: Child): TreePath {
  const into = child.into === undefined ? "" : `/${child.into === "*" ? "*" : escapeToken(child.into)}`;
  const step = stepAnchor(child);
  return { anchor: path.anchor === undefined ? step : `${path.anchor}.${step}`, text: textOf(path, child), instance: path.instance + into };
}

/** The anchor of a row: the prefix of the tree, then the steps, or `~` for the root, which is never the step of a name. */
export function anchorOf(prefix: string, path: TreePath): string {
  return path.anchor === undefined ? `${prefix}.~` : anchorAt(prefix, path.anchor);
}

/** A row with the rows below it. */
export interface Row extends RowFace {
  below: Below | undefined;
  /** Links to what is not expanded here: the same schema above, its page, a section below, or the source. */
  links: readonly Line[];
  /** What changed in it since an earlier version; empty for nothing. It has no weight, so that a page shows the same rows with and without. */
  readonly version: Line;
}

/** There are many rows, so all have the same fields in the same order, and none is copied by a spread, which takes 30 times as long. */
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
  readonly examples: RowFace["examples"];
  readonly notes: RowFace["notes"];
  readonly contradictions: RowFace["contradictions"];
  readonly docs: RowFace["docs"];
  readonly problems: RowFace["problems"];
  readonly problemsFold: RowFace["problemsFold"];
  readonly others: RowFace["others"];
  readonly parts: RowFace["parts"];
  readonly hasRest: RowFace["hasRest"];
  readonly restIsAside: RowFace["restIsAside"];
  below: Below | undefined;
  links: readonly Line[];
  readonly version: Line;

  constructor(face: RowFace, version: Line) {
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
    this.examples = face.examples;
    this.notes = face.notes;
    this.contradictions = face.contradictions;
    this.docs = face.docs;
    this.problems = face.problems;
    this.problemsFold = face.problemsFold;
    this.others = face.others;
    this.parts = face.parts;
    this.hasRest = face.hasRest;
    this.restIsAside = face.restIsAside;
    this.below = undefined;
    this.links = [];
    this.version = version;
  }
}

export interface Below {
  readonly summary: string;
  readonly open: boolean;
  readonly rows: Row[];
}

/** Deep rows, continued after the tree under their full path. */
export interface Section {
  readonly id: string;
  readonly title: Line;
  readonly rows: Row[];
  /** Links to where the section continues. */
  readonly links: readonly Line[];
}

/** A row whose children are yet to be made. */
export interface RowTask {
  readonly row: Row;
  readonly effective: EffectiveSchema;
  readonly children: readonly Child[];
  /** The path of the value that the children belong to: the row's, or that of its items. */
  readonly path: TreePath;
  readonly summary: string;
  readonly depth: number;
  readonly ancestors: Ancestors;
}

/** The children of a row that did not fit on a page, from an index on. */
export interface RemainingRows {
  readonly task: RowTask;
  readonly from: number;
}

/** The anchor of the section that continues these rows. */
export function sectionOf({ task, from }: RemainingRows): string {
  return `${task.row.id}.~${from === 0 ? "" : from}`;
}

/** The options for making the rows of a tree. */
export interface TreeRowOptions {
  readonly context: TreeContext;
  readonly prefix: string;
  readonly budget: RowBudget;
  /** The link to the whole tree, for rows that do not fit here. */
  readonly more: string | undefined;
  /** Returns the link to where remaining rows continue. */
  readonly continued?: ((rest: RemainingRows) => string | undefined) | undefined;
  /** Whether these rows continue a tree from another page. Then schemas with their own page are only linked. */
  readonly resumes?: boolean;
}

/** The bytes of HTML in one unit of a page's row budget. With 1,000 units there is still room for the rest of a page of 400 KB. */
const UNIT = 280;
/** The markup of a row without any text. */
const MARKUP = 260;
/** The markup around each text of a row. */
const AROUND = 24;

/** Fields of rows that hold a line, and that hold lines. */
const LINE: ReadonlySet<string> = new Set(["label", "type", "value", "description", "more", "name", "names", "single", "written"]);
const LINES: ReadonlySet<string> = new Set(["facts", "notes", "descriptions"]);

/** The bytes of all texts in a view, with the markup around each. Lines count as their HTML. */
function bytesOf(value: unknown, key = ""): number {
  if (LINE.has(key)) return bytesOf(lineHtml(value));
  if (typeof value === "string") return value === "" ? 0 : value.length + AROUND;
  if (typeof value !== "object" || value === null) return 0;
  let sum = 0;
  // `for in`, because every field of every row is visited and a list of them would be slower.
  if (Array.isArray(value))
    for (const each of value as unknown[]) sum += LINES.has(key) || Array.isArray(each) ? bytesOf(lineHtml(each)) : bytesOf(each);
  else for (const field in value) sum += bytesOf(value[field as keyof typeof value], field);
  return sum;
}

/**
 * How much of the row budget a row takes: at least one unit, more if it has long texts. Id and path are counted twice because they are
 * printed twice.
 */
export function weightOf(face: {
  readonly id: string;
  readonly path: string;
  readonly summary?: string;
  readonly value?: CodeText;
}): number {
  return Math.max(1, Math.round((MARKUP + bytesOf(face) + face.id.length + face.path.length) / UNIT));
}

/** A row's schemas and those of all rows above it, used to find recursion. */
export interface Ancestors {
  readonly own: readonly Schema[];
  readonly id: string;
  /** The path of the row, by which a schema without a name is called. */
  readonly path: string;
  /** The page that the row is on. */
  readonly page: string;
  /** Whether the schemas are those of an array's items, which have no row of their own. `id` is then the array's. */
  readonly isItem?: boolean;
  readonly above: Ancestors | undefined;
}

/** The nearest row above with one of these schemas. */
export function sameAbove(own: readonly Schema[], ancestors: Ancestors | undefined): { schema: Schema; at: Ancestors } | undefined {
  for (let each = ancestors; each; each = each.above) {
    const at = each;
    const schema = own.find((one) => at.own.includes(one));
    if (schema) return { schema, at };
  }
  return undefined;
}

/** How often a schema is expanded in one tree; further places link to it. */
const MOST_OPENINGS = 3;

/** The schemas that a tree has expanded, with the first place of each. */
export class OpenedSchemas {
  readonly #known = new Map<Schema, { times: number; readonly id: string; readonly text: string }>();

  /** Counts one expansion. */
  note(schema: Schema, at: { id: string; text: string }): void {
    const known = this.#known.get(schema);
    if (known) known.times += 1;
    else this.#known.set(schema, { times: 1, ...at });
  }

  first(schema: Schema): { readonly id: string; readonly text: string } | undefined {
    return this.#known.get(schema);
  }

  isOften(schema: Schema): boolean {
    return (this.#known.get(schema)?.times ?? 0) >= MOST_OPENINGS;
  }
}
