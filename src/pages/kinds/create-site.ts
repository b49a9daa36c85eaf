import { isForAll } from "#documents";
import type { Api, Entity } from "#model";
import type { Diagnostic, Words } from "#text";
import { isWordKey, Memo } from "#text";
import type { SearchEntry } from "../search/index.ts";
import { fact, MarkdownPrinter, onlyFields, section, type Block } from "../blocks/index.ts";
import { createSchemaFiles } from "../standalone/index.ts";
import type { SiteContext, Navigation, Page, SiteFile } from "../frame/index.ts";
import {
  entityLink,
  framedBlocks,
  frameView,
  type FrameView,
  nameOf,
  createNavigation,
  numberedView,
  createPageContext,
  markdownPath,
  PlacedProblems,
  shownProblems,
  homeFiles,
  publishingFiles,
  redirectProblems,
  shorten,
  printable,
  siteBase,
  SiteBudget,
  createSources,
  usesPages,
} from "../frame/index.ts";
import { rowBlocks } from "../tree/index.ts";
import { tryProblems } from "../try/index.ts";
import { channelPage } from "./channel-page.ts";
import { componentsPages } from "./components-page.ts";
import type { Continuable } from "./continued-trees.ts";
import { continuedParts, treePaths } from "./continued-trees.ts";
import { guidePage } from "./guide-page.ts";
import { listPages } from "./list-pages.ts";
import { machineFiles } from "./machine-files.ts";
import { messagePage } from "./message-page.ts";
import { operationPage } from "./operation-page.ts";
import { overviewPage } from "./overview-page.ts";
import { problemsPages } from "./problems-page.ts";
import { schemaPage } from "./schema-page.ts";
import { searchEntries } from "./search-entries.ts";
import { notFoundPage, searchPage, serversPages, tagsPages } from "./section-pages.ts";
import { securityPages } from "./security-pages.ts";
import { sourcePages } from "./source-pages.ts";

function viewOf(site: SiteContext, thing: Continuable, at: { path: string; index: number }) {
  const { words } = site;
  const name = shorten(nameOf(thing));
  const title = words("site.structure-of", { name, number: at.index + 2 });
  const { context, parts } = continuedParts(site, thing, at);
  return {
    ...frameView(context, {
      kind: "list",
      title,
      summary: title,
      continues: thing,
      place: thing.node,
      crumbs: [{ text: name, href: context.href(thing) }, { text: words("site.structure") }],
    }),
    // The frame's title includes the page's number.
    ...numberedView({ path: context.path, words }, treePaths(site, thing)),
    link: entityLink(context, thing),
    entityKind: words(`site.kind-${thing.kind}`),
    parts: parts.map(({ part, sections }) => ({ title: part, tree: { rows: [], sections } })),
  };
}

function continuedBlocks({ link, entityKind, parts, ...frame }: ReturnType<typeof viewOf>, words: Words): Block[] {
  const of = { facts: fact(entityKind, link) };
  const trees = parts.flatMap(({ title, tree }) => {
    const rows = rowBlocks(tree, words);
    return title === "" ? rows : section(title, rows);
  });
  onlyFields<keyof FrameView>()(frame);
  return framedBlocks(frame, words, of, { parts: trees });
}

/** The pages that continue the trees of a thing. */
function* continuedTreePages(site: SiteContext, thing: Continuable): Generator<Page> {
  const further = treePaths(site, thing).slice(1);
  for (const [index, path] of further.entries()) {
    const title = site.words("site.structure-of", { name: nameOf(thing), number: index + 2 });
    const id = path.replace(/\.html$/, "");
    yield {
      path,
      kind: "list",
      id,
      title,
      template: "pages/continued-trees",
      continues: true,
      view: () => viewOf(site, thing, { path, index }),
      blocks: (view: ReturnType<typeof viewOf>) => continuedBlocks(view, site.words),
    };
  }
}

/** What a site is made from besides the API. Problems are those to show on a site that is built in spite of errors. */
export type SiteParts = Pick<
  SiteContext,
  | "documents"
  | "routes"
  | "prose"
  | "schemas"
  | "verdicts"
  | "samples"
  | "code"
  | "settings"
  | "footer"
  | "words"
  | "pictureSize"
  | "changes"
  | "portal"
  | "tool"
> &
  Partial<Pick<SiteContext, "guides" | "problems">>;

/** A page on which msgdocs itself failed, and why. */
export interface PageFailure {
  readonly path: string;
  readonly reason: string;
}

/** The pages and files of one site. */
export interface Site {
  readonly title: string;
  readonly version: string;
  readonly format: string;
  readonly navigation: Navigation;
  readonly words: Words;
  /** All pages, the overview first. A page's view is made when it is asked for. */
  pages(): Iterable<Page>;
  /** Every channel, operation, message and schema, with its home. */
  things(): Iterable<SiteThing>;
  /** Settings that the site cannot fulfil. They lead to exit code 2. */
  readonly problems: readonly Diagnostic[];
  /** Links to the theme's files, if these are in the portal that the site belongs to. */
  readonly assetLink: ((page: string, file: string) => string) | undefined;
  /** Limits how much is searched while the site is made. */
  readonly room: SiteBudget;
  /** The pages so far on which msgdocs itself failed. */
  readonly failures: PageFailure[];
  /** Whether to make one page of everything, for printing. */
  readonly printable: boolean;
  /** Further text files: for hosting, search engines and programs. */
  files(): Iterable<SiteFile>;
  /** Everything that the search can find, with links from the root of the site. */
  search(): Iterable<SearchEntry>;
}

function hasPage({ routes }: SiteContext, thing: Entity): boolean {
  return routes.anchorOf(thing) === undefined;
}

/** A thing of the API and its home, for the manifest. */
export interface SiteThing {
  readonly kind: Continuable["kind"];
  readonly id: string;
  readonly title: string;
  readonly path: string;
  /** Empty if the page is the thing's own. */
  readonly anchor: string;
  /** The verdicts on the examples of a message. */
  readonly examples?: { readonly passed: number; readonly failed: number; readonly notChecked: number };
  /** The keys that lead to a message, unless its id is the only one. */
  readonly keys?: readonly string[];
}

function* thingsOf({ api, routes, verdicts }: SiteContext): Generator<SiteThing> {
  for (const thing of [...api.channels, ...api.operations, ...api.messages, ...api.schemas]) {
    const { kind, id, title } = thing;
    const home = { kind, id, title, path: routes.pageOf(thing), anchor: routes.anchorOf(thing) ?? "" };
    if (thing.kind !== "message") yield home;
    else {
      const { passed, failed, notChecked } = verdicts.counts(thing);
      const { keys } = thing;
      yield { ...home, examples: { passed, failed, notChecked }, ...(keys.every((key) => key === id) ? {} : { keys }) };
    }
  }
}

function* pagesOf(site: SiteContext): Generator<Page> {
  yield overviewPage(site);
  yield* serversPages(site);
  yield* securityPages(site);
  yield* tagsPages(site);
  for (const channel of site.api.channels) if (hasPage(site, channel)) yield channelPage(site, channel);
  for (const operation of site.api.operations) yield operationPage(site, operation);
  for (const message of site.api.messages) if (hasPage(site, message)) yield messagePage(site, message);
  for (const schema of site.api.schemas) {
    if (!hasPage(site, schema)) continue;
    yield schemaPage(site, schema);
    yield* continuedTreePages(site, schema);
  }
  yield* componentsPages(site);
  yield* problemsPages(site);
  if (site.changes) yield site.changes.page(site);
  for (const guide of site.guides) yield guidePage(site, guide);
  yield* listPages(site);
  yield* usesPages(site);
  yield* sourcePages(site);
  // Embedded pages use those of the site around them.
  if (!site.portal && !site.settings.embed) {
    yield searchPage(site);
    yield notFoundPage(site);
  }
  // These come last: only after the other pages are made is it known what did not fit on them.
  for (const thing of [...site.api.channels, ...site.api.operations, ...site.api.messages])
    if (hasPage(site, thing)) yield* continuedTreePages(site, thing);
}

/** Adds Markdown twins to pages. */
function* twinned(site: SiteContext, pages: Iterable<Page>): Generator<Page> {
  const { words } = site;
  const printer = new MarkdownPrinter();
  for (const page of pages) {
    const path = page.blocks || page.markdown ? markdownPath(site, page.path) : undefined;
    const word = `site.${page.kind}`;
    const kind = page.id === null || !isWordKey(word) ? "" : words(word);
    const print = (view: object): string => {
      if (page.markdown) return page.markdown(view, (own, level) => printer.print(own, level));
      const { heading, portal } = view as FrameView;
      const title = kind === "" ? heading : `${kind}: ${heading}`;
      return printer.page(title, page.blocks?.(view) ?? [], { before: portal?.note.slot, after: portal?.also.slot });
    };
    yield path === undefined ? page : { ...page, twin: { path, print } };
  }
}

/** A page that says that msgdocs failed to make another one, with a next step. Nothing of the document but its title is on it. */
function failedPage(site: SiteContext, { path, kind, id, title, about, twin, base }: Page): Page {
  const text = site.words("site.failed-lead");
  return {
    path,
    kind,
    id,
    title,
    template: "pages/failed",
    ...(base === undefined ? {} : { base }),
    twin: twin && { path: twin.path, print: () => `# ${title}\n\n${text}\n` },
    view: () => frameView(createPageContext(site, path), { kind, title, summary: text, ...(about ? { continues: about } : {}) }),
  };
}

function* replaceable(site: SiteContext, pages: Iterable<Page>): Generator<Page> {
  for (const page of pages) yield { ...page, instead: failedPage(site, page) };
}

/** What is kept of each page. */
type PagePath = Pick<Page, "kind" | "path">;

/** Passes pages on, and reports the list of all at the end. */
function* listed(pages: Iterable<Page>, tell: (all: readonly PagePath[]) => void): Generator<Page> {
  const all: PagePath[] = [];
  for (const page of pages) {
    all.push({ kind: page.kind, path: page.path });
    yield page;
  }
  tell(all);
}

function* filesOf(site: SiteContext, pages: readonly PagePath[] | undefined): Generator<SiteFile> {
  // A portal has them once for all APIs.
  if (!site.portal) yield* publishingFiles(site, pages ?? [...pagesOf(site)].map(({ kind, path }) => ({ kind, path })));
  yield* homeFiles(site);
  yield* machineFiles(site);
  if (site.changes) yield site.changes.file();
}

/** Creates the site of an API. The list of pages is known at once; each view is made when it is asked for. */
export function createSite(api: Api, parts: SiteParts): Site {
  const { documents, routes, settings } = parts;
  // A site for a limited audience shows no problems: they quote the document.
  const problems = isForAll(settings) && settings.show.problems ? shownProblems(parts.problems ?? []) : [];
  const context: SiteContext = {
    api,
    ...parts,
    schemaFiles: createSchemaFiles({ api, ...parts, base: settings.siteUrl === undefined ? undefined : siteBase(settings.siteUrl) }),
    sources: createSources(isForAll(settings) ? documents : { ...documents, files: [] }, routes, settings.limits.sourceLines),
    navigation: createNavigation(api, settings),
    room: new SiteBudget(),
    memo: new Memo(),
    guides: parts.guides ?? [],
    problems,
    isDirectionDoubted: parts.problems?.some(({ code }) => code === "document/perspective") === true,
    placed: new PlacedProblems(problems, { api, documents }),
  };
  let pages: readonly PagePath[] | undefined;
  return {
    title: api.info.title,
    version: api.info.version,
    format: api.dialect.written,
    navigation: context.navigation,
    words: context.words,
    assetLink: parts.portal?.href,
    room: context.room,
    failures: [],
    pages: () =>
      replaceable(
        context,
        twinned(
          context,
          listed(pagesOf(context), (all) => (pages = all)),
        ),
      ),
    things: () => thingsOf(context),
    problems: [
      ...(context.portal ? [] : tryProblems(settings, api.servers)),
      ...redirectProblems(settings, () => [...pagesOf(context)].map(({ path }) => path)),
    ],
    printable: printable(context),
    files: () => filesOf(context, pages),
    search: () => (settings.embed ? [] : searchEntries(context)),
  };
}
