import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { isAbsolute, join, relative, sep } from "node:path";
import type { PortalDocument, Settings } from "#config";
import { packageRoot, themeFiles } from "#config";
import type { Diagnostic, Place, TextFile } from "#text";
import { inputState, realInput } from "#text";
import { themeFolders } from "./build-site.ts";
import type { Examined } from "./load.ts";

/** The hashes of files of a folder, by their paths from it; `absent` if there is no folder. */
function hashesIn(folder: string, filesOf: (folder: string) => readonly string[]): string[] {
  try {
    const access = { root: folder };
    return filesOf(folder).map((path) => `${path} ${inputState({ path: join(folder, path), access })}`);
  } catch {
    return ["absent"];
  }
}

/** The files of the program, in code-unit order of their paths. */
function filesOfProgram(dist: string): string[] {
  const entries = readdirSync(dist, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return entries.map((entry) => relative(dist, join(entry.parentPath, entry.name)).split(sep).join("/")).sort();
}

/** A hash of the program and of the engine it runs on. A version number is not enough, because it stays the same during development. */
export function programKey(version: string): string {
  return hash("sha256", JSON.stringify([version, process.version, hashesIn(join(packageRoot(), "dist"), filesOfProgram)]), "hex");
}

const spot = ({ file, start, end }: Place): unknown => [file.name, start, end];

/** A problem as pages show it. */
function told({ place, related, ...rest }: Diagnostic): unknown {
  return [rest, spot(place), related.map((each) => [each.message, spot(each.place)])];
}

/**
 * A path relative to a folder. Keys hold no absolute path, so that a checkout in another place finds what is in its cache. Addresses of
 * remote files stay as they are.
 */
const fromFolder = (folder: string, path: string): string => (isAbsolute(path) ? relative(folder, path) : path);

/** An entry of the setting `documents`, with paths relative to a folder. */
export function entryKey({ path, versions, ...rest }: PortalDocument, folder: string): unknown {
  return { ...rest, path: fromFolder(folder, path), versions: versions && fromFolder(folder, versions) };
}

/** The settings that matter for what is made, with paths relative to a folder. The theme has a key of its own. */
export function settingsKey(settings: Settings, folder: string): unknown {
  const { root, document, wordsFile, logo, favicon, baseline, guides, redirects, tryIt, remote, portal } = settings;
  const from = (path: string | undefined): string | undefined => path && fromFolder(folder, path);
  return {
    ...settings,
    root: from(root),
    document: from(document),
    wordsFile: from(wordsFile),
    logo: from(logo),
    favicon: from(favicon),
    baseline: from(baseline),
    guides: guides.map(from),
    redirects: Object.entries(redirects).map(([path, { value }]) => [path, value]),
    tryIt: typeof tryIt === "boolean" ? tryIt : tryIt.map(({ value }) => value),
    remote: remote && { ...remote, folder: from(remote.folder) },
    portal: portal && { ...portal, folder: from(portal.folder), documents: portal.documents.map((each) => entryKey(each, folder)) },
    theme: undefined,
    templates: undefined,
    output: undefined,
    ruleset: undefined,
    cache: undefined,
    editor: undefined,
    remarks: undefined,
    maxProblems: undefined,
    released: undefined,
    date: undefined,
  };
}

interface SiteKeyParts {
  readonly settings: Settings;
  /** The folder that paths are relative to. */
  readonly folder: string;
  readonly problems: readonly Diagnostic[];
  /** See {@link programKey}. */
  readonly program: string;
}

/**
 * A hash of everything that a site is made from: the program, the settings except the output folder, all files of the theme, all texts
 * that were read, all files that texts link to (including missing ones), the brand, and the problems that are shown. Two runs with the
 * same key make the same bytes, wherever they run.
 */
export function siteKey({ files, inputs }: Examined, { settings, folder, problems, program }: SiteKeyParts): string {
  const from = (path: string): string => fromFolder(folder, path);
  const textOf = ({ id, name, language, text }: TextFile): unknown => [from(id), name, language, hash("sha256", text, "hex")];
  const brand = [settings.logo, settings.favicon].filter((path) => path !== undefined).map(realInput);
  const linked = [...inputs, ...brand].map((input): string => `${from(input.path)} ${inputState(input)}`);
  const parts = [
    program,
    settingsKey(settings, folder),
    themeFolders(settings).map((each) => hashesIn(each, themeFiles)),
    files.map(textOf),
    [...new Set(linked)].sort(),
    problems.map(told),
  ];
  return hash("sha256", JSON.stringify(parts), "hex");
}
