import type { Channel, Entity, Message, NamedValue, Operation, Server, Tag } from "#model";
import { anchorFor } from "#model";
import type { Embed, GuidePage, GuideTwins, ProsePart } from "#prose";
import { GUIDE_PREFIX } from "#prose";
import type { Words, Node } from "#text";
import { spellHidden } from "#text";
import type { Block } from "../blocks/index.ts";
import { inline, LOWEST, sentence, twinHref } from "../blocks/index.ts";
import { examplePanelView, panelBlocks } from "../examples/index.ts";
import type { PageContext, SiteContext, Page, PrintBlocks } from "../frame/index.ts";
import { entityLink, frameView, guideTitle, createPageContext, summaryOf, distinctName } from "../frame/index.ts";
import { schemaTree, treeBlocks } from "../tree/index.ts";

/** The folder of the user's templates for guides. */
export const GUIDE_TEMPLATES = "guides/";

/** An embedded schema, message or example: trees or examples as on the entity's own page, with a link to it. */
function embedView(context: PageContext, embed: Embed, prefix: string) {
  const { site } = context;
  if (embed.kind === "example") {
    const { message, name } = embed;
    const panel = examplePanelView(context, message, { prefix, ...(name === undefined ? {} : { only: name }) });
    return { link: entityLink(context, message), kind: site.words("site.kind-message"), panel, trees: [] };
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
  return { link: entityLink(context, entity), kind: site.words(`site.kind-${entity.kind}`), trees, panel: undefined };
}

function embedBlocks({ link, kind, panel, trees }: ReturnType<typeof embedView>, words: Words): Block[] {
  const structures = trees.flatMap(({ title, tree }) => [...sentence(title), ...treeBlocks(tree, words)]);
  return [{ line: [`${kind}: `, link] }, ...structures, ...(panel ? panelBlocks(panel, words) : [])];
}

/** The parts of a guide in order, each its text or what it shows of the reference. The anchor of an embedded part is made of its subject and how often it was shown before. */
function partViews(context: PageContext, parts: readonly ProsePart[]) {
  const shown = new Map<string, number>();
  return parts.map((part) => {
    if ("html" in part) return { text: part };
    const { embed } = part;
    const name = embed.kind === "schema" ? [embed.schema.id] : [embed.message.id, embed.kind === "example" ? (embed.name ?? "") : ""];
    const anchor = anchorFor("embed", embed.kind, ...name);
    const count = (shown.get(anchor) ?? 0) + 1;
    shown.set(anchor, count);
    return { embed: embedView(context, embed, count === 1 ? anchor : anchorFor("embed", embed.kind, ...name, String(count))) };
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
  const { prose, words } = context.site;
  const spot = { from: context.path, prefix: GUIDE_PREFIX, level: 2 };
  const headings = prose.headings(guide.body, spot);
  return {
    ...frameView(context, {
      kind: "guide",
      title: guideTitle(context.site, guide),
      summary: prose.plain(guide.body),
      crumbs: [{ text: words("site.guides") }],
      problems: context.site.problems.filter(({ place }) => place.file === guide.file),
      contents: headings.flatMap(({ depth, id, text }) => (depth === 2 ? [[id, text] as const] : [])),
    }),
    parts: partViews(context, prose.parts(guide.body, spot)),
    guideText: (twins: GuideTwins) => guideText(prose, guide, twins),
  };
}

/** A guide: its own text, with the parts of the reference where it shows them. */
function markdownOf({ parts, guideText }: ReturnType<typeof viewOf>, words: Words, print: PrintBlocks): string {
  const embeds = parts.flatMap((part) => (part.embed ? [print(embedBlocks(part.embed, words), LOWEST - 1)] : []));
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

/** What objects of the document inherit from. `{{html x}}` prints none of them, whatever their fields are. */
const WRITTEN = {};

/** A value of the document for templates. Numbers keep their digits. */
type PlainValue = string | boolean | readonly PlainValue[] | { readonly [key: string]: PlainValue };

function plainValue(node: Node): PlainValue {
  switch (node.kind) {
    case "string":
      return node.value;
    case "number":
      return node.raw;
    case "boolean":
      return node.value;
    case "null":
      return "";
    case "list":
      return node.items.map(plainValue);
    default:
      return Object.setPrototypeOf(
        Object.fromEntries(node.entries.map(({ key, value }) => [key, plainValue(value)])),
        WRITTEN,
      ) as PlainValue;
  }
}

function extensionsOf(extensions: readonly NamedValue[]): Readonly<Record<string, PlainValue>> {
  return Object.fromEntries(extensions.map(({ key, value }) => [key, plainValue(value)]));
}

/** A link to an entity by the name that pages use. */
function linkTo(context: PageContext, entity: Entity) {
  return { href: context.href(entity), name: distinctName(context.site, entity), kind: entity.kind };
}

type Link = ReturnType<typeof linkTo>;

/** The fields that every entity has. */
function entityView(context: PageContext, entity: Entity) {
  return {
    ...linkTo(context, entity),
    id: entity.id,
    summary: summaryOf(context, entity),
    deprecated: entity.deprecated,
    tags: entity.tags.map(({ tag }) => linkTo(context, tag)),
    extensions: extensionsOf(entity.extensions),
  };
}

/**
 * The API for the user's own templates: all entities with links to their pages. Lists are made when a template reads them, since most
 * templates show few.
 */
function apiView(context: PageContext) {
  const { api, prose } = context.site;
  const links = (entities: readonly Entity[]): readonly Link[] => entities.map((entity) => linkTo(context, entity));
  const serverView = (server: Server) => ({
    ...entityView(context, server),
    address: server.address,
    protocol: server.protocol?.value ?? "",
    get channels() {
      return links(server.channels);
    },
  });
  const channelView = (channel: Channel) => ({
    ...entityView(context, channel),
    address: channel.address ?? "",
    get servers() {
      return links(channel.availableOn);
    },
    get operations() {
      return links(channel.operations);
    },
    get messages() {
      return links(channel.messages);
    },
  });
  const operationView = (operation: Operation) => ({
    ...entityView(context, operation),
    direction: operation.isDirectionKnown ? operation.direction : "",
    get channels() {
      return links(operation.channel ? [operation.channel] : []);
    },
    get messages() {
      return links(operation.messages);
    },
  });
  const messageView = (message: Message) => ({
    ...entityView(context, message),
    contentType: message.effectiveContentType,
    get channels() {
      return links(message.channels);
    },
    get operations() {
      return links(message.operations);
    },
  });
  const tagView = (tag: Tag) => ({
    ...entityView(context, tag),
    get things() {
      return links(tag.taggedBy.filter((each) => each !== "api"));
    },
  });
  return {
    title: api.info.title,
    version: api.info.version,
    summary: prose.plain(api.info.description),
    extensions: extensionsOf(api.info.extensions),
    get servers() {
      return api.servers.map(serverView);
    },
    get channels() {
      return api.channels.map(channelView);
    },
    get operations() {
      return api.operations.map(operationView);
    },
    get messages() {
      return api.messages.map(messageView);
    },
    get schemas() {
      return api.schemas.map((schema) => entityView(context, schema));
    },
    get tags() {
      return api.allTags.map(tagView);
    },
  };
}
