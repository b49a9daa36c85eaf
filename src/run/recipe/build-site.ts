import { extname, join } from "node:path";
import type { Settings } from "#config";
import { packageRoot } from "#config";
import { charactersOf, megabytesOf } from "#documents";
import type { Message } from "#model";
import type { OutputFile } from "#output";
import { diskFailure, isSitePath, parentFolders } from "#output";
import type { PortalFrame, Site, SiteChanges } from "#pages";
import type { AuthorFile } from "#prose";
import { renderSettingsText } from "#prose";
import type { LoadedTheme, RenderedPortal, SingleFile, Theme } from "#render";
import type { Diagnostic, FileProblem } from "#text";
import { didYouMean, problem, readOwnFile, withFile } from "#text";
import { isForReaders } from "./make-prose.ts";
import { pictureSizes } from "./picture-sizes.ts";
import type { Subject } from "./load.ts";
import { wings } from "./wings.ts";

/** A path of the site that is already taken, and by what. */
interface TakenPath {
  readonly path: string;
  readonly owner: string;
}

/** The name of a file, folded: many systems treat names that differ only by case or Unicode form as one file. */
const fileOf = (path: string): string => path.normalize("NFC").toLowerCase();

/** The paths that are taken so far. */
class TakenPaths {
  readonly #files = new Map<string, TakenPath>();
  readonly #folders = new Map<string, TakenPath>();

  add(taken: TakenPath): void {
    this.#files.set(fileOf(taken.path), taken);
    for (const folder of parentFolders(taken.path).slice(1)) this.#folders.set(fileOf(folder), taken);
  }

  /** Why a file cannot be placed at a path, as a clause; `undefined` if it can. */
  against(path: string): string | undefined {
    if (!isSitePath(path)) return "a colon or a backslash is no part of a file's name on every system";
    const same = this.#files.get(fileOf(path));
    if (same) return same.path === path ? `that is where ${same.owner} is` : `${same.owner} is the same file on many systems`;
    const file = parentFolders(path)
      .slice(1)
      .flatMap((folder) => this.#files.get(fileOf(folder)) ?? [])[0];
    if (file) return `${file.owner} is a file, and so no folder`;
    const folder = this.#folders.get(fileOf(path));
    return folder && `${folder.owner} is in a folder of that name`;
  }
}

/**
 * The problems of theme files that collide with other files of the site. Of two colliding files, that of the later layer is reported,
 * because it builds on the other.
 */
export function assetProblems({ assets: { made, others } }: Theme, taken: readonly TakenPath[]): Diagnostic[] {
  const paths = new TakenPaths();
  for (const each of taken) paths.add(each);
  for (const { path } of made) paths.add({ path, owner: `${JSON.stringify(path)} of msgdocs` });
  return others.flatMap(({ path, source }) => {
    const reason = paths.against(path);
    if (reason === undefined) {
      paths.add({ path, owner: JSON.stringify(path) });
      return [];
    }
    const what = "place in the site for the theme's file";
    const hint = `Rename it: ${reason}.`;
    return [problem("theme/not-found", { file: source, start: 0, end: 0 }, { what, path: source.name, hint })];
  });
}

/** Files that only HTML pages and their hosts need. */
const OF_PAGES = /\.html$|^search\/|^(?:_headers|\.nojekyll|robots\.txt|sitemap(?:-\d+)?\.xml|manifest\.json)$/;

/** Matches code, which stays as it is, and links to pages without Markdown. */
const CODE_OR_LINK =
  /^(`{3,})[^]*?^\1`*$|(?<!`)(`+)(?!`)[^]*?(?<!`)\2(?!`)|\[((?:\\.|[^\]\\])*)\]\(<?(?![a-z][a-z0-9+.-]*:)[^()\s]*\.html(?:#[^()\s]*)?>?\)/gim;

function frontMatter(title: string, view: object): string {
  const summary = "summary" in view && typeof view.summary === "string" ? view.summary : "";
  const description = summary === "" ? "" : `description: ${JSON.stringify(summary)}\n`;
  return `---\ntitle: ${JSON.stringify(title)}\n${description}---\n\n`;
}

/** A site whose Markdown files have front matter for other generators. Links to pages without Markdown become plain text. */
function withFrontMatter(site: Site): Site {
  return {
    ...site,
    *pages() {
      for (const page of site.pages()) {
        const { title, twin } = page;
        const print = (view: object): string => {
          const printed = twin?.print(view) ?? "";
          const text = printed.replace(CODE_OR_LINK, (whole, _fence, _ticks, label?: string) => label ?? whole);
          // A guide may have its own.
          return text.startsWith("---\n") ? text : frontMatter(title, view) + text;
        };
        yield twin ? { ...page, twin: { path: twin.path, print } } : page;
      }
    },
    *files() {
      for (const file of site.files()) {
        const { path } = file;
        const isBare = path.endsWith(".md") && !file.contents.startsWith("---\n");
        const title = isBare ? (/^# (.+)$/m.exec(file.contents)?.[1] ?? path) : path;
        yield isBare ? { path, contents: frontMatter(title, {}) + file.contents } : file;
      }
    },
  };
}

/** The files of a site without HTML and what only HTML needs. */
function* markdownAlone(files: Iterable<OutputFile>, { assets }: Theme): Generator<OutputFile> {
  const ofTheme = new Set([...assets.made, ...assets.others].map(({ path }) => path));
  for (const file of files) if (!OF_PAGES.test(file.path) && !ofTheme.has(file.path)) yield file;
}

/**
 * The folders of a theme: the built-in templates, the default theme, the chosen theme, and the user's templates. Later ones override
 * earlier ones.
 */
export function themeFolders({ theme, templates }: Settings): string[] {
  const base = join(packageRoot(), "themes", "default");
  return [join(packageRoot(), "templates"), base, ...(theme === base ? [] : [theme]), ...(templates === undefined ? [] : [templates])];
}

/** Loads the theme of some settings, including files of their own for the site. */
export async function openTheme(settings: Settings): Promise<LoadedTheme> {
  const [{ loadTheme }, { brandAssets }, samples] = await Promise.all([import("#render"), import("#pages"), wings.samples?.()]);
  const { theme, problems } = await loadTheme(themeFolders(settings), samples?.writing);
  if (!theme) return { problems };
  const taken = brandAssets(settings).map(({ path, which }) => ({ path, owner: `the ${which} of the settings` }));
  const found = assetProblems(theme, taken);
  return found.length > 0 ? { problems: [...problems, ...found] } : { theme, problems };
}

export interface SiteOptions {
  readonly settings: Settings;
  readonly theme: Theme;
  /** The problems in spite of which the site is built, as reported. */
  readonly problems: readonly Diagnostic[];
  /** The portal that the site belongs to. */
  readonly portal?: PortalFrame | undefined;
  /** Changes since an earlier version. */
  readonly changes?: SiteChanges | undefined;
  /** Whether the site becomes one file, which loads no others. */
  readonly single?: boolean;
}

/** A site before rendering. Its pages are made, and its other files read, only when they are asked for. */
export interface MadeSite {
  readonly site: Site;
  readonly theme: Theme;
  /** Files to copy, from an absolute path to a path of the site. The list is complete once every page was made. */
  readonly assets: () => readonly AuthorFile[];
  /** The most characters that may be made from the documents. */
  readonly most: number;
  /** The number of entities with their own page, and so the least number of pages. */
  readonly pages: number;
  /** Whether only Markdown is written. */
  readonly markdownOnly: boolean;
}

const FONT = /\.(?:woff2?|ttf|otf)$/i;

/** The settings, with a policy that allows fonts if the theme has any. */
function withFonts(settings: Settings, { assets }: Theme): Settings {
  if (!assets.others.some(({ path }) => FONT.test(path))) return settings;
  const { "font-src": fonts = [], ...csp } = settings.csp;
  return { ...settings, csp: { ...csp, "font-src": [...new Set(["'self'", ...fonts])] } };
}

/** The footer in the settings as HTML. */
export async function footerOf({ footer }: Settings): Promise<{ readonly html: string } | undefined> {
  return footer === undefined ? undefined : { html: await renderSettingsText(footer, "footer-") };
}

/** The problems of guides that name a missing template. */
async function lostTemplates({ guides }: Subject, { templates }: Theme): Promise<readonly Diagnostic[]> {
  const { GUIDE_TEMPLATES, guideTemplate } = await import("#pages");
  const own = templates.filter((name) => name.startsWith(GUIDE_TEMPLATES)).map((name) => name.slice(GUIDE_TEMPLATES.length));
  return guides.flatMap(({ template }) => {
    if (!template || own.includes(template.value)) return [];
    const hint = didYouMean(template.value, own) ?? "Templates are looked for in the folder that the setting templates names.";
    return [problem("theme/not-found", template, { what: "template", path: `${guideTemplate(template.value)}.hbs`, hint })];
  });
}

/** The scripts and the style sheet with which pages compose and send (`src/pages/try/browser`, bundled), by their names. */
function tryFiles(): ReadonlyMap<string, string> {
  const folder = join(packageRoot(), "dist", "try");
  const names = ["open.js", "compose.js", "send.js", "mqtt.js", "try.css"];
  return new Map(names.map((name) => [name, readOwnFile(join(folder, name)).toString()]));
}

/** The second half of the recipe, up to rendering. A check does not load it. */
export async function makeSite(
  subject: Subject,
  { settings, theme, problems, portal, changes, single = false }: SiteOptions,
): Promise<MadeSite> {
  const [{ createSite, brandAssets }, { wordsOf }, { createSampler }, code] = await Promise.all([
    import("#pages"),
    import("#text"),
    import("#verdicts"),
    wings.samples?.(),
  ]);
  const { api, prose } = subject;
  const verdicts = { counts: (message: Message) => subject.verdicts.totalsOf(message), of: subject.verdicts.of };
  const samples = createSampler({
    ...subject,
    refused: subject.verdicts.refused,
    limits: { ...settings.limits, validationMs: subject.verdicts.left },
  });
  const words = wordsOf(settings.language, settings.words);
  const tool = settings.tryIt === false || single ? undefined : { files: tryFiles(), isRefused: subject.verdicts.refused.length > 0 };
  const shown = (): AuthorFile[] => [...brandAssets(settings), ...prose.assets()];
  // A portal has the brand files once for all APIs.
  const assets = portal ? () => prose.assets() : shown;
  const made = createSite(api, {
    ...subject,
    verdicts,
    samples,
    code: code?.createCodeSamples(theme.code),
    settings: withFonts(settings, theme),
    footer: await footerOf(settings),
    words,
    problems,
    pictureSize: pictureSizes(shown),
    portal,
    changes,
    tool,
  });
  const site = { ...made, problems: [...made.problems, ...(await lostTemplates(subject, theme))] };
  return { site, theme, assets, most: siteCharacters(subject, settings), pages: entityCount(subject), markdownOnly: settings.markdownOnly };
}

/**
 * Reads an author's file for the site. Its real path and content were checked before, and must still be right: another file may have
 * taken its place.
 */
export function readAsset({ source, path }: AuthorFile): OutputFile & { readonly contents: Uint8Array } {
  const changed: FileProblem = { problem: "refused", reason: "it is another file by now" };
  const contents = withFile(source, { root: source }, (file) => (isForReaders(extname(file.path).slice(1), file) ? file.read() : changed));
  if (!("problem" in contents)) return { path, contents };
  const error = Object.assign(new Error(contents.reason), { code: contents.code ?? "EINVAL", path: source });
  throw diskFailure(error, "read what the site is made from");
}

/** The files of authors, each read when it is its turn. */
function* readAssets(assets: MadeSite["assets"]): Generator<OutputFile> {
  for (const asset of assets()) yield readAsset(asset);
}

/** Renders a site as one self-contained file, or says why it is too large. */
export async function singleFileOf({ site, theme, assets }: MadeSite): Promise<SingleFile> {
  const { renderSingleFile } = await import("#render");
  return renderSingleFile({ site, theme, assets: () => readAssets(assets) });
}

/**
 * All files of a site, made one at a time.
 *
 * @param most the most characters before `SiteTooLargeError` is thrown; no limit by default
 */
export async function filesOf(made: MadeSite, most = Infinity): Promise<Iterable<OutputFile>> {
  const { renderSite } = await import("#render");
  const { site, theme, assets } = made;
  const given = { site: made.markdownOnly ? withFrontMatter(site) : site, theme, assets: () => readAssets(assets), most };
  const files = renderSite(given);
  return made.markdownOnly ? markdownAlone(files, theme) : files;
}

/** The pages that span the APIs of a portal, and their twins. */
export async function portalFilesOf(given: RenderedPortal): Promise<Iterable<OutputFile>> {
  const { renderPortal } = await import("#render");
  return renderPortal(given);
}

/** The files of a site that is part of a portal. */
export async function partFilesOf({ site, theme, assets, most }: MadeSite): Promise<Iterable<OutputFile>> {
  const { renderPart } = await import("#render");
  return renderPart({ site, theme, assets: () => readAssets(assets), most });
}

/** How many characters of a document may have one page each. Real documents have several times as many characters for each page. */
const CHARACTERS_A_PAGE = 200;

/** The number of entities with their own page. */
export function entityCount({ api }: Subject): number {
  return api.channels.length + api.operations.length + api.messages.length + api.schemas.length;
}

/** The problem of a document that would have far more pages than its size allows; `undefined` for others. */
export function tooManyPages(subject: Subject, { limits }: Settings): Diagnostic | undefined {
  const { documents } = subject;
  const pages = entityCount(subject);
  const most = Math.max(limits.pages, Math.floor(charactersOf(documents) / CHARACTERS_A_PAGE));
  if (pages <= most) return undefined;
  return problem(
    "document/too-large",
    { file: documents.main, start: 0, end: 0 },
    {
      what: "The number of pages",
      size: `${pages}`,
      limit: `${most}`,
      hint: "Raise limits.pages in the settings.",
    },
  );
}

/**
 * The most characters that all files of a site may have together. The densest real documents make 45 to 75 characters of each of
 * their own. More takes a document of 1 MB longer than 10 s, which is how those that repeat something long in thousands of places end.
 */
export function siteCharacters({ documents }: Subject, { limits }: Settings): number {
  return limits.siteCharacters * megabytesOf(documents);
}

/**
 * The problem of a site that became too large; `undefined` for other errors. The class is not compared, because loading it would load
 * all of rendering.
 */
export function tooLargeSite({ documents }: Subject, error: unknown): Diagnostic | undefined {
  if (!(error instanceof Error && error.name === "SiteTooLargeError" && "most" in error)) return undefined;
  return problem(
    "document/too-large",
    { file: documents.main, start: 0, end: 0 },
    {
      what:
        "unit" in error && error.unit === "look"
          ? "The number of names, branches and rows that are gone through for the site"
          : "The number of characters of the site",
      size: "it goes on",
      limit: `${String(error.most)} for documents of this size`,
      hint: "What is repeated in many places takes most of it. Raise limits.siteCharacters in the settings if all of it is to be shown.",
    },
  );
}
