import type { SchemaSource } from "#model";
import type { Schema } from "#schema";
import type { PageContext } from "./context.ts";
import { rootPath } from "./schema-path.ts";
import { createTreeContext } from "./schema-tree-context.ts";
import type { Row, Section } from "./schema-tree-rows.ts";
import { SchemaTreeRows } from "./schema-tree-rows.ts";

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
}

/** A tree and where its rows are. */
export interface SchemaTree {
  readonly view: SchemaTreeView;
  /** The anchor of the row about a value: from the pointer into the instance, with `*` for indexes and names that no property has. */
  readonly anchors: ReadonlyMap<string, string>;
}

/** A schema as rows, as many as the page still has room for; the rest is linked. */
export function schemaTree(context: PageContext, schema: Schema, spot: TreeSpot): SchemaTree {
  const { budget } = context;
  const rows = new SchemaTreeRows({ context: createTreeContext(context), prefix: spot.prefix, budget, more: spot.more });
  const root = rows.grow(schema, rootPath);
  return { view: { root, rows: root.below?.rows ?? [], sections: rows.sections }, anchors: rows.anchors };
}

/** The view of {@link schemaTree} for a schema as the model gives it. */
export function schemaTreeView(context: PageContext, source: SchemaSource, spot: TreeSpot): SchemaTreeView {
  return schemaTree(context, context.site.schemas.of(source), spot).view;
}
