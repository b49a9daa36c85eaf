import { existsSync } from "node:fs";
import { dirname, extname, resolve, join, basename } from "node:path";
import type { Diagnostic, InputFile, Node, StringNode } from "#text";
import {
  asOnDisk,
  asString,
  expandPaths,
  globFolder,
  hiddenName,
  isInside,
  isPicture,
  itemsOf,
  problem,
  realPathOf,
  valueOf,
  withFile,
  listFolder,
  entriesOf,
  isUrl,
  repositoryOf,
  SOURCE_BYTES,
} from "#text";
import { languageProblem, textsOf } from "./check-settings.ts";
import { isBuiltIn } from "./make-settings.ts";
import type { Settings, RemoteSettings } from "./settings.ts";
import { settingsAccess } from "./settings.ts";

/** Flags about the network. */
interface RemoteFlags {
  /** Origins with path prefixes that references may be read from, in addition to those of the settings file. */
  readonly allowRemote?: readonly string[] | undefined;
  /** `ORIGIN=VARIABLE`. */
  readonly remoteHeaderEnv?: readonly string[] | undefined;
  readonly offline?: boolean | undefined;
  readonly updateLock?: boolean | undefined;
}

/** Splits `ORIGIN=VARIABLE` at the last `=`, because a URL may contain one. */
function pairOf(text: string): readonly [string, string] {
  const at = text.lastIndexOf("=");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 1)];
}

/** The network settings of file and flags together; empty if neither asks for the network. */
export function remoteOf(root: Node | undefined, flags: RemoteFlags, folder: string): { readonly remote?: RemoteSettings } {
  const own = valueOf(root, "remote");
  const allow = [...textsOf(valueOf(own, "allow")), ...(flags.allowRemote ?? [])];
  const named = entriesOf(valueOf(own, "headerEnv")).flatMap(({ key, value }) =>
    value.kind === "string" ? [[key, value.value] as const] : [],
  );
  const credentials = Object.assign(
    Object.create(null) as Record<string, string>,
    Object.fromEntries([...named, ...(flags.remoteHeaderEnv ?? []).map(pairOf)]),
  );
  const [offline, updateLock] = [flags.offline === true, flags.updateLock === true];
  if (allow.length === 0 && Object.keys(credentials).length === 0 && !offline) return {};
  return { remote: { allow, credentials, folder, offline, updateLock } };
}

const paths = {
  root: "--root",
  document: "the argument",
  output: "--out",
  cache: "--cache",
  baseline: "--baseline",
  ruleset: "--ruleset",
} as const;

/** Flags that a settings file cannot replace without trust. */
export interface AccessFlags extends RemoteFlags, Readonly<Partial<Record<keyof typeof paths, string | undefined>>> {
  /** The user also owns the settings, so they may access what a flag may. */
  readonly trustSettings?: boolean | undefined;
}

/** Whether a file is hidden as rulesets are by habit: `.spectral.yaml`. */
export function isRulesetName(name: string): boolean {
  return /^\.spectral[\w.-]*\.(?:ya?ml|json)$/.test(name);
}

function refuse(node: Node, key: string, what: string, flag: string): Diagnostic {
  const hint = `Name it on the command line: ${flag}. If you own the settings too, run with --trust-settings.`;
  return problem("config/not-trusted", node, { key, what, hint });
}

/** The first forbidden name between the root of the repository and a path. Outputs may be hidden, but not in `.git`. */
function forbiddenName(key: keyof typeof paths, folder: string, path: string): string | undefined {
  const from = isInside(folder, path) ? folder : repositoryOf(folder);
  const hidden = hiddenName(from, path);
  if (key === "ruleset" && hidden === basename(path) && isRulesetName(hidden)) return undefined;
  return key === "output" || key === "cache" ? (hidden === ".git" ? hidden : undefined) : hidden;
}

function checkPath(root: Node, key: keyof typeof paths, { flags, path, settings }: AccessContext): Diagnostic[] {
  const node = valueOf(root, key);
  if (node?.kind !== "string" || flags[key] !== undefined) return [];
  if (key === "document" && isUrl(node.value)) return checkUrl(node, key, flags);
  const folder = dirname(path);
  const wanted = realPathOf(settings[key] ?? resolve(folder, node.value));
  const flag = `${paths[key]} ${JSON.stringify(node.value)}`;
  if (!isInside(repositoryOf(folder), wanted)) return [refuse(node, key, "lead out of the repository that the settings lie in", flag)];
  const hidden = forbiddenName(key, folder, wanted);
  return hidden === undefined ? [] : [refuse(node, key, `name what is hidden (${JSON.stringify(hidden)})`, flag)];
}

/** Paths and globs of `documents` stay in the repository, and nothing hidden is searched. */
function checkDocuments(root: Node, { path }: AccessContext): Diagnostic[] {
  const folder = dirname(path);
  return itemsOf(valueOf(root, "documents")).flatMap((item, at) => {
    const nodes = item.kind === "string" ? [item] : [valueOf(item, "path"), valueOf(item, "versions")];
    return nodes.flatMap((node) => {
      if (node?.kind !== "string") return [];
      const wanted = realPathOf(globFolder(resolve(folder, node.value)));
      const from = isInside(folder, wanted) ? folder : repositoryOf(folder);
      const isOutside = !isInside(repositoryOf(folder), wanted);
      const hidden = isOutside ? undefined : hiddenName(from, wanted);
      if (!isOutside && hidden === undefined) return [];
      const what = isOutside ? "lead out of the repository that the settings lie in" : `name what is hidden (${JSON.stringify(hidden)})`;
      return [refuse(node, `documents[${at}]`, what, "the argument")];
    });
  });
}

/** Whether the command line allows a URL of the settings. */
function isAllowed(url: string, { allowRemote = [] }: RemoteFlags): boolean {
  if (!URL.canParse(url)) return false;
  const { href } = new URL(url);
  return allowRemote.some((each) => {
    if (!URL.canParse(each)) return false;
    const own = new URL(each).href;
    return href === own || href.startsWith(own.endsWith("/") ? own : `${own}/`);
  });
}

function checkUrl(node: StringNode, key: string, flags: RemoteFlags): Diagnostic[] {
  if (isAllowed(node.value, flags)) return [];
  return [refuse(node, key, "turn the network on", `--allow-remote ${JSON.stringify(node.value)}`)];
}

function checkRemote(root: Node, { flags }: AccessContext): Diagnostic[] {
  const remote = valueOf(root, "remote");
  const origins = itemsOf(valueOf(remote, "allow")).flatMap((node) =>
    node.kind === "string" ? checkUrl(node, "remote.allow", flags) : [],
  );
  const credentials = entriesOf(valueOf(remote, "headerEnv")).flatMap(({ key, value }) => {
    if (value.kind !== "string") return [];
    const pair = `${key}=${value.value}`;
    if (flags.remoteHeaderEnv?.includes(pair) === true) return [];
    return [refuse(value, "remote.headerEnv", "send a variable of the environment", `--remote-header-env ${JSON.stringify(pair)}`)];
  });
  return [...origins, ...credentials];
}

interface AccessContext {
  readonly flags: AccessFlags;
  /** The path of the settings file; that of its folder is real. */
  readonly path: string;
  /** What was made of the file. */
  readonly settings: Settings;
}

/**
 * Checks that a settings file does not widen the access of a run: only the user may do that, with flags. The file may come with a pull
 * request of a stranger.
 */
export function checkAccess(root: Node, asked: AccessContext): Diagnostic[] {
  if (asked.flags.trustSettings === true) return [];
  const keys = Object.keys(paths) as (keyof typeof paths)[];
  return [...keys.flatMap((key) => checkPath(root, key, asked)), ...checkDocuments(root, asked), ...checkRemote(root, asked)];
}

/** The path of a settings file (that of its folder is real), the working folder, and whether `--trust-settings` is set. */
export interface SettingsOrigin {
  readonly path: string;
  readonly cwd: string;
  readonly isTrusted: boolean;
  /** Whether a part of a portal is made. The pictures and guides of a portal are only needed where parts are merged. */
  readonly isPart: boolean;
}

/**
 * Returns a function that says whether a path is in the project. Settings may come with an untrusted document. So a file that goes into
 * pages must not be hidden, and must be in the project after links are followed. Flags may name any folder.
 */
function projectFilter(settings: Settings, { path, cwd, isTrusted }: SettingsOrigin): (path: string) => boolean {
  const folders = [dirname(path), cwd, ...(settings.root === undefined ? [] : [settings.root])];
  const holds = (folder: string, wanted: string): boolean => isInside(folder, wanted) && hiddenName(folder, wanted) === undefined;
  return (wanted) => isTrusted || folders.some((folder) => holds(folder, realPathOf(wanted)));
}

function checkFolders(root: Node, settings: Settings, inProject: (path: string) => boolean): Diagnostic[] {
  return (["theme", "templates"] as const).flatMap((key) => {
    const node = asString(valueOf(root, key));
    if (!node || (key === "theme" && isBuiltIn(node.value)) || inProject(settings[key] ?? "")) return [];
    const hint = `Name it on the command line instead: --${key} ${JSON.stringify(node.value)}.`;
    return [problem("config/wrong-type", node, { key, expected: "a folder inside of the project", hint })];
  });
}

const IMAGE = /\.(svg|png|jpe?g|gif|webp|avif|ico)$/i;

/** The real path of an image, or the expectation that it fails. */
function findImage(path: string, inProject: (path: string) => boolean): { readonly path: string } | { readonly expected: string } {
  if (!IMAGE.test(path)) return { expected: "an image (.svg, .png, .jpg, .gif, .webp, .avif, .ico)" };
  if (!inProject(path)) return { expected: "an image inside of the project" };
  const real = realPathOf(path);
  if (!inProject(real)) return { expected: "an image inside of the project, links followed" };
  const found = withFile(real, { root: real, largest: SOURCE_BYTES }, (file) => {
    if (!IMAGE.test(file.path)) return { expected: "an image, links followed" };
    return isPicture(extname(file.path).slice(1), file) ? { path: file.path } : { expected: "an image, and its content is none" };
  });
  return "problem" in found ? { expected: `an image, and ${found.reason}` } : found;
}

/** The real paths of the images in the settings. */
type ImageSettings = Pick<Settings, "logo" | "favicon">;

function checkImages(
  root: Node,
  inProject: (path: string) => boolean,
  { path }: SettingsOrigin,
): { problems: Diagnostic[]; images: ImageSettings } {
  const problems: Diagnostic[] = [];
  const images: { -readonly [Key in keyof ImageSettings]: ImageSettings[Key] } = {};
  const folder = dirname(path);
  for (const key of ["logo", "favicon"] as const) {
    const node = asString(valueOf(root, key));
    if (!node) continue;
    const found = findImage(asOnDisk(resolve(folder, node.value), folder), inProject);
    if ("path" in found) images[key] = found.path;
    else problems.push(problem("config/wrong-type", node, { key, expected: found.expected }));
  }
  return { problems, images };
}

/** Guides are pages of the site, so they must be in the project, and a pattern must match at least one. */
function checkGuides(root: Node, { guides }: Settings, inProject: (path: string) => boolean): Diagnostic[] {
  const nodes = itemsOf(valueOf(root, "guides")).filter(({ kind }) => kind === "string");
  return nodes.flatMap((node, at) => {
    const pattern = guides[at] ?? "";
    const key = `guides[${at}]`;
    if (!inProject(globFolder(pattern)))
      return [problem("config/wrong-type", node, { key, expected: "Markdown files inside of the project" })];
    const { paths, refused } = expandPaths(pattern, "", globFolder(pattern));
    if (paths.some((each) => /\.(?:md|markdown)$/i.test(each) && existsSync(each))) return [];
    const expected = `a Markdown file (.md, .markdown) that exists, or a glob that matches some${refused === undefined ? "" : `, and ${refused}`}`;
    return [problem("config/wrong-type", node, { key, expected })];
  });
}

/** Reports what a portal cannot have: one document, and pages without what leads from one of its APIs to the others. */
function checkPortal(root: Node, { isPart }: SettingsOrigin): Diagnostic[] {
  const documents = valueOf(root, "documents");
  if (!documents && !isPart) return [];
  const wrong = (key: string, node: Node | undefined, expected: string, hint?: string): Diagnostic[] =>
    node ? [problem("config/wrong-type", node, { key, expected, ...(hint === undefined ? {} : { hint }) })] : [];
  const hint = "Take the portal as it is, in a folder of the other site, or build each document by itself: msgdocs build FILE -o DIR.";
  return [
    ...wrong("document", documents && valueOf(root, "document"), "left out where the setting documents is given"),
    ...(["embed", "markdownOnly"] as const).flatMap((key) => {
      const node = valueOf(root, key);
      return wrong(
        key,
        node?.kind === "boolean" && node.value ? node : undefined,
        "left out in a portal, whose pages need their header",
        hint,
      );
    }),
  ];
}

function checkLanguage(root: Node): Diagnostic[] {
  const node = asString(valueOf(root, "language"));
  return node ? languageProblem(node.value, node, asString(valueOf(root, "words")) !== undefined) : [];
}

function checkWords(root: Node, inProject: (path: string) => boolean, { path }: SettingsOrigin): Diagnostic[] {
  const node = asString(valueOf(root, "words"));
  if (!node || inProject(resolve(dirname(path), node.value))) return [];
  return [problem("config/wrong-type", node, { key: "words", expected: "a file inside of the project" })];
}

/** Inputs of the settings besides their file: a change of them can fix or break the settings. */
export interface SettingsInputs {
  /** Files, valid or not, existing or not. */
  readonly reads: readonly InputFile[];
  /** Globs that must match something. Only those in the project: no other folder is ever searched. */
  readonly globs: readonly string[];
}

/** The inputs of settings besides their file. */
export function inputsOf(settings: Settings, standing: SettingsOrigin): SettingsInputs {
  const inProject = projectFilter(settings, standing);
  const { logo, favicon, wordsFile, guides } = settings;
  const access = settingsAccess(dirname(standing.path), standing.isTrusted);
  const reads = [logo, favicon, wordsFile].filter((path) => path !== undefined);
  return { reads: reads.map((path) => ({ path, access })), globs: guides.filter((glob) => inProject(globFolder(glob))) };
}

/** Checks the folders, images, guides, words and language of settings, and finds the real paths of the images. */
export function checkFiles(root: Node, settings: Settings, standing: SettingsOrigin): { problems: Diagnostic[]; images: ImageSettings } {
  const inProject = projectFilter(settings, standing);
  const { problems, images } = standing.isPart ? { problems: [], images: {} } : checkImages(root, inProject, standing);
  const all = [
    ...checkFolders(root, settings, inProject),
    ...problems,
    ...(standing.isPart ? [] : checkGuides(root, settings, inProject)),
    ...checkPortal(root, standing),
    ...checkLanguage(root),
    ...checkWords(root, inProject, standing),
  ];
  return { problems: all, images };
}

/** What a theme consists of. Settings may name any folder of a repository as a theme, and nothing else in it is looked at. */
const OF_THEME = /\.hbs$|^css\/.*\.css$|^js\/.*\.js$|^assets\//;

/** The regular files below the folder of a theme, by their paths from it. Links, and what is hidden or installed, are left out. */
function filesBelow(root: string, from = ""): string[] {
  const entries = listFolder(join(root, from), { root });
  if ("problem" in entries) throw Object.assign(new Error(entries.reason), { code: entries.code ?? "ENOENT", path: join(root, from) });
  return entries.flatMap((entry) => {
    const { name } = entry;
    if (name.startsWith(".") || name === "node_modules") return [];
    if (entry.isDirectory()) return filesBelow(root, `${from}${name}/`);
    return entry.isFile() ? [`${from}${name}`] : [];
  });
}

/** The files of a theme: their paths from its folder, given by its real path, with `/`, in code-unit order. Throws if a folder cannot be read. */
export function themeFiles(folder: string): string[] {
  return filesBelow(folder)
    .filter((path) => OF_THEME.test(path))
    .sort();
}
