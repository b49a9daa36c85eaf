import type { NamedSchema, SchemaSource } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Leftover, PageContext, SafeHtml } from "./context.ts";
import { copyBudgetOf } from "./copy-budget.ts";
import { noteMarks } from "./problems-view.ts";
import type { RemainingRows, Row, Section } from "./schema-tree-parts.ts";
import { sectionOf } from "./schema-tree-parts.ts";
import { anchorOf, rootPath } from "./schema-path.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import type { RowMark } from "./schema-tree-rows.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";
import { writtenSchema } from "./schema-values.ts";
import { weightOf } from "./schema-weight.ts";
import type { SharedPart } from "./shared-view.ts";
import { MARK, mayShare, placed, SharedView } from "./shared-view.ts";

/** A tree that goes on on other pages. */
interface ContinuedTree {
  readonly prefix: string;
  readonly part: string;
  /** Of the page where it begins. */
  readonly isHere: TreeContext["isHere"];
}

/** The rows of a page that goes on with trees, by what their anchors begin with: what a tree has opened it knows on the whole page. */
function noRows(): Map<string, SchemaTreeRows> {
  return new Map();
}

function rowsOn(page: PageContext, tree: ContinuedTree): SchemaTreeRows {
  const ofPage = page.site.memo.of(noRows, page);
  let rows = ofPage.get(tree.prefix);
  if (!rows) {
    const { prefix, isHere } = tree;
    const context = { ...createTreeContext(page), isHere };
    // Schemas with pages of their own are linked, so that no page repeats another's.
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

/** Where the rest of a tree goes on that a page has no room for. */
function continuedBy(page: PageContext, tree: ContinuedTree): ((rest: RemainingRows) => string | undefined) | undefined {
  return page.continued && ((rest) => page.continued?.(leftover(tree, rest)));
}

/** Where a tree stands on its page: `prefix` begins the anchors of its rows, `more` is where the whole tree is shown. */
interface TreeOptions {
  readonly prefix: string;
  readonly more?: string | undefined;
  /** What the tree is of, where its page has several. */
  readonly part?: string;
}

/** What stands below the root, as the partial `schema-rows` shows it. */
interface TreeBody {
  readonly rows: readonly Row[];
  /** What stands deeper than opens in place. */
  readonly sections: readonly Section[];
}

/** A schema as the partial `schema-tree` shows it. */
export interface SchemaTreeView extends TreeBody {
  /** What is said of the schema itself. */
  readonly root: Row;
  /** The schema as written, where it is not JSON Schema: a tree cannot say all of another language. */
  readonly written: { readonly summary: string; readonly value: SafeHtml } | undefined;
  /** Where what the page has no room for is shown, said again at the end of the rows. */
  readonly ends: readonly SafeHtml[];
  /** Present where other pages show the same rows. */
  readonly shared?: SharedPart;
}

/** From the pointer into an instance, with `*` for indexes and names that no property has, to the anchor of the row about it. */
type RowsByValue = ReadonlyMap<string, string>;

/** A tree and where its rows are. */
export interface SchemaTree {
  readonly view: SchemaTreeView;
  readonly anchors: RowsByValue;
  /** The same with `MARK` for the prefix, where the tree is one that pages share. */
  readonly marked?: RowsByValue;
}

/** A tree that is the same on every page with room for it. */
interface CachedTree {
  /** `undefined` where it is too large to be whole on any page. */
  readonly body: SharedView<TreeBody> | undefined;
  readonly weight: number;
  /** Its rows, and those of them that are of schemas with pages of their own. */
  readonly count: number;
  readonly copied: number;
  /** Named schemas whose own pages have another tree: they are linked below the root, or their rows were left out as repeated. */
  readonly mentions: readonly NamedSchema[];
  readonly anchors: RowsByValue;
  /** What is said at the root of what is below it. */
  readonly said: Pick<Row, "links"> & Partial<Pick<Row, "notes">>;
  readonly hasRows: boolean;
  /** The root on pages that are none of the named schemas that are linked there. */
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
  const context: TreeContext = { ...createTreeContext(page), isHere };
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
    // The root is said anew on the pages of these.
    mentions.clear();
    growing.grow();
    if (budget.repeated <= 0 || budget.copied <= 0) for (const named of repeated) mentions.add(named);
    const said = { links: root.links, ...(root.notes === notes ? {} : { notes: root.notes }) };
    const body = { rows: root.below?.rows ?? [], sections: growing.sections };
    return { body, root: { ...root, below: undefined }, said, rootMentions, anchors: growing.anchors, marks: growing.marks, left: budget, count: growing.count };
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

/** The trees of a site that its pages share. */
function createSiteTrees(): Map<Schema, CachedTree> {
  return new Map();
}

/** Rows of a tree that another page shows too: all of them but the root where there is one for the whole. */
const copiedOf = ({ count, copied }: CachedTree, { more }: TreeOptions): number => (more === undefined ? copied : count - 1);

/** Whether a page can show a tree that others show as well. */
function isFor(page: PageContext, kept: CachedTree, spot: TreeOptions): boolean {
  if (kept.weight >= page.budget.rows || copiedOf(kept, spot) > page.budget.copied) return false;
  return !isOneOf(page, kept.mentions);
}

/** The tree of a schema that this page shares with others, if it can. */
function cachedTree(page: PageContext, schema: Schema, spot: TreeOptions): CachedTree | undefined {
  if (!mayShare(page)) return undefined;
  const trees = page.site.memo.of(createSiteTrees, page.site);
  let kept = trees.get(schema);
  if (!kept) trees.set(schema, (kept = makeTree(page, schema)));
  if (kept.body && isFor(page, kept, spot)) return kept;
  kept.body?.forget();
  kept.root.forget();
  return undefined;
}

/** Whether a page is that of one of some schemas. */
function isOneOf({ site, path }: PageContext, schemas: readonly NamedSchema[]): boolean {
  return schemas.some((named) => site.routes.pageOf(named) === path);
}

/** What a tree of a page is made with. */
interface TreeContents extends TreeOptions {
  readonly page: PageContext;
  readonly context: TreeContext;
  readonly written: SchemaTreeView["written"];
}

/** The root, made anew where it would link to the page it stands on. */
function rootOf(schema: Schema, kept: CachedTree, { page, prefix, context }: TreeContents): Row {
  if (!isOneOf(page, kept.rootMentions)) return kept.root.on(prefix, { id: anchorOf(prefix, rootPath) });
  kept.root.forget();
  const root = new SchemaTreeRows({ context, prefix, budget: { rows: kept.weight, repeated: 0, copied: kept.weight }, more: undefined }).plant(schema);
  return { ...root, ...placed(kept.said, prefix) };
}

function endsOf(hasRows: boolean, { links }: Pick<Row, "links">): readonly SafeHtml[] {
  return hasRows ? links : [];
}

function sharedTree(schema: Schema, kept: CachedTree, planting: TreeContents & { body: SharedView<TreeBody> }): SchemaTree {
  const { prefix, written, body, page } = planting;
  for (const { problems, anchor, text } of kept.marks) noteMarks(page, problems, { anchor: placed(anchor, prefix), text });
  return {
    view: body.on(prefix, { root: rootOf(schema, kept, planting), written, ends: endsOf(kept.hasRows, placed(kept.said, prefix)) }),
    get anchors() {
      return new Map([...kept.anchors].map(([value, anchor]) => [value, placed(anchor, prefix)]));
    },
    marked: kept.anchors,
  };
}

/** A tree for this page alone, as far as there is room. */
function ownTree(schema: Schema, { page, context, written, prefix, more, part = "" }: TreeContents): SchemaTree {
  const continued = continuedBy(page, { prefix, part, isHere: (named) => context.isHere(named) });
  const growing = new SchemaTreeRows({ context, prefix, budget: page.budget, more, continued });
  const root = growing.plant(schema);
  growing.grow();
  for (const { problems, ...at } of growing.marks) noteMarks(page, problems, at);
  const rows = root.below?.rows ?? [];
  return {
    view: { root, rows, sections: growing.sections, written, ends: endsOf(rows.length > 0, root) },
    anchors: growing.anchors,
  };
}

/** A schema as rows, as many as the page still has room for; the rest is linked. */
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
