import type { Entry, Node, Words } from "#text";
import { entriesOf, valueOf } from "#text";
import type { NamedSchema } from "#model";
import type { SchemaUsage } from "#schema";
import type { Block, Item } from "../blocks/index.ts";
import { fact, htmlOnly, listOf, onlyFields, said, section, sentence } from "../blocks/index.ts";
import {
  blockText,
  describedTold,
  describedView,
  summaryOf,
  type DescribedView,
  entityLink,
  framedBlocks,
  frameView,
  type FrameView,
  shownWith,
  lineWriter,
  nameOf,
  usesPaths,
  valueCode,
  LONGEST_CODE,
} from "../frame/index.ts";
import type { EntityLink, PageContext, SafeHtml, SiteContext, Page } from "../frame/index.ts";
import { schemaFileLink, treeBlocks } from "../tree/index.ts";
import { ownSchemaTree, treePages, entityPage } from "./continued-trees.ts";
import { schemaDiagram } from "./diagram-view.ts";

/** The columns before a node that is the first on its line; 0 for any other. */
function indentOf(text: string, start: number): number {
  let before = start;
  while (text[before - 1] === " " || text[before - 1] === "-") before -= 1;
  return before === 0 || text[before - 1] === "\n" ? start - before : 0;
}

/**
 * The YAML of a node as its author wrote it, with comments, without the indentation around it. `undefined` if it is JSON or has no
 * source page.
 */
export function writtenYaml(context: PageContext, node: Node): { readonly html: SafeHtml; readonly cut: boolean } | undefined {
  const { file, start, end } = node;
  // A site for a limited audience has no source pages, because the text contains what it leaves out.
  if (file.language === "json" || node.kind === "string" || context.sourceHref(node) === "") return undefined;
  const { text } = file;
  const indent = indentOf(text, start);
  const cut = end - start > LONGEST_CODE;
  const lines = text
    .slice(start, cut ? start + LONGEST_CODE : end)
    .trimEnd()
    .split(/\r?\n/);
  const isText = blockText("yaml");
  const write = lineWriter(context);
  const html = lines.map((line, at) => {
    const own = at === 0 ? line : line.slice(Math.min(indent, line.search(/[^ ]|$/)));
    return write(own, isText(own) ? undefined : "yaml");
  });
  return { html: { html: html.join("\n") }, cut };
}

/** The most values of a schema's source printed on its page; the source pages have all of it. */
const SOURCE_VALUES = 1500;

/** The part of a message or channel that uses a schema; empty if the user is a schema. */
function partOf({ site: { words } }: PageContext, { part, name = "" }: SchemaUsage): string {
  if (part === "schema") return "";
  if (part === "binding") return words("site.binding-named", { name });
  return part === "parameter" ? words("site.parameter-named", { name }) : words(`site.${part}`);
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
  return {
    uses: rows,
    ...(rest > 0 && first !== undefined ? { moreUses: rest, usesHref: context.site.routes.relative(context.path, first) } : {}),
  };
}

/** The extensions of a Multi Format Schema Object. They are written beside its schema, not in it. */
function besideSchema({ node }: NamedSchema, written: Node): readonly Entry[] {
  const isBeside = valueOf(node, "schema") !== undefined && node !== written;
  return isBeside ? entriesOf(node).filter(({ key }) => key.startsWith("x-")) : [];
}

function viewOf(context: PageContext, schema: NamedSchema) {
  const { node } = schema;
  const { words } = context.site;
  const uses = usesOf(context, schema);
  const diagram = schemaDiagram(context, schema);
  const written = context.site.documents.follow(schema.source.node) ?? node;
  const { code: json, cut } = valueCode(written, SOURCE_VALUES);
  const yaml = writtenYaml(context, written);
  return {
    ...frameView(context, {
      kind: "schema",
      title: nameOf(schema),
      summary: summaryOf(context, schema),
      entity: schema,
      shown: shownWith(context.site, schema),
      contents: [
        ["structure", words("site.structure")],
        uses.uses.length > 0 ? ["used-by", words("site.used-by")] : undefined,
        ["details", words("site.details")],
      ],
    }),
    id: schema.id,
    named: schema.title !== schema.id,
    component: schema.component,
    deprecated: schema.deprecated,
    format: schema.source.format?.value ?? "",
    tree: ownSchemaTree(context, schema),
    pages: treePages(context, schema),
    file: schemaFileLink(context, schema),
    ...uses,
    ...(diagram ? { diagram } : {}),
    json,
    ...(yaml ? { yaml } : {}),
    cut,
    ...describedView(context, { node, extensions: besideSchema(schema, written), otherFields: [] }, { prefix: "source" }),
  };
}

function useItem({ kind, part, ...link }: ReturnType<typeof usesOf>["uses"][number]): Item {
  onlyFields<keyof EntityLink>()(link);
  return { line: [`${kind}: `, link, part === "" ? "" : ` (${part})`] };
}

function blocksOf(view: ReturnType<typeof viewOf>, words: Words): Block[] {
  const { id, named, deprecated, format, tree, file, uses, moreUses = 0, usesHref = "", json, cut, ...rest } = view;
  htmlOnly<Omit<typeof rest, keyof (FrameView & DescribedView)>>(rest, {
    component: "every named schema is one",
    yaml: "the same as `json`, as its author wrote it",
    diagram: "a picture of the uses",
  });
  const facts = [
    ...(deprecated ? [{ line: words("site.deprecated") }] : []),
    ...fact(words("site.key"), named ? said(id) : ""),
    ...fact(words("site.schema-format"), said(format)),
    ...fact(words("site.schema-file"), file),
  ];
  const more = moreUses > 0 ? [{ line: { text: words("site.more", { count: moreUses }), href: usesHref } }] : [];
  const parts = [
    ...section(words("site.structure"), treeBlocks(tree, words)),
    ...section(words("site.used-by"), listOf([...uses.map(useItem), ...more])),
  ];
  const written = [{ code: { text: json, language: "json" } }, ...sentence(cut ? words("site.cut-short") : "")];
  return framedBlocks(rest, words, { facts, parts }, describedTold(rest, words), { parts: section(words("site.as-written"), written) });
}

/** The page of a named schema: its tree, its uses and its source. */
export function schemaPage(site: SiteContext, schema: NamedSchema): Page {
  return entityPage(site, schema, viewOf, blocksOf);
}
