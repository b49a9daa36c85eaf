import { ListWriter, listParts, nameOf, type ListPart } from "./list-markdown.ts";
import type { MachineParts } from "./machine-parts.ts";
import { headed, inline, page } from "../blocks/index.ts";

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
