import { dirname, join, resolve } from "node:path";
import { createMemo, examine, makeSite, openTheme, themeFolders, tooManyPages } from "../build/index.ts";
import {
  documentNames,
  documentOf,
  findingsOf,
  reachLine,
  readBaseline,
  reportOf,
  reportOfSettings,
  UsageError,
  isEnvironment,
} from "../commands/index.ts";
import type { Flags, Settings } from "#config";
import { loadSettings, settingsFiles } from "#config";
import type { Diagnostic } from "#text";
import { isUrl, realPathOf } from "#text";
import type { ProblemReport } from "#report";
import { exitCode } from "#report";
import type { LoadedTheme } from "#render";
import type { Dependencies } from "./inputs.ts";
import { PreviewSite } from "./preview-site.ts";
import { signaturesBelow } from "./signature.ts";

/** What one build gave. */
export interface WatchedBuild {
  /** Absent where it could not begin, or broke. */
  readonly report?: ProblemReport;
  /** Why there is no report, in words. */
  readonly message?: string;
  readonly hint?: string | undefined;
  /** What was reached beyond the document's folder, as a line; empty where nothing was. */
  readonly reached?: string;
  readonly settings?: Settings;
  /** Absent where problems keep it from being shown. */
  readonly site?: PreviewSite;
  readonly dependencies: Dependencies;
}

interface BuilderOptions {
  readonly flags: Flags;
  readonly cwd: string;
}

const settled = (text: string): string => text.split("\n", 1)[0] ?? "";

/** What to do about an error that kept a build from its end. */
function hintOf(error: unknown): string | undefined {
  if (error instanceof UsageError) return error.hint;
  return isEnvironment(error)
    ? "The system is in the way; the next save tries again."
    : "This is a bug of msgdocs, not of your document: please report it.";
}

/** What standard input holds never changes. */
export function noStandardInput(): never {
  throw new UsageError("Standard input does not change, and cannot be watched.", "Name a file.");
}

/** Builds again and again, and keeps what the next build can use: texts and files that did not change, and the theme. */
export class Builder {
  readonly #wanted: BuilderOptions;
  readonly #memo = createMemo();
  #theme: { readonly key: string; readonly loaded: LoadedTheme } | undefined;
  #complete = false;

  constructor(wanted: BuilderOptions) {
    this.#wanted = wanted;
  }

  /** Never throws: a bug of ours is a message too, and the next save may go round it. */
  async build(): Promise<WatchedBuild> {
    const { flags, cwd } = this.#wanted;
    const files = new Set(flags.config === undefined ? settingsFiles.map((name) => join(cwd, name)) : [resolve(cwd, flags.config)]);
    const folders = new Set<string>();
    const globs = new Set<string>();
    const roots = new Set([cwd, ...[...files].map((path) => dirname(path))]);
    const dependencies = (): Dependencies => ({ files: [...files], folders: [...folders], globs: [...globs], roots: [...roots] });
    try {
      const { settings: loaded, problems, root, reads = [], globs: needed = [] } = loadSettings(flags, cwd);
      // Who writes is no visitor.
      const settings = loaded && { ...loaded, analytics: undefined };
      for (const path of reads) files.add(path);
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
      const built = await this.#buildWith(settings, files);
      return { ...built, settings, dependencies: dependencies() };
    } catch (error) {
      const { message } = error instanceof Error ? error : new Error(String(error));
      return { message: settled(message), hint: hintOf(error), dependencies: dependencies() };
    }
  }

  #filesOf({ document, baseline }: Settings): string[] {
    const documents = document === undefined ? documentNames.map((name) => join(this.#wanted.cwd, name)) : [document];
    return [...documents.filter((path) => !isUrl(path)), ...(baseline === undefined ? [] : [baseline])];
  }

  async #buildWith(settings: Settings, files: Set<string>): Promise<Pick<WatchedBuild, "report" | "reached" | "site">> {
    const { cwd } = this.#wanted;
    const { document, named } = await documentOf(this.#wanted, settings, { cwd, stdin: noStandardInput });
    const baseline = readBaseline(settings, cwd);
    const { theme, problems } = await this.#openTheme(settings);
    // A broken document remembers nothing, so what is known is kept for when it is mended.
    if (this.#complete) this.#memo.turn();
    const examined = await examine(document, { settings, cwd, named, memo: this.#memo });
    this.#complete = examined.subject !== undefined;
    for (const path of examined.paths) files.add(path);
    const reached = reachLine([{ ...examined, document }], { cwd, settings, theme: true });
    const reported = (more: readonly Diagnostic[]): ProblemReport =>
      reportOf([findingsOf({ ...examined, diagnostics: [...problems, ...examined.diagnostics, ...more] })], {
        settings,
        documents: [document],
        cwd,
        baseline,
      });
    const { subject } = examined;
    const excess = subject && tooManyPages(subject, settings);
    const report = reported(excess ? [excess] : []);
    const isGood = exitCode(report.summary, settings) === 0 || settings.allowErrors;
    if (!subject || excess || !theme || !isGood) return { report, reached };
    const made = await makeSite(subject, { settings, theme, problems: report.allDiagnostics });
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
