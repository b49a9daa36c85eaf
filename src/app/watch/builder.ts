import { join, resolve } from "node:path";
import { statSync } from "node:fs";
import type { Flags, PortalSettings, Settings } from "#config";
import { loadSettings, packageRoot, settingsInputs } from "#config";
import type { LoadedTheme, Theme } from "#render";
import type { ProblemReport } from "#report";
import { exitCode } from "#report";
import type { Io, PortalRemaker, PortalContents, PortalFile, MadeSite } from "#run";
import {
  documentNames,
  documentOf,
  examine,
  inputOf,
  isEnvironment,
  makeSite,
  openTheme,
  accessLine,
  readBaseline,
  reporterOf,
  reportOfSettings,
  TextMemo,
  themeFolders,
  tooManyPages,
  UsageError,
  withTextProblems,
  filesOf,
} from "#run";
import { isInside, isUrl, readFile } from "#text";
import { readCopy } from "#output";
import { FULL_TEXT_PATH, PRINT_PATH } from "#pages";
import { openPortalMaker } from "../commands/index.ts";
import type { Dependencies } from "./rebuilding.ts";
import { signaturesBelow } from "./rebuilding.ts";
import type { ShownSite, PreviewPage } from "./preview.ts";
import { hashOf, PreviewPages, slices } from "./preview.ts";

/** Whether a file can only be made after all pages. */
function isOfAllPages(path: string): boolean {
  return path.startsWith("search/") || ["manifest.json", FULL_TEXT_PATH, PRINT_PATH].includes(path);
}

function stamp(path: string): string {
  try {
    const { mtimeMs, size } = statSync(path);
    return `${mtimeMs} ${size}`;
  } catch {
    return "absent";
  }
}

type MadeFiles = Promise<ReadonlyMap<string, string | Uint8Array>>;

/** Makes what takes long, such as the search index, in slices and once. */
class SlicedFiles {
  #isClosed = false;

  close(): void {
    this.#isClosed = true;
  }

  /** The wanted files of some. Files of APIs are only counted. */
  async make(files: Iterable<PortalFile> | AsyncIterable<PortalFile>, isWanted: (path: string) => boolean = () => true): MadeFiles {
    const made = new Map<string, string | Uint8Array>();
    const pause = slices();
    for await (const file of files) {
      if (!("copy" in file) && isWanted(file.path)) made.set(file.path, file.contents);
      await pause();
      if (this.#isClosed) break;
    }
    return made;
  }
}

/** One state of the site. Its pages and files are made when they are first requested. */
class PreviewSite implements ShownSite {
  readonly #made: MadeSite;
  readonly #pages: PreviewPages;
  readonly #sliced = new SlicedFiles();
  #others: MadeFiles | undefined;
  #rest: MadeFiles | undefined;

  constructor(made: MadeSite) {
    this.#made = made;
    this.#pages = new PreviewPages(() => made.site.pages(), { theme: made.theme, versionOf: (html) => this.#versionOf(html) });
  }

  get style(): string {
    return this.#made.theme.assets.style.path;
  }

  async page(path: string): Promise<PreviewPage | undefined> {
    const page = this.#pages.page(path);
    if (page) return page;
    const contents = path.endsWith(".html") ? await this.file(path) : undefined;
    return typeof contents === "string" ? { html: contents, version: hashOf(contents) } : undefined;
  }

  async file(path: string): Promise<string | Uint8Array | undefined> {
    const { made, others } = this.#made.theme.assets;
    const own = [...made, ...others].find((asset) => asset.path === path);
    if (own) return own.contents;
    const copied = this.#made.assets().find((asset) => asset.path === path);
    if (copied) {
      const contents = readFile(copied.source, { root: copied.source });
      return "problem" in contents ? undefined : contents;
    }
    if (isOfAllPages(path)) {
      this.#rest ??= filesOf(this.#made).then((files) => this.#sliced.make(files, isOfAllPages));
      return (await this.#rest).get(path);
    }
    const twin = this.#pages.twin(path);
    if (twin !== undefined) return twin;
    // Every browser requests it on every site.
    if (path === "favicon.ico") return undefined;
    this.#others ??= this.#sliced.make(this.#made.site.files());
    return (await this.#others).get(path);
  }

  close(): void {
    this.#sliced.close();
  }

  /** The version of a page. Images keep their names when they change, so the images that the page shows count too. */
  #versionOf(html: string): string {
    const shown = this.#made.assets().filter(({ path }) => html.includes(path.slice(path.lastIndexOf("/") + 1)));
    return hashOf([html.replaceAll(this.style, "style"), ...shown.map(({ source }) => stamp(source))].join("\n"));
  }
}

const bytesOf = (file: PortalFile): string | Uint8Array => ("copy" in file ? readCopy(file.copy) : file.contents);

/** One state of a portal. Pages are made when they are first requested: those of APIs from their parts, and those that span APIs. */
class PreviewPortal implements ShownSite {
  readonly #contents: PortalContents;
  readonly #theme: Theme;
  readonly #pages: PreviewPages;
  #assets: ReadonlyMap<string, string | Uint8Array> | undefined;
  readonly #sliced = new SlicedFiles();
  #search: MadeFiles | undefined;
  #rest: MadeFiles | undefined;

  constructor(contents: PortalContents, theme: Theme) {
    this.#contents = contents;
    this.#theme = theme;
    this.#pages = new PreviewPages(() => contents.site.pages(), { theme, versionOf: (html) => this.#versionOf(html, []) });
  }

  get style(): string {
    return this.#theme.assets.style.path;
  }

  async page(path: string): Promise<PreviewPage | undefined> {
    const file = this.#contents.apiFile(path);
    if (file) {
      const html = String(bytesOf(file));
      return { html, version: this.#versionOf(html, file.beside) };
    }
    const page = this.#pages.page(path);
    if (page) return page;
    const contents = path.endsWith(".html") ? await this.file(path) : undefined;
    return typeof contents === "string" ? { html: contents, version: hashOf(contents) } : undefined;
  }

  async file(path: string): Promise<string | Uint8Array | undefined> {
    const own = this.#contents.apiFile(path);
    if (own) return bytesOf(own);
    const known = this.#assetsByPath().get(path) ?? this.#pages.twin(path);
    // Every browser requests it on every site.
    if (known !== undefined || path === "favicon.ico") return known;
    const spanning = this.#contents.spanningFiles().find((file) => file.path === path);
    if (spanning) return spanning.contents;
    if (path.startsWith("search/")) {
      this.#search ??= this.#sliced.make(this.#contents.searchFiles());
      const found = (await this.#search).get(path);
      if (found !== undefined) return found;
      // The texts to copy are there, too, and need all pages.
    }
    this.#rest ??= this.#sliced.make(this.#contents.files());
    return (await this.#rest).get(path);
  }

  close(): void {
    this.#sliced.close();
  }

  #assetsByPath(): ReadonlyMap<string, string | Uint8Array> {
    this.#assets ??= new Map(this.#contents.assets().map(({ path, contents }) => [path, contents]));
    return this.#assets;
  }

  /** The version of a page. Images keep their names when they change, so the images that the page shows count too. */
  #versionOf(html: string, beside: readonly (readonly [path: string, sha256: string])[]): string {
    const isShown = (path: string): boolean => html.includes(path.slice(path.lastIndexOf("/") + 1));
    const images = [...this.#assetsByPath()].filter(([path]) => path !== this.style && /\.\w+$/.test(path) && isShown(path));
    const own = beside.filter(([path]) => isShown(path)).map(([, sha256]) => sha256);
    return hashOf([html.replaceAll(this.style, "style"), ...own, ...images.map(([, contents]) => hashOf(String(contents)))].join("\n"));
  }
}

/** The result of one build. */
export interface WatchedBuild {
  /** Absent if the build could not start, or failed. */
  readonly report?: ProblemReport;
  /** Why there is no report, in words. */
  readonly message?: string;
  readonly hint?: string | undefined;
  /** A line on what was accessed outside of the document's folder; empty if nothing was. */
  readonly reached?: string;
  readonly settings?: Settings;
  /** Absent if problems prevent the site from being shown. */
  readonly site?: ShownSite;
  /** For a portal: the problems of documents that could not be built. */
  readonly unbuilt?: ProblemReport;
  readonly dependencies: Dependencies;
}

interface BuilderOptions {
  readonly flags: Flags;
  readonly io: Pick<Io, "cwd" | "version" | "onInterrupt">;
}

/** What a portal depends on, collected while it is made, and the files that changed. */
interface PortalInputs {
  readonly files: Set<string>;
  readonly globs: Set<string>;
  readonly changed: readonly string[];
}

type Built = Pick<WatchedBuild, "report" | "reached" | "site" | "unbuilt">;

const settled = (text: string): string => text.split("\n", 1)[0] ?? "";

/** A hint for an error that ended a build. */
function hintOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.hint;
  return isEnvironment(error)
    ? "The system is in the way; the next save tries again."
    : "This is a bug of msgdocs, not of your document: please report it.";
}

/** Refuses standard input, because its content never changes. */
export function noStandardInput(): never {
  throw new UsageError("Standard input does not change, and cannot be watched.", "Name a file.");
}

/** Builds repeatedly, and keeps what the next build can reuse: rendered texts and the theme. */
export class Builder {
  readonly #wanted: BuilderOptions;
  readonly #texts = new TextMemo();
  #theme: { readonly key: string; readonly loaded: LoadedTheme } | undefined;
  #portal: PortalRemaker | undefined;

  constructor(wanted: BuilderOptions) {
    this.#wanted = wanted;
  }

  /**
   * Builds. Never throws: even a bug of ours becomes a message, because the next save may avoid it.
   *
   * @param changed the paths that changed since the build before; empty to check everything again
   */
  async build(changed: readonly string[] = []): Promise<WatchedBuild> {
    const { flags, io } = this.#wanted;
    const { cwd } = io;
    const files = new Set(settingsInputs(flags, cwd).map(({ path }) => path));
    const folders = new Set<string>();
    const globs = new Set<string>();
    const dependencies = (): Dependencies => ({ files: [...files], folders: [...folders], globs: [...globs] });
    try {
      const { settings: loaded, problems, root, reads = [], globs: needed = [] } = loadSettings(flags, cwd);
      // The author is not a visitor to be counted.
      const settings = loaded && { ...(await withTextProblems(loaded, root)), analytics: undefined };
      for (const { path } of reads) files.add(path);
      for (const glob of needed) globs.add(glob);
      if (!settings) return { report: reportOfSettings(problems, root), dependencies: dependencies() };
      for (const path of this.#filesOf(settings)) files.add(path);
      for (const path of themeFolders(settings)) if (!isInside(packageRoot(), path)) folders.add(resolve(path));
      const { portal } = settings;
      const isPortal = portal !== undefined && portal.documents.length > 0 && flags.document === undefined;
      const built = isPortal
        ? await this.#buildPortal(settings, portal, { files, globs, changed })
        : await this.#buildSite(settings, files);
      return { ...built, settings, dependencies: dependencies() };
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      return { message: settled(message), hint: hintOf(error), dependencies: dependencies() };
    }
  }

  /** Deletes what was kept for further builds. */
  close(): void {
    this.#portal?.close();
  }

  #filesOf({ document, baseline }: Settings): string[] {
    const documents = document === undefined ? documentNames.map((name) => join(this.#wanted.io.cwd, name)) : [document];
    return [...documents.filter((path) => !isUrl(path)), ...(baseline === undefined ? [] : [baseline])];
  }

  async #buildPortal(settings: Settings, portal: PortalSettings, { files, globs, changed }: PortalInputs): Promise<Built> {
    const { flags, io } = this.#wanted;
    const { cwd } = io;
    for (const { path, versions } of portal.documents) {
      globs.add(path);
      if (versions !== undefined) globs.add(versions);
    }
    const { documents, listed, matched = [] } = await inputOf({ given: [] }, settings, { cwd, stdin: noStandardInput });
    // A file that is not a document now may become one with the next save.
    for (const path of matched) files.add(path);
    const { theme, problems } = await this.#openTheme(settings);
    if (!theme) return { report: reportOfSettings(problems, undefined) };
    this.#portal ??= await openPortalMaker(io);
    const made = await this.#portal.make({ flags, settings, theme, documents, listed, changed });
    for (const path of made.files) files.add(path);
    for (const glob of made.globs) globs.add(glob);
    const { report, unbuilt, reached, contents } = made;
    return { report, unbuilt, reached, site: new PreviewPortal(contents, theme) };
  }

  async #buildSite(settings: Settings, files: Set<string>): Promise<Built> {
    const { flags, io } = this.#wanted;
    const { cwd } = io;
    const { document, named } = await documentOf({ flags }, settings, { cwd, stdin: noStandardInput });
    const baseline = readBaseline(settings, cwd);
    const { theme, problems } = await this.#openTheme(settings);
    const examined = await examine(document, { settings, cwd, named, texts: this.#texts });
    for (const { path } of examined.inputs) files.add(path);
    const reached = accessLine([{ ...examined, document }], { cwd, settings, theme: true });
    const reported = reporterOf(examined, { settings, document, cwd, baseline }, problems);
    const { subject } = examined;
    const excess = subject && tooManyPages(subject, settings);
    const found = reported(excess ? [excess] : []);
    const isGood = exitCode(found.summary, settings) === 0 || settings.allowErrors;
    const report = examined.failures?.length ? reported(examined.failures) : found;
    if (!subject || excess || !theme || !isGood) return { report, reached };
    const made = await makeSite(subject, { settings, theme, problems: found.allDiagnostics });
    const wrong = made.site.problems;
    return wrong.length > 0 ? { report: reported(wrong), reached } : { report, reached, site: new PreviewSite(made) };
  }

  async #openTheme(settings: Settings): Promise<LoadedTheme> {
    const { logo, favicon } = settings;
    const folders = themeFolders(settings).map((folder) => [folder, ...signaturesBelow(resolve(folder))]);
    const key = JSON.stringify([logo, favicon, folders]);
    if (this.#theme?.key !== key) this.#theme = { key, loaded: await openTheme(settings) };
    return this.#theme.loaded;
  }
}
