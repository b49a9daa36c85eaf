/** Trees as blocks, for Markdown. */
import type { Words } from "#text";
import type { Block, Item, ListItem, Line } from "../blocks/index.ts";
import { htmlOnly, isSilent, joinLines, listOf } from "../blocks/index.ts";
import { problemItems } from "../frame/index.ts";
import type { RowFace } from "./schema-row.ts";
import type { Row, Section } from "./schema-tree-parts.ts";
import type { SchemaTreeView } from "./schema-tree-view.ts";
import type { ValueList } from "./schema-values.ts";

/** Values that stand in a line, after their label. */
function valuesLine({ label, items, more }: ValueList): Line {
  const shown = items
    .filter(({ block }) => !block)
    .map(({ value, description }): Line => [{ code: value.text() }, description ? [" (", description, ")"] : ""]);
  const all = joinLines([...shown, more], ", ");
  return isSilent(all) ? "" : [`${label} `, all];
}

/** Values that take lines of their own. */
function valueBlocks({ label, items }: ValueList): Block[] {
  return items.flatMap(({ value, block }): Block[] =>
    block ? [{ line: `${label}:` }, { code: { text: value.text(), language: "json" } }] : [],
  );
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
    ...others.map(({ key, value, block }): Line => (block ? "" : [`${key} `, "html" in value ? value.line() : value])),
  ];
  const head = joinLines([joinLines([type, deprecated, ...access], " "), title], " · ");
  const line = joinLines([head, joinLines(said.map(clause), "; ")], " — ");
  const written = others.flatMap(({ key, value, block }): Block[] =>
    block && "html" in value ? [{ line: [{ code: key }, ":"] }, { code: { text: value.text(), language: "json" } }] : [],
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
  return written ? [...list, { code: { text: written.value.text(), language: "" } }] : list;
}
