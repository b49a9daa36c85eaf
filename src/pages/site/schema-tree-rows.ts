import type { NamedSchema } from "#model";
import type { Schema } from "#schema";
import type { SafeHtml } from "./context.ts";
import type { Child } from "./schema-children.ts";
import type { TreeRowOptions, RemainingRows, Row, Section, RowTask } from "./schema-tree-parts.ts";
import { TreeRow, sectionOf } from "./schema-tree-parts.ts";
import { restSummary } from "./schema-summary.ts";
import type { EffectiveSchema } from "./schema-effective.ts";
import { effective, effectiveBranch } from "./schema-effective.ts";
import { notesOf } from "./schema-notes.ts";
import type { Ancestors } from "./schema-recursion.ts";
import { OpenedSchemas, sameAbove } from "./schema-recursion.ts";
import type { TreePath } from "./schema-path.ts";
import { anchorOf, pathOf, rootPath } from "./schema-path.ts";
import { link } from "./schema-phrase.ts";
import { shorten } from "./shorten.ts";
import { planOf } from "./schema-plan.ts";
import { rowFace } from "./schema-row.ts";
import { nameOfSchema } from "./schema-type.ts";
import { weightOf } from "./schema-weight.ts";

/** Says something more of a row. */
function say(row: Row, more: Partial<Pick<Row, "links" | "notes">>): void {
  Object.assign(row, more);
}

interface RowPosition {
  readonly path: TreePath;
  readonly depth: number;
  readonly ancestors: Ancestors | undefined;
  /** What the row stands directly below. */
  readonly parent?: EffectiveSchema;
}

/** Where the problems of a row are told. */
export interface RowMark {
  readonly problems: Row["problems"];
  readonly anchor: string;
  readonly text: string;
}

/** Up to so many rows of the first level open at once. */
const OPEN_ROWS = 5;

/** Makes rows breadth first, so that room runs out deep inside and not half-way through the first property. */
export class SchemaTreeRows {
  readonly sections: Section[] = [];
  /** Rows that were made, the root too. */
  count = 0;
  /** From paths into an instance to the first row that is about it. */
  readonly anchors = new Map<string, string>();
  /** Rows with problems. */
  readonly marks: RowMark[] = [];
  readonly #growth: TreeRowOptions;
  readonly #tasks: RowTask[] = [];
  readonly #opened = new OpenedSchemas();

  constructor(growth: TreeRowOptions) {
    this.#growth = growth;
  }

  /** The row of the root, with nothing below it yet. */
  plant(schema: Schema): Row {
    return this.#row({ child: undefined, schemas: [schema] }, { path: rootPath, depth: 0, ancestors: undefined });
  }

  /** Makes everything below it that there is room for. */
  grow(): void {
    // Opening a row adds tasks at the end.
    for (const task of this.#tasks) this.#open(task);
    this.#tasks.length = 0;
  }

  /** Goes on with what an earlier page had no room for, as a section. */
  resume(rest: RemainingRows): void {
    const { task, from } = rest;
    const { words } = this.#growth.context;
    const title = words("schema.section", { path: task.path.text || words("schema.root") });
    // The row itself stays on its page.
    const row: Row = { ...task.row, links: [] };
    const rows: Row[] = [];
    this.#fill({ ...task, row }, { rows, depth: 1, from });
    this.sections.push({ id: sectionOf(rest), title, rows, links: row.links });
    this.grow();
  }

  #row(of: { child: Child | undefined; schemas: readonly Schema[] }, spot: RowPosition): Row {
    const { prefix, budget } = this.#growth;
    const id = anchorOf(prefix, spot.path);
    const { context } = this.#growth;
    const made = of.child?.kind === "choice" && spot.parent ? effectiveBranch(of.schemas, spot.parent, context) : effective(of.schemas, context);
    const again = sameAbove(made.own, spot.ancestors) !== undefined;
    const face = rowFace(context, { child: of.child, row: made, id, path: spot.path.text, anchor: () => undefined, again });
    const row = new TreeRow(face);
    budget.rows -= weightOf(face);
    this.count += 1;
    if (face.problems.length > 0) this.marks.push({ problems: face.problems, anchor: id, text: spot.path.text || context.words("schema.root") });
    if (!this.anchors.has(spot.path.instance)) this.anchors.set(spot.path.instance, id);
    if (!this.#recursion(row, made, spot.ancestors)) this.#plan(row, made, spot);
    return row;
  }

  /** A link up, where a row is what it stands in: to the row of that, or to the page of what has no row of its own. */
  #recursion(row: Row, { own }: EffectiveSchema, ancestors: Ancestors | undefined): boolean {
    const same = sameAbove(own, ancestors);
    if (!same) return false;
    const { context } = this.#growth;
    const { schema, at } = same;
    const href = at.isItem && schema.named ? context.href(schema.named) : context.rowHref(at.page, at.id);
    say(row, { links: [link(href, context.words("schema.recursion", { name: nameOfSchema(schema) ?? context.words("schema.root") }))] });
    return true;
  }

  /** Notes what is to be made below a row. Items that need no row of their own give way to what is below them. */
  #plan(row: Row, made: EffectiveSchema, { path, depth, ancestors: above }: RowPosition): void {
    const { context } = this.#growth;
    const { children, summary, skipped } = planOf(context, made);
    const { page } = context;
    const ancestors: Ancestors = { own: made.own, id: row.id, page, above };
    const task = { row, effective: made, depth, path, ancestors, children, summary };
    if (!skipped) {
      this.#add(task);
      return;
    }
    const { child, items } = skipped;
    if (this.#recursion(row, items, ancestors)) return;
    const itemPath = pathOf(path, child);
    this.anchors.set(itemPath.instance, this.anchors.get(itemPath.instance) ?? row.id);
    const inside: Ancestors = { own: items.own, id: row.id, page, isItem: true, above: ancestors };
    this.#add({ ...task, effective: items, path: itemPath, ancestors: inside });
  }

  #add(task: RowTask): void {
    if (task.children.length > 0) this.#tasks.push(task);
  }

  #open(task: RowTask): void {
    const { context } = this.#growth;
    const own = task.ancestors.own.at(-1);
    const elsewhere = own && this.#elsewhere(own, task);
    if (elsewhere) {
      say(task.row, { links: [elsewhere] });
    } else if (!this.#hasRoom(task)) {
      say(task.row, { links: [this.#leftOut(task.summary, { task, from: 0 })] });
    } else {
      if (own) this.#opened.note(own, { id: task.row.id, text: task.path.text });
      const isDeep = task.depth >= context.depth;
      const shown = this.#fill(task, { rows: isDeep ? this.#section(task) : this.#inPlace(task), depth: isDeep ? 1 : task.depth + 1, from: 0 });
      if (shown.size > 0) say(task.row, { notes: notesOf(context, task.effective, (schema) => shown.get(schema)) });
    }
  }

  /** Whether there may be a row below one. */
  #hasRoom({ ancestors }: RowTask): boolean {
    const { rows, copied } = this.#growth.budget;
    return rows > 0 && (copied > 0 || !this.#isCopied(ancestors));
  }

  /** Whether another page shows the same rows: of a schema around them, or of all. */
  #isCopied(ancestors: Ancestors): boolean {
    return this.#growth.more !== undefined || this.#isRepeated(ancestors);
  }

  /** Another place that shows the same: its page when it is deep or met often, its first place on this page. */
  #elsewhere(own: Schema, task: RowTask): SafeHtml | undefined {
    const { context, budget, resumes = false } = this.#growth;
    const isFull = budget.rows <= 0 || this.#opened.isOften(own);
    const page = task.depth > 0 ? this.#pageOf(own) : undefined;
    if (page && (isFull || budget.repeated <= 0 || resumes || task.depth >= context.depth)) {
      return link(context.href(page), context.words("schema.open", { name: shorten(page.title), what: task.summary }));
    }
    const first = isFull ? this.#opened.first(own) : undefined;
    return first && link(`#${first.id}`, context.words("schema.above", { path: first.text || context.words("schema.root") }));
  }

  #pageOf({ named }: Schema): NamedSchema | undefined {
    return named && !this.#growth.context.isHere(named) ? named : undefined;
  }

  #leftOut(what: string, rest: RemainingRows): SafeHtml {
    const { context, more, continued } = this.#growth;
    if (more !== undefined) return link(more, context.words("schema.whole", { what }));
    const { ancestors } = rest.task;
    const around = this.#pageAround(ancestors);
    if (around) return link(context.href(around), context.words("schema.open", { name: shorten(around.title), what }));
    const next = continued?.(rest);
    if (next !== undefined) return link(next, context.words("schema.continued", { what }));
    const node = ancestors.own.at(-1)?.node;
    const href = node ? context.sourceHref(node) : "";
    return link(href, context.words(href === "" ? "schema.notShown" : "schema.inSource", { what }));
  }

  /** The nearest schema around rows that has a page of its own, which shows all of it. */
  #pageAround(ancestors: Ancestors): NamedSchema | undefined {
    for (let each: Ancestors | undefined = ancestors; each; each = each.above) {
      const own = each.own.at(-1);
      const page = own && this.#pageOf(own);
      if (page) return page;
    }
    return undefined;
  }

  /** Whether a page of its own shows the same rows. */
  #isRepeated(ancestors: Ancestors): boolean {
    const { around } = this.#growth;
    if (!around) return this.#pageAround(ancestors) !== undefined;
    for (let each: Ancestors | undefined = ancestors; each; each = each.above) {
      const named = each.own.at(-1)?.named;
      if (named) {
        around(named);
        return true;
      }
    }
    return false;
  }

  #inPlace(task: RowTask): Row[] {
    const { length } = task.children;
    const open = task.depth === 0 || (task.row.kind === "choice" && task.depth === 1) || (length <= OPEN_ROWS && task.depth === 1) || (length === 1 && task.depth <= 3);
    task.row.below = { summary: task.summary, open, rows: [] };
    return task.row.below.rows;
  }

  #section(task: RowTask): Row[] {
    const { context } = this.#growth;
    const section = { id: `${task.row.id}.~`, title: context.words("schema.section", { path: task.path.text }), rows: [], links: [] };
    this.sections.push(section);
    say(task.row, { links: [link(`#${section.id}`, context.words("schema.below", { what: task.summary }))] });
    return section.rows;
  }

  /** Adds rows below a row as long as there is room. Returns the anchors of alternatives. */
  #fill(task: RowTask, { rows, depth, from }: { rows: Row[]; depth: number; from: number }): ReadonlyMap<Schema, string> {
    const { budget, context } = this.#growth;
    const shown = new Map<Schema, string>();
    const isRepeated = this.#isRepeated(task.ancestors);
    const isCopied = isRepeated || this.#growth.more !== undefined;
    for (let at = from; at < task.children.length; at += 1) {
      const child = task.children[at];
      if (!child) continue;
      if (!this.#hasRoom(task)) {
        say(task.row, { links: [...task.row.links, this.#leftOut(restSummary(context, task.children, at), { task, from: at })] });
        break;
      }
      const row = this.#row({ child, schemas: child.schemas }, { path: pathOf(task.path, child), depth, ancestors: task.ancestors, parent: task.effective });
      if (isRepeated) budget.repeated -= 1;
      if (isCopied) budget.copied -= 1;
      rows.push(row);
      const [schema] = child.schemas;
      if (schema && child.kind === "choice") shown.set(schema, row.id);
    }
    return shown;
  }
}
