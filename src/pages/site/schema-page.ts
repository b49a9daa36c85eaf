import type { NamedSchema } from "#model";
import type { PageContext, SiteContext } from "./context.ts";
import { ownSchemaTree } from "./continued-trees.ts";
import { describedView, summaryOf } from "./described-view.ts";
import { schemaDiagram } from "./diagram-view.ts";
import { entityLink } from "./entity-link.ts";
import { nameOf } from "./name-of.ts";
import { frameView, type Frame } from "./frame.ts";
import type { Page } from "./page.ts";
import { continuedContext, treePages } from "./tree-continuation.ts";
import { schemaFileLink } from "./schema-file-links.ts";
import { usesPaths } from "./uses.ts";
import type { SchemaUse } from "#schema";
import { valueHtml } from "./value-html.ts";
import { visible } from "./visible.ts";
import { writtenYaml } from "./written-yaml.ts";

/** Values of a schema's source that are printed on its page; the source pages have all of it. */
const SOURCE_VALUES = 1500;

/** The part of a thing that uses a schema; a schema has no parts. */
function partOf({ site: { words } }: PageContext, { part, name = "" }: SchemaUse): string {
  if (part === "schema") return "";
  if (part === "binding") return words("site.binding-named", { name: visible(name) });
  return part === "parameter" ? words("site.parameter-named", { name: visible(name) }) : words(`site.${part}`);
}

function usesOf(context: PageContext, schema: NamedSchema) {
  const { schemas, settings, words } = context.site;
  const uses = schemas.usedBy(schema);
  const rows = uses.slice(0, settings.limits.listRows).map((use) => ({
    ...entityLink(context, use.by),
    kind: words(`site.kind-${use.by.kind}`),
    part: partOf(context, use),
  }));
  const [first] = usesPaths(context.site, schema);
  const rest = uses.length - rows.length;
  return { uses: rows, ...(rest > 0 && first !== undefined ? { moreUses: rest, usesHref: context.site.routes.relative(context.path, first) } : {}) };
}

function frameOf(context: PageContext, schema: NamedSchema, used: boolean): Frame {
  const { words } = context.site;
  return {
    kind: "schema",
    title: nameOf(schema),
    summary: summaryOf(context, schema),
    entity: schema,
    contents: [
      ["structure", words("site.structure")],
      used ? ["used-by", words("site.used-by")] : undefined,
      ["as-json", words("site.as-written")],
    ],
  };
}

function viewOf(context: PageContext, schema: NamedSchema) {
  const { node } = schema;
  const uses = usesOf(context, schema);
  const diagram = schemaDiagram(context, schema);
  const written = context.site.documents.follow(schema.source.node) ?? node;
  const { html, cut } = valueHtml(written, SOURCE_VALUES);
  const yaml = writtenYaml(context, written);
  return {
    ...frameView(context, frameOf(context, schema, uses.uses.length > 0)),
    id: visible(schema.id),
    named: schema.title !== schema.id,
    component: schema.component,
    deprecated: schema.deprecated,
    format: visible(schema.source.format?.value ?? ""),
    tree: ownSchemaTree(context, schema),
    pages: treePages(context, schema),
    file: schemaFileLink(context, schema),
    ...uses,
    ...(diagram ? { diagram } : {}),
    json: { html },
    ...(yaml ? { yaml } : {}),
    cut,
    source: describedView(context, { node, extensions: [], otherFields: [] }, { prefix: "source" }).source,
  };
}

/** The page of a named schema: its tree, where it is used, and how it was written. */
export function schemaPage(site: SiteContext, schema: NamedSchema): Page {
  const path = site.routes.pageOf(schema);
  return {
    path,
    kind: "schema",
    id: schema.id,
    title: schema.title,
    template: "pages/schema",
    view: () => viewOf(continuedContext(site, schema), schema),
  };
}
