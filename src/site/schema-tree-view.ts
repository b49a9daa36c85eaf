import type { SchemaSource } from "#model";
import type { PageContext } from "./context.ts";
import { valueHtml } from "./value-html.ts";

/** Where a tree stands on its page: `prefix` begins the anchors of its rows. */
export interface TreeSpot {
  readonly prefix: string;
}

/** A schema as the partial `schema-tree` shows it. */
export function schemaTreeView(context: PageContext, source: SchemaSource, spot: TreeSpot): object {
  return { anchor: spot.prefix, asWritten: valueHtml(context.site.documents.follow(source.node) ?? source.node) };
}
