/** Trees of schemas and of messages, as pages show them, and as blocks for Markdown. */
import type { SchemaSource, Message } from "#model";
import { anchorFor } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { Words } from "#text";
import { getOrMake } from "#text";
import type { Block, CodeText, Item, ListItem, Line } from "../blocks/index.ts";
import { htmlOnly, isSilent, joinLines, listOf } from "../blocks/index.ts";
import type { Leftover, PageContext } from "../frame/index.ts";
import { hasResidents, noteMarks, problemItems } from "../frame/index.ts";
import type { RemainingRows, Row, Section } from "./schema-tree-parts.ts";
import { sectionOf, weightOf } from "./schema-tree-parts.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import type { RowFace } from "./schema-row.ts";
import { restOf } from "./schema-row.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";
import type { ValueList } from "./schema-values.ts";
import { writtenSchema } from "./schema-values.ts";

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
  return getOrMake(page.site.memo.of(noRows, page), tree.prefix, (prefix) => {
    const context = { ...createTreeContext(page), isHere: tree.isHere };
    // Schemas with their own page are only linked, so that no page repeats another.
    return new SchemaTreeRows({ context, prefix, budget: page.budget, more: undefined, continued: continuedBy(page, tree), resumes: true });
  });
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
  /** The title of the message that the tree belongs to, if its page may show several. */
  readonly owner?: string | undefined;
}

/** A schema for the partial `schema-tree`. */
export interface SchemaTreeView {
  /** The row of the schema itself. */
  readonly root: Row;
  /** The rows below the root, for the partial `schema-rows`. */
  readonly rows: readonly Row[];
  /** Rows that are too deep to be expanded in place. */
  readonly sections: readonly Section[];
  /** The schema as written, if it is not JSON Schema: a tree cannot say everything in another language. */
  readonly written: { readonly summary: string; readonly value: CodeText; readonly language: string } | undefined;
  /** Links to what did not fit on the page, repeated at the end of the rows. */
  readonly ends: readonly Line[];
}

function writtenOf(context: TreeContext, schema: Schema): SchemaTreeView["written"] {
  if (isJsonSchema(schema.language) || schema.language === "custom") return undefined;
  return {
    summary: context.words("schema.source"),
    value: writtenSchema(context, schema.node),
    language: schema.node.kind === "string" ? "" : "json",
  };
}

/** More rows than any page has. */
const ALL = 1e9;

/**
 * A schema as rows, as many as still fit on the page; the rest is linked. If other schemas live in the tree, all of them are shown. `anchors`:
 * those of the rows for each pointer in a JSON value, with `*` for indexes and for names without a property.
 */
export function schemaTree(page: PageContext, schema: Schema, { prefix, more, part = "", owner }: TreeOptions) {
  const context = createTreeContext(page);
  const written = writtenOf(context, schema);
  const whose = owner === undefined ? part : `${part}: ${owner}`;
  const continued = continuedBy(page, { prefix, part: whose, isHere: (named) => context.isHere(named) });
  const extra = hasResidents(page, schema) ? ALL : 0;
  page.budget.rows += extra - (written ? weightOf({ id: "", path: "", summary: written.summary, value: written.value }) : 0);
  const growing = new SchemaTreeRows({ context, prefix, budget: page.budget, more, continued });
  const root = growing.plant(schema);
  growing.grow();
  page.budget.rows -= extra;
  // A mark at the root has the name of the part.
  for (const { problems, anchor, text } of growing.marks)
    noteMarks(page, problems, { anchor, text: [text, part].find(Boolean) ?? context.words("schema.root"), owner });
  const rows = root.below?.rows ?? [];
  const view: SchemaTreeView = { root, rows, sections: growing.sections, written, ends: rows.length > 0 ? root.links : [] };
  return { view, anchors: growing.anchors };
}

/** The view of {@link schemaTree} for a schema as the model gives it. */
export function schemaTreeView(context: PageContext, source: SchemaSource, spot: TreeOptions): SchemaTreeView {
  return schemaTree(context, context.site.schemas.of(source), spot).view;
}

/** A tree without the whole examples of its root that stand beside it. */
export function withoutExamples(tree: SchemaTreeView, beside: ReadonlySet<unknown>): SchemaTreeView {
  if (beside.size === 0) return tree;
  const { root } = tree;
  const examples = root.examples.flatMap((list) => {
    const items = list.items.filter(({ block, node }) => !block || !beside.has(node?.()));
    return items.length > 0 || list.more ? [{ ...list, items }] : [];
  });
  return { ...tree, root: { ...root, examples, ...restOf({ ...root, examples }) } };
}

/** The steps that begin the anchors of a message on the page of an operation. They are those of its home if it lives there. */
export function messageSteps({ id }: Message, section: "messages" | "reply" = "messages"): readonly string[] {
  return [section, id];
}

/** The trees of headers and payload; `prefix` begins their anchors. */
export function messageTrees(context: PageContext, message: Message, prefix: readonly string[]) {
  const { headers, payload } = message;
  const { routes, schemas, words } = context.site;
  // Rows that do not fit on another page are at the message's home.
  const more = routes.pageOf(message) === context.path ? undefined : context.href(message);
  const tree = (source: SchemaSource | undefined, name: "headers" | "payload") =>
    source &&
    schemaTree(context, schemas.of(source), {
      prefix: anchorFor(...prefix, name),
      more,
      part: words(`site.${name}`),
      // On its own page a message need not be named.
      owner: prefix.length === 0 ? undefined : message.title,
    });
  return { headers: tree(headers, "headers"), payload: tree(payload, "payload") };
}

/** Values that stand in a line, after their label. */
function valuesLine({ label, items, more }: ValueList): Line {
  const shown = items
    .filter(({ block }) => !block)
    .map(({ value, description }): Line => [{ code: value }, description ? [" (", description, ")"] : ""]);
  const all = joinLines([...shown, more], ", ");
  return isSilent(all) ? "" : [`${label} `, all];
}

/** Values that take lines of their own. */
function valueBlocks({ label, items }: ValueList): Block[] {
  return items.flatMap(({ value, block }): Block[] => (block ? [{ line: `${label}:` }, { code: { text: value, language: "json" } }] : []));
}

function contradictionLines({ contradictions }: Pick<RowFace, "contradictions">): readonly Line[] {
  if (!contradictions) return [];
  const { effect, single, items, ...rest } = contradictions;
  htmlOnly(rest, { summary: "the words of a fold" });
  return [effect, single ?? "", ...items];
}

/** A sentence as a part of a longer one: without its full stop. */
function clause(line: Line | undefined): Line | undefined {
  if (typeof line === "string") return line.replace(/\.$/, "");
  if (typeof line === "object" && "look" in line) return clause(line.line);
  return Array.isArray(line) && line.length > 0 ? [...(line as Line[]).slice(0, -1), clause((line as Line[]).at(-1)) ?? ""] : line;
}

/** What a row says about its schema: a line, and what takes lines of its own. */
function faceOf(face: Omit<Row, "label" | "required" | "below" | "links" | "version">): Pick<Item, "line" | "prose" | "below"> {
  const { type, deprecated, access, title, descriptions, facts, values, examples, notes, parts, docs, others, problems, ...rest } = face;
  const { contradictions, ...look } = rest;
  htmlOnly(look, {
    id: "the anchor",
    path: "the title of a link; the nesting of the list says it",
    kind: "a class",
    problemsFold: "the words of a fold",
    hasRest: "whether a box is shown",
    restIsAside: "whether a box is shown",
  });
  const lists = [...values, ...examples];
  const said = [
    ...facts,
    ...lists.map(valuesLine),
    ...notes,
    ...contradictionLines({ contradictions }),
    parts?.names,
    ...docs,
    ...others.map(({ key, value, block }): Line => (block ? "" : [`${key} `, "parts" in value ? { code: value } : value])),
  ];
  const head = joinLines([joinLines([type, deprecated, ...access], " "), title], " · ");
  const line = joinLines([head, joinLines(said.map(clause), "; ")], " — ");
  const written = others.flatMap(({ key, value, block }): Block[] =>
    block && "parts" in value ? [{ line: [{ code: key }, ":"] }, { code: { text: value, language: "json" } }] : [],
  );
  return { line, prose: descriptions, below: [...lists.flatMap(valueBlocks), ...written, ...listOf(problemItems(problems))] };
}

function rowItem({ label, required, below, links, version, ...face }: Row, words: Words): Item {
  const name = joinLines([label === "" ? words("schema.root") : label, required === "" ? "" : `(${required})`], " ");
  const { line, ...rest } = faceOf(face);
  const items = [...(below?.rows ?? []).map((each) => rowItem(each, words)), ...links.map((each) => ({ line: each }))];
  return { ...rest, line: joinLines([[name, version], line], ": "), items };
}

type TreeRows = Pick<SchemaTreeView, "rows"> & { readonly sections: readonly Section[] };

function rowItems({ rows, sections }: TreeRows, words: Words): ListItem[] {
  const further = sections.map(({ title, rows: own, links, ...rest }): Item => {
    htmlOnly(rest, { id: "the anchor" });
    return { line: title, items: [...rowItems({ rows: own, sections: [] }, words), ...links.map((each) => ({ line: each }))] };
  });
  return [...rows.map((row) => rowItem(row, words)), ...further];
}

/** The rows of a tree that continues on a page of its own. */
export function rowBlocks(rows: TreeRows, words: Words): readonly Block[] {
  return listOf(rowItems(rows, words));
}

/** A schema: its root, then its rows below it. Rows that the page would open on demand are included. */
export function treeBlocks(tree: SchemaTreeView, words: Words): readonly Block[] {
  const { root, ends, written } = tree;
  const list = listOf([
    rowItem({ ...root, below: undefined }, words),
    { deeper: rowItems(tree, words) },
    ...ends.map((end) => ({ line: end })),
  ]);
  return written ? [...list, { code: { text: written.value, language: written.language } }] : list;
}
