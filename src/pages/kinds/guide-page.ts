import type { Embed, GuidePage, GuideTwins, ProsePart } from "#prose";
import { GUIDE_PREFIX } from "#prose";
import { anchorFor } from "#model";
import { spellHidden, type Words } from "#text";
import { inline, LOWEST, sentence, twinHref, type Block } from "../blocks/index.ts";
import type { PageContext, SiteContext, Page, PrintBlocks } from "../frame/index.ts";
import { entityLink, type EntityLink, frameView, guideTitle, createPageContext } from "../frame/index.ts";
import { examplePanelView, panelBlocks, type ExamplePanel } from "../examples/index.ts";
import { schemaTree, type SchemaTreeView, treeBlocks } from "../tree/index.ts";
import { apiView } from "./api-view.ts";

/** The folder of the user's templates for guides. */
export const GUIDE_TEMPLATES = "guides/";

interface EmbedOptions {
  readonly prefix: string;
}

interface EmbedView {
  readonly link: EntityLink;
  readonly kind: string;
  readonly trees: readonly { readonly title: string; readonly tree: SchemaTreeView }[];
  readonly panel?: ExamplePanel;
}

/** An embedded schema, message or example: trees or examples as on the entity's own page, with a link to it. */
function embedView(context: PageContext, embed: Embed, { prefix }: EmbedOptions): EmbedView {
  const { site } = context;
  if (embed.kind === "example") {
    const { message, name } = embed;
    const panel = examplePanelView(context, message, { prefix, ...(name === undefined ? {} : { only: name }) });
    return { link: entityLink(context, message), kind: site.words("site.kind-message"), ...(panel ? { panel } : {}), trees: [] };
  }
  const entity = embed.kind === "message" ? embed.message : embed.schema;
  const sources = embed.kind === "message" ? [["headers", embed.message.headers], ["payload", embed.message.payload]] as const : [["", embed.schema.source]] as const; // prettier-ignore
  const trees = sources.flatMap(([part, source]) => {
    if (!source) return [];
    const { view } = schemaTree(context, site.schemas.of(source), {
      prefix: part === "" ? prefix : `${prefix}.${part}`,
      more: context.href(entity),
    });
    return [{ title: part === "" ? "" : site.words(`site.${part}`), tree: view }];
  });
  return { link: entityLink(context, entity), kind: site.words(`site.kind-${entity.kind}`), trees };
}

function embedBlocks({ link, kind, panel, trees }: EmbedView, words: Words): Block[] {
  const structures = trees.flatMap(({ title, tree }) => [...sentence(title), ...treeBlocks(tree, words)]);
  return [{ line: [`${kind}: `, link] }, ...structures, ...(panel ? panelBlocks(panel, words) : [])];
}

/** A part of a guide: its text, or what it shows of the reference. */
type PartView = { readonly text: ProsePart } | { readonly embed: EmbedView };

/** The parts of a guide in order. The anchor of an embedded part is made of its subject and how often it was shown before. */
function partViews(context: PageContext, parts: readonly ProsePart[]): readonly PartView[] {
  const shown = new Map<string, number>();
  return parts.map((part) => {
    if ("html" in part) return { text: part };
    const { embed } = part;
    const name = embed.kind === "schema" ? [embed.schema.id] : [embed.message.id, embed.kind === "example" ? (embed.name ?? "") : ""];
    const anchor = anchorFor("embed", embed.kind, ...name);
    const count = (shown.get(anchor) ?? 0) + 1;
    shown.set(anchor, count);
    return { embed: embedView(context, embed, { prefix: count === 1 ? anchor : anchorFor("embed", embed.kind, ...name, String(count)) }) };
  });
}

/** The Markdown of a guide, which begins with its front matter as written. */
export function guideText(prose: SiteContext["prose"], guide: GuidePage, twins: GuideTwins): string {
  const { heading, body, file, path } = guide;
  const spot = { from: path, prefix: GUIDE_PREFIX, level: 2 };
  const matter = file.text.slice(0, guide.matter);
  const title = heading
    ? prose.guideMarkdown({ ...heading, value: `# ${heading.value}` }, { ...spot, level: 1 }, twins)
    : `# ${inline(guideTitle({ prose }, guide))}`;
  return spellHidden(`${matter}${title}\n\n${prose.guideMarkdown(body, spot, twins)}`.trimEnd()) + "\n";
}

function viewOf(context: PageContext, guide: GuidePage) {
  const { prose, guides, routes, words } = context.site;
  const spot = { from: context.path, prefix: GUIDE_PREFIX, level: 2 };
  const headings = prose.headings(guide.body, spot);
  const at = guides.indexOf(guide);
  const turn = (to: GuidePage | undefined) => to && { href: routes.relative(context.path, to.path), text: guideTitle(context.site, to) };
  const [previous, next] = [turn(guides[at - 1]), turn(guides[at + 1])];
  return {
    ...frameView(context, {
      kind: "guide",
      title: guideTitle(context.site, guide),
      summary: prose.plain(guide.body),
      crumbs: [{ text: words("site.guides") }],
      problems: context.site.problems.filter(({ place }) => place.file === guide.file),
      contents: headings.flatMap(({ depth, id, text }) => (depth === 2 ? [[id, text] as const] : [])),
    }),
    ...(previous ? { previous } : {}),
    ...(next ? { next } : {}),
    parts: partViews(context, prose.parts(guide.body, spot)),
    guideText: (twins: GuideTwins) => guideText(prose, guide, twins),
  };
}

/** A guide: its own text, with the parts of the reference where it shows them. */
function markdownOf({ parts, guideText }: ReturnType<typeof viewOf>, words: Words, print: PrintBlocks): string {
  const embeds = parts.flatMap((part) => ("embed" in part ? [print(embedBlocks(part.embed, words), LOWEST - 1)] : []));
  return guideText({ embeds, twin: twinHref });
}

/** The user's template for guides that name it. */
export function guideTemplate(name: string): string {
  return `${GUIDE_TEMPLATES}${name}`;
}

/** The page of a guide. */
export function guidePage(site: SiteContext, guide: GuidePage): Page {
  const { path, id } = guide;
  const { template } = guide;
  const view = () => {
    const context = createPageContext(site, path);
    return { ...viewOf(context, guide), ...(template ? { api: apiView(context) } : {}) };
  };
  return {
    path,
    kind: "guide",
    id,
    title: guideTitle(site, guide),
    template: template ? guideTemplate(template.value) : "pages/guide",
    view,
    markdown: (shown: ReturnType<typeof view>, print) => markdownOf(shown, site.words, print),
  };
}
