import { dirname, join, resolve } from "node:path";
import type { Flags, PortalSettings, Settings } from "#config";
import { loadSettings, settingsInputs } from "#config";
import type { LoadedTheme } from "#render";
import type { ProblemReport } from "#report";
import { exitCode } from "#report";
import type { Io, PortalRemaker } from "#run";
import {
  documentNames,
  documentOf,
  examine,
  inputOf,
  isEnvironment,
  makeSite,
  openTheme,
  reachLine,
  readBaseline,
  reporterOf,
  reportOfSettings,
  TextMemo,
  themeFolders,
  tooManyPages,
  UsageError,
  withTextProblems,
} from "#run";
import { globFolder, isUrl, realPathOf } from "#text";
import { openPortalMaker } from "../commands/index.ts";
import type { Dependencies } from "./inputs.ts";
import { signaturesBelow } from "./inputs.ts";
import type { ShownSite } from "./preview-pages.ts";
import { PreviewPortal } from "./preview-portal.ts";
import { PreviewSite } from "./preview-site.ts";

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

/** What a build depends on, collected while it runs. */
interface Found {
  readonly files: Set<string>;
  readonly globs: Set<string>;
  readonly roots: Set<string>;
}

interface Changes {
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
    const roots = new Set([cwd, ...[...files].map((path) => dirname(path))]);
    const dependencies = (): Dependencies => ({ files: [...files], folders: [...folders], globs: [...globs], roots: [...roots] });
    try {
      const { settings: loaded, problems, root, reads = [], globs: needed = [] } = loadSettings(flags, cwd);
      // The author is not a visitor to be counted.
      const settings = loaded && { ...(await withTextProblems(loaded, root)), analytics: undefined };
      for (const { path } of reads) files.add(path);
      for (const glob of needed) globs.add(glob);
      if (!settings) return { report: reportOfSettings(problems, root), dependencies: dependencies() };
      for (const path of this.#filesOf(settings)) {
        files.add(path);
        roots.add(dirname(realPathOf(path)));
      }
      for (const path of themeFolders(settings)) {
        folders.add(resolve(path));
        roots.add(path);
      }
      if (settings.root !== undefined) roots.add(settings.root);
      const found = { files, globs, roots };
      const { portal } = settings;
      const isPortal = portal !== undefined && portal.documents.length > 0 && flags.document === undefined;
      const built = isPortal ? await this.#buildPortal(settings, portal, { ...found, changed }) : await this.#buildSite(settings, files);
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

  async #buildPortal(settings: Settings, portal: PortalSettings, { files, globs, roots, changed }: Found & Changes): Promise<Built> {
    const { flags, io } = this.#wanted;
    const { cwd } = io;
    for (const { path, versions } of portal.documents) {
      for (const glob of [path, ...(versions === undefined ? [] : [versions])]) {
        globs.add(glob);
        roots.add(globFolder(glob));
      }
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
    const reached = reachLine([{ ...examined, document }], { cwd, settings, theme: true });
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
