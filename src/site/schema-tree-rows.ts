import type { NamedSchema } from "#model";
import type { Schema } from "#schema";
import type { SafeHtml } from "./context.ts";
import type { Child } from "./schema-children.ts";
import { childrenOf } from "./schema-children.ts";
import type { Effective } from "./schema-effective.ts";
import { effective } from "./schema-effective.ts";
import { notesOf } from "./schema-notes.ts";
import type { TreePath } from "./schema-path.ts";
import { anchorOf, pathOf } from "./schema-path.ts";
import { link } from "./schema-phrase.ts";
import type { RowFace } from "./schema-row-view.ts";
import { rowFace } from "./schema-row-view.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { nameOfSchema } from "./schema-type.ts";
import { weightOf } from "./schema-weight.ts";

/** A row with what is below it. */
export interface Row extends RowFace {
  below: Below | undefined;
  /** Where what is not opened here is shown: the same schema above, its page, a section below, the source. */
  links: readonly SafeHtml[];
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
}

/** The schemas from the root down to a row, so that recursion is met as such. */
interface Ancestors {
  readonly own: readonly Schema[];
  readonly id: string;
  readonly above: Ancestors | undefined;
}

/** A row whose children are yet to be made. */
interface Task {
  readonly row: Row;
  readonly effective: Effective;
  readonly children: readonly Child[];
  readonly path: TreePath;
  readonly depth: number;
  readonly ancestors: Ancestors;
}

export interface Growth {
  readonly context: TreeContext;
  readonly prefix: string;
  readonly budget: { rows: number };
  /** Where the whole tree is shown when there is no room for it here. */
  readonly more: string | undefined;
}

/** How often a schema opens in one tree; further places link. */
const MOST_OPENINGS = 3;
/** Rows that open at once. */
const OPEN_ROWS = 12;

/** Makes rows breadth first, so that room runs out deep inside and not half-way through the first property. */
export class SchemaTreeRows {
  readonly sections: Section[] = [];
  /** From paths into an instance to the first row that is about it. */
  readonly anchors = new Map<string, string>();
  readonly #growth: Growth;
  readonly #tasks: Task[] = [];
  readonly #opened = new Map<Schema, { times: number; readonly id: string; readonly text: string }>();

  constructor(growth: Growth) {
    this.#growth = growth;
  }

  /** The row of the root, and below it everything there is room for. */
  grow(schema: Schema, path: TreePath): Row {
    const root = this.#row({ child: undefined, schemas: [schema] }, { path, depth: 0, ancestors: undefined });
    for (let next = 0; next < this.#tasks.length; next += 1) {
      const task = this.#tasks[next];
      if (task) this.#open(task);
    }
    return root;
  }

  #row(
    of: { child: Child | undefined; schemas: readonly Schema[] },
    at: { path: TreePath; depth: number; ancestors: Ancestors | undefined },
  ): Row {
    const { context, prefix, budget } = this.#growth;
    const id = anchorOf(prefix, at.path);
    const made = effective(of.schemas);
    const face = rowFace(context, { child: of.child, row: made, id, path: at.path.text, anchor: () => undefined });
    const row: Row = { ...face, below: undefined, links: [] };
    budget.rows -= weightOf(face);
    if (!this.anchors.has(at.path.instance)) this.anchors.set(at.path.instance, id);
    const again = this.#recursion(made.own, at.ancestors);
    if (again) {
      row.links = [again];
      return row;
    }
    const children = childrenOf(context, made).filter((child) => !this.#isTold(child, made));
    const ancestors = { own: made.own, id, above: at.ancestors };
    if (children.length > 0) this.#tasks.push({ row, effective: made, children, path: at.path, depth: at.depth, ancestors });
    return row;
  }

  /** A link up, where a row is what it stands in. */
  #recursion(own: readonly Schema[], ancestors: Ancestors | undefined): SafeHtml | undefined {
    for (let each = ancestors; each; each = each.above) {
      const { own: above } = each;
      const same = own.find((schema) => above.includes(schema));
      if (!same) continue;
      const { words } = this.#growth.context;
      return link(`#${each.id}`, words("schema.recursion", { name: nameOfSchema(same) ?? words("schema.root") }));
    }
    return undefined;
  }

  /** Items of which the type says everything (`array of string`) need no row. */
  #isTold(child: Child, parent: Effective): boolean {
    const isContainer = child.step === "[]" || (child.step === "{*}" && parent.merged.types.includes("map"));
    if (!isContainer || child.schemas.length !== 1 || !parent.merged.types.some((type) => ["array", "repeated", "map"].includes(type))) {
      return false;
    }
    const { context } = this.#growth;
    const inner = effective(child.schemas);
    const face = rowFace(context, { child: undefined, row: inner, id: "", path: "", anchor: () => undefined });
    const lists = [face.descriptions, face.facts, face.values, face.notes, face.others, face.docs, face.access];
    const isPlain = lists.every((list) => list.length === 0) && !face.parts && face.title === "" && face.deprecated === "";
    const hasFormat = inner.merged.parts.some((part) => part.schema.format);
    return isPlain && !hasFormat && childrenOf(context, inner).length === 0;
  }

  #open(task: Task): void {
    const { budget, context } = this.#growth;
    const [own] = task.ancestors.own.slice(-1);
    const elsewhere = own && this.#elsewhere(own, task);
    if (elsewhere) {
      task.row.links = [elsewhere];
      return;
    }
    if (budget.rows <= 0) {
      task.row.links = [this.#leftOut(task.children.length, task)];
      return;
    }
    const rows = task.depth >= context.depth ? this.#section(task) : this.#inPlace(task);
    const depth = task.depth >= context.depth ? 1 : task.depth + 1;
    this.#fill(task, { rows, depth });
  }

  /** Another place that shows the same: its page when it is deep or met often, its first place on this page. */
  #elsewhere(own: Schema, task: Task): SafeHtml | undefined {
    const { context, budget } = this.#growth;
    const known = this.#opened.get(own);
    const page = own.named && !context.isHere(own.named) ? own.named : undefined;
    const isOften = known !== undefined && known.times >= MOST_OPENINGS;
    if (page && task.depth > 0 && (isOften || task.depth >= context.depth || budget.rows <= 0)) return this.#page(page, task);
    if (known && (isOften || budget.rows <= 0)) {
      return link(`#${known.id}`, context.words("schema.above", { path: known.text || context.words("schema.root") }));
    }
    if (known) known.times += 1;
    else if (budget.rows > 0) this.#opened.set(own, { times: 1, id: task.row.id, text: task.path.text });
    return undefined;
  }

  #page(named: NamedSchema, task: Task): SafeHtml {
    const { context } = this.#growth;
    return link(context.href(named), context.words("schema.open", { name: named.title, what: this.#count(task.children.length, task) }));
  }

  #leftOut(count: number, task: Task): SafeHtml {
    const { context, more } = this.#growth;
    const what = this.#count(count, task);
    if (more !== undefined) return link(more, context.words("schema.next", { what }));
    const node = task.ancestors.own.at(-1)?.node;
    return link(node ? context.sourceHref(node) : "", context.words("schema.inSource", { what }));
  }

  #count(count: number, task: Task): string {
    const { words } = this.#growth.context;
    const kinds = new Set(task.children.map((child) => child.kind));
    if (kinds.size === 1 && kinds.has("choice")) return words("schema.show.choices", { count });
    if (kinds.size === 1 && kinds.has("property")) return count === 1 ? words("schema.show.property") : words("schema.show.properties", { count });
    return count === 1 ? words("schema.show.detail") : words("schema.show.details", { count });
  }

  #inPlace(task: Task): Row[] {
    const { length } = task.children;
    const open = task.depth === 0 || (length <= OPEN_ROWS && task.depth === 1) || (length === 1 && task.depth <= 3);
    task.row.below = { summary: this.#count(length, task), open, rows: [] };
    return task.row.below.rows;
  }

  #section(task: Task): Row[] {
    const { context } = this.#growth;
    const section = { id: `${task.row.id}.~`, title: context.words("schema.section", { path: task.path.text }), rows: [] };
    this.sections.push(section);
    task.row.links = [link(`#${section.id}`, context.words("schema.below", { what: this.#count(task.children.length, task) }))];
    return section.rows;
  }

  #fill(task: Task, { rows, depth }: { rows: Row[]; depth: number }): void {
    const { budget, context } = this.#growth;
    const shown = new Map<Schema, string>();
    for (const [at, child] of task.children.entries()) {
      if (budget.rows <= 0) {
        task.row.links = [...task.row.links, this.#leftOut(task.children.length - at, task)];
        break;
      }
      const row = this.#row(child.schemas.length > 0 ? { child, schemas: child.schemas } : { child, schemas: [] }, {
        path: pathOf(task.path, child),
        depth,
        ancestors: task.ancestors,
      });
      rows.push(row);
      const [schema] = child.schemas;
      if (schema && child.kind === "choice") shown.set(schema, row.id);
    }
    if (shown.size > 0) Object.assign(task.row, { notes: notesOf(context, task.effective, (schema) => shown.get(schema)) });
  }
}
