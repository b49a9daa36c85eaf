import type { NamedSchema, SchemaSource } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Phrase } from "../blocks/index.ts";
import type { Leftover, PageContext, SharedPart, CodeText } from "../frame/index.ts";
import { copyBudgetOf, hasResidents, noteMarks, MARK, mayShare, placed, SharedView } from "../frame/index.ts";
import type { RemainingRows, Row, Section } from "./schema-tree-parts.ts";
import { sectionOf } from "./schema-tree-parts.ts";
import { anchorOf, rootPath } from "./schema-path.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import type { RowMark } from "./schema-tree-rows.ts";
import { restOf } from "./schema-row.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";
import { writtenSchema } from "./schema-values.ts";
import { weightOf } from "./schema-weight.ts";

/** A tree that continues on other pages. */
interface ContinuedTree {
  readonly prefix: string;
  readonly part: string;
  /** As on the page where the tree begins. */
  readonly isHere: TreeContext["isHere"];
}

/** The rows that a page continues, by the prefix of their anchors. All sections of one tree share what it has expanded. */
function noRows(): Map<string, SchemaTreeRows> {
  return new Map();
}

function rowsOn(page: PageContext, tree: ContinuedTree): SchemaTreeRows {
  const ofPage = page.site.memo.of(noRows, page);
  let rows = ofPage.get(tree.prefix);
  if (!rows) {
    const { prefix, isHere } = tree;
    const context = { ...createTreeContext(page), isHere };
    // Schemas with their own page are only linked, so that no page repeats another.
    rows = new SchemaTreeRows({ context, prefix, budget: page.budget, more: undefined, continued: continuedBy(page, tree), resumes: true });
    ofPage.set(prefix, rows);
  }
  return rows;
}

function leftover(tree: ContinuedTree, rest: RemainingRows): Leftover {
  return {
    part: tree.part,
    anchor: sectionOf(rest),
    resume(page) {
      const rows = rowsOn(page, tree);
      const before = rows.sections.length;
      rows.resume(rest);
      return rows.sections.slice(before);
    },
  };
}

/** Returns the function that finds where remaining rows of a tree continue; `undefined` if the page is not continued. */
function continuedBy(page: PageContext, tree: ContinuedTree): ((rest: RemainingRows) => string | undefined) | undefined {
  return page.continued && ((rest) => page.continued?.(leftover(tree, rest)));
}

/** The options of a tree: `prefix` begins the anchors of its rows, `more` links to the whole tree. */
interface TreeOptions {
  readonly prefix: string;
  readonly more?: string | undefined;
  /** The part that the tree describes, if its page has several trees. */
  readonly part?: string;
  /** The title of the message that the tree belongs to. */
  readonly owner?: string;
}

/** The rows below the root, for the partial `schema-rows`. */
interface TreeBody {
  readonly rows: readonly Row[];
  /** Rows that are too deep to be expanded in place. */
  readonly sections: readonly Section[];
}

/** A schema for the partial `schema-tree`. */
export interface SchemaTreeView extends TreeBody {
  /** The row of the schema itself. */
  readonly root: Row;
  /** The schema as written, if it is not JSON Schema: a tree cannot say everything in another language. */
  readonly written: { readonly summary: string; readonly value: CodeText } | undefined;
  /** Links to what did not fit on the page, repeated at the end of the rows. */
  readonly ends: readonly Phrase[];
  /** Present if other pages show the same rows. */
  readonly shared?: SharedPart;
}

/** The anchor of the row for each pointer in a JSON value, with `*` for indexes and for names without a property. */
type RowsByValue = ReadonlyMap<string, string>;

/** A tree and the anchors of its rows. */
export interface SchemaTree {
  readonly view: SchemaTreeView;
  readonly anchors: RowsByValue;
  /** The anchors with `MARK` as their prefix, if pages share the tree. */
  readonly marked?: RowsByValue;
}

/** A tree that is the same on every page on which it fits. */
interface CachedTree {
  /** `undefined` if it is too large to fit on any page. */
  readonly body: SharedView<TreeBody> | undefined;
  readonly weight: number;
  /** The number of its rows, and how many of these belong to schemas with their own page. */
  readonly count: number;
  readonly copied: number;
  /** Named schemas on whose own pages the tree differs, because they are linked below the root or their rows were left out as repeated. */
  readonly mentions: readonly NamedSchema[];
  readonly anchors: RowsByValue;
  /** Links and notes of the root about what is below it. */
  readonly said: Pick<Row, "links"> & Partial<Pick<Row, "notes">>;
  readonly hasRows: boolean;
  /** The root, for all pages except those of the schemas that it links to. */
  readonly root: SharedView<Row>;
  readonly marks: readonly RowMark[];
  readonly rootMentions: readonly NamedSchema[];
}

function writtenOf(context: TreeContext, schema: Schema): SchemaTreeView["written"] {
  if (isJsonSchema(schema.language) || schema.language === "custom") return undefined;
  return { summary: context.words("schema.source"), value: writtenSchema(context, schema.node) };
}

function makeTree(page: PageContext, schema: Schema): CachedTree {
  const mentions = new Set<NamedSchema>();
  const isHere = (named: NamedSchema): boolean => {
    mentions.add(named);
    return false;
  };
  const context: TreeContext = { ...createTreeContext(page), isHere, isHeading: isHere };
  const room = page.site.settings.limits.schemaRows;
  const copies = copyBudgetOf(page.site);
  const make = () => {
    const budget = { rows: room, ...copies };
    const repeated = new Set<NamedSchema>();
    const around = (named: NamedSchema) => repeated.add(named);
    const growing = new SchemaTreeRows({ context, prefix: MARK, budget, more: undefined, around });
    mentions.clear();
    const root = growing.plant(schema);
    const { notes } = root;
    const rootMentions = [...mentions];
    // From here on, only the rows below the root count. On the pages of the schemas found so far, the root is made again.
    mentions.clear();
    growing.grow();
    if (budget.repeated <= 0 || budget.copied <= 0) for (const named of repeated) mentions.add(named);
    const said = { links: root.links, ...(root.notes === notes ? {} : { notes: root.notes }) };
    const body = { rows: root.below?.rows ?? [], sections: growing.sections };
    return {
      body,
      root: { ...root, below: undefined },
      said,
      rootMentions,
      anchors: growing.anchors,
      marks: growing.marks,
      left: budget,
      count: growing.count,
    };
  };
  const { body, root, said, rootMentions, anchors, marks, left, count } = make();
  const shared = left.rows > 0 ? new SharedView<TreeBody>(body, () => make().body) : undefined;
  return {
    body: shared,
    weight: room - left.rows,
    count,
    copied: copies.copied - left.copied,
    mentions: [...mentions],
    anchors: shared ? anchors : new Map<string, string>(),
    said,
    hasRows: body.rows.length > 0,
    root: new SharedView<Row>(root, () => make().root),
    marks,
    rootMentions,
  };
}

/** The trees that pages of a site share. */
function createSiteTrees(): Map<Schema, CachedTree> {
  return new Map();
}

/** How many rows of a tree another page also shows: all but the root if `more` leads to the whole tree. */
const copiedOf = ({ count, copied }: CachedTree, { more }: TreeOptions): number => (more === undefined ? copied : count - 1);

/** Whether a page can show a shared tree. */
function isFor(page: PageContext, kept: CachedTree, spot: TreeOptions): boolean {
  if (kept.weight >= page.budget.rows || copiedOf(kept, spot) > page.budget.copied) return false;
  return !isOneOf(page, kept.mentions);
}

/** The shared tree of a schema, if the page can use it. */
function cachedTree(page: PageContext, schema: Schema, spot: TreeOptions): CachedTree | undefined {
  if (!mayShare(page) || hasResidents(page, schema)) return undefined;
  const trees = page.site.memo.of(createSiteTrees, page.site);
  let kept = trees.get(schema);
  if (!kept) trees.set(schema, (kept = makeTree(page, schema)));
  if (kept.body && isFor(page, kept, spot)) return kept;
  kept.body?.forget();
  kept.root.forget();
  return undefined;
}

/** Whether a page belongs to one of some schemas. */
function isOneOf({ site, path }: PageContext, schemas: readonly NamedSchema[]): boolean {
  return schemas.some((named) => site.routes.pageOf(named) === path);
}

/** What a page's tree is made from. */
interface TreeContents extends TreeOptions {
  readonly page: PageContext;
  readonly context: TreeContext;
  readonly written: SchemaTreeView["written"];
}

/** The root. It is made again for a page that it would link to. */
function rootOf(schema: Schema, kept: CachedTree, { page, prefix, context }: TreeContents): Row {
  if (!isOneOf(page, kept.rootMentions)) return kept.root.on(prefix, { id: anchorOf(prefix, rootPath) });
  kept.root.forget();
  const root = new SchemaTreeRows({
    context,
    prefix,
    budget: { rows: kept.weight, repeated: 0, copied: kept.weight },
    more: undefined,
  }).plant(schema);
  return { ...root, ...placed(kept.said, prefix) };
}

function endsOf(hasRows: boolean, { links }: Pick<Row, "links">): readonly Phrase[] {
  return hasRows ? links : [];
}

/** Records the problems that a tree marks. A mark at the root has the name of the part. */
function noteRowMarks({ page, context, part, owner }: TreeContents, marks: readonly RowMark[]): void {
  for (const { problems, anchor, text } of marks)
    noteMarks(page, problems, { anchor, text: [text, part].find(Boolean) ?? context.words("schema.root"), owner });
}

function sharedTree(schema: Schema, kept: CachedTree, planting: TreeContents & { body: SharedView<TreeBody> }): SchemaTree {
  const { prefix, written, body } = planting;
  noteRowMarks(
    planting,
    kept.marks.map((mark) => ({ ...mark, anchor: placed(mark.anchor, prefix) })),
  );
  return {
    view: body.on(prefix, { root: rootOf(schema, kept, planting), written, ends: endsOf(kept.hasRows, placed(kept.said, prefix)) }),
    get anchors() {
      return new Map([...kept.anchors].map(([value, anchor]) => [value, placed(anchor, prefix)]));
    },
    marked: kept.anchors,
  };
}

/** More rows than any page has. */
const ALL = 1e9;

/** A tree for this page alone, with as many rows as fit; with all of them if other schemas live there. */
function ownTree(schema: Schema, planting: TreeContents): SchemaTree {
  const { page, context, written, prefix, more, part = "" } = planting;
  const continued = continuedBy(page, { prefix, part, isHere: (named) => context.isHere(named) });
  const extra = hasResidents(page, schema) ? ALL : 0;
  page.budget.rows += extra;
  const growing = new SchemaTreeRows({ context, prefix, budget: page.budget, more, continued });
  const root = growing.plant(schema);
  growing.grow();
  page.budget.rows -= extra;
  noteRowMarks(planting, growing.marks);
  const rows = root.below?.rows ?? [];
  return {
    view: { root, rows, sections: growing.sections, written, ends: endsOf(rows.length > 0, root) },
    anchors: growing.anchors,
  };
}

/** A schema as rows, as many as still fit on the page; the rest is linked. */
export function schemaTree(page: PageContext, schema: Schema, spot: TreeOptions): SchemaTree {
  const context = createTreeContext(page);
  const written = writtenOf(context, schema);
  const planting: TreeContents = { ...spot, page, context, written };
  page.budget.rows -= written ? weightOf({ id: "", path: "", written }) : 0;
  const kept = cachedTree(page, schema, spot);
  if (!kept?.body) return ownTree(schema, planting);
  page.budget.rows -= kept.weight;
  page.budget.copied -= copiedOf(kept, spot);
  return sharedTree(schema, kept, { ...planting, body: kept.body });
}

/** The view of {@link schemaTree} for a schema as the model gives it. */
export function schemaTreeView(context: PageContext, source: SchemaSource, spot: TreeOptions): SchemaTreeView {
  return schemaTree(context, context.site.schemas.of(source), spot).view;
}

/** A tree without the whole examples of its root that stand beside it. Its root is then of this page alone. */
export function withoutExamples(tree: SchemaTreeView, beside: ReadonlySet<unknown>): SchemaTreeView {
  if (beside.size === 0) return tree;
  const root = { ...tree.root, shared: undefined };
  const examples = root.examples.flatMap((list) => {
    const items = list.items.filter(({ block, node }) => !block || !beside.has(node?.()));
    return items.length > 0 || list.more ? [{ ...list, items }] : [];
  });
  return { ...tree, root: { ...root, examples, ...restOf({ ...root, examples }) } };
}
