import type { Leftover, PageContext } from "./context.ts";
import type { Rest } from "./schema-growth.ts";
import { sectionOf } from "./schema-growth.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";

/** A tree that goes on on other pages. */
export interface LeavingTree {
  readonly prefix: string;
  readonly part: string;
  /** Of the page where it begins. */
  readonly isHere: TreeContext["isHere"];
}

/** The rows of a page that goes on with trees, by what their anchors begin with: what a tree has opened it knows on the whole page. */
const resumed = new WeakMap<PageContext, Map<string, SchemaTreeRows>>();

function rowsOn(page: PageContext, tree: LeavingTree): SchemaTreeRows {
  let ofPage = resumed.get(page);
  if (!ofPage) resumed.set(page, (ofPage = new Map<string, SchemaTreeRows>()));
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

function leftover(tree: LeavingTree, rest: Rest): Leftover {
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
export function continuedBy(page: PageContext, tree: LeavingTree): ((rest: Rest) => string | undefined) | undefined {
  return page.continued && ((rest) => page.continued?.(leftover(tree, rest)));
}
