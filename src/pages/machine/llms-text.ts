import type { Api, Entity, EntityKind } from "#model";
import { displayName } from "#model";
import { headed, inline, page } from "../blocks/index.ts";
import type { MachineFile, MachineParts } from "./machine-parts.ts";

/** The most entities that `llms.txt` lists itself. With more, it links to the lists and says which names each covers. */
const ALL = 150;

interface DownloadLink {
  readonly path: string;
  readonly text: string;
}

const TITLES = { channel: "Channels", operation: "Operations", message: "Messages", schema: "Schemas" } as const;

function rangeOf(writer: ListWriter, { entities, kind, number, of }: ListPart): string {
  const [first, last] = [entities[0], entities.at(-1)];
  const name = (entity: typeof first): string => inline((entity ? nameOf(entity) : "").slice(0, 80));
  return `[${TITLES[kind]}${of > 1 ? `, ${number} of ${of}` : ""}](${pageHref(writer, `${kind}s${number === 1 ? "" : `-${number}`}`)}): ${entities.length} by name, from ${name(first)} to ${name(last)}`;
}

function hrefOf(writer: ListWriter, path: string): string {
  return (writer.parts.base ?? "") + writer.href(path);
}

/** The link to a page, given its path without extension: to its Markdown twin if it has one. */
function pageHref(writer: ListWriter, page: string): string {
  return hrefOf(writer, `${page}.${writer.parts.markdown ? "md" : "html"}`);
}

function entriesOf(writer: ListWriter, list: readonly ListPart[]): string {
  const { base = "" } = writer.parts;
  return list
    .flatMap(({ entities }) => entities)
    .map((entity) => {
      const summary = writer.summary(entity);
      return `- ${writer.link(entity).replace("](", `](${base}`)}${summary === "" ? "" : `: ${summary}`}`;
    })
    .join("\n");
}

/**
 * `llms.txt` (llmstxt.org): a title, a quoted summary, and lists of links to Markdown. Any page is one list away, however many there are.
 */
export function llmsText(parts: MachineParts, offered: readonly DownloadLink[]): string {
  const { api, prose } = parts;
  const writer = new ListWriter(parts, "llms.txt");
  const lists = listParts(api, parts.listRows);
  const small = lists.reduce((sum, { entities }) => sum + entities.length, 0) <= ALL;
  const sections = (["message", "channel", "operation", "schema"] as const).map((kind) => {
    const own = lists.filter((part) => part.kind === kind);
    return headed(2, TITLES[kind], small ? entriesOf(writer, own) : own.map((part) => `- ${rangeOf(writer, part)}`).join("\n"));
  });
  const summary = prose.plain(api.info.description) || `Messages of ${api.info.title}.`;
  const leads = parts.markdown ? " as Markdown, and the same address with .html is the page for people" : "";
  const version = inline(api.info.version);
  const start = [
    ["index", "Overview"],
    ...(api.servers.length > 0 ? [["servers", "Servers"]] : []),
    ...(api.securitySchemes.length > 0 ? [["security", "Security"]] : []),
    ...(api.components.some(({ used }) => !used) ? [["components", "Components that nothing uses"]] : []),
  ];
  return page([
    `# ${inline(api.info.title)}`,
    `> ${inline(summary)}`,
    `Version ${version} of a message-driven API. “Sends” and “receives” are said of the application. Lists are by name, without regard to case; each line leads to the page of one thing${leads}.`,
    headed(2, "Start", start.map(([path = "", text = ""]) => `- [${text}](${pageHref(writer, path)})`).join("\n")),
    ...sections,
    headed(2, "Optional", offered.map(({ path, text }) => `- [${inline(text)}](${hrefOf(writer, path)})`).join("\n")),
  ]);
}

/** The kinds of entities that have lists. */
export type ListedKind = Extract<EntityKind, "channel" | "operation" | "message" | "schema">;

const listedKinds: readonly ListedKind[] = ["channel", "operation", "message", "schema"];

/** The name of an entity in texts: for a channel its address, unless `x-displayName` names it. */
export function nameOf(entity: Entity & { readonly address?: string | null }): string {
  return entity.kind === "channel" && entity.address && !displayName(entity.node) ? entity.address : entity.title;
}

/** The path of a page's Markdown twin. */
function markdownOf(page: string): string {
  return page.replace(/\.html$/, ".md");
}

/** One page of a list: entities by name, in code-unit order without regard to case. */
export interface ListPart {
  readonly kind: ListedKind;
  readonly path: string;
  readonly entities: readonly Entity[];
  readonly number: number;
  readonly of: number;
}

function sorted(entities: readonly Entity[]): Entity[] {
  const keyed = entities.map((entity) => ({ entity, key: nameOf(entity).toLowerCase() }));
  return keyed.sort((a, b) => (a.key < b.key ? -1 : a.key > b.key ? 1 : 0)).map(({ entity }) => entity);
}

/** The lists of all entities with a page. They are cut as the HTML lists are, so that each list page has a twin. */
export function listParts(api: Api, rows: number): ListPart[] {
  const all: Readonly<Record<ListedKind, readonly Entity[]>> = {
    channel: api.channels,
    operation: api.operations,
    message: api.messages,
    schema: api.schemas,
  };
  return listedKinds.flatMap((kind) => {
    const entities = sorted(all[kind]);
    const of = Math.ceil(entities.length / rows);
    return Array.from({ length: of }, (_, at): ListPart => ({
      kind,
      path: `${kind}s${at === 0 ? "" : `-${at + 1}`}.md`,
      entities: entities.slice(at * rows, (at + 1) * rows),
      number: at + 1,
      of,
    }));
  });
}

/** Writes links and summaries of entities. Links are relative to the page. */
export class ListWriter {
  readonly parts: MachineParts;
  readonly path: string;

  constructor(parts: MachineParts, page: string) {
    this.parts = parts;
    this.path = markdownOf(page);
  }

  /** A relative link to a file of the site. */
  href(path: string): string {
    return this.parts.routes.relative(this.path, path);
  }

  link(entity: Entity): string {
    const { routes, markdown } = this.parts;
    return `[${inline(this.parts.shorten(nameOf(entity)))}](${this.href(markdown ? markdownOf(routes.pageOf(entity)) : routes.pageOf(entity))})`;
  }

  /** The summary, or the beginning of the description, on one line. */
  summary(entity: Entity): string {
    const text = entity.summary?.value ?? this.parts.prose.plain(entity.description);
    return inline(text.slice(0, 300));
  }
}

function listFile(parts: MachineParts, { kind, path, entities, number, of }: ListPart): MachineFile {
  const writer = new ListWriter(parts, path);
  const next = number < of ? `[The next ${kind}s by name](${writer.href(`${kind}s-${number + 1}.md`)})` : "";
  const lines = entities.map((entity) => {
    const summary = writer.summary(entity);
    return `- ${writer.link(entity)}${summary === "" ? "" : `: ${summary}`}`;
  });
  const title = `# ${kind[0]?.toUpperCase() ?? ""}${kind.slice(1)}s${of > 1 ? `, ${number} of ${of}` : ""}`;
  return { path, contents: page([title, lines.join("\n"), next]) };
}

/** Writes the lists of entities by name, in which a program can find one among many. */
export function* listFiles(parts: MachineParts): Generator<MachineFile> {
  for (const part of listParts(parts.api, parts.listRows)) yield listFile(parts, part);
}
