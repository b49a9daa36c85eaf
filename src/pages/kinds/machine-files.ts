import { bundle, isForAll } from "#documents";
import type { Entity } from "#model";
import { headed, inline, page, twinHref } from "../blocks/index.ts";
import type { SiteContext, SiteFile, Listing } from "../frame/index.ts";
import { fileLabel, FULL_TEXT_PATH, madeFile, createPageContext, nameOf, shorten, siteBase, summaryOf } from "../frame/index.ts";
import { modelJson } from "../machine/index.ts";
import { triedMessages, tryFiles, trySchemaFile } from "../try/index.ts";

/** The most entities that `llms.txt` lists itself. With more, it links to the pages of the lists and says what each covers. */
const ALL = 150;

const TITLES = { channel: "Channels", operation: "Operations", message: "Messages", schema: "Schemas" } as const;

/** A list of links, each with what is said of it. */
function linksOf(site: SiteContext, links: readonly { readonly path: string; readonly text: string; readonly said?: string }[]): string {
  const { siteUrl, markdown } = site.settings;
  const base = siteUrl === undefined ? "" : siteBase(siteUrl);
  const hrefOf = (path: string): string => base + site.routes.relative("llms.txt", markdown ? twinHref(path) : path);
  return links.map(({ path, text, said = "" }) => `- [${inline(text)}](${hrefOf(path)})${said === "" ? "" : `: ${said}`}`).join("\n");
}

/** Links to the pages of a list: those of named groups by their names, others by the first and last thing. */
function pagesOf(site: SiteContext, listing: Listing): string {
  const { kind, pages } = listing;
  const brief = (text: string): string => inline(text.slice(0, 80));
  const links = pages.map((path, at) => {
    const groups = listing.groupsOn(at);
    const all = groups.flatMap(({ items }) => items);
    const [first, last] = [all[0], all.at(-1)].map((entity) => brief(entity ? nameOf(entity) : ""));
    const names = groups.map(({ group }) => brief(group.name || site.words("site.other-group")));
    const range = groups.length === 1 && groups[0]?.group.name === "" ? `from ${first} to ${last}` : `in ${names.join(", ")}`;
    return { path, text: TITLES[kind] + (pages.length > 1 ? `, ${at + 1} of ${pages.length}` : ""), said: `${all.length}, ${range}` };
  });
  return linksOf(site, links);
}

/**
 * `llms.txt` (llmstxt.org): a title, a quoted summary, and lists of links to Markdown. Any page is one list away, however many there are.
 */
function llmsText(site: SiteContext, offered: ReturnType<typeof downloads>): string {
  const { api, navigation, prose, routes, settings } = site;
  const context = createPageContext(site, "llms.txt");
  const lists = [...navigation.listings.values()].filter(({ entities }) => entities.length > 0);
  const entry = (entity: Entity): { path: string; text: string; said: string } => ({
    path: routes.pageOf(entity),
    text: shorten(nameOf(entity)),
    said: inline(summaryOf(context, entity)),
  });
  const sections = (["message", "channel", "operation", "schema"] as const).map((kind) => {
    const own = lists.filter((listing) => listing.kind === kind);
    const all = own.map((listing) => (navigation.total <= ALL ? linksOf(site, listing.entities.map(entry)) : pagesOf(site, listing)));
    return headed(2, TITLES[kind], all.join("\n"));
  });
  const summary = prose.plain(api.info.description) || `Messages of ${api.info.title}.`;
  const leads = settings.markdown ? " as Markdown, and the same address with .html is the page for people" : "";
  const start = [
    { path: "index.html", text: "Overview" },
    ...(api.servers.length > 0 ? [{ path: "servers.html", text: "Servers" }] : []),
    ...(api.securitySchemes.length > 0 ? [{ path: "security.html", text: "Security" }] : []),
    ...(api.components.some(({ used }) => !used) ? [{ path: "components.html", text: "Components that nothing uses" }] : []),
  ];
  return page([
    `# ${inline(api.info.title)}`,
    `> ${inline(summary)}`,
    `Version ${inline(api.info.version)} of a message-driven API. “Sends” and “receives” are said of the application. Each line of a list leads to the page of one thing${leads}.`,
    headed(2, "Start", linksOf(site, start)),
    ...sections,
    headed(2, "Optional", linksOf(site, offered)),
  ]);
}

/** The files for programs that are offered for download. Their paths are known before any is made. */
export function downloads({ documents, routes, settings, words }: Pick<SiteContext, "documents" | "routes" | "settings" | "words">) {
  const stem = fileLabel(documents.main, documents.main)
    .replace(/^.*\//, "")
    .replace(/\.[^.]*$/, "");
  const name = routes.folder([stem]).get(stem) ?? "x";
  const texts = [
    { path: `downloads/${name}.yaml`, text: words("site.download-yaml") },
    { path: `downloads/${name}.json`, text: words("site.download-json") },
  ];
  return [
    ...(isForAll(settings) ? texts : []),
    { path: "model.json", text: words("site.download-model") },
    { path: "llms.txt", text: words("site.download-llms") },
    ...(settings.markdown ? [{ path: FULL_TEXT_PATH, text: words("site.download-full") }] : []),
  ];
}

/** The whole document bundled into one file, as YAML and as JSON. If it is too large for one file, the file says so. */
function* documentsOf(site: SiteContext): Generator<SiteFile> {
  // Bundled texts are complete, so a site for a limited audience offers none.
  if (!isForAll(site.settings)) return;
  const { documents } = site;
  const [yaml, json] = downloads(site);
  for (const [download, format] of [[yaml, "yaml"] as const, [json, "json"] as const]) {
    if (!download) continue;
    const alone = documents.files.length === 1 && documents.main.language === format;
    const text = (): string | undefined => (alone ? documents.main.text : bundle(documents, { format }).text);
    yield madeFile(download.path, () => text() ?? `${JSON.stringify({ error: "The bundled document would be too large." })}\n`);
  }
}

/** The files of schemas, and the same as scripts for the pages that judge by them. */
function* schemaFiles(site: SiteContext): Generator<SiteFile> {
  const tried = triedMessages(site);
  if (!site.settings.schemaFiles && tried.size === 0) return;
  for (const file of site.schemaFiles.files()) {
    if (site.settings.schemaFiles) yield file;
    const message = tried.get(file.path);
    if (message) yield trySchemaFile(site, message, file.contents);
  }
}

/** `llms.txt`, the bundled document and the model. */
export function* machineFiles(site: SiteContext): Generator<SiteFile> {
  yield* schemaFiles(site);
  yield* tryFiles(site);
  yield madeFile("llms.txt", () => llmsText(site, downloads(site)));
  yield* documentsOf(site);
  yield madeFile("model.json", () => modelJson(site));
}
