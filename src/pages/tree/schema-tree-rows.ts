/** Makes the rows of a tree, as many as fit. */
import type { NamedSchema } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import { getOrMake } from "#text";
import type { Line } from "../blocks/index.ts";
import { shorten } from "../frame/index.ts";
import type { Child } from "./schema-children.ts";
import { childrenOf, isConditional, MANY } from "./schema-children.ts";
import type { TreeRowOptions, RemainingRows, Row, Section, RowTask, TreePath, Ancestors } from "./schema-tree-parts.ts";
import { TreeRow, sectionOf, weightOf, anchorOf, pathOf, rootPath, OpenedSchemas, sameAbove } from "./schema-tree-parts.ts";
import { notesOf } from "./schema-notes.ts";
import { codeName, link } from "./schema-phrase.ts";
import { rowFace } from "./schema-row.ts";
import type { EffectiveSchema } from "./schema-type.ts";
import { effective, effectiveBranch, nameOfSchema } from "./schema-type.ts";
import type { TreeContext } from "./schema-tree-context.ts";

/** "3 properties", "1 choice"; empty for none. */
function counted({ words }: TreeContext, children: readonly Child[], kind: "property" | "choice"): string[] {
  const count = children.filter((child) => child.kind === kind).length;
  if (count === 0) return [];
  if (kind === "property") return [words("schema.show.properties", { count })];
  return [words("schema.show.choices", { count })];
}

/** A summary of folded children: "3 properties · 2 choices", "each item", "4 parts". */
function summaryOf(context: TreeContext, children: readonly Child[]): string {
  const { words } = context;
  const [only] = children;
  const isOfValue = only?.kind === "item" || only?.kind === "other";
  if (children.length === 1 && isOfValue && typeof only.label === "string") return only.label;
  const said = [...counted(context, children, "property"), ...counted(context, children, "choice")];
  const count = children.filter((child) => child.kind !== "property" && child.kind !== "choice").length;
  if (count > 0 && said.length > 0) said.push(words("schema.value.more", { count }));
  else if (count > 0) said.push(words("schema.show.details", { count }));
  return said.join(words("schema.separator"));
}

/** Summaries of long lists of children, kept by the index where they start. */
function noRests(): Map<number, string> {
  return new Map();
}

/** The summary of the children from an index on. */
function restSummary(context: TreeContext, children: readonly Child[], from: number): string {
  if (children.length < MANY) return summaryOf(context, children.slice(from));
  return getOrMake(context.memo.of(noRests, children), from, () => summaryOf(context, children.slice(from)));
}

const containers = ["array", "repeated", "map"];

/** The only child of a container: the items of an array or the values of a map. `undefined` for other schemas. */
function itemsOf([child]: readonly Child[], { merged }: EffectiveSchema): Child | undefined {
  if (child?.schemas.length !== 1 || !merged.types.some((type) => containers.includes(type))) return undefined;
  return child.step === "[]" || (child.step === "{*}" && merged.types.includes("map")) ? child : undefined;
}

/** Whether a row says nothing but type and name. */
function saysTypeOnly(context: TreeContext, row: EffectiveSchema): boolean {
  const face = rowFace(context, { child: undefined, row, id: "", path: "", anchor: () => undefined });
  const lists = [face.descriptions, face.facts, face.values, face.notes, face.access];
  const saysMore =
    lists.some((list) => list.length > 0) ||
    face.hasRest ||
    face.contradictions !== undefined ||
    face.title !== "" ||
    face.deprecated !== "";
  return !saysMore && !row.merged.parts.some((part) => part.schema.format);
}

/**
 * The items of a container, if its type (`array of LineItem`) already says everything about them. They get no row; their children are
 * placed directly below the container.
 */
function skippedItems(context: TreeContext, children: readonly Child[], parent: EffectiveSchema): EffectiveSchema | undefined {
  const child = itemsOf(children, parent);
  if (!child) return undefined;
  const row = effective(child.schemas, context);
  const isNamed = row.own.some((schema) => schema.named ?? schema.name);
  return (row.nullable && isNamed) || !saysTypeOnly(context, row) ? undefined : row;
}

/** What goes below a row. */
interface Plan {
  readonly children: readonly Child[];
  readonly summary: string;
  /** The only child, if it gets no row because the type says everything about it. Its children take its place. */
  readonly skipped?: { readonly child: Child; readonly items: EffectiveSchema };
}

/** Plans what goes below a row. */
function planOf(context: TreeContext, made: EffectiveSchema): Plan {
  const children = childrenOf(context, made);
  context.look(children.length);
  const items = skippedItems(context, children, made);
  const [child] = children;
  if (!items || !child) return { children, summary: summaryOf(context, children) };
  const inner = childrenOf(context, items);
  if (children.length > 1) {
    const kept = inner.length > 0 ? children : children.slice(1);
    return { children: kept, summary: summaryOf(context, kept) };
  }
  const key = child.step === "[]" ? "schema.show.eachItem" : "schema.show.eachValue";
  return { children: inner, summary: context.words(key, { what: summaryOf(context, inner) }), skipped: { child, items } };
}

/**
 * Says of the root of a tree that a reader may leave out all of its fields, which no mark at a field says. Nothing is said where choices and
 * conditions may require one, and of languages in which no field is ever required, or each.
 */
function optionalOnly(
  { say }: TreeContext,
  { own, merged }: EffectiveSchema,
  { children, row }: Pick<RowTask, "children" | "row">,
): Line[] {
  const count = children.filter(({ kind }) => kind === "property").length;
  const mayRequire = children.some(({ kind, property }) => kind === "choice" || kind === "condition" || property?.required === true);
  if (
    count === 0 ||
    mayRequire ||
    merged.contradictions.length > 0 ||
    row.contradictions ||
    !own.every((each) => isJsonSchema(each.language))
  )
    return [];
  return merged.parts.some(({ schema }) => isConditional(schema) || schema.oneOf.length + schema.anyOf.length > 0)
    ? []
    : [say("schema.noneRequired", { count })];
}

/** Adds links, notes or facts to a row. */
function say(row: Row, more: Partial<Pick<Row, "links" | "notes" | "facts">>): void {
  Object.assign(row, more);
}

interface RowPosition {
  readonly path: TreePath;
  readonly depth: number;
  readonly ancestors: Ancestors | undefined;
  /** The schema of the row directly above. */
  readonly parent?: EffectiveSchema;
}

/** Up to this many first-level rows, all are expanded. */
const OPEN_ROWS = 5;

/** Makes rows breadth first, so that the limit cuts off deep rows and not half of the first level. */
export class SchemaTreeRows {
  readonly sections: Section[] = [];
  /** The anchor of the first row for each path in a JSON value. */
  readonly anchors = new Map<string, string>();
  /** The anchors of rows with problems. */
  readonly marks: (Pick<Row, "problems"> & { readonly anchor: string; readonly text: string })[] = [];
  readonly #growth: TreeRowOptions;
  readonly #tasks: RowTask[] = [];
  readonly #opened = new OpenedSchemas();

  constructor(growth: TreeRowOptions) {
    this.#growth = growth;
  }

  /** Makes the row of the root, without rows below it. */
  plant(schema: Schema): Row {
    return this.#row({ child: undefined, schemas: [schema] }, { path: rootPath, depth: 0, ancestors: undefined });
  }

  /** Makes all rows below it that fit. */
  grow(): void {
    // Expanding a row appends further tasks.
    for (const task of this.#tasks) this.#open(task);
    this.#tasks.length = 0;
  }

  /** Continues rows that did not fit on an earlier page, as a section. */
  resume(rest: RemainingRows): void {
    const { task, from } = rest;
    const title = this.#sectionTitle(task);
    // The row itself is on the earlier page.
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
    const made =
      of.child?.kind === "choice" && spot.parent ? effectiveBranch(of.schemas, spot.parent, context) : effective(of.schemas, context);
    const again = sameAbove(made.own, spot.ancestors) !== undefined;
    const face = rowFace(context, { child: of.child, row: made, id, path: spot.path.text, anchor: () => undefined, again });
    const row = new TreeRow(face, context.versionMark(id, of.child?.property));
    budget.rows -= weightOf(face);
    if (face.problems.length > 0) this.marks.push({ problems: face.problems, anchor: id, text: spot.path.text });
    if (!this.anchors.has(spot.path.instance)) this.anchors.set(spot.path.instance, id);
    if (!this.#recursion(row, made, spot.ancestors)) this.#plan(row, made, spot);
    return row;
  }

  /**
   * If a row has the schema of a row above, links it to that row, or to the schema's page if that row is an array's. Returns whether it
   * did.
   */
  #recursion(row: Row, { own }: EffectiveSchema, ancestors: Ancestors | undefined): boolean {
    const same = sameAbove(own, ancestors);
    if (!same) return false;
    const { context } = this.#growth;
    const { schema, at } = same;
    const href = at.isItem && schema.named ? context.href(schema.named) : context.rowHref(at.page, at.id);
    const name = nameOfSchema(schema) ?? (at.path || context.words("schema.root"));
    say(row, { links: [link(href, context.words("schema.recursion", { name }))] });
    return true;
  }

  /** Adds a task for what goes below a row. Items that get no row are replaced by their children. */
  #plan(row: Row, made: EffectiveSchema, { path, depth, ancestors: above }: RowPosition): void {
    const { context } = this.#growth;
    const { children, summary, skipped } = planOf(context, made);
    const { page } = context;
    const ancestors: Ancestors = { own: made.own, id: row.id, path: path.text, page, above };
    const task = { row, effective: made, depth, path, ancestors, children, summary };
    if (!skipped) {
      if (depth === 0) say(row, { facts: [...row.facts, ...optionalOnly(context, made, task)] });
      this.#add(task);
      return;
    }
    const { child, items } = skipped;
    if (this.#recursion(row, items, ancestors)) return;
    const itemPath = pathOf(path, child);
    this.anchors.set(itemPath.instance, this.anchors.get(itemPath.instance) ?? row.id);
    const inside: Ancestors = { own: items.own, id: row.id, path: itemPath.text, page, isItem: true, above: ancestors };
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
      const shown = this.#fill(task, {
        rows: isDeep ? this.#section(task) : this.#inPlace(task),
        depth: isDeep ? 1 : task.depth + 1,
        from: 0,
      });
      if (shown.size > 0) say(task.row, { notes: notesOf(context, task.effective, (schema) => shown.get(schema)) });
    }
  }

  /** Whether another row below one fits. */
  #hasRoom({ ancestors }: RowTask): boolean {
    const { rows, copied } = this.#growth.budget;
    return rows > 0 && (copied > 0 || !this.#isCopied(ancestors));
  }

  /** Whether another page also shows these rows: as part of a schema around them, or of the whole tree. */
  #isCopied(ancestors: Ancestors): boolean {
    return this.#growth.more !== undefined || this.#pageAround(ancestors) !== undefined;
  }

  /**
   * The link to another place that shows a schema: its page, if the row is deep or the schema frequent, or its first place on this
   * page.
   */
  #elsewhere(own: Schema, task: RowTask): Line | undefined {
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

  #leftOut(what: string, rest: RemainingRows): Line {
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

  /** The nearest schema around a row that has its own page, which shows the row as well. */
  #pageAround(ancestors: Ancestors): NamedSchema | undefined {
    for (let each: Ancestors | undefined = ancestors; each; each = each.above) {
      const own = each.own.at(-1);
      const page = own && this.#pageOf(own);
      if (page) return page;
    }
    return undefined;
  }

  #inPlace(task: RowTask): Row[] {
    const { length, 0: first } = task.children;
    const open =
      task.depth === 0 ||
      (task.row.kind === "choice" && task.depth === 1) ||
      (length <= OPEN_ROWS && task.depth === 1) ||
      (length === 1 && task.depth <= 3);
    // A fold named as its only row would say the same twice.
    const isSaid = open && length === 1 && first?.label === task.summary;
    task.row.below = { summary: isSaid ? "" : task.summary, open, rows: [] };
    return task.row.below.rows;
  }

  #sectionTitle({ path }: RowTask): Line {
    const { words, say } = this.#growth.context;
    return say("schema.section", { path: path.text === "" ? words("schema.root") : codeName(path.text) });
  }

  #section(task: RowTask): Row[] {
    const { context } = this.#growth;
    const section = { id: `${task.row.id}.~`, title: this.#sectionTitle(task), rows: [], links: [] };
    this.sections.push(section);
    say(task.row, { links: [link(`#${section.id}`, context.words("schema.below", { what: task.summary }))] });
    return section.rows;
  }

  /** Adds rows below a row while they fit. Returns the anchors of alternatives. */
  #fill(task: RowTask, { rows, depth, from }: { rows: Row[]; depth: number; from: number }): ReadonlyMap<Schema, string> {
    const { budget, context } = this.#growth;
    const shown = new Map<Schema, string>();
    const isRepeated = this.#pageAround(task.ancestors) !== undefined;
    const isCopied = isRepeated || this.#growth.more !== undefined;
    for (let at = from; at < task.children.length; at += 1) {
      const child = task.children[at];
      if (!child) continue;
      if (!this.#hasRoom(task)) {
        say(task.row, { links: [...task.row.links, this.#leftOut(restSummary(context, task.children, at), { task, from: at })] });
        break;
      }
      const row = this.#row(
        { child, schemas: child.schemas },
        { path: pathOf(task.path, child), depth, ancestors: task.ancestors, parent: task.effective },
      );
      if (isRepeated) budget.repeated -= 1;
      if (isCopied) budget.copied -= 1;
      rows.push(row);
      const [schema] = child.schemas;
      if (schema && child.kind === "choice") shown.set(schema, row.id);
    }
    return shown;
  }
}
