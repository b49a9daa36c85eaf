import type { NamedSchema } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { entityLink } from "./entity-link.ts";
import { frameView } from "./frame.ts";
import { nameOf } from "./name-of.ts";
import type { Page } from "./page.ts";
import { createPageContext } from "./page-context.ts";
import { continuedSections, schemaPages, schemaPaths } from "./schema-continuation.ts";
import { shorten } from "./shorten.ts";

function viewOf(context: PageContext, schema: NamedSchema, index: number) {
  const { words } = context.site;
  const name = shorten(nameOf(schema));
  const title = words("site.structure-of", { name, number: index + 2 });
  return {
    ...frameView(context, {
      kind: "list",
      title,
      summary: title,
      place: schema.node,
      crumbs: [{ text: name, href: context.href(schema) }, { text: words("site.structure") }],
    }),
    link: entityLink(context, schema),
    tree: { rows: [], sections: continuedSections(context, schema, index) },
    pages: schemaPages(context, schema),
  };
}

/** Pages of what a schema's own page has no room for. */
export function* continuedSchemaPages(site: SiteContext, schema: NamedSchema): Generator<Page> {
  const [, ...paths] = schemaPaths(site, schema);
  for (const [index, path] of paths.entries()) {
    const title = site.words("site.structure-of", { name: nameOf(schema), number: index + 2 });
    const id = path.replace(/\.html$/, "");
    yield {
      path,
      kind: "list",
      id,
      title,
      template: "pages/continued-schema",
      continues: true,
      view: () => viewOf(createPageContext(site, path), schema, index),
    };
  }
}
