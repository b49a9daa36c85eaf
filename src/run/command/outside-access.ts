/** Says what a run read outside of the document's folder. */
import { dirname, relative } from "node:path";
import type { Settings } from "#config";
import { packageRoot } from "#config";
import { visible } from "#report";
import { counted, hiddenName, isInside, isUrl, realPathOf, statsOf } from "#text";
import type { Contact, Examined } from "../recipe/index.ts";

/** A document by its path or URL, and what was accessed while reading it. */
export interface DocumentAccess extends Pick<Examined, "files" | "inputs" | "contacts"> {
  readonly document: string;
}

export interface AccessContext {
  readonly cwd: string;
  readonly settings: Settings;
  /** Whether the run loads the theme. Not all commands make pages. */
  readonly theme?: boolean;
}

/** The most folders that are named. */
const NAMED = 3;

/** The folder of a document. For one on the network, the working folder. */
function folderOf(document: string, cwd: string): string {
  return isUrl(document) ? realPathOf(cwd) : dirname(realPathOf(document));
}

/** Whether a file that the settings name is in the folder of a portal, all of whose documents have folders of their own. */
function isOfPortal({ portal }: Settings, path: string): boolean {
  return portal !== undefined && portal.documents.length > 0 && isInside(realPathOf(portal.folder), path);
}

/** What was accessed outside of a document's folder while reading it. */
export interface OutsideAccess {
  /** An absolute path, or a URL. */
  readonly document: string;
  /** Absolute paths of files that were read. */
  readonly files: readonly string[];
  readonly contacts: readonly Contact[];
}

/**
 * The files that were read outside of the document's folder. Hidden files, and files outside of the root, were refused and do not
 * count. The settings file does not count either, because whoever starts a run chooses it.
 */
function outside({ document, files, inputs }: DocumentAccess, { cwd, settings }: Omit<AccessContext, "theme">): string[] {
  const folder = folderOf(document, cwd);
  const { baseline, wordsFile, logo, favicon } = settings;
  const named = [baseline, wordsFile, logo, favicon].flatMap((path) => (path === undefined ? [] : [realPathOf(path)]));
  const beside = named.filter((path) => !isOfPortal(settings, path));
  const root = settings.root === undefined ? folder : realPathOf(settings.root);
  const asked = inputs
    .map((input) => realPathOf(input.path))
    .filter((path) => isInside(root, path) && hiddenName(root, path) === undefined);
  // The path of a link in a text need not exist.
  const linked = [...asked, ...beside].filter((path) => statsOf(path)?.isFile() === true);
  const read = files.map(({ id }) => id).filter((id) => !isUrl(id));
  return [...read, ...linked].filter((path) => !isInside(folder, path));
}

function foldersOf(paths: ReadonlySet<string>, cwd: string): string[] {
  const counts = new Map<string, number>();
  for (const path of paths) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
  const folders = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = folders.slice(0, NAMED).map(([path, count]) => `${counted(count, "file")} in ${relative(cwd, path) || "."}`);
  return folders.length > NAMED ? [...named, `files in ${counted(folders.length - NAMED, "more folder")}`] : named;
}

/** The folders of themes and templates outside of a document's folder. Those of msgdocs itself do not count. */
function themesOutside(runs: readonly OutsideAccess[], { cwd, settings, theme: isOpened = false }: AccessContext): string[] {
  const folders = { theme: settings.theme, templates: settings.templates };
  const found = Object.entries(folders).flatMap(([what, path]) => (path === undefined ? [] : [{ what, path: realPathOf(path) }]));
  const outer = found.filter(
    ({ path }) =>
      isOpened &&
      !isInside(realPathOf(packageRoot()), path) &&
      !isOfPortal(settings, path) &&
      runs.some(({ document }) => !isInside(folderOf(document, cwd), path)),
  );
  return outer.map(({ what, path }) => `the ${what} in ${relative(realPathOf(cwd), path) || "."}`);
}

/** What was accessed while reading a document, to be reported later. */
export function outsideAccess(run: DocumentAccess, context: Omit<AccessContext, "theme">): OutsideAccess {
  return { document: run.document, files: outside(run, context), contacts: run.contacts };
}

/** A line on what a run accessed. See {@link accessLine}. */
export function accessLineOf(runs: readonly OutsideAccess[], context: AccessContext): string {
  const { cwd } = context;
  const files = new Set(runs.flatMap((each) => each.files));
  const contacts = new Map(runs.flatMap(({ contacts: own }) => own.map(({ origin, variable }) => [origin, variable] as const)));
  const origins = [...contacts].sort(([a], [b]) => (a < b ? -1 : 1));
  const named = origins.map(([origin, variable]) => (variable === undefined ? origin : `${origin} with the credentials in ${variable}`));
  const all = [...foldersOf(files, realPathOf(cwd)), ...themesOutside(runs, context), ...named];
  return all.length === 0 ? "" : `Read beyond the document's folder: ${visible(all.join(", "))}\n`;
}

/**
 * A line on what a run accessed outside of the document's folder: other folders, origins, and environment variables that were sent. It
 * is empty if there was nothing, as in most runs.
 */
export function accessLine(runs: readonly DocumentAccess[], context: AccessContext): string {
  return accessLineOf(
    runs.map((run) => outsideAccess(run, context)),
    context,
  );
}
