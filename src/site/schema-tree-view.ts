import type { SchemaSource } from "#model";
import type { Schema } from "#schema";
import { isJsonSchema } from "#schema";
import type { PageContext, SafeHtml } from "./context.ts";
import { rootPath } from "./schema-path.ts";
import type { TreeContext } from "./schema-tree-context.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import type { Row, Section } from "./schema-tree-rows.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";
import { writtenSchema } from "./schema-values.ts";
import { weightOf } from "./schema-weight.ts";

/** Where a tree stands on its page: `prefix` begins the anchors of its rows, `more` is where the whole tree is shown. */
export interface TreeSpot {
  readonly prefix: string;
  readonly more?: string | undefined;
}

/** A schema as the partial `schema-tree` shows it. */
export interface SchemaTreeView {
  /** What is said of the schema itself. */
  readonly root: Row;
  readonly rows: readonly Row[];
  /** What stands deeper than opens in place. */
  readonly sections: readonly Section[];
  /** The schema as written, where it is not JSON Schema: a tree cannot say all of another language. */
  readonly written: { readonly summary: string; readonly value: SafeHtml } | undefined;
}

/** A tree and where its rows are. */
export interface SchemaTree {
  readonly view: SchemaTreeView;
  /** The anchor of the row about a value: from the pointer into the instance, with `*` for indexes and names that no property has. */
  readonly anchors: ReadonlyMap<string, string>;
}

function writtenOf(context: TreeContext, schema: Schema): SchemaTreeView["written"] {
  if (isJsonSchema(schema.language) || schema.language === "custom") return undefined;
  return { summary: context.words("schema.source"), value: writtenSchema(context, schema.node) };
}

/** A schema as rows, as many as the page still has room for; the rest is linked. */
export function schemaTree(page: PageContext, schema: Schema, spot: TreeSpot): SchemaTree {
  const context = createTreeContext(page);
  const written = writtenOf(context, schema);
  page.budget.rows -= written ? weightOf({ id: "", path: "", written }) : 0;
  const rows = new SchemaTreeRows({ context, prefix: spot.prefix, budget: page.budget, more: spot.more });
  const root = rows.grow(schema, rootPath);
  return { view: { root, rows: root.below?.rows ?? [], sections: rows.sections, written }, anchors: rows.anchors };
}

/** The view of {@link schemaTree} for a schema as the model gives it. */
export function schemaTreeView(context: PageContext, source: SchemaSource, spot: TreeSpot): SchemaTreeView {
  return schemaTree(context, context.site.schemas.of(source), spot).view;
}
